/**
 * @file Converts a pose of the anatomical tree back to the rig it was found in.
 *
 * Joints of the body are where the anatomical pose puts them; dropped joints follow rigidly, and ancestors of the body
 * stand still. A joint with another parent in the original gets its position through `Pose.offsets`.
 */

import { invertQuaternionInto, relativeQuaternionInto, rotateVectorInto } from '../../math/quaternion.js';
import { poseJoints } from '../kinematics/forward-kinematics.js';
import { type Pose, skeletonDiameter } from '../rig-records.js';
import type { AnatomicalRig } from './anatomical-rig.js';

/** Displacements below this fraction of the diameter are rounding. */
const NEGLIGIBLE = 1e-6;

/** The pose on the original skeleton. */
export function fromAnatomicalPose(anatomy: AnatomicalRig, pose: Pose): Pose {
  const { original, rig } = anatomy;
  const { parents } = original;
  const globals = poseOriginal(anatomy, pose);
  const rotations = new Float32Array(parents.length * 4);
  const offsets = new Float32Array(parents.length * 3);
  const root = new Float32Array(3);
  const bone = [0, 0, 0];
  const inverse = [0, 0, 0, 1];
  let largest = 0;
  for (let j = 0; j < parents.length; j++) {
    const p = parents[j];
    if (p < 0) {
      for (let k = 0; k < 4; k++) rotations[k] = globals.rotations[k];
      for (let k = 0; k < 3; k++) root[k] = globals.positions[k] - original.rest[k];
      continue;
    }
    relativeQuaternionInto(rotations, j * 4, globals.rotations, p * 4, globals.rotations, j * 4);
    for (let k = 0; k < 3; k++) bone[k] = globals.positions[j * 3 + k] - globals.positions[p * 3 + k];
    invertQuaternionInto(inverse, 0, globals.rotations, p * 4);
    rotateVectorInto(bone, 0, inverse, 0, bone, 0);
    for (let k = 0; k < 3; k++) {
      offsets[j * 3 + k] = bone[k] - (original.rest[j * 3 + k] - original.rest[p * 3 + k]);
      largest = Math.max(largest, Math.abs(offsets[j * 3 + k]));
    }
  }
  const moves = largest > NEGLIGIBLE * skeletonDiameter(rig.skeleton);
  return { rotations, root, ...(moves && { offsets }) };
}

/** Global positions and rotations of every original joint. */
function poseOriginal({ original, rig, sources, carriers }: AnatomicalRig, pose: Pose) {
  const body = poseJoints(rig.skeleton, pose);
  const { rest } = original;
  const positions = Float64Array.from(rest);
  const rotations = new Float64Array(carriers.length * 4);
  const bone = [0, 0, 0];
  for (let j = 0; j < carriers.length; j++) {
    const a = carriers[j];
    rotations[j * 4 + 3] = 1;
    if (a < 0) continue;
    for (let k = 0; k < 4; k++) rotations[j * 4 + k] = body.rotations[a * 4 + k];
    for (let k = 0; k < 3; k++) bone[k] = rest[j * 3 + k] - rest[sources[a] * 3 + k];
    rotateVectorInto(positions, j * 3, body.rotations, a * 4, bone, 0);
    for (let k = 0; k < 3; k++) positions[j * 3 + k] += body.positions[a * 3 + k];
  }
  return { positions, rotations };
}
