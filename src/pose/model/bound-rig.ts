/**
 * @file A solver rig with the network bound to it: what every operation of a pose space works on; and poses converted
 * between the rig's own skeleton and the anatomical joints of the solver.
 */

import { requireInput } from '../../base/errors.js';
import type { Remembering } from '../../base/memo.js';
import type { AnatomicalRig } from '../../rig/anatomy/anatomical-rig.js';
import { fromAnatomicalPose } from '../../rig/anatomy/from-anatomical-pose.js';
import { toAnatomicalPose } from '../../rig/anatomy/to-anatomical-pose.js';
import type { PartialRig, Pose } from '../../rig/rig-records.js';
import type { SolverRig } from '../records/solver-rig.js';
import type { RigDenoisers } from './bind-rig.js';

export interface BoundRig extends RigDenoisers, Remembering {
  /** How the rig's own skeleton maps to the anatomical joints. */
  readonly anatomy: AnatomicalRig;
  /** The anatomical joints, normalised. */
  readonly rig: SolverRig;
}

/** The anatomy that takes every joint as it is. */
export function identityAnatomy(rig: PartialRig): AnatomicalRig {
  const joints = Int16Array.from(rig.skeleton.parents, (_, j) => j);
  return { original: rig.skeleton, rig, sources: joints, carriers: joints, findings: [] };
}

/** Whether the anatomical skeleton is the rig's own. */
const isIdentity = ({ original, rig }: AnatomicalRig): boolean => original === rig.skeleton;

/** A pose of the rig's own skeleton on the anatomical joints. */
export function toSolverPose({ anatomy }: BoundRig, pose: Pose): Pose {
  const jointCount = anatomy.original.parents.length;
  requireInput(
    pose.rotations.length === jointCount * 4 && pose.rotations.every(Number.isFinite),
    `pose: the pose has ${pose.rotations.length / 4} joints or rotations that are not finite, the rig has ${jointCount} joints; use poses of this rig`,
  );
  return isIdentity(anatomy) ? pose : toAnatomicalPose(anatomy, pose).pose;
}

/** A pose of the anatomical joints on the rig's own skeleton. */
export const fromSolverPose = ({ anatomy }: BoundRig, pose: Pose): Pose =>
  isIdentity(anatomy) ? pose : fromAnatomicalPose(anatomy, pose);
