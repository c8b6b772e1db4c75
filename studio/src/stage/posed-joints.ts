/** @file Joint positions and rotations of a pose, cached per pose. */

import { type JointGlobals, type Pose, poseJoints, type Skeleton } from 'posespace/rig';
import { type StudioState, shownPose, skeletonOf } from '../store/store.js';

const known = new WeakMap<Pose, { readonly skeleton: Skeleton; readonly globals: JointGlobals }>();

export function posedJoints(skeleton: Skeleton, pose: Pose): JointGlobals {
  const before = known.get(pose);
  if (before?.skeleton === skeleton) return before.globals;
  const globals = poseJoints(skeleton, pose);
  known.set(pose, { skeleton, globals });
  return globals;
}

/** The joints of the visible pose; null where nothing is shown. */
export function shownJoints(state: StudioState): JointGlobals | null {
  const skeleton = skeletonOf(state);
  const { draft } = state.view.rig;
  if (draft && draft.length === skeleton?.rest.length) return draftedJoints(draft);
  const pose = shownPose(state);
  if (!skeleton || !pose || pose.rotations.length !== skeleton.parents.length * 4) return null;
  return posedJoints(skeleton, pose);
}

const drafted = new WeakMap<Float32Array, JointGlobals>();

/** Joints in edit mode while one is dragged. */
function draftedJoints(draft: Float32Array): JointGlobals {
  const before = drafted.get(draft);
  if (before) return before;
  const rotations = new Float64Array((draft.length / 3) * 4);
  for (let i = 3; i < rotations.length; i += 4) rotations[i] = 1;
  const globals = { positions: Float64Array.from(draft), rotations };
  drafted.set(draft, globals);
  return globals;
}
