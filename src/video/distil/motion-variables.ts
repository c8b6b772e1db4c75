/**
 * @file The variables of a distilled motion: per frame a rotation vector of every joint and the root's position, as in
 * AKD. Gradients come in the tangent space of each rotation (q · exp(ω)) and leave by the right Jacobian of the
 * exponential map (Solà et al. 2018, "A micro Lie theory", eq. 143).
 */

import { expRotationInto, logRotationInto } from '../../math/quaternion.js';
import type { PoseGradients } from '../../rig/kinematics/forward-kinematics.js';
import type { Pose } from '../../rig/rig-records.js';

/** Numbers per frame: three per joint, then the root. */
export const variablesPerFrame = (jointCount: number): number => jointCount * 3 + 3;

/** Variables of poses. [F, J × 3 + 3] */
export function posesToVariables(poses: readonly Pose[]): Float64Array {
  const joints = poses[0].rotations.length / 4;
  const size = variablesPerFrame(joints);
  const out = new Float64Array(poses.length * size);
  poses.forEach(({ rotations, root }, f) => {
    for (let j = 0; j < joints; j++) logRotationInto(out, f * size + j * 3, rotations, j * 4);
    out.set(root, f * size + joints * 3);
  });
  return out;
}

/** The pose of a frame's variables. [J × 3 + 3] */
export function variablesToPose(variables: Float64Array): Pose {
  const joints = (variables.length - 3) / 3;
  const rotations = new Float32Array(joints * 4);
  for (let j = 0; j < joints; j++) expRotationInto(rotations, j * 4, variables, j * 3);
  return { rotations, root: Float32Array.from(variables.subarray(joints * 3)) };
}

/** out += the gradient with respect to a frame's variables. */
export function addVariableGradientInto(
  out: Float64Array,
  variables: Float64Array,
  { tangents, root }: Pick<PoseGradients, 'tangents' | 'root'>,
): void {
  const joints = (variables.length - 3) / 3;
  for (let j = 0; j < joints; j++) {
    const [x, y, z] = variables.subarray(j * 3, j * 3 + 3);
    const [gx, gy, gz] = tangents.subarray(j * 3, j * 3 + 3);
    const angle = Math.hypot(x, y, z);
    const small = angle < 1e-4;
    const b = small ? 0.5 : (1 - Math.cos(angle)) / angle ** 2;
    const c = small ? 1 / 6 : (angle - Math.sin(angle)) / angle ** 3;
    // Jᵣᵀ g = g + b (v × g) + c v × (v × g), since Jᵣ = I − b [v]× + c [v]×².
    const [px, py, pz] = [y * gz - z * gy, z * gx - x * gz, x * gy - y * gx];
    out[j * 3] += gx + b * px + c * (y * pz - z * py);
    out[j * 3 + 1] += gy + b * py + c * (z * px - x * pz);
    out[j * 3 + 2] += gz + b * pz + c * (x * py - y * px);
  }
  for (let k = 0; k < 3; k++) out[joints * 3 + k] += root[k];
}
