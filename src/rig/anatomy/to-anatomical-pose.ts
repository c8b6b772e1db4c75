/**
 * @file Converts a pose of a rig to its anatomical tree.
 *
 * Global rotations are kept; positions follow from the bones of the new tree, so bone lengths are exact and animated
 * translations of the file are lost. The residual measures how much that is.
 */

import { relativeQuaternionInto } from '../../math/quaternion.js';
import { poseJoints } from '../kinematics/forward-kinematics.js';
import { type Pose, skeletonDiameter } from '../rig-records.js';
import type { AnatomicalRig } from './anatomical-rig.js';

export interface AnatomicalPose {
  /** Rotations only: no offsets. */
  readonly pose: Pose;
  /** Mean distance between the joint positions of both poses, as a fraction of the diameter. */
  readonly residual: number;
}

/** The pose on the anatomical tree. */
export function toAnatomicalPose(anatomy: AnatomicalRig, pose: Pose): AnatomicalPose {
  const { original, rig, sources } = anatomy;
  const { parents, rest } = rig.skeleton;
  const from = poseJoints(original, pose);
  const rotations = new Float32Array(sources.length * 4);
  const root = new Float32Array(3);
  for (let k = 0; k < 3; k++) root[k] = from.positions[sources[0] * 3 + k] - rest[k];
  for (let a = 0; a < sources.length; a++) {
    if (parents[a] < 0) for (let k = 0; k < 4; k++) rotations[k] = from.rotations[sources[0] * 4 + k];
    else
      relativeQuaternionInto(
        rotations,
        a * 4,
        from.rotations,
        sources[parents[a]] * 4,
        from.rotations,
        sources[a] * 4,
      );
  }
  const converted = { rotations, root };
  return { pose: converted, residual: measureResidual(anatomy, converted, from.positions) };
}

function measureResidual({ rig, sources }: AnatomicalRig, pose: Pose, positions: Float64Array): number {
  const to = poseJoints(rig.skeleton, pose).positions;
  const diameter = skeletonDiameter(rig.skeleton);
  if (sources.length < 2 || !(diameter > 0)) return 0;
  let sum = 0;
  for (let a = 1; a < sources.length; a++) {
    const j = sources[a] * 3;
    sum += Math.hypot(
      to[a * 3] - positions[j],
      to[a * 3 + 1] - positions[j + 1],
      to[a * 3 + 2] - positions[j + 2],
    );
  }
  return sum / (sources.length - 1) / diameter;
}
