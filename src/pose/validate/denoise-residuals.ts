/**
 * @file How far each joint of a pose is from the network's denoised estimate. With little noise the residual is what
 * the network cannot explain; with much noise the network hardly sees a joint and predicts it from the others. All
 * poses share the same antithetic draws, so that residuals compare and change smoothly while dragging.
 */

import type { WorkOptions } from '../../base/progress.js';
import { predictMany } from '../model/batch-states.js';
import type { BoundRig } from '../model/bound-rig.js';
import { drawAntitheticNoise } from '../model/estimate-clean-path.js';
import { STATE_CHANNELS } from '../records/pose-state.js';

/** Channels of a joint's rotation, the first ones. */
const ROTATION_CHANNELS = 6;
/** A noise and its opposite. */
const NOISES = 2;
const SEED = 1;

/** Squared differences between the rotations of states [N, J, 10] and what the network takes them for at a time. [N, J] */
export async function denoiseResiduals(
  space: BoundRig,
  states: Float32Array,
  time: number,
  options: WorkOptions = {},
): Promise<Float64Array> {
  const { jointCount } = space.denoiser;
  const length = jointCount * STATE_CHANNELS;
  const count = states.length / length;
  const draws = drawAntitheticNoise(length, NOISES, SEED);
  const keep = Math.cos((time * Math.PI) / 2);
  const add = Math.sin((time * Math.PI) / 2);
  const noisy = new Float32Array(states.length * NOISES);
  for (let i = 0; i < count; i++) {
    for (let d = 0; d < NOISES; d++) {
      const o = (i * NOISES + d) * length;
      for (let k = 0; k < length; k++) noisy[o + k] = keep * states[i * length + k] + add * draws[d][k];
    }
  }
  const said = await predictMany(space, noisy, time, options);
  const residuals = new Float64Array(count * jointCount);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < jointCount; j++) {
      const o = i * length + j * STATE_CHANNELS;
      let squares = 0;
      for (let k = 0; k < ROTATION_CHANNELS; k++) {
        let mean = 0;
        for (let d = 0; d < NOISES; d++)
          mean += said[i * (NOISES - 1) * length + d * length + o + k] / NOISES;
        squares += (mean - states[o + k]) ** 2;
      }
      residuals[i * jointCount + j] = squares;
    }
  }
  return residuals;
}
