/**
 * @file Samples of an adapted space: an example is mostly covered by noise and denoised (SDEdit: Meng et al., 2022).
 * The example sets how the creature holds itself, the network what else it would do. With ten examples, samples of ten
 * unseen families come nearer to real poses of other clips (3.6 to 3.3 times the distance between clips) at the same
 * spread. Noise of 0.5 to 0.8 differs little.
 */

import { createRng } from '../../base/rng.js';
import type { Pose } from '../../rig/rig-records.js';
import { type BoundRig, fromSolverPose, toSolverPose } from '../model/bound-rig.js';
import { drawNoise } from '../model/denoise.js';
import { addNoise, denoiseFrom } from '../model/denoise-from.js';
import { checkSampling, SAMPLE_BATCH, type SampleOptions } from '../model/sample-states.js';
import { poseToState, STATE_CHANNELS, stateToPose } from '../records/pose-state.js';
import { postProcessPose } from '../repair/post-process-pose.js';

/** How much noise an example is hidden in: the time of the model, 0 to 1. */
const TIME = 0.7;

/** Draws poses; `strength` 0 gives the examples as the network sees them. */
export async function sampleAdapted(
  space: BoundRig,
  examples: readonly Pose[],
  options: SampleOptions = {},
): Promise<Pose[]> {
  const { count, seed, steps, strength, raw, signal, onProgress } = checkSampling(options);
  const { denoiser, rig } = space;
  const length = denoiser.jointCount * STATE_CHANNELS;
  const known = examples.map((pose) => poseToState(rig, toSolverPose(space, pose)).state);
  const rng = createRng(seed);
  const poses: Pose[] = [];
  while (poses.length < count) {
    const first = poses.length;
    const batch = Math.min(SAMPLE_BATCH, count - first);
    const clean = new Float32Array(batch * length);
    const noise = new Float32Array(batch * length);
    for (let i = 0; i < batch; i++) {
      clean.set(known[rng.integer(known.length)], i * length);
      noise.set(
        drawNoise(length, rng).map((value) => value * strength),
        i * length,
      );
    }
    const noisy = addNoise(clean, noise, TIME);
    const states = await denoiseFrom(
      (x, size, t) => denoiser.predict(x, size, t),
      noisy,
      batch,
      TIME,
      steps,
      {
        signal,
        onProgress:
          onProgress &&
          (({ stage, fraction }) => onProgress({ stage, fraction: (first + fraction * batch) / count })),
      },
    );
    for (let i = 0; i < batch; i++) {
      const pose = stateToPose(rig, states, undefined, i * length);
      poses.push(fromSolverPose(space, raw ? pose : postProcessPose(space, pose, signal)));
    }
  }
  return poses;
}
