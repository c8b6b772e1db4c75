/**
 * @file A normalised skeleton laid out for solving: bones in double precision, subtree sizes, and forward
 * kinematics that allocate nothing. The root sits at the origin; `rig/forward-kinematics.ts` poses whole rigs in
 * metres, this one is called many times for one answer.
 */

import { requireInput } from '../../base/errors.js';
import type { Numbers, ReadonlyNumbers } from '../../math/quaternion.js';

/** What of a normalised rig its kinematics need; every `PoseRig` is one. */
export interface NormalisedSkeleton {
  /** A parent comes before its children; −1 marks the only root, joint 0. [J] */
  readonly parents: Int16Array;
  /** Rest positions, the root at the origin, the longest path between leaves 2 units. [J, 3] */
  readonly rest: Float32Array | Float64Array;
  /** The joint across the mirror plane, −1 where there is none; absent where nobody looked. [J] */
  readonly partners?: Int16Array;
}

/** A normalised skeleton, prepared. */
export interface PoseTree {
  readonly jointCount: number;
  readonly parents: Int16Array;
  /** Rest positions. [J, 3] */
  readonly rest: Float64Array;
  /** Rest position of a joint relative to its parent's; zero for the root. [J, 3] */
  readonly bones: Float64Array;
  /** Joints in the subtree of a joint, itself included. [J] */
  readonly sizes: Float64Array;
  /** The joint across the mirror plane, −1 where there is none. [J] */
  readonly partners: Int16Array;
}

/** Prepares a skeleton for repeated kinematics. */
export function createPoseTree(skeleton: NormalisedSkeleton): PoseTree {
  const { parents } = skeleton;
  const jointCount = parents.length;
  requireInput(
    jointCount > 0 && skeleton.rest.length === jointCount * 3,
    `pose/createPoseTree: ${jointCount} parents and ${skeleton.rest.length} rest coordinates; give three per joint`,
  );
  const rest = Float64Array.from(skeleton.rest);
  requireInput(
    rest.every(Number.isFinite),
    'pose/createPoseTree: some rest positions are no numbers; repair the skeleton',
  );
  const bones = new Float64Array(jointCount * 3);
  const sizes = new Float64Array(jointCount).fill(1);
  for (let j = jointCount - 1; j > 0; j--) {
    const p = parents[j];
    requireInput(
      p >= 0 && p < j,
      `pose/createPoseTree: joint ${j} has parent ${p}; a parent comes before its children`,
    );
    sizes[p] += sizes[j];
    for (let k = 0; k < 3; k++) bones[j * 3 + k] = rest[j * 3 + k] - rest[p * 3 + k];
  }
  const partners = skeleton.partners ?? new Int16Array(jointCount).fill(-1);
  return { jointCount, parents, rest, bones, sizes, partners };
}

/** positions [J, 3], globals [J, 4] = where local rotations [J, 4] put the joints, the root at the origin. */
export function poseTreeInto(
  positions: Numbers,
  globals: Numbers,
  tree: PoseTree,
  rotations: ReadonlyNumbers,
): void {
  const { parents, bones, jointCount } = tree;
  for (let k = 0; k < 3; k++) positions[k] = 0;
  for (let k = 0; k < 4; k++) globals[k] = rotations[k];
  for (let j = 1; j < jointCount; j++) {
    const p3 = parents[j] * 3;
    const p = parents[j] * 4;
    const i = j * 3;
    const o = j * 4;
    const px = globals[p];
    const py = globals[p + 1];
    const pz = globals[p + 2];
    const pw = globals[p + 3];
    // g_j = g_p + Q_p bone
    const x = bones[i];
    const y = bones[i + 1];
    const z = bones[i + 2];
    const tx = 2 * (py * z - pz * y);
    const ty = 2 * (pz * x - px * z);
    const tz = 2 * (px * y - py * x);
    positions[i] = positions[p3] + x + pw * tx + py * tz - pz * ty;
    positions[i + 1] = positions[p3 + 1] + y + pw * ty + pz * tx - px * tz;
    positions[i + 2] = positions[p3 + 2] + z + pw * tz + px * ty - py * tx;
    // Q_j = Q_p q_j
    const qx = rotations[o];
    const qy = rotations[o + 1];
    const qz = rotations[o + 2];
    const qw = rotations[o + 3];
    globals[o] = pw * qx + px * qw + py * qz - pz * qy;
    globals[o + 1] = pw * qy - px * qz + py * qw + pz * qx;
    globals[o + 2] = pw * qz + px * qy - py * qx + pz * qw;
    globals[o + 3] = pw * qw - px * qx - py * qy - pz * qz;
  }
}

/** Joints without children, the root aside, ascending. */
export function leafJoints(parents: Int16Array): number[] {
  const inner = new Uint8Array(parents.length);
  for (let j = 1; j < parents.length; j++) inner[parents[j]] = 1;
  return Array.from(parents.keys()).filter((j) => j > 0 && inner[j] === 0);
}

/** Whether `ancestor` lies strictly above `joint`. */
export function isAncestor(parents: Int16Array, ancestor: number, joint: number): boolean {
  let j = parents[joint];
  while (j > ancestor) j = parents[j];
  return j === ancestor && joint !== ancestor;
}
