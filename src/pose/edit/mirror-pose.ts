/**
 * @file Mirrors a pose left to right. Partners come from the rig (`normalise-rig.ts`); a joint without one mirrors its
 * own rotation. Only signs change, so mirroring twice gives the same bytes (on rigs whose anatomical joints differ
 * from the file's, up to rounding and without joints outside the body).
 */

import { requireInput } from '../../base/errors.js';
import type { Pose } from '../../rig/rig-records.js';
import { type BoundRig, fromSolverPose, toSolverPose } from '../model/bound-rig.js';
import { type MirrorAxis, mirrorAxis } from '../records/normalise-rig.js';
import { STATE_CHANNELS } from '../records/pose-state.js';
import type { SolverRig } from '../records/solver-rig.js';

/** The pose as in a mirror that stands in the middle of the rest pose. */
export const mirrorPose = (space: BoundRig, pose: Pose): Pose =>
  fromSolverPose(space, mirrorSolverPose(space.rig, toSolverPose(space, pose)));

/** The same for poses of the anatomical tree. */
export function mirrorSolverPose(rig: SolverRig, { rotations, root }: Pose): Pose {
  const { partners } = rig;
  const axis = mirrorAxis(rig);
  const mirrored = new Float32Array(rotations.length);
  for (let j = 0; j < partners.length; j++) {
    const from = partners[j] < 0 ? j : partners[j];
    // Rotation about the axis across the mirror plane stays, the other components change sign.
    for (let k = 0; k < 3; k++) {
      const value = rotations[from * 4 + k];
      mirrored[j * 4 + k] = k === axis ? value : 0 - value;
    }
    mirrored[j * 4 + 3] = rotations[from * 4 + 3];
  }
  const place = root.map((value, k) => (k === axis ? 0 - value : value));
  return { rotations: mirrored, root: place };
}

/** Throws unless some joint has a mirror partner. */
export function requirePartners(verb: string, { partners }: SolverRig): void {
  requireInput(
    partners.some((partner) => partner >= 0),
    `pose/${verb}: no joint has a mirror partner; the rig has no left and right`,
  );
}

/** A mirrored state [J, 10]; noise is mirrored alike. */
export function mirrorState(rig: SolverRig, state: Float32Array): Float32Array {
  const signs = mirrorSigns(mirrorAxis(rig));
  const out = new Float32Array(state.length);
  for (let j = 0; j < rig.partners.length; j++) {
    const from = (rig.partners[j] < 0 ? j : rig.partners[j]) * STATE_CHANNELS;
    for (let k = 0; k < STATE_CHANNELS; k++) out[j * STATE_CHANNELS + k] = signs[k] * state[from + k];
  }
  return out;
}

/** Of the first two columns of a rotation matrix, the height, the displacement: what has the axis once changes sign. */
function mirrorSigns(axis: MirrorAxis): readonly number[] {
  const flips = (...axes: readonly number[]) => (axes.filter((a) => a === axis).length === 1 ? -1 : 1);
  return [
    ...[0, 1, 2].map((row) => flips(row, 0)),
    ...[0, 1, 2].map((row) => flips(row, 1)),
    1,
    ...[0, 1, 2].map((row) => flips(row)),
  ];
}
