/** @file Rotates a joint with its descendants, and its mirror partner with symmetric editing. */

import { multiplyQuaternionInto } from 'posespace';
import { type Pose, poseJoints } from 'posespace/rig';
import { leftOf, partnersOf } from '../../../store/body-directions.js';
import type { StudioDocument } from '../../../store/document.js';

export type Quaternion = readonly [number, number, number, number];

/**
 * A pose with a joint at `rotation`, the global rotation from rest in character axes.
 * @param symmetric Rotates the mirror partner too; joints in the middle rotate about the left axis only.
 */
export function rotateJoint(
  document: StudioDocument,
  pose: Pose,
  joint: number,
  rotation: Quaternion,
  symmetric = false,
): Pose {
  const skeleton = document.model.skeleton!;
  const parent = skeleton.parents[joint];
  const local = [...rotation];
  if (parent >= 0) {
    const [x, y, z, w] = poseJoints(skeleton, pose).rotations.subarray(parent * 4, parent * 4 + 4);
    multiplyQuaternionInto(local, 0, [-x, -y, -z, w], 0, rotation, 0);
  }
  const rotations = pose.rotations.slice();
  if (symmetric) rotateBoth(document, rotations, joint, local);
  else rotations.set(normalized(local), joint * 4);
  return { ...pose, rotations };
}

function rotateBoth(document: StudioDocument, rotations: Float32Array, joint: number, local: number[]): void {
  const across = leftOf(document.model);
  const along = local[0] * across[0] + local[1] * across[1] + local[2] * across[2];
  const partner = partnersOf(document.model)[joint] ?? -1;
  if (partner === joint) for (let k = 0; k < 3; k++) local[k] = along * across[k];
  rotations.set(normalized(local), joint * 4);
  if (partner < 0 || partner === joint) return;
  // Mirroring reverses a rotation about every axis but the one across.
  const mirrored = across.map((value, k) => 2 * along * value - local[k]);
  rotations.set(normalized([...mirrored, local[3]]), partner * 4);
}

function normalized(q: readonly number[]): number[] {
  const length = Math.hypot(...q);
  return length > 0 ? q.map((value) => value / length) : [0, 0, 0, 1];
}
