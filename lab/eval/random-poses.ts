/**
 * @file The reference for samples: random joint rotations with the same mean angle per joint as the real poses of the
 * rig.
 */

import type { Rng } from '../../src/base/rng.js';
import { expRotationInto, quaternionAngle } from '../../src/math/quaternion.js';
import type { Pose } from '../../src/rig/rig-records.js';
import type { PoseCloud } from './pose-cloud.js';

/** Mean length of a vector of three standard normal numbers. */
const MEAN_LENGTH = Math.sqrt(8 / Math.PI);

/** Draws poses: each joint's rotation vector is normal, alike in all directions, its mean length that of the real. */
export function randomPoses(real: PoseCloud, count: number, rng: Rng): Pose[] {
  const { jointCount } = real;
  const scale = meanAngles(real).map((angle) => angle / MEAN_LENGTH);
  const vector = [0, 0, 0];
  return Array.from({ length: count }, () => {
    const rotations = new Float32Array(jointCount * 4);
    for (let j = 0; j < jointCount; j++) {
      for (let k = 0; k < 3; k++) vector[k] = scale[j] * rng.normal();
      expRotationInto(rotations, j * 4, vector, 0);
    }
    return { rotations, root: new Float32Array(3) };
  });
}

/** How far each joint is from rest on average, radians. [J] */
export function meanAngles({ rotations, count, jointCount }: PoseCloud): Float64Array {
  const angles = new Float64Array(jointCount);
  const rest = [0, 0, 0, 1];
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < jointCount; j++) {
      angles[j] += quaternionAngle(rest, 0, rotations, (i * jointCount + j) * 4) / count;
    }
  }
  return angles;
}
