/**
 * @file Forces on joints converted to gradients by joint rotations: the reverse pass of forward kinematics, for points
 * of the skin, spheres and handles alike.
 *
 * With force f_k and torque t_k about the origin on what joint k moves, a small rotation ω_j of joint j (world axes)
 * does the work ω_j · (Σ t_k − g_j × Σ f_k), summed over the subtree of j.
 */

import type { SolverRig } from '../records/solver-rig.js';

/** Forces [J, 3] and torques about the origin [J, 3], to be filled and spread. */
export interface JointForces {
  readonly forces: Float64Array;
  readonly torques: Float64Array;
}

export function createJointForces(jointCount: number): JointForces {
  return { forces: new Float64Array(jointCount * 3), torques: new Float64Array(jointCount * 3) };
}

/** Adds a force on a point attached to a joint. */
export function addPointForce(
  { forces, torques }: JointForces,
  joint: number,
  x: number,
  y: number,
  z: number,
  fx: number,
  fy: number,
  fz: number,
): void {
  const o = joint * 3;
  forces[o] += fx;
  forces[o + 1] += fy;
  forces[o + 2] += fz;
  torques[o] += y * fz - z * fy;
  torques[o + 1] += z * fx - x * fz;
  torques[o + 2] += x * fy - y * fx;
}

/**
 * out = the gradient by left rotations, q_j becoming exp(δ_j) q_j, in the axes of the parent [J, 3], and by the position of the
 * root behind it [3] where `out` has room. The forces are used up: zero afterwards.
 */
export function forcesToGradientInto(
  out: Float64Array,
  o: number,
  rig: SolverRig,
  positions: Float64Array,
  globals: Float64Array,
  { forces, torques }: JointForces,
  withRoot = false,
): void {
  const { parents, jointCount } = rig;
  for (let j = jointCount - 1; j >= 0; j--) {
    const i = j * 3;
    const [fx, fy, fz] = [forces[i], forces[i + 1], forces[i + 2]];
    const [gx, gy, gz] = [positions[i], positions[i + 1], positions[i + 2]];
    const wx = torques[i] - (gy * fz - gz * fy);
    const wy = torques[i + 1] - (gz * fx - gx * fz);
    const wz = torques[i + 2] - (gx * fy - gy * fx);
    const p = parents[j];
    if (p < 0) {
      out[o + i] = wx;
      out[o + i + 1] = wy;
      out[o + i + 2] = wz;
      if (withRoot) for (let k = 0; k < 3; k++) out[o + jointCount * 3 + k] = forces[i + k];
    } else {
      // Into the parent's axes: rotated by the inverse of its rotation.
      const q = p * 4;
      const [qx, qy, qz, qw] = [-globals[q], -globals[q + 1], -globals[q + 2], globals[q + 3]];
      const tx = 2 * (qy * wz - qz * wy);
      const ty = 2 * (qz * wx - qx * wz);
      const tz = 2 * (qx * wy - qy * wx);
      out[o + i] = wx + qw * tx + qy * tz - qz * ty;
      out[o + i + 1] = wy + qw * ty + qz * tx - qx * tz;
      out[o + i + 2] = wz + qw * tz + qx * ty - qy * tx;
      for (let k = 0; k < 3; k++) {
        forces[p * 3 + k] += forces[i + k];
        torques[p * 3 + k] += torques[i + k];
      }
    }
    for (let k = 0; k < 3; k++) forces[i + k] = torques[i + k] = 0;
  }
}
