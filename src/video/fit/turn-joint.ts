/** @file Trial poses of a search: one joint turned, alone or with its mirror partner. */

import { expRotationInto, multiplyQuaternionInto } from '../../math/quaternion.js';
import type { FitBody, FitPose } from './fit-body.js';
import type { PoseSearch } from './fit-scene.js';

const ANGLES = [0.35, -0.35, 0.8, -0.8];
const MAX_JOINTS = 20;

/** Joints that move most of the body below them, the root aside. */
export function largestJoints({ parents, jointCount }: FitBody): number[] {
  const sizes = new Float64Array(jointCount).fill(1);
  for (let j = jointCount - 1; j > 0; j--) sizes[parents[j]] += sizes[j];
  return Array.from({ length: jointCount - 1 }, (_, j) => j + 1)
    .sort((a, b) => sizes[b] - sizes[a])
    .slice(0, MAX_JOINTS);
}

/** A pose with one joint turned, and with its partner turned as its mirror image. */
export function* turnJoint(
  pose: FitPose,
  joint: number,
  { partners, mirrorAxis }: Pick<PoseSearch, 'partners' | 'mirrorAxis'>,
): Generator<FitPose> {
  const partner = partners[joint];
  for (let axis = 0; axis < 3; axis++) {
    for (const angle of ANGLES) {
      const alone = turn(pose, joint, axis, angle);
      yield alone;
      // A mirror keeps the sense of a rotation about the axis across it, and reverses the others.
      if (partner >= 0) yield turn(alone, partner, axis, axis === mirrorAxis ? angle : -angle);
    }
  }
}

function turn({ rotations, root }: FitPose, joint: number, axis: number, angle: number): FitPose {
  const vector = [0, 0, 0];
  vector[axis] = angle;
  const step = [0, 0, 0, 1];
  expRotationInto(step, 0, vector, 0);
  const turned = rotations.slice();
  multiplyQuaternionInto(turned, joint * 4, step, 0, rotations, joint * 4);
  return { rotations: turned, root };
}
