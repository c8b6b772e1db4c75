/**
 * @file Weights for given bones: per vertex the convex combination of at most four bones that is nearest to its trajectory,
 * regularised toward the mean of its neighbours (after SSDR, Le & Deng 2012, with the smoothness of their 2014 paper).
 *
 * The Gram matrix of a vertex' candidates comes from 4 × 4 sums over frames of pairs of bones, so a vertex costs
 * O(candidates² + candidates · frames). The regularisation has the size of an invisible error: where bones move alike to
 * within it, weights are smooth; where they move apart, the motion decides.
 */

import { factorCholesky, solveCholesky } from '../../math/cholesky.js';
import { dominantJoints } from '../dominant-joints.js';
import { type FitState, INFLUENCES, jointTotal, type Trajectories } from './fit-state.js';

const CANDIDATES = 8;
/** Weights below this are noise of the solve. */
const SMALLEST = 0.01;

export interface RefineWeightsOptions {
  /** Error, in longest sides, that the regularisation may add at a vertex. */
  readonly smoothness: number;
  /** Weights to regularise toward, instead of the mean of the neighbours. */
  readonly prior?: Pick<FitState, 'joints' | 'weights'>;
}

/** Solves the weights of every vertex, from its own bones, their neighbours in the tree and those of its neighbours. */
export function refineWeights(data: Trajectories, state: FitState, options: RefineWeightsOptions): void {
  const count = jointTotal(state);
  const { vertexCount, frameCount } = data;
  const products = bonePairs(state, frameCount);
  const neighborsOf = treeNeighbors(state.parents);
  const dominant = dominantJoints({ ...state, influenceCount: INFLUENCES });
  const previousJoints = state.joints.slice();
  const previousWeights = state.weights.slice();
  const { prior } = options;
  const pull = frameCount * options.smoothness * options.smoothness;
  const row = createRow();
  const marks = new Int32Array(count).fill(-1);
  const mean = new Float64Array(count);

  for (let v = 0; v < vertexCount; v++) {
    // (1) Candidates: the bones of the vertex and its neighbours, and those next to them in the tree.
    row.count = 0;
    const offer = (joint: number) => {
      if (marks[joint] === v || row.count >= row.joints.length) return;
      marks[joint] = v;
      mean[joint] = 0;
      row.joints[row.count++] = joint;
    };
    for (let s = v * INFLUENCES; s < (v + 1) * INFLUENCES; s++)
      if (previousWeights[s] > 0) offer(previousJoints[s]);
    for (let s = v * INFLUENCES; prior && s < (v + 1) * INFLUENCES; s++)
      if (prior.weights[s] > 0) offer(prior.joints[s]);
    const own = row.count;
    const begin = data.starts[v];
    const end = data.starts[v + 1];
    for (let i = begin; i < end; i++) offer(dominant[data.neighbors[i]]);
    for (const joint of neighborsOf[dominant[v]]) offer(joint);
    for (let i = begin; i < end; i++) {
      const u = data.neighbors[i];
      for (let s = u * INFLUENCES; s < (u + 1) * INFLUENCES; s++) {
        if (previousWeights[s] === 0) continue;
        offer(previousJoints[s]);
        if (marks[previousJoints[s]] === v) mean[previousJoints[s]] += previousWeights[s] / (end - begin);
      }
    }
    for (let c = 0; c < own; c++) for (const joint of neighborsOf[row.joints[c]]) offer(joint);
    if (prior) for (let c = 0; c < row.count; c++) mean[row.joints[c]] = 0;
    for (let s = v * INFLUENCES; prior && s < (v + 1) * INFLUENCES; s++) {
      if (marks[prior.joints[s]] === v) mean[prior.joints[s]] += prior.weights[s];
    }
    if (begin === end && !prior) for (let c = 0; c < own; c++) mean[row.joints[c]] = 1 / own;

    // (2) Their Gram matrix, and the best combination.
    gramInto(row, data, state, products, v);
    keepNearest(row, own);
    solveRow(row, mean, pull);
    writeRow(state, v, row);
  }
}

interface Row {
  count: number;
  readonly joints: Uint16Array;
  /** G_cd = Σ_f (y_c − x) · (y_d − x). [C, C] with stride of all candidates */
  readonly gram: Float64Array;
  readonly weights: Float64Array;
}

const MOST = 24;

function createRow(): Row {
  return {
    count: 0,
    joints: new Uint16Array(MOST),
    gram: new Float64Array(MOST * MOST),
    weights: new Float64Array(MOST),
  };
}

/** Σ_f A_kᵀ A_l, symmetric in the pair as transposes. [J, J, 16] row-major */
function bonePairs(state: FitState, frameCount: number): Float64Array {
  const count = jointTotal(state);
  const { bones } = state;
  const out = new Float64Array(count * count * 16);
  for (let f = 0; f < frameCount; f++) {
    for (let k = 0; k < count; k++) {
      const a = (f * count + k) * 12;
      for (let l = 0; l <= k; l++) {
        const b = (f * count + l) * 12;
        const o = (k * count + l) * 16;
        for (let r = 0; r < 4; r++) {
          for (let c = 0; c < 4; c++) {
            out[o + r * 4 + c] +=
              bones[a + r * 3] * bones[b + c * 3] +
              bones[a + r * 3 + 1] * bones[b + c * 3 + 1] +
              bones[a + r * 3 + 2] * bones[b + c * 3 + 2];
          }
        }
      }
    }
  }
  return out;
}

