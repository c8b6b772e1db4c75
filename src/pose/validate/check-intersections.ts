/**
 * @file Limbs that run through the body or each other: intersecting triangles, classified by how far apart the two
 * pieces of skin are at rest.
 *
 * Skin that meets its neighbours folds (the crook of an arm), and a head that sits in the body at rest rotates in it:
 * both are normal. Skin that meets skin from elsewhere is not. Severity is the length of the intersection line: it
 * grows with depth and, unlike the area of the triangles, does not depend on mesh resolution. What natural poses show,
 * and a little more, counts as normal.
 */

import type { IntersectionFinder } from '../../mesh/self-intersection.js';
import type { CheckedRig, SurfaceValidator } from './checked-rig.js';
import { crossingInto } from './crossing-segment.js';
import { percent, poseFinding } from './pose-finding.js';

/** Two parts of a body that run through each other. */
export interface Crossing {
  /** Anatomical joints, the lower first; both the same where a part intersects itself. */
  readonly parts: readonly [number, number];
  /** Length of the intersection line, over the size of the body. */
  readonly length: number;
  readonly triangles: readonly number[];
}

/** Where a pose intersects itself. */
export interface IntersectionMeasure {
  /** Longest first. */
  readonly crossings: readonly Crossing[];
  /** Intersecting triangles, folds included. [P, 2] */
  readonly pairs: Uint32Array;
  /** False where there were too many pairs to look at all. */
  readonly complete: boolean;
}

/** Skin nearer than this at rest only folds, over the size. */
const FOLD = 0.08;
/** An intersection line is tolerable up to this length, over the size. */
const LIMIT = 0.1;
/** How much more than in good poses is still in order. */
const SLACK = 1.25;

/** Prepares a body; `finder` is that of its rest mesh. */
export function createIntersectionCheck(
  body: CheckedRig,
  finder: IntersectionFinder,
): SurfaceValidator<IntersectionMeasure> {
  const { rig, owners, size, parents, sources } = body;
  const segment = new Float64Array(2);
  const known = new Map<number, number>();
  const keyOf = (a: number, b: number) => Math.min(a, b) * parents.length + Math.max(a, b);
  return {
    learnsFrom: 'examples',
    measure({ positions }) {
      const { pairs, complete } = finder.find(positions);
      const lengths = new Map<number, number>();
      const triangles = new Map<number, Set<number>>();
      for (let i = 0; i < pairs.length; i += 2) {
        const [a, b] = [pairs[i], pairs[i + 1]];
        crossingInto(segment, rig.mesh.positions, positions, rig.mesh.triangles, a, b);
        if (!(segment[1] > FOLD * size)) continue;
        const key = keyOf(owners[a], owners[b]);
        lengths.set(key, (lengths.get(key) ?? 0) + segment[0] / size);
        const met = triangles.get(key) ?? new Set();
        triangles.set(key, met.add(a).add(b));
      }
      const crossings = [...lengths].map(
        ([key, length]): Crossing => ({
          parts: [Math.floor(key / parents.length), key % parents.length],
          length,
          triangles: [...triangles.get(key)!],
        }),
      );
      return { crossings: crossings.sort((a, b) => b.length - a.length), pairs, complete };
    },
    observe({ crossings }) {
      for (const { parts, length } of crossings) {
        const key = keyOf(...parts);
        known.set(key, Math.max(known.get(key) ?? 0, length));
      }
    },
    report({ crossings }) {
      return crossings.flatMap(({ parts, length, triangles }) => {
        const score = length / Math.max(LIMIT, SLACK * (known.get(keyOf(...parts)) ?? 0));
        if (!(score >= 1)) return [];
        const joints = parts.map((part) => sources[part]);
        const [a, b] = joints.map((joint) => `"${rig.skeleton.names[joint]}"`);
        const who = a === b ? `${a} runs through itself` : `${a} and ${b} run through each other`;
        return poseFinding(
          'self-intersection',
          score,
          `${who} along a line of ${percent(length)} of the body's size`,
          'Move the two apart, or let the pose be repaired.',
          joints,
          'triangle',
          triangles,
        );
      });
    },
  };
}
