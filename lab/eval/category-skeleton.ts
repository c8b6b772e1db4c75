/**
 * @file The second trivial reference for skeletons: the category's typical train skeleton, scaled to the mesh.
 *
 * Skeletons of different topology have no mean; the medoid stands for it: among one rig of each family of the category,
 * positions relative to the mesh's box (0 to 1 along each side), the one with the smallest sum of CD-J2J to all others.
 * A rig's own family never takes part.
 */

import { boxSize, computeBox } from '../../src/mesh/box.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import type { Rig } from '../../src/rig/rig-records.js';
import { dropIdleJoints, type JointForest } from './drop-idle-joints.js';
import { chamferDistance } from './skeleton-metrics.js';

/** An artist's skeleton, free of the size of its mesh. */
export interface BoxSkeleton {
  readonly file: string;
  readonly category: string;
  readonly family: string;
  readonly parents: Int16Array;
  /** Along the box of the mesh, 0 to 1 inside of it. [N, 3] */
  readonly places: Float64Array;
}

/** The moving joints of a rig relative to its mesh's box. */
export function toBoxSkeleton(
  rig: Rig,
  label: Pick<BoxSkeleton, 'file' | 'category' | 'family'>,
): BoxSkeleton {
  const { min, ...rest } = computeBox(rig.mesh.positions);
  const size = boxSize({ min, ...rest });
  const moving = dropIdleJoints(rig);
  // A flat mesh has no extent along one axis; there every place is in the middle.
  const places = Float64Array.from(moving.rest, (x, i) =>
    size[i % 3] > 0 ? (x - min[i % 3]) / size[i % 3] : 0.5,
  );
  return { ...label, parents: moving.parents, places };
}

/** Lays a skeleton into the box of a mesh. */
export function fitBoxSkeleton({ parents, places }: BoxSkeleton, mesh: Mesh): JointForest {
  const box = computeBox(mesh.positions);
  const size = boxSize(box);
  return { parents, rest: Float32Array.from(places, (x, i) => box.min[i % 3] + x * size[i % 3]) };
}

/** Finds the typical skeleton of a category without a family, undefined where there is none. */
export function createCategorySkeletons(
  skeletons: readonly BoxSkeleton[],
): (category: string, family: string) => BoxSkeleton | undefined {
  const usable = skeletons.filter(({ parents }) => parents.length > 0);
  const distances = new Map<string, number>();
  const distanceOf = (a: number, b: number): number => {
    const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
    let distance = distances.get(key);
    if (distance === undefined) {
      distance = chamferDistance(usable[a].places, usable[b].places);
      distances.set(key, distance);
    }
    return distance;
  };
  return (category, family) => {
    const others = usable.flatMap((skeleton, i) =>
      skeleton.category === category && skeleton.family !== family ? [i] : [],
    );
    let best: BoxSkeleton | undefined;
    let smallest = Infinity;
    for (const i of others) {
      const sum = others.reduce((total, j) => total + distanceOf(i, j), 0);
      if (sum < smallest) [best, smallest] = [usable[i], sum];
    }
    return best;
  };
}