function treeNeighbors(parents: readonly number[]): number[][] {
  const out: number[][] = parents.map(() => []);
  for (let j = 1; j < parents.length; j++) {
    out[j].push(parents[j]);
    out[parents[j]].push(j);
  }
  return out;
}

const reach = new Float64Array(MOST);

function gramInto(row: Row, data: Trajectories, state: FitState, products: Float64Array, v: number): void {
  const count = jointTotal(state);
  const { points, frames } = data;
  const x = points[v * 3];
  const y = points[v * 3 + 1];
  const z = points[v * 3 + 2];
  const { bones } = state;
  let square = 0;
  for (let c = 0; c < row.count; c++) reach[c] = 0;
  for (let f = 0; f < frames.length; f++) {
    const frame = frames[f];
    const tx = frame[v * 3];
    const ty = frame[v * 3 + 1];
    const tz = frame[v * 3 + 2];
    square += tx * tx + ty * ty + tz * tz;
    for (let c = 0; c < row.count; c++) {
      const a = (f * count + row.joints[c]) * 12;
      reach[c] +=
        tx * (bones[a] * x + bones[a + 3] * y + bones[a + 6] * z + bones[a + 9]) +
        ty * (bones[a + 1] * x + bones[a + 4] * y + bones[a + 7] * z + bones[a + 10]) +
        tz * (bones[a + 2] * x + bones[a + 5] * y + bones[a + 8] * z + bones[a + 11]);
    }
  }
  for (let c = 0; c < row.count; c++) {
    for (let d = 0; d <= c; d++) {
      const o =
        (Math.max(row.joints[c], row.joints[d]) * count + Math.min(row.joints[c], row.joints[d])) * 16;
      const p = products;
      const dot =
        x * (p[o] * x + p[o + 1] * y + p[o + 2] * z + p[o + 3]) +
        y * (p[o + 4] * x + p[o + 5] * y + p[o + 6] * z + p[o + 7]) +
        z * (p[o + 8] * x + p[o + 9] * y + p[o + 10] * z + p[o + 11]) +
        (p[o + 12] * x + p[o + 13] * y + p[o + 14] * z + p[o + 15]);
      row.gram[c * MOST + d] = row.gram[d * MOST + c] = dot - reach[c] - reach[d] + square;
    }
  }
}

/** Drops the candidates with the largest error alone, the vertex' own ones last. */
function keepNearest(row: Row, own: number): void {
  while (row.count > CANDIDATES) {
    let worst = row.count - 1;
    for (let c = own; c < row.count; c++)
      if (row.gram[c * MOST + c] > row.gram[worst * MOST + worst]) worst = c;
    removeCandidate(row, worst);
  }
}

function removeCandidate(row: Row, at: number): void {
  const last = row.count - 1;
  for (let c = at; c < last; c++) row.joints[c] = row.joints[c + 1];
  for (let c = 0; c <= last; c++) {
    for (let d = at; d < last; d++) row.gram[c * MOST + d] = row.gram[c * MOST + d + 1];
  }
  for (let c = at; c < last; c++) {
    for (let d = 0; d < last; d++) row.gram[c * MOST + d] = row.gram[(c + 1) * MOST + d];
  }
  row.count = last;
}

const factor = new Float64Array(MOST * MOST);
const ones = new Float64Array(MOST);
const pulled = new Float64Array(MOST);

/** Least squares over weights that sum to one; negative ones are dropped, then the smallest until four are left. */
function solveRow(row: Row, mean: Float64Array, pull: number): void {
  for (;;) {
    const size = row.count;
    if (size === 1) {
      row.weights[0] = 1;
      return;
    }
    let trace = 0;
    for (let c = 0; c < size; c++) trace += row.gram[c * MOST + c];
    for (let c = 0; c < size; c++) {
      for (let d = 0; d < size; d++) factor[c * size + d] = row.gram[c * MOST + d];
      factor[c * size + c] += pull + 1e-9 * trace + 1e-30;
      ones[c] = 1;
      pulled[c] = pull * mean[row.joints[c]];
    }
    const solved = factorCholesky(factor, size, 1e-15);
    if (solved) {
      solveCholesky(factor, size, ones);
      solveCholesky(factor, size, pulled);
    }
    let sumOnes = 0;
    let sumPulled = 0;
    for (let c = 0; c < size; c++) {
      sumOnes += ones[c];
      sumPulled += pulled[c];
    }
    let least = 0;
    for (let c = 0; c < size; c++) {
      // The factorisation failed by rounding: the single best candidate is a safe answer.
      row.weights[c] = solved ? pulled[c] + ((1 - sumPulled) / sumOnes) * ones[c] : -row.gram[c * MOST + c];
      if (row.weights[c] < row.weights[least]) least = c;
    }
    const many = size > INFLUENCES;
    if (row.weights[least] >= SMALLEST && !many && solved) return;
    removeCandidate(row, least);
  }
}

function writeRow(state: FitState, v: number, row: Row): void {
  const o = v * INFLUENCES;
  let sum = 0;
  for (let c = 0; c < row.count; c++) sum += row.weights[c];
  for (let c = 0; c < INFLUENCES; c++) {
    state.joints[o + c] = c < row.count ? row.joints[c] : 0;
    state.weights[o + c] = c < row.count ? row.weights[c] / sum : 0;
  }
}
