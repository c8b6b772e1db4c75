/** @file Where the joints of a pose are, worked out once for all who ask in a frame. */

import { type JointGlobals, type Pose, poseJoints, type Skeleton } from 'posespace/rig';
import { type StudioState, shownPose, skeletonOf } from '../state/store.js';

const known = new WeakMap<Pose, { readonly skeleton: Skeleton; readonly globals: JointGlobals }>();

export function posedJoints(skeleton: Skeleton, pose: Pose): JointGlobals {
  const before = known.get(pose);
  if (before?.skeleton === skeleton) return before.globals;
  const globals = poseJoints(skeleton, pose);
  known.set(pose, { skeleton, globals });
  return globals;
}

/** The joints of the pose on the screen; null where nothing is shown. */
export function shownJoints(state: StudioState): JointGlobals | null {
  const skeleton = skeletonOf(state);
  const pose = shownPose(state);
  if (!skeleton || !pose || pose.rotations.length !== skeleton.parents.length * 4) return null;
  return posedJoints(skeleton, pose);
}
