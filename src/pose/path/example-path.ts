/**
 * @file The way from one pose to another through poses that the space was taught: what the creature is known to do on the
 * way, it does on this one.
 *
 * It is the way whose steps from pose to pose have the least sum of squares (a Fermat distance: Groisman, Jonckheere,
 * Sapienza, "Nonhomogeneous Euclidean first-passage percolation and distance learning", 2022): an example is passed
 * where it lies between two others, at an obtuse angle, and many small steps are shorter than one large one. A joint that
 * both ends have alike stays, and the longer the way is than the straight one, the less it is followed (`trust-leg.ts`).
 * The network may bend it, unless that leads away from what was taught.
 *
 * Taught ten poses of half of the clips, walks between poses of the others before they are untangled, the middle's distance
 * from the nearest real pose of these against slerp's: 16 families that a network had not seen 1.004 untaught, .972 through
 * examples, .982 when the network bends that way, .965 when it is kept from leading away; 56 box animals 1.007, .904, .936,
 * .909; 80 rigs that it knows .956, .935, .908, .910. With 64 poses the 16 are at .955. Tried with 64 and dropped: steps
 * to the power of 1.5 (.987 where squares gave .979) and of 3 (.984), smoothing (a fifth less jerk, known rigs .93 instead
 * of .88), the network trusted by how well it completes examples (which tells nothing).
 */

import { concatPaths, jointPositions, meanDistance, type PosePath, slicePath } from '../records/pose-path.js';
import type { SolverRig } from '../records/solver-rig.js';

/** The poses that the way passes from the first of some known poses to the second, both among them. */
export function findExamplePath(rig: SolverRig, known: PosePath): PosePath {
  const places = jointPositions(rig, known);
  // Dijkstra; what costs more than the straight step to the end is never looked from.
  const costs = new Float64Array(known.count).fill(Infinity);
  const before = new Int32Array(known.count);
  const open = new Set(costs.keys());
  costs[0] = 0;
  for (let here = 0; here !== 1; ) {
    open.delete(here);
    let next = 1;
    for (const there of open) {
      const cost = costs[here] + meanDistance(places[here], places[there]) ** 2;
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
  const places = jointPositions(rig, known);
  const nearest = jointPositions(rig, path).map((pose) =>
    Math.min(...places.map((place) => meanDistance(pose, place))),
  );
  return nearest.reduce((sum, distance) => sum + distance, 0) / path.count;
}
