/**
 * @file Limbs that run through the body or each other, by the criterion that repair uses too (`measure-crossings.ts`). What
 * natural poses show, and a little more, counts as normal.
 */

import type { IntersectionFinder } from '../../mesh/self-intersection.js';
import type { CheckedRig, SurfaceValidator } from './checked-rig.js';
import { type Crossing, createKnownCrossings, measureCrossings } from './measure-crossings.js';
import { percent, poseFinding } from './pose-finding.js';
import { findRestOverlaps } from './rest-overlaps.js';

export type { Crossing } from './measure-crossings.js';

/** Where a pose intersects itself. */
export interface IntersectionMeasure {
  /** Longest first. */
  readonly crossings: readonly Crossing[];
  /** Intersecting triangles, folds included. [P, 2] */
  readonly pairs: Uint32Array;
  /** False where there were too many pairs to look at all. */
  readonly complete: boolean;
}

/** Prepares a body; `finder` is that of its rest mesh. */
export function createIntersectionCheck(
  body: CheckedRig,
  finder: IntersectionFinder,
): SurfaceValidator<IntersectionMeasure> {
  const { rig, owners, size, parents, sources, radius } = body;
  const { positions: rest, triangles } = rig.mesh;
  const overlaps = findRestOverlaps(
    rig.mesh,
    Float64Array.from(owners, (part) => radius[part]),
    { owners, parents },
  );
  const surface = { rest, triangles, owners, partCount: parents.length, size };
  const known = createKnownCrossings();
  return {
    learnsFrom: 'examples',
    measure({ positions }) {
      const { pairs, complete } = finder.find(positions);
      const counted = pairs.filter((_, i) => !overlaps.includes(pairs[i & ~1], pairs[i | 1]));
      return { crossings: measureCrossings(surface, positions, counted), pairs, complete };
    },
    observe: ({ crossings }) => known.observe(crossings),
    report({ crossings }) {
      return crossings.flatMap((crossing) => {
        const { parts, length, triangles: met } = crossing;
        const score = known.score(crossing);
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
          met,
        );
      });
    },
  };
}
