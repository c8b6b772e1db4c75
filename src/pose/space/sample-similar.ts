/**
 * @file Samples similar to examples: latents are drawn between those of two examples, mixed with fresh noise and
 * decoded. Interpolating on the sphere keeps the noise level that the network knows; drawing from the mean and
 * covariance of all latents makes noise too weak and poses too average.
 */

import { requireInput } from '../../base/errors.js';
import { createRng } from '../../base/rng.js';
import type { Pose } from '../../rig/rig-records.js';
import { decodeMany, encodePoses, invertMany, stateLength } from '../model/batch-states.js';
import { type BoundRig, fromSolverPose } from '../model/bound-rig.js';
import { drawNoise } from '../model/denoise.js';
import { checkCount, checkStrength, SAMPLE_DEFAULTS, type SampleOptions } from '../model/sample-states.js';
import { slerpNoiseInto } from '../model/slerp-noise.js';
import { stateToPose } from '../records/pose-state.js';
import { postProcessPose } from '../repair/post-process-pose.js';

/** Options of `sampleSimilar`. */
export interface SampleSimilarOptions extends Omit<SampleOptions, 'strength'> {
  /** How much of the noise is drawn afresh, 0 to 1: 0 stays between the examples, 1 forgets them. */
  readonly strength?: number;
}

/** Defaults of `sampleSimilar`. */
export const SAMPLE_SIMILAR_DEFAULTS = Object.freeze({ ...SAMPLE_DEFAULTS, strength: 0.4 });

/** Share of the work that finding the noises of the examples is, for the progress. */
const INVERTING = 0.6;

/** Poses at random in the manner of examples. */
export async function sampleSimilar(
  space: BoundRig,
  examples: readonly Pose[],
  options: SampleSimilarOptions = {},
): Promise<Pose[]> {
  const { count, seed, steps, strength, raw, signal, onProgress } = {
    ...SAMPLE_SIMILAR_DEFAULTS,
    ...options,
  };
  checkCount('count', count, 0);
  checkCount('steps', steps, 1);
  checkStrength('sampleSimilar', strength);
  requireInput(examples.length > 0, 'pose/sampleSimilar: no examples; give one pose or more');
  const length = stateLength(space);
  const { states } = encodePoses(space, examples);
  const known = await invertMany(space, states, steps, {
    signal,
    onProgress: onProgress && ((p) => onProgress({ ...p, fraction: p.fraction * INVERTING })),
  });
  const rng = createRng(seed);
  const noises = new Float32Array(count * length);
  const at = (i: number) => known.subarray(i * length, (i + 1) * length);
  for (let i = 0; i < count; i++) {
    const out = noises.subarray(i * length, (i + 1) * length);
    slerpNoiseInto(out, at(rng.integer(examples.length)), at(rng.integer(examples.length)), rng.next());
    slerpNoiseInto(out, out, drawNoise(length, rng), strength);
  }
  const decoded = await decodeMany(space, noises, steps, {
    signal,
    onProgress:
      onProgress && ((p) => onProgress({ ...p, fraction: INVERTING + p.fraction * (1 - INVERTING) })),
  });
  return Array.from({ length: count }, (_, i) => {
    const pose = stateToPose(space.rig, decoded, undefined, i * length);
    return fromSolverPose(space, raw ? pose : postProcessPose(space, pose, signal));
  });
}
