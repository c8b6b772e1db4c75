/**
 * @file Poses of an edited skeleton: every remaining joint keeps its global rotation, whatever its parent is now. So the
 * children of a deleted joint take over its rotation, a new joint adds none, and the body stays where it was.
 */

import { invertQuaternionInto, relativeQuaternionInto, rotateVectorInto } from '../../math/quaternion.js';
import { poseJoints } from '../kinematics/forward-kinematics.js';
import type { Pose, Skeleton } from '../rig-records.js';
import type { EditedSkeleton } from './skeleton-draft.js';

/** Creates a function that maps poses of the skeleton before an edit to the skeleton after it. */
export function createPoseTransfer(before: Skeleton, edited: EditedSkeleton): (pose: Pose) => Pose {
  const { skeleton: after, source } = edited;
  const sameTree =
    source.length === before.parents.length &&
    source.every((old, j) => old === j && before.parents[j] === after.parents[j]);
  const rootMoved = [0, 1, 2].some((k) => before.rest[k] !== after.rest[k]);
  if (sameTree && !rootMoved) return (pose) => pose;
  if (sameTree) return (pose) => ({ ...pose, root: transferRoot(before, edited, pose) });
  return (pose) => transferPose(before, edited, pose);
}

function transferPose(before: Skeleton, edited: EditedSkeleton, pose: Pose): Pose {
  const { skeleton, source } = edited;
  const { parents } = skeleton;
  const old = poseJoints(before, pose);
  const globals = new Float64Array(parents.length * 4);
  const rotations = new Float32Array(parents.length * 4);
  for (let j = 0; j < parents.length; j++) {
    const p = parents[j];
    const s = source[j];
    if (s >= 0) globals.set(old.rotations.subarray(s * 4, s * 4 + 4), j * 4);
    else if (p >= 0) globals.copyWithin(j * 4, p * 4, p * 4 + 4);
    else globals[j * 4 + 3] = 1;
    if (p < 0) rotations.set(globals.subarray(0, 4));
    // Unchanged joints keep exactly their numbers.
    else if (hasSameParent(before, source, s, p))
      rotations.set(pose.rotations.subarray(s * 4, s * 4 + 4), j * 4);
    else relativeQuaternionInto(rotations, j * 4, globals, p * 4, globals, j * 4);
  }
  const moved = { rotations, root: transferRoot(before, edited, pose) };
  return pose.offsets ? { ...moved, offsets: transferOffsets(before, edited, pose, moved) } : moved;
}

const hasSameParent = (before: Skeleton, source: Int16Array, old: number, parent: number): boolean =>
  old >= 0 && before.parents[old] >= 0 && before.parents[old] === source[parent];

/** Offsets of the joints; a joint with another parent gets the one that leaves it where it was. */
function transferOffsets(
  before: Skeleton,
  { skeleton, source }: EditedSkeleton,
  pose: Pose,
  moved: Pose,
): Float32Array {
  const { parents, rest } = skeleton;
  const old = poseJoints(before, pose);
  const offsets = new Float32Array(parents.length * 3);
  const arm = [0, 0, 0];
  const inverse = new Float64Array(4);
  for (let j = 1; j < parents.length; j++) {
    const [p, s] = [parents[j], source[j]];
    if (s < 0) continue;
    if (hasSameParent(before, source, s, p)) {
      offsets.set(pose.offsets!.subarray(s * 3, s * 3 + 3), j * 3);
      continue;
    }
    const now = poseJoints(skeleton, { ...moved, offsets });
    for (let k = 0; k < 3; k++) arm[k] = rest[j * 3 + k] - before.rest[s * 3 + k];
    rotateVectorInto(arm, 0, old.rotations, s * 4, arm, 0);
    for (let k = 0; k < 3; k++) arm[k] += old.positions[s * 3 + k] - now.positions[j * 3 + k];
    invertQuaternionInto(inverse, 0, now.rotations, p * 4);
    rotateVectorInto(offsets, j * 3, inverse, 0, arm, 0);
  }
  return offsets;
}

/** Root displacement that leaves the body where it was. */
function transferRoot(before: Skeleton, { skeleton, source }: EditedSkeleton, pose: Pose): Float32Array {
  const s = Math.max(0, source[0]);
  const { positions, rotations } = poseJoints(before, pose);
  const arm = [0, 1, 2].map((k) => skeleton.rest[k] - before.rest[s * 3 + k]);
  rotateVectorInto(arm, 0, rotations, s * 4, arm, 0);
  return Float32Array.from(arm, (x, k) => positions[s * 3 + k] + x - skeleton.rest[k]);
}
