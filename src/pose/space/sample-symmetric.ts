/**
 * @file Symmetric samples: mirror-symmetric noise decodes to a nearly symmetric pose, and the pose halfway to its
 * mirror image is exactly symmetric.
 */

import { createRng } from '../../base/rng.js';
import { slerpInto } from '../../math/quaternion.js';
import type { Pose } from '../../rig/rig-records.js';
import { mirrorSolverPose, mirrorState, requirePartners } from '../edit/mirror-pose.js';
import { decodeMany, stateLength } from '../model/batch-states.js';
import { type BoundRig, fromSolverPose } from '../model/bound-rig.js';
import { drawNoise } from '../model/denoise.js';
import { checkSampling, type SampleOptions } from '../model/sample-states.js';
import { stateToPose } from '../records/pose-state.js';
import { postProcessPose } from '../repair/post-process-pose.js';

/** Symmetric poses at random. */
export async function sampleSymmetric(space: BoundRig, options: SampleOptions = {}): Promise<Pose[]> {
  const { count, seed, steps, strength, raw, signal } = checkSampling(options);
  requirePartners('sampleSymmetric', space.rig);
  const length = stateLength(space);
  const rng = createRng(seed);
  const noises = new Float32Array(count * length);
  for (let i = 0; i < count; i++)
    noises.set(symmetricNoise(space, drawNoise(length, rng), strength), i * length);
  const states = await decodeMany(space, noises, steps, options);
  return Array.from({ length: count }, (_, i) => {
    const pose = halfway(space, stateToPose(space.rig, states, undefined, i * length));
    // Settling may push one side more than the other.
    return fromSolverPose(space, raw ? pose : halfway(space, postProcessPose(space, pose, signal)));
  });
}

/** Noise and its mirror image, as strong as either: numbers that are their own image but for the sign become zero. */
function symmetricNoise({ rig }: BoundRig, noise: Float32Array, strength: number): Float32Array {
  const image = mirrorState(rig, noise);
  return noise.map((value, k) => {
    const sum = value + image[k];
    // A joint in the middle is its own partner: the sum doubles it.
    return strength * (sum === 2 * value ? value : sum * Math.SQRT1_2);
  });
}

function halfway({ rig }: BoundRig, pose: Pose): Pose {
  const image = mirrorSolverPose(rig, pose);
  const rotations = new Float32Array(pose.rotations.length);
  for (let i = 0; i < rotations.length; i += 4) {
    slerpInto(rotations, i, pose.rotations, i, image.rotations, i, 0.5);
  }
  return { rotations, root: pose.root.map((value, k) => (value + image.root[k]) / 2) };
}
