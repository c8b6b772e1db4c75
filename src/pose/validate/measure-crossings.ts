/**
 * @file How far parts of a posed body run through each other: the one criterion of `pose check` and `pose repair`.
 *
 * Skin that meets its neighbours folds (the crook of an arm): what is nearer than 8 % of the size at rest does not count,
 * nor do rest-pose overlaps (`rest-overlaps.ts`). The measure is the length of the intersection line between two parts: it
 * grows with depth and, unlike the area of the triangles, does not depend on mesh resolution. A line of 10 % of the size
 * is tolerable, and so is what natural poses show and a quarter more.
 */

import type { ReadonlyNumbers } from '../../math/quaternion.js';
import { crossingInto } from './crossing-segment.js';

/** Two parts of a body that run through each other. */
export interface Crossing {
  /** Anatomical joints, the lower first; both the same where a part intersects itself. */
  readonly parts: readonly [number, number];
  /** Length of the intersection line, over the size of the body. */
  readonly length: number;
  readonly triangles: readonly number[];
}

/** Skin nearer than this at rest only folds, over the size. */
const FOLD = 0.08;
/** An intersection line is tolerable up to this length, over the size. */
const LIMIT = 0.1;
/** How much more than in good poses is still in order. */
const SLACK = 1.25;

/** The surface whose crossings are measured. */
export interface CrossingSurface {
  /** At rest. [V, 3] */
  readonly rest: ReadonlyNumbers;
  /** [T, 3] */
  readonly triangles: Uint32Array;
  /** The anatomical joint that moves each triangle most. [T] */
  readonly owners: ArrayLike<number>;
  /** Number of anatomical joints. */
  readonly partCount: number;
  /** Diagonal of the box around the rest mesh. */
  readonly size: number;
}

/** Crossings of a pose, longest first; `pairs` are its intersecting triangles without rest-pose overlaps. [P, 2] */
export function measureCrossings(
  { rest, triangles, owners, partCount, size }: CrossingSurface,
  positions: ReadonlyNumbers,
  pairs: Uint32Array,
): Crossing[] {
  const segment = new Float64Array(2);
  const lengths = new Map<number, number>();
  const met = new Map<number, Set<number>>();
  for (let i = 0; i < pairs.length; i += 2) {
    const [a, b] = [pairs[i], pairs[i + 1]];
    crossingInto(segment, rest, positions, triangles, a, b);
    if (!(segment[1] > FOLD * size)) continue;
    const key = Math.min(owners[a], owners[b]) * partCount + Math.max(owners[a], owners[b]);
    lengths.set(key, (lengths.get(key) ?? 0) + segment[0] / size);
    const list = met.get(key) ?? new Set<number>();
    met.set(key, list.add(a).add(b));
  }
  const crossings = [...lengths].map(
    ([key, length]): Crossing => ({
      parts: [Math.floor(key / partCount), key % partCount],
      length,
      triangles: [...met.get(key)!],
    }),
  );
  return crossings.sort((a, b) => b.length - a.length);
}

/** What natural poses show, by pair of parts. */
export interface KnownCrossings {
  observe(crossings: readonly Crossing[]): void;
  /** From 1 a crossing is a fault. */
  score(crossing: Crossing): number;
}

export function createKnownCrossings(): KnownCrossings {
  const known = new Map<string, number>();
  return {
    observe(crossings) {
      for (const { parts, length } of crossings) {
        known.set(parts.join(), Math.max(known.get(parts.join()) ?? 0, length));
      }
    },
    score: ({ parts, length }) => length / Math.max(LIMIT, SLACK * (known.get(parts.join()) ?? 0)),
  };
}
