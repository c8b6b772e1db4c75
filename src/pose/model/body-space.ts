/**
 * @file A rig, its anatomical body and the network bound to it: what every verb of a pose space works on; and poses
 * carried over and back.
 */

import { requireInput } from '../../base/errors.js';
import type { AnatomicalRig, PartialRig } from '../../rig/anatomy/find-anatomical-rig.js';
import { fromAnatomicalPose } from '../../rig/anatomy/from-anatomical-pose.js';
import { toAnatomicalPose } from '../../rig/anatomy/to-anatomical-pose.js';
import type { Pose } from '../../rig/rig-records.js';
import type { PoseRig } from '../records/describe-rig.js';
import type { PoseTree } from '../records/pose-tree.js';
import type { BoundRig } from './pose-denoiser.js';

export interface BodySpace extends BoundRig {
  readonly anatomy: AnatomicalRig;
  readonly body: PoseRig;
  readonly tree: PoseTree;
}

/** Everything stays as it came. */
export function asIs(rig: PartialRig): AnatomicalRig {
  const joints = Int16Array.from(rig.skeleton.parents, (_, j) => j);
  return { original: rig.skeleton, rig, sources: joints, carriers: joints, findings: [] };
}

/** Whether the body is the rig itself. */
const isOwn = ({ original, rig }: AnatomicalRig): boolean => original === rig.skeleton;

/** A pose of the rig on its body. */
export function bodyPose({ anatomy }: BodySpace, pose: Pose): Pose {
  const jointCount = anatomy.original.parents.length;
  requireInput(
    pose.rotations.length === jointCount * 4 && pose.rotations.every(Number.isFinite),
    `pose: a pose of ${pose.rotations.length / 4} joints, or with rotations that are none, for a rig of ${jointCount}; use the rig's own poses`,
  );
  return isOwn(anatomy) ? pose : toAnatomicalPose(anatomy, pose).pose;
}

/** A pose of the body on its rig. */
export const ownPose = ({ anatomy }: BodySpace, pose: Pose): Pose =>
  isOwn(anatomy) ? pose : fromAnatomicalPose(anatomy, pose);
