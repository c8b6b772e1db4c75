/**
 * @file Smooths the voxel steps out of a curve: each point moves toward the middle of its neighbours. Ends and the root stay.
 */

import type { CurveTree } from '../../mesh/voxel/trace-curve.js';

/** Smooths a curve tree in a number of rounds. */
export function smoothCurve(tree: CurveTree, rounds: number): CurveTree {
  const count = tree.radii.length;
  let positions = tree.positions.slice();
  const degree = new Float64Array(count);
  for (let i = 1; i < count; i++) {
    degree[i]++;
    degree[tree.parents[i]]++;
  }
  for (let round = 0; round < rounds; round++) {
    const sums = new Float64Array(count * 3);
    for (let i = 1; i < count; i++) {
      const p = tree.parents[i];
      for (let k = 0; k < 3; k++) {
        sums[i * 3 + k] += positions[p * 3 + k];
        sums[p * 3 + k] += positions[i * 3 + k];
      }
    }
    const next = positions.slice();
    for (let i = 1; i < count; i++) {
      if (degree[i] < 2) continue;
      for (let k = 0; k < 3; k++) next[i * 3 + k] = (positions[i * 3 + k] + sums[i * 3 + k] / degree[i]) / 2;
    }
    positions = next;
  }
  return { ...tree, positions };
}
