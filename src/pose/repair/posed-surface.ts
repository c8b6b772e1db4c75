/**
 * @file The posed skin and its self-intersections, exactly. The measure is the area of all triangles that intersect a
 * non-neighbour which they do not intersect at rest, as a share of the surface at rest. It is stricter than the area
 * inside: a triangle counts as a whole.
 */

import type { ReadonlyNumbers } from '../../math/quaternion.js';
import { boxDiagonal, computeBox } from '../../mesh/box.js';
import { createIntersectionFinder } from '../../mesh/self-intersection.js';
import { triangleArea } from '../../mesh/triangle-normal.js';
import { triangleJoints } from '../../rig/dominant-joints.js';
import { createRigSkinner } from '../../rig/kinematics/skin-mesh.js';
import type { Rig } from '../../rig/rig-records.js';
import { type Crossing, measureCrossings } from '../validate/measure-crossings.js';
import { findRestOverlaps } from '../validate/rest-overlaps.js';

export interface PosedSurface {
  readonly rig: Rig;
  /** The joint that moves each triangle most. [T] */
  readonly owners: Int16Array;
  /** Vertices in the pose last measured. [V, 3] */
  readonly positions: Float32Array;
  /** Poses the skin and finds its intersections. */
  measure(rotations: ReadonlyNumbers): IntersectingTriangles;
  /** How far parts run through each other in the pose last measured, given its pairs. */
  crossings(pairs: Uint32Array): Crossing[];
}

export interface IntersectingTriangles {
  /** Intersecting triangles. [P, 2] */
  readonly pairs: Uint32Array;
  /** Those that are in a pair, ascending. */
  readonly triangles: Uint32Array;
  /** Their area as a share of the surface at rest. */
  readonly area: number;
  /** Whether all pairs are there. */
  readonly complete: boolean;
}

/** Prepares a skin; `thickness` is the radius of each joint [J], without it rest-pose overlaps count. */
export function createPosedSurface(rig: Rig, thickness?: ArrayLike<number>): PosedSurface {
  const { mesh, skeleton } = rig;
  const finder = createIntersectionFinder(mesh);
  const skinner = createRigSkinner(rig);
  const positions = new Float32Array(mesh.positions.length);
  const root = new Float32Array(3);
  const owners = triangleJoints(rig);
  const overlaps =
    thickness &&
    findRestOverlaps(
      mesh,
      Float64Array.from(owners, (joint) => thickness[joint]),
      { owners, parents: skeleton.parents },
    );
  const crossed = {
    rest: mesh.positions,
    triangles: mesh.triangles,
    owners,
    partCount: skeleton.parents.length,
    size: boxDiagonal(computeBox(mesh.positions)),
  };
  let whole = 0;
  for (let t = 0; t < mesh.triangles.length / 3; t++) whole += triangleArea(mesh, t) || 0;
  return {
    rig,
    owners,
    positions,
    measure(posed) {
      skinner.pose({ rotations: posed, root }, positions);
      const found = finder.find(positions);
      const pairs = overlaps
        ? found.pairs.filter((_, i) => !overlaps.includes(found.pairs[i & ~1], found.pairs[i | 1]))
        : found.pairs;
      const triangles = Uint32Array.from(new Set(pairs)).sort();
      let area = 0;
      const surface = { positions, triangles: mesh.triangles };
      for (const t of triangles) area += triangleArea(surface, t) || 0;
      return { pairs, triangles, area: whole > 0 ? area / whole : 0, complete: found.complete };
    },
    crossings: (pairs) => measureCrossings(crossed, positions, pairs),
  };
}
