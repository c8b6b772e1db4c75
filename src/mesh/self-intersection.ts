/**
 * @file Finds intersecting triangles of a mesh, at rest and in a pose. Exact: touching counts, and a gap of the last bit of
 * a float32 does not (native/intersect.cpp finds the pairs).
 *
 * Vertices are welded by position first, or every UV seam would be an intersection. In a pose two kinds of pairs are
 * ignored: rest neighbours, i.e. triangles whose nearest vertices are at most two edges apart (a bent elbow folds those),
 * and pairs that already intersect at rest. Triangles without area intersect nothing.
 */

import { createIntersector, type PairScope } from '../kernels/intersector.js';
import type { Mesh } from './mesh.js';
import { type WeldedMesh, weld } from './weld.js';

export type { PairScope } from '../kernels/intersector.js';

/** Options of `findSelfIntersections`. */
export interface SelfIntersectionOptions {
  /**
   * Which pairs count: `all` that share a point which is not on a side or corner that both have; `apart` only those
   * that share no corner; `new`, for poses, only those that are no rest neighbours and did not meet at rest.
   */
  readonly scope?: PairScope;
  /**
   * Pairs of touching boxes that are looked at, at most. A clean mesh has 9 to 26 per triangle, a hostile soup
   * the square of its size. By default two million plus 24 per triangle.
   */
  readonly testLimit?: number;
}

/** Pairs that are kept, at most: only a soup has more. */
const PAIR_LIMIT = 1_000_000;

/** Pairs of triangles that intersect. */
export interface SelfIntersections {
  /** Triangles that meet, the lower index first, in ascending order. [P, 2] */
  readonly pairs: Uint32Array;
  /** Share of the mesh's triangles that are in a pair, 0 to 1. */
  readonly triangleFraction: number;
  /** False where a limit ended the search, here or at rest: the pairs are then only some of them. */
  readonly complete: boolean;
}

/** Finds self-intersections of posed versions of one mesh. */
export interface IntersectionFinder {
  /** Pairs that meet in a pose, by default those that are new. Positions are [V, 3]. */
  find(positions: Float32Array): SelfIntersections;
}

/** Prepares a mesh for finding self-intersections in many poses of it. */
export function createIntersectionFinder(
  rest: Mesh,
  options: SelfIntersectionOptions = {},
  welded: WeldedMesh = weld(rest),
): IntersectionFinder {
  const triangleCount = Math.floor(rest.triangles.length / 3);
  const intersector = createIntersector(
    {
      positions: rest.positions,
      triangles: rest.triangles,
      welded: welded.mesh.triangles,
      weldedCount: welded.mesh.positions.length / 3,
    },
    options.scope ?? 'new',
    { tests: options.testLimit ?? 2_000_000 + 24 * triangleCount, pairs: PAIR_LIMIT },
  );
  return {
    find(positions) {
      const { pairs, complete } = intersector.find(positions);
      return { pairs, triangleFraction: involvedShare(pairs, triangleCount), complete };
    },
  };
}

/** Pairs of triangles that meet, by default of those that share no welded vertex. Hand in the welded mesh where it is at hand. */
export function findSelfIntersections(
  mesh: Mesh,
  options: SelfIntersectionOptions = {},
  welded: WeldedMesh = weld(mesh),
): SelfIntersections {
  return createIntersectionFinder(mesh, { scope: 'apart', ...options }, welded).find(mesh.positions);
}

/** Share of the triangles that are in a pair. */
function involvedShare(pairs: Uint32Array, triangleCount: number): number {
  if (pairs.length === 0) return 0;
  const involved = new Uint8Array(triangleCount);
  let count = 0;
  for (const t of pairs) {
    if (involved[t] === 0) count++;
    involved[t] = 1;
  }
  return count / triangleCount;
}
