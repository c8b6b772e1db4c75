/**
 * @file A clip laid out for editing: the positions of the rig's own joints, and the rotations and bones of its
 * anatomical tree, frame by frame.
 *
 * Feet of many files are parented to the root and not to the shin, so everything is solved on the anatomical tree
 * (`toAnatomicalRig`). Bones are taken from the positions in each frame, so that translations in a file are kept to
 * the last digit. A changed frame goes back as a change: each joint of the rig moves rigidly with the part of the body
 * that carries it.
 */

import {
  invertQuaternionInto,
  multiplyQuaternionInto,
  normalizeQuaternion,
  relativeQuaternionInto,
  rotateVectorInto,
} from '../../math/quaternion.js';
import { type AnatomicalRig, toAnatomicalRig } from '../../rig/anatomy/anatomical-rig.js';
import { type JointGlobals, poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { anatomyOf } from '../../rig/reading/read-anatomy.js';
import type { Anatomy, PartialRig } from '../../rig/rig-records.js';
import { type Pose, type Skeleton, skeletonDiameter } from '../../rig/rig-records.js';
import type { Clip } from '../clip.js';

/** One frame of the body. */
export interface BodyFrame {
  /** The rig's own joints. */
  readonly own: JointGlobals;
  /** Positions and rotations of the joints of the body. [A, 3], [A, 4] */
  readonly body: JointGlobals;
  /** Rotations relative to the parent. [A, 4] */
  readonly locals: Float64Array;
  /** From the parent's joint to this one, in the parent's axes. [A, 3] */
  readonly bones: Float64Array;
}

export interface BodyMotion {
  /** What the joints of the rig are. */
  readonly known: Anatomy;
  readonly anatomy: AnatomicalRig;
  readonly frames: readonly BodyFrame[];
}

/** Displacements below this share of the diameter are rounding. */
const NEGLIGIBLE = 1e-5;

/** Lays out a clip on the anatomical tree of its rig. */
export function createBodyMotion(body: PartialRig, clip: Clip): BodyMotion {
  const known = anatomyOf(body, clip.poses);
  const anatomy = toAnatomicalRig(body, known);
  return { known, anatomy, frames: clip.poses.map((pose) => layOut(anatomy, pose)) };
}

function layOut({ original, rig, sources }: AnatomicalRig, pose: Pose): BodyFrame {
  const { parents } = rig.skeleton;
  const own = poseJoints(original, pose);
  // Rotations that are a little too long add up down a chain, and bones with them.
  for (let j = 0; j < own.rotations.length; j += 4) normalizeQuaternion(own.rotations, j);
  const count = sources.length;
  const positions = new Float64Array(count * 3);
  const rotations = new Float64Array(count * 4);
  const locals = new Float64Array(count * 4);
  const bones = new Float64Array(count * 3);
  const inverse = new Float64Array(4);
  for (let a = 0; a < count; a++) {
    const p = parents[a];
    for (let k = 0; k < 3; k++) positions[a * 3 + k] = own.positions[sources[a] * 3 + k];
    for (let k = 0; k < 4; k++) rotations[a * 4 + k] = own.rotations[sources[a] * 4 + k];
    if (p < 0) {
      for (let k = 0; k < 4; k++) locals[a * 4 + k] = rotations[a * 4 + k];
      continue;
    }
    relativeQuaternionInto(locals, a * 4, rotations, p * 4, rotations, a * 4);
    for (let k = 0; k < 3; k++) bones[a * 3 + k] = positions[a * 3 + k] - positions[p * 3 + k];
    invertQuaternionInto(inverse, 0, rotations, p * 4);
    rotateVectorInto(bones, a * 3, inverse, 0, bones, a * 3);
  }
  return { own, body: { positions, rotations }, locals, bones };
}

/** out = the rig's own joints after the body went from where it is in the frame to `moved`. */
export function carryOwnInto(
  out: JointGlobals,
  { carriers }: AnatomicalRig,
  frame: BodyFrame,
  moved: JointGlobals,
): void {
  const turn = new Float64Array(4);
  const arm = new Float64Array(3);
  for (let j = 0; j < carriers.length; j++) {
    const a = carriers[j];
    if (a < 0) {
      for (let k = 0; k < 3; k++) out.positions[j * 3 + k] = frame.own.positions[j * 3 + k];
      for (let k = 0; k < 4; k++) out.rotations[j * 4 + k] = frame.own.rotations[j * 4 + k];
      continue;
    }
    invertQuaternionInto(turn, 0, frame.body.rotations, a * 4);
    multiplyQuaternionInto(turn, 0, moved.rotations, a * 4, turn, 0);
    for (let k = 0; k < 3; k++) arm[k] = frame.own.positions[j * 3 + k] - frame.body.positions[a * 3 + k];
    rotateVectorInto(arm, 0, turn, 0, arm, 0);
    for (let k = 0; k < 3; k++) out.positions[j * 3 + k] = moved.positions[a * 3 + k] + arm[k];
    multiplyQuaternionInto(out.rotations, j * 4, turn, 0, frame.own.rotations, j * 4);
  }
}

/** The pose that has the joints of a skeleton where they are. */
export function poseFromGlobals(skeleton: Skeleton, { positions, rotations }: JointGlobals): Pose {
  const { parents, rest } = skeleton;
  const locals = new Float32Array(parents.length * 4);
  const offsets = new Float32Array(parents.length * 3);
  const inverse = new Float64Array(4);
  const bone = new Float64Array(3);
  let largest = 0;
  for (let k = 0; k < 4; k++) locals[k] = rotations[k];
  for (let j = 1; j < parents.length; j++) {
    const p = parents[j];
    relativeQuaternionInto(locals, j * 4, rotations, p * 4, rotations, j * 4);
    normalizeQuaternion(locals, j * 4);
    for (let k = 0; k < 3; k++) bone[k] = positions[j * 3 + k] - positions[p * 3 + k];
    invertQuaternionInto(inverse, 0, rotations, p * 4);
    rotateVectorInto(bone, 0, inverse, 0, bone, 0);
    for (let k = 0; k < 3; k++) {
      offsets[j * 3 + k] = bone[k] - (rest[j * 3 + k] - rest[p * 3 + k]);
      largest = Math.max(largest, Math.abs(offsets[j * 3 + k]));
    }
  }
  const root = Float32Array.of(positions[0] - rest[0], positions[1] - rest[1], positions[2] - rest[2]);
  const moves = largest > NEGLIGIBLE * skeletonDiameter(skeleton);
  return { rotations: locals, root, ...(moves && { offsets }) };
}
