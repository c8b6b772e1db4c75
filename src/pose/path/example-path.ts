/**
 * @file The path between two poses through the examples of an adapted space: the path with the least sum of squared
 * steps (a Fermat distance: Groisman, Jonckheere, Sapienza, 2022), so that an example is visited where it lies between
 * two others.
 *
 * Joints that both ends share stay, a long detour is followed less (`path-trust.ts`), and the network may bend the
 * path unless that leads away from the examples. With ten examples, the midpoint's distance to real poses relative to
 * slerp falls from 1.004 to .965 on 16 unseen families. See lab/notes/pose-interpolation.md.
 */

import { concatPaths, jointPositions, meanDistance, type PosePath, slicePath } from '../records/pose-path.js';
import type { SolverRig } from '../records/solver-rig.js';

/** The path from the first known pose to the second through the others. */
export function findExamplePath(rig: SolverRig, known: PosePath): PosePath {
  const positions = jointPositions(rig, known);
  // Dijkstra; what costs more than the straight step to the end is never looked from.
  const costs = new Float64Array(known.count).fill(Infinity);
  const before = new Int32Array(known.count);
  const open = new Set(costs.keys());
  costs[0] = 0;
  for (let here = 0; here !== 1; ) {
    open.delete(here);
    let next = 1;
    for (const there of open) {
      const cost = costs[here] + meanDistance(positions[here], positions[there]) ** 2;
      if (cost < costs[there]) [costs[there], before[there]] = [cost, here];
      if (costs[there] < costs[next]) next = there;
    }
    here = next;
  }
  const passed = [1];
  while (passed[0] !== 0) passed.unshift(before[passed[0]]);
  return concatPaths(passed.map((i) => slicePath(rig, known, i, i + 1)));
}

/** How far the poses of a path are from the nearest known ones, the mean, normalised. */
export function distanceFromExamples(rig: SolverRig, path: PosePath, known: PosePath): number {
  const positions = jointPositions(rig, known);
  const nearest = jointPositions(rig, path).map((pose) =>
    Math.min(...positions.map((place) => meanDistance(pose, place))),
  );
  return nearest.reduce((sum, distance) => sum + distance, 0) / path.count;
}
