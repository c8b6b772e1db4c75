/**
 * @file A pose as the network sees it, and back: ten numbers per joint, independent of position, heading and size.
 * Channels 0–5 are the local rotation in 6D minus the identity, 6 the height of the root above rest (root only), 7–9
 * the displacement of the joint from rest. Positions add nothing to rotations, but a network that predicts both
 * generalises better; decoding reads rotations only, so bone lengths are exact.
 *
 * The heading is the rotation about +Y of the subtree-weighted chordal mean of all global rotations: it needs neither
 * a facing direction nor a hip. Upside down it is undefined (atan2 of noise); such poses still encode and decode
 * exactly.
 */

import { requireInput } from '../../base/errors.js';
import { multiplyQuaternionInto } from '../../math/quaternion.js';
import { quaternionFrom6dInto, quaternionTo6dInto } from '../../math/rotation6d.js';
import { forwardKinematicsInto } from '../../rig/kinematics/forward-kinematics.js';
import type { Pose } from '../../rig/rig-records.js';
import type { SolverRig } from './solver-rig.js';

/** Numbers a joint. */
export const STATE_CHANNELS = 10;

/** What each kind of channel is divided by, so that real poses have about unit variance. */
export const STATE_SCALE = Object.freeze({ rotation: 0.25, height: 0.3, position: 0.25 });

/** What a state leaves out of a pose. */
export interface PosePlacement {
  /** Turn about +Y, radians. */
  readonly heading: number;
  /** Displacement of the root over the ground, metres. */
  readonly x: number;
  readonly z: number;
}

export interface EncodedPose {
  /** [J, 10] */
  readonly state: Float32Array;
  readonly placement: PosePlacement;
}

/** At the origin, heading as the rest pose does. */
export const NO_PLACEMENT: PosePlacement = Object.freeze({ heading: 0, x: 0, z: 0 });

/** The state of a pose, and where the pose stood. Animated bone lengths (`pose.offsets`) are left out. */
export function poseToState(rig: SolverRig, pose: Pose): EncodedPose {
  const { jointCount } = rig;
  requireInput(
    pose.rotations.length === jointCount * 4,
    `pose/poseToState: a pose of ${pose.rotations.length / 4} joints for a skeleton of ${jointCount}; use its own poses`,
  );
  const { rotations, positions, heading } = removeHeading(rig, pose.rotations);
  const state = new Float32Array(jointCount * STATE_CHANNELS);
  rotationsToStateInto(state, 0, rig, rotations, positions);
  state[6] = (pose.root[1] * rig.scale) / STATE_SCALE.height;
  return { state, placement: { heading, x: pose.root[0], z: pose.root[2] } };
}

/** The pose of a state [J, 10] that starts at `offset`; exact bone lengths whatever the state holds. */
export function stateToPose(
  rig: SolverRig,
  state: Float32Array,
  placement: PosePlacement = NO_PLACEMENT,
  offset = 0,
): Pose {
  const rotations = new Float32Array(rig.jointCount * 4);
  stateToRotationsInto(rotations, rig.jointCount, state, offset);
  rotateRoot(rotations, placement.heading);
  const height = (state[offset + 6] * STATE_SCALE.height) / rig.scale;
  return { rotations, root: Float32Array.of(placement.x, Number.isFinite(height) ? height : 0, placement.z) };
}

/** Where a pose puts the joints: root-centred, heading removed, normalised units. [J, 3] */
export const normalisedPositions = (rig: SolverRig, pose: Pick<Pose, 'rotations'>): Float64Array =>
  removeHeading(rig, pose.rotations).positions;

/** A pose without its heading: local rotations [J, 4], global ones [J, 4] and positions [J, 3]. */
export function removeHeading(rig: SolverRig, posed: Pose['rotations'] | Float64Array) {
  const rotations = Float64Array.from(posed);
  const positions = new Float64Array(rig.jointCount * 3);
  const globals = new Float64Array(rig.jointCount * 4);
  forwardKinematicsInto(positions, globals, rig, rotations);
  const heading = findHeading(rig, globals);
  rotateRoot(rotations, -heading);
  forwardKinematicsInto(positions, globals, rig, rotations);
  return { rotations, globals, positions, heading };
}

/** The heading of a pose from its global rotations [J, 4], radians about +Y. */
export function findHeading(rig: SolverRig, globals: Float64Array): number {
  let sine = 0;
  let cosine = 0;
  for (let j = 0; j < rig.jointCount; j++) {
    const x = globals[j * 4];
    const y = globals[j * 4 + 1];
    const z = globals[j * 4 + 2];
    const w = globals[j * 4 + 3];
    // m02 − m20 and m00 + m22 of the rotation matrix.
    sine += rig.sizes[j] * 4 * y * w;
    cosine += rig.sizes[j] * (2 - 2 * (x * x + 2 * y * y + z * z));
  }
  return Math.atan2(sine, cosine);
}

/** Turns the whole body about +Y through its root. */
export function rotateRoot(rotations: Float32Array | Float64Array, angle: number): void {
  const turn = [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)];
  multiplyQuaternionInto(rotations, 0, turn, 0, rotations, 0);
}

/** Writes the rotation and position channels of a heading-free pose. */
export function rotationsToStateInto(
  out: Float32Array,
  offset: number,
  rig: SolverRig,
  rotations: Float32Array | Float64Array,
  positions: Float64Array,
): void {
  const { rotation, position } = STATE_SCALE;
  const six = new Float64Array(6);
  for (let j = 0; j < rig.jointCount; j++) {
    const o = offset + j * STATE_CHANNELS;
    quaternionTo6dInto(six, 0, rotations, j * 4);
    for (let k = 0; k < 6; k++) out[o + k] = (six[k] - (k === 0 || k === 4 ? 1 : 0)) / rotation;
    for (let k = 0; k < 3; k++) out[o + 7 + k] = (positions[j * 3 + k] - rig.rest[j * 3 + k]) / position;
  }
}

/** Reads the local rotations of a state; channels that are not numbers count as rest. */
export function stateToRotationsInto(
  out: Float32Array | Float64Array,
  jointCount: number,
  state: Float32Array,
  offset: number,
): void {
  const six = new Float64Array(6);
  for (let j = 0; j < jointCount; j++) {
    for (let k = 0; k < 6; k++) {
      const value = state[offset + j * STATE_CHANNELS + k];
      six[k] = (Number.isFinite(value) ? value * STATE_SCALE.rotation : 0) + (k === 0 || k === 4 ? 1 : 0);
    }
    quaternionFrom6dInto(out, j * 4, six, 0);
  }
}
