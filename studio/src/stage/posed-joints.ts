/** @file Joint positions and rotations of a pose, cached per pose. */

import { type JointGlobals, type Pose, poseJoints, type Skeleton } from 'posespace/rig';
import { remember } from '../store/remember.js';
import { type StudioState, shownPose, skeletonOf } from '../store/store.js';

const posesOf = remember((skeleton: Skeleton) => remember((pose: Pose) => poseJoints(skeleton, pose)));

export const posedJoints = (skeleton: Skeleton, pose: Pose): JointGlobals => posesOf(skeleton)(pose);

/** The joints of the visible pose; null where nothing is shown. */
export function shownJoints(state: StudioState): JointGlobals | null {
  const skeleton = skeletonOf(state);
  const { draft } = state.view.rig;
  if (draft && draft.length === skeleton?.rest.length) return draftedJoints(draft);
  const pose = shownPose(state);
  if (!skeleton || !pose || pose.rotations.length !== skeleton.parents.length * 4) return null;
  return posedJoints(skeleton, pose);
}

/** Joints in edit mode while one is dragged. */
const draftedJoints = remember((draft: Float32Array): JointGlobals => {
  const rotations = new Float64Array((draft.length / 3) * 4);
  for (let i = 3; i < rotations.length; i += 4) rotations[i] = 1;
  return { positions: Float64Array.from(draft), rotations };
});
