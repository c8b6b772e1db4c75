/**
 * @file Poses on an edited skeleton: every joint that is still there stays turned as it was, whatever it hangs from
 * now. So what a deleted joint did is done by its children, a new joint does nothing, and the body goes where it went.
 */

import { invertQuaternionInto, relativeQuaternionInto, rotateVectorInto } from 'posespace';
import { type Pose, poseJoints, type Skeleton } from 'posespace/rig';
import type { EditedTree } from './draft.js';

/** Gives a function that takes poses of the skeleton before to the one after. */
export function createPoseCarrier(before: Skeleton, edited: EditedTree): (pose: Pose) => Pose {
  const { skeleton: after, source } = edited;
  const sameTree =
    source.length === before.parents.length &&
    source.every((old, j) => old === j && before.parents[j] === after.parents[j]);
  const rootMoved = [0, 1, 2].some((k) => before.rest[k] !== after.rest[k]);
  if (sameTree && !rootMoved) return (pose) => pose;
  if (sameTree) return (pose) => ({ ...pose, root: carryRoot(before, edited, pose) });
  return (pose) => carry(before, edited, pose);
}

function carry(before: Skeleton, edited: EditedTree, pose: Pose): Pose {
  const { skeleton, source } = edited;
  const { parents } = skeleton;
  const old = poseJoints(before, pose);
  const turns = new Float64Array(parents.length * 4);
  const rotations = new Float32Array(parents.length * 4);
  for (let j = 0; j < parents.length; j++) {
    const p = parents[j];
    const s = source[j];
    if (s >= 0) turns.set(old.rotations.subarray(s * 4, s * 4 + 4), j * 4);
    else if (p >= 0) turns.copyWithin(j * 4, p * 4, p * 4 + 4);
    else turns[j * 4 + 3] = 1;
    if (p < 0) rotations.set(turns.subarray(0, 4));
    // Where nothing changed, the very numbers.
    else if (hangsAsBefore(before, source, s, p))
      rotations.set(pose.rotations.subarray(s * 4, s * 4 + 4), j * 4);
    else relativeQuaternionInto(rotations, j * 4, turns, p * 4, turns, j * 4);
  }
  const carried = { rotations, root: carryRoot(before, edited, pose) };
  return pose.offsets ? { ...carried, offsets: carryOffsets(before, edited, pose, carried) } : carried;
}

const hangsAsBefore = (before: Skeleton, source: Int16Array, old: number, parent: number): boolean =>
  old >= 0 && before.parents[old] >= 0 && before.parents[old] === source[parent];

/** What joints were displaced by; where one hangs from another now, what leaves it where it was. */
function carryOffsets(
  before: Skeleton,
  { skeleton, source }: EditedTree,
  pose: Pose,
  carried: Pose,
): Float32Array {
  const { parents, rest } = skeleton;
  const old = poseJoints(before, pose);
  const offsets = new Float32Array(parents.length * 3);
  const arm = [0, 0, 0];
  const inverse = new Float64Array(4);
  for (let j = 1; j < parents.length; j++) {
    const [p, s] = [parents[j], source[j]];
    if (s < 0) continue;
    if (hangsAsBefore(before, source, s, p)) {
      offsets.set(pose.offsets!.subarray(s * 3, s * 3 + 3), j * 3);
      continue;
    }
    const now = poseJoints(skeleton, { ...carried, offsets });
    for (let k = 0; k < 3; k++) arm[k] = rest[j * 3 + k] - before.rest[s * 3 + k];
    rotateVectorInto(arm, 0, old.rotations, s * 4, arm, 0);
    for (let k = 0; k < 3; k++) arm[k] += old.positions[s * 3 + k] - now.positions[j * 3 + k];
    invertQuaternionInto(inverse, 0, now.rotations, p * 4);
    rotateVectorInto(offsets, j * 3, inverse, 0, arm, 0);
  }
  return offsets;
}

/** Where the root has to be for the body to be where it was. */
function carryRoot(before: Skeleton, { skeleton, source }: EditedTree, pose: Pose): Float32Array {
  const s = Math.max(0, source[0]);
  const { positions, rotations } = poseJoints(before, pose);
  const arm = [0, 1, 2].map((k) => skeleton.rest[k] - before.rest[s * 3 + k]);
  rotateVectorInto(arm, 0, rotations, s * 4, arm, 0);
  return Float32Array.from(arm, (x, k) => positions[s * 3 + k] + x - skeleton.rest[k]);
}
