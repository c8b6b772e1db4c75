/**
 * @file Sums over vertices that determine the LBS error: with p = (v, 1)
 *
 *     M_kl = Σ_v w_k w_l p pᵀ (4 × 4),   S_k = Σ_v w_k x pᵀ (3 × 4, per frame),   C = Σ_v |x|² (per frame)
 *     E = Σ_kl tr(A_k M_kl A_lᵀ) − 2 Σ_k tr(A_kᵀ S_k) + C
 *
 * They are summed once per set of weights; the cost of every pose and centre step after that depends on the number of
 * bones that share vertices, not on the number of vertices.
 */

import { type FitState, INFLUENCES, jointTotal, type Trajectories } from './fit-state.js';

export interface Moments {
  /** Pairs k ≤ l of bones that share a vertex; the J pairs k = l come first. [P, 2] */
  readonly pairs: Uint16Array;
  /** M of each pair: xx, xy, xz, x1, yy, yz, y1, zz, z1, 11. [P, 10] */
  readonly shared: Float64Array;
  /** S of each frame and bone, 3 × 4 column-major. [F, J, 12] */
  readonly targets: Float64Array;
  /** C of each frame. [F] */
  readonly squares: Float64Array;
}

export function sumMoments(data: Trajectories, state: FitState): Moments {
  const count = jointTotal(state);
  const { vertexCount, points } = data;
  const { joints, weights } = state;

  // (1) Pairs in a fixed order.
  const pairOf = new Int32Array(count * count).fill(-1);
  const pairs: number[] = [];
  for (let k = 0; k < count; k++) {
    pairOf[k * count + k] = k;
    pairs.push(k, k);
  }
  for (let v = 0; v < vertexCount; v++) {
    for (let a = v * INFLUENCES; a < (v + 1) * INFLUENCES; a++) {
      if (weights[a] === 0) continue;
      for (let b = v * INFLUENCES; b < a; b++) {
        if (weights[b] === 0 || joints[a] === joints[b]) continue;
        const k = Math.min(joints[a], joints[b]);
        const l = Math.max(joints[a], joints[b]);
        if (pairOf[k * count + l] >= 0) continue;
        pairOf[k * count + l] = pairs.length / 2;
        pairs.push(k, l);
      }
    }
  }

  // (2) Second moments of the anchor.
  const shared = new Float64Array(pairs.length * 5);
  for (let v = 0; v < vertexCount; v++) {
    const x = points[v * 3];
    const y = points[v * 3 + 1];
    const z = points[v * 3 + 2];
    for (let a = v * INFLUENCES; a < (v + 1) * INFLUENCES; a++) {
      if (weights[a] === 0) continue;
      for (let b = v * INFLUENCES; b <= a; b++) {
        let w = weights[a] * weights[b];
        if (w === 0) continue;
        // A bone that fills two slots of a vertex pairs with itself in both orders.
        if (a !== b && joints[a] === joints[b]) w *= 2;
        const k = Math.min(joints[a], joints[b]);
        const at = pairOf[k * count + Math.max(joints[a], joints[b])] * 10;
        shared[at] += w * x * x;
        shared[at + 1] += w * x * y;
        shared[at + 2] += w * x * z;
        shared[at + 3] += w * x;
        shared[at + 4] += w * y * y;
        shared[at + 5] += w * y * z;
        shared[at + 6] += w * y;
        shared[at + 7] += w * z * z;
        shared[at + 8] += w * z;
        shared[at + 9] += w;
      }
    }
  }

  // (3) Moments with the frames.
  const targets = new Float64Array(data.frameCount * count * 12);
  const squares = new Float64Array(data.frameCount);
  for (let f = 0; f < data.frameCount; f++) squares[f] = addTargets(targets, f, data, state);
  return { pairs: Uint16Array.from(pairs), shared, targets, squares };
}

function addTargets(out: Float64Array, frame: number, data: Trajectories, state: FitState): number {
  const { vertexCount, points } = data;
  const { joints, weights } = state;
  const target = data.frames[frame];
  const start = frame * jointTotal(state) * 12;
  let square = 0;
  for (let v = 0; v < vertexCount; v++) {
    const px = points[v * 3];
    const py = points[v * 3 + 1];
    const pz = points[v * 3 + 2];
    const x = target[v * 3];
    const y = target[v * 3 + 1];
    const z = target[v * 3 + 2];
    square += x * x + y * y + z * z;
    for (let s = v * INFLUENCES; s < (v + 1) * INFLUENCES; s++) {
      const w = weights[s];
      if (w === 0) continue;
      const o = start + joints[s] * 12;
      const wx = w * px;
      const wy = w * py;
      const wz = w * pz;
      out[o] += wx * x;
      out[o + 1] += wx * y;
      out[o + 2] += wx * z;
      out[o + 3] += wy * x;
      out[o + 4] += wy * y;
      out[o + 5] += wy * z;
      out[o + 6] += wz * x;
      out[o + 7] += wz * y;
      out[o + 8] += wz * z;
      out[o + 9] += w * x;
      out[o + 10] += w * y;
      out[o + 11] += w * z;
    }
  }
  return square;
}
