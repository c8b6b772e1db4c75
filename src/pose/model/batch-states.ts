/**
 * @file Runs many poses through the network in batches of eight, cancellable and with progress. A call with eight
 * poses costs less than half of eight calls.
 */

import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import type { Pose } from '../../rig/rig-records.js';
import { type PosePlacement, poseToState, STATE_CHANNELS } from '../records/pose-state.js';
import { type BoundRig, toSolverPose } from './bound-rig.js';
import { type Denoiser, decodeStates, invertStates } from './denoise.js';
import { SAMPLE_BATCH } from './sample-states.js';

export interface PoseStates {
  /** [count, J, 10] */
  readonly states: Float32Array;
  readonly placements: readonly PosePlacement[];
}

/** Poses of the rig as states of its body, one behind the other. */
export function encodePoses(space: BoundRig, poses: readonly Pose[]): PoseStates {
  const length = stateLength(space);
  const states = new Float32Array(poses.length * length);
  const placements = poses.map((pose, i) => {
    const { state, placement } = poseToState(space.rig, toSolverPose(space, pose));
    states.set(state, i * length);
    return placement;
  });
  return { states, placements };
}

/** Numbers in a state of this body. */
export const stateLength = ({ denoiser }: BoundRig): number => denoiser.jointCount * STATE_CHANNELS;

/** States out of noises, both [count, J, 10]. */
export function decodeMany(
  space: BoundRig,
  noises: Float32Array,
  steps: number,
  options: WorkOptions = {},
): Promise<Float32Array> {
  return inBatches(space, noises, options, (part, batch, work) =>
    decodeStates(plainDenoiser(space), part, batch, steps, work),
  );
}

/** The noises that decode to states, both [count, J, 10]. */
export function invertMany(
  space: BoundRig,
  states: Float32Array,
  steps: number,
  options: WorkOptions = {},
): Promise<Float32Array> {
  return inBatches(space, states, options, (part, batch, work) =>
    invertStates(plainDenoiser(space), part, batch, steps, work),
  );
}

/** What the network takes noisy states at one time to be without noise, all [count, J, 10]. */
export function predictMany(
  space: BoundRig,
  states: Float32Array,
  time: number,
  options: WorkOptions = {},
): Promise<Float32Array> {
  return inBatches(space, states, options, (part, batch) => space.denoiser.predict(part, batch, time));
}

/** The network without handles. */
const plainDenoiser =
  ({ denoiser }: BoundRig): Denoiser =>
  (states, batch, time) =>
    denoiser.predict(states, batch, time);

async function inBatches(
  space: BoundRig,
  input: Float32Array,
  { signal, onProgress }: WorkOptions,
  run: (part: Float32Array, batch: number, options: WorkOptions) => Promise<Float32Array>,
): Promise<Float32Array> {
  const length = stateLength(space);
  const count = input.length / length;
  const output = new Float32Array(input.length);
  for (let first = 0; first < count; first += SAMPLE_BATCH) {
    throwIfAborted(signal);
    const batch = Math.min(SAMPLE_BATCH, count - first);
    const part = input.slice(first * length, (first + batch) * length);
    const done = await run(part, batch, {
      signal,
      onProgress:
        onProgress &&
        (({ stage, fraction }) => onProgress({ stage, fraction: (first + fraction * batch) / count })),
    });
    output.set(done, first * length);
  }
  return output;
}
