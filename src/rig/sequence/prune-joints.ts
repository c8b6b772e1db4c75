/**
 * @file Removes joints that the motion does not need: their vertices go to the parent, their children become its children.
 *
 * The cost of a joint is the growth of the squared error if its bone moves as its parent's, for its own vertices and for
 * its subtrees. The cheapest are removed first, while the total stays invisible.
 */

import { chainBones, type FitState, jointTotal } from './fit-state.js';
import type { Moments } from './moments.js';
import { sortJoints } from './sort-joints.js';

export interface PruneOptions {
  /** Most that the mean squared error may grow by, in longest sides squared. */
  readonly budget: number;
  /** Most joints to remove; by default all that the budget allows. */
  readonly most?: number;
  /** Joints that may be removed. */
  readonly removable: (joint: number) => boolean;
}

/** Removes the joints that cost least; returns how many. */
export function pruneJoints(
  state: FitState,
  moments: Moments,
  vertexCount: number,
  options: PruneOptions,
): number {
  const count = jointTotal(state);
  const frameCount = moments.squares.length;
  const prices = jointPrices(state, moments);
  const order = Array.from(prices.keys()).sort((a, b) => prices[a] - prices[b] || b - a);
  const keep = new Array<boolean>(count).fill(true);
  let left = options.budget * vertexCount * frameCount;
  let removed = 0;
  for (const j of order) {
    // Costs are valid while the neighbours stay: of a parent and its child only one is removed at a time.
    if (j === 0 || !options.removable(j) || !keep[state.parents[j]]) continue;
    if (state.parents.some((p, child) => p === j && !keep[child])) continue;
    if (!(prices[j] <= left) || removed === options.most) break;
    left -= prices[j];
    keep[j] = false;
    removed++;
  }
  if (removed === 0) return 0;
  sortJoints(state, frameCount, keep);
  for (let f = 0; f < frameCount; f++) chainBones(state, f);
  return removed;
}

function jointPrices(state: FitState, moments: Moments): Float64Array {
  const count = jointTotal(state);
  const { bones, parents, rest } = state;
  const masses = new Float64Array(count);
  for (let i = 0; i < moments.pairs.length / 2; i++) {
    masses[moments.pairs[i * 2]] += moments.shared[i * 10 + 9];
    if (moments.pairs[i * 2] !== moments.pairs[i * 2 + 1])
      masses[moments.pairs[i * 2 + 1]] += moments.shared[i * 10 + 9];
  }
  for (let j = count - 1; j > 0; j--) masses[parents[j]] += masses[j];
  const prices = new Float64Array(count);
  const d = new Float64Array(12);
  for (let f = 0; f < moments.squares.length; f++) {
    for (let j = 1; j < count; j++) {
      const a = (f * count + j) * 12;
      const b = (f * count + parents[j]) * 12;
      for (let i = 0; i < 12; i++) d[i] = bones[a + i] - bones[b + i];
      prices[j] += momentOf(moments.shared, j * 10, d);
    }
    for (let c = 1; c < count; c++) {
      const j = parents[c];
      if (j === 0) continue;
      const a = (f * count + j) * 12;
      const b = (f * count + parents[j]) * 12;
      for (let r = 0; r < 3; r++) {
        let apart = bones[a + 9 + r] - bones[b + 9 + r];
        for (let k = 0; k < 3; k++) apart += (bones[a + k * 3 + r] - bones[b + k * 3 + r]) * rest[c * 3 + k];
        prices[j] += masses[c] * apart * apart;
      }
    }
  }
  return prices;
}

/** tr(D M Dᵀ). */
function momentOf(m: Float64Array, o: number, d: Float64Array): number {
  let sum = 0;
  for (let r = 0; r < 3; r++) {
    const x = d[r];
    const y = d[3 + r];
    const z = d[6 + r];
    const t = d[9 + r];
    sum +=
      x * (m[o] * x + 2 * (m[o + 1] * y + m[o + 2] * z + m[o + 3] * t)) +
      y * (m[o + 4] * y + 2 * (m[o + 5] * z + m[o + 6] * t)) +
      z * (m[o + 7] * z + 2 * m[o + 8] * t) +
      m[o + 9] * t * t;
  }
  return sum;
}
