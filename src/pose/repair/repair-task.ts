/**
 * @file A pose as repair sees it, and back: anatomical joints, heading removed, handles in normalised units. What the
 * anatomical joints cannot represent (translation channels, joints outside the body) is kept: only the change is
 * transferred to the rig's own pose, and a clean pose is returned unchanged.
 */

import { invertQuaternionInto, multiplyQuaternionInto, normalizeQuaternion } from '../../math/quaternion.js';
import type { Vec3 } from '../../math/vector.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { createRigSkinner } from '../../rig/kinematics/skin-mesh.js';
import type { Pose } from '../../rig/rig-records.js';
import { type BoundRig, fromSolverPose, toSolverPose } from '../model/bound-rig.js';
import {
  indexHandles,
  type PinPositions,
  type PoseHandle,
  type SolverHandles,
  toSolverHandles,
} from '../records/pose-handle.js';
import { removeHeading, rotateRoot } from '../records/pose-state.js';

export interface RepairTask {
  /** The pose on the body. */
  readonly body: Pose;
  readonly heading: number;
  /** Local rotations without heading. [J, 4] */
  readonly rotations: Float64Array;
  readonly handles: SolverHandles;
}

/** Brings a pose and its handles into the space in which bodies are repaired. */
export function toRepairTask(space: BoundRig, pose: Pose, handles: readonly PoseHandle[]): RepairTask {
  const { anatomy, rig } = space;
  const body = toSolverPose(space, pose);
  const { rotations, heading } = removeHeading(rig, body.rotations);
  const { rest } = anatomy.rig.skeleton;
  const origin: Vec3 = [rest[0] + body.root[0], rest[1] + body.root[1], rest[2] + body.root[2]];
  const solver = { scale: space.rig.scale, origin, heading };
  return {
    body,
    heading,
    rotations,
    handles: toSolverHandles(
      anatomy,
      indexHandles(anatomy.original, handles),
      solver,
      pinPositions(space, body),
    ),
  };
}

/**
 * Pin positions: of the posed body without translation channels of the file, which are
 * kept as they are. Posed on first use.
 */
function pinPositions(space: BoundRig, body: Pose): PinPositions {
  const { original, rig } = space.anatomy;
  let joints: Float64Array | undefined;
  let vertices: Float32Array | undefined;
  const at = (list: ArrayLike<number>, i: number): Vec3 => [list[i * 3], list[i * 3 + 1], list[i * 3 + 2]];
  return {
    joint(joint) {
      joints ??= poseJoints(original, fromSolverPose(space, body)).positions;
      return at(joints, joint);
    },
    vertex(vertex) {
      const { mesh, skin, skeleton } = rig;
      vertices ??= createRigSkinner({ mesh: mesh!, skin: skin!, skeleton }).pose(body);
      return at(vertices, vertex);
    },
  };
}

/** The rig's own pose after its body was changed: rotations without heading [J, 4], the root's displacement [3]. */
export function fromRepairTask(
  space: BoundRig,
  pose: Pose,
  { body, heading }: RepairTask,
  rotations: Float64Array,
  root: Float64Array,
): Pose {
  const rotated = Float32Array.from(rotations);
  rotateRoot(rotated, heading);
  const [sine, cosine] = [Math.sin(heading), Math.cos(heading)];
  const [x, y, z] = Array.from(root, (value) => value / space.rig.scale);
  const after = fromSolverPose(space, {
    rotations: rotated,
    root: Float32Array.of(
      body.root[0] + cosine * x + sine * z,
      body.root[1] + y,
      body.root[2] - sine * x + cosine * z,
    ),
  });
  return carryChange(pose, fromSolverPose(space, body), after);
}

/** pose + (after − before), rotations and displacements alike. */
function carryChange(pose: Pose, before: Pose, after: Pose): Pose {
  const rotations = new Float32Array(pose.rotations.length);
  const turn = [0, 0, 0, 1];
  for (let i = 0; i < rotations.length; i += 4) {
    invertQuaternionInto(turn, 0, before.rotations, i);
    multiplyQuaternionInto(turn, 0, after.rotations, i, turn, 0);
    multiplyQuaternionInto(rotations, i, turn, 0, pose.rotations, i);
    normalizeQuaternion(rotations, i);
  }
  const root = pose.root.map((value, k) => value + after.root[k] - before.root[k]);
  if (!pose.offsets && !before.offsets && !after.offsets) return { rotations, root };
  const offsets = new Float32Array((pose.rotations.length / 4) * 3);
  for (let i = 0; i < offsets.length; i++) {
    offsets[i] = (pose.offsets?.[i] ?? 0) + (after.offsets?.[i] ?? 0) - (before.offsets?.[i] ?? 0);
  }
  return { rotations, root, offsets };
}
