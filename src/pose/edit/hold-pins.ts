/**
 * @file Keeps the position and rotation of pinned joints while the rest of a pose changes: the smallest correction of
 * all joints, in the metric of how the creature moves.
 */

import type { Finding } from '../../base/finding.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import type { Pose } from '../../rig/rig-records.js';
import type { BoundRig } from '../model/bound-rig.js';
import type { PosePrior } from '../prior/pose-prior.js';
import { toSolverHandles } from '../records/pose-handle.js';
import type { PosePlacement } from '../records/pose-state.js';
import { reportUnmetHandles } from '../solve/solve-pose.js';
import { solveWithPrior } from '../solve/solve-with-prior.js';

/** Where a pose stands. */
interface Standing {
  readonly placement: PosePlacement;
  /** Height of the root above rest, normalised. */
  readonly height: number;
}

/** The rotations nearest to `expected` [J, 4], heading removed, in which pinned joints are as in `pose`. */
export function holdPins(
  space: BoundRig,
  prior: PosePrior,
  pose: Pose,
  { placement, height }: Standing,
  pinned: readonly number[],
  expected: Float64Array,
): { rotations: Float64Array; findings: Finding[] } {
  const { anatomy, rig } = space;
  const { positions, rotations } = poseJoints(anatomy.original, pose);
  const handles = pinned.map((joint) => ({
    joint,
    position: [positions[joint * 3], positions[joint * 3 + 1], positions[joint * 3 + 2]] as const,
    rotation: [
      rotations[joint * 4],
      rotations[joint * 4 + 1],
      rotations[joint * 4 + 2],
      rotations[joint * 4 + 3],
    ] as const,
  }));
  const { rest } = anatomy.rig.skeleton;
  const { list, sources } = toSolverHandles(
    anatomy,
    handles,
    {
      scale: rig.scale,
      origin: [rest[0] + placement.x, rest[1] + height / rig.scale, rest[2] + placement.z],
      heading: placement.heading,
    },
    // Positions are given, so these are never called.
    { joint: () => [0, 0, 0], vertex: () => [0, 0, 0] },
  );
  const solution = solveWithPrior(rig, prior, list, expected);
  return { rotations: solution.rotations, findings: reportUnmetHandles(solution.errors, list, sources) };
}
