/**
 * @file Joint limits: a box around the rotation vector of each joint.
 *
 * A limit bounds the logarithm of the rest-relative rotation `q_j` (axis × angle, radians) per character axis. The box is
 * axis-free like the pose convention, exact for hinges along an axis, and clamping is three comparisons; swing–twist cones
 * would need a bone axis, which leaf joints do not have.
 */

import { requireInput } from '../../base/errors.js';
import { expRotationInto, logRotationInto } from '../../math/quaternion.js';
import type { Pose } from '../rig-records.js';

/** How far each joint may rotate. */
export interface JointLimits {
  /** Least rotation about +X, +Y, +Z, radians. [J, 3] */
  readonly lower: Float32Array;
  /** Greatest rotation about +X, +Y, +Z, radians. [J, 3] */
  readonly upper: Float32Array;
}

/** One joint outside its box. */
export interface LimitViolation {
  readonly joint: number;
  /** 0, 1, 2 for X, Y, Z. */
  readonly axis: number;
  /** How far outside, radians, positive. */
  readonly excess: number;
}

/** The pose with every rotation clamped to its box, axis by axis; joints inside keep their exact rotation. */
export function clampToLimits(pose: Pose, limits: JointLimits): Pose {
  const count = checkedCount(pose, limits);
  const rotations = pose.rotations.slice();
  const vector = [0, 0, 0];
  for (let j = 0; j < count; j++) {
    logRotationInto(vector, 0, pose.rotations, j * 4);
    let outside = false;
    for (let k = 0; k < 3; k++) {
      const clamped = Math.min(limits.upper[j * 3 + k], Math.max(limits.lower[j * 3 + k], vector[k]));
      outside ||= clamped !== vector[k];
      vector[k] = clamped;
    }
    if (outside) expRotationInto(rotations, j * 4, vector, 0);
  }
  return { ...pose, rotations };
}

/** Every joint axis that exceeds its box by more than `tolerance` radians. */
export function limitViolations(pose: Pose, limits: JointLimits, tolerance = 1e-4): LimitViolation[] {
  const count = checkedCount(pose, limits);
  const found: LimitViolation[] = [];
  const vector = [0, 0, 0];
  for (let joint = 0; joint < count; joint++) {
    logRotationInto(vector, 0, pose.rotations, joint * 4);
    for (let axis = 0; axis < 3; axis++) {
      const excess = Math.max(
        limits.lower[joint * 3 + axis] - vector[axis],
        vector[axis] - limits.upper[joint * 3 + axis],
      );
      if (excess > tolerance) found.push({ joint, axis, excess });
    }
  }
  return found;
}

function checkedCount(pose: Pose, limits: JointLimits): number {
  const count = pose.rotations.length / 4;
  requireInput(
    limits.lower.length === count * 3 && limits.upper.length === count * 3,
    `rig/jointLimits: the pose has ${count} joints, the limits have ${limits.lower.length / 3}; use limits of the same skeleton`,
  );
  return count;
}
