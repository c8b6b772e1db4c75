/**
 * @file Initial poses of all frames: each bone aligned with its own vertices (Horn's method on the weighted moments), parents
 * first. Right to a few degrees however far a frame is from the anchor, so no frame needs its neighbours.
 */

import { alignRotationInto } from '../../math/nearest-rotation.js';
import { quaternionToMatrixInto } from '../../math/quaternion.js';
import { chainBones, type FitState, jointTotal } from './fit-state.js';
import type { Moments } from './moments.js';

/** How strongly a bone that its vertices leave undetermined follows its parent: like vertices spread over a thousandth of the box. */
const FOLLOW = 1e-6;

/** Sets the poses of all frames by aligning single bones, parents first. */
export function estimatePoses(state: FitState, moments: Moments): void {
  const count = jointTotal(state);
  const frameCount = moments.squares.length;
  const { bones, parents } = state;
  const sums = weightedSums(moments, count);
  const cross = new Float64Array(9);
  const turn = new Float64Array(4);
  for (let f = 0; f < frameCount; f++) {
    for (let k = 0; k < count; k++) {
      const s = (f * count + k) * 12;
      const parent = (f * count + Math.max(0, parents[k])) * 12;
      const mass = sums[k * 4 + 3];
      const follow = FOLLOW * (mass + 1);
      for (let c = 0; c < 3; c++) {
        for (let r = 0; r < 3; r++) {
          const centred =
            mass > 1e-9
              ? moments.targets[s + c * 3 + r] - (moments.targets[s + 9 + r] * sums[k * 4 + c]) / mass
              : 0;
          const above = k === 0 ? +(c === r) : bones[parent + c * 3 + r];
          cross[c * 3 + r] = centred + follow * above;
        }
      }
      alignRotationInto(turn, 0, cross);
      quaternionToMatrixInto(bones, s, turn, 0);
    }
    placeRoot(state, moments, sums, f);
    chainBones(state, f);
  }
}

/** Aligns the root with its own vertices, or with all where it has none. */
function placeRoot(state: FitState, moments: Moments, sums: Float64Array, frame: number): void {
  const count = jointTotal(state);
  const start = frame * count * 12;
  const from = [0, 0, 0, 0];
  const to = [0, 0, 0];
  for (let k = 0; k < (sums[3] > 1 ? 1 : count); k++) {
    for (let c = 0; c < 4; c++) from[c] += sums[k * 4 + c];
    for (let c = 0; c < 3; c++) to[c] += moments.targets[start + k * 12 + 9 + c];
  }
  const { bones } = state;
  const mass = Math.max(from[3], 1e-9);
  for (let r = 0; r < 3; r++) {
    const rotated =
      bones[start + r] * from[0] + bones[start + 3 + r] * from[1] + bones[start + 6 + r] * from[2];
    bones[start + 9 + r] = (to[r] - rotated) / mass;
  }
}

/** Σ_v w_k p of each bone: the last column of M summed over its partners. [J, 4] */
function weightedSums(moments: Moments, count: number): Float64Array {
  const out = new Float64Array(count * 4);
  const { pairs, shared } = moments;
  for (let i = 0; i < pairs.length / 2; i++) {
    const k = pairs[i * 2];
    const l = pairs[i * 2 + 1];
    for (const bone of k === l ? [k] : [k, l]) {
      out[bone * 4] += shared[i * 10 + 3];
      out[bone * 4 + 1] += shared[i * 10 + 6];
      out[bone * 4 + 2] += shared[i * 10 + 8];
      out[bone * 4 + 3] += shared[i * 10 + 9];
    }
  }
  return out;
}
