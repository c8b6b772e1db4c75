/** @file `posespace/rig`: skeletons, skins, poses, kinematics and skinning. */

export { createSkinner, type Skinner } from '../kernels/skinner.js';
export type { SkinArrays, SkinGradients } from '../kernels/skinner.reference.js';
export type { Vec3 } from '../math/vector.js';
export * from './anatomy/find-anatomical-rig.js';
export * from './anatomy/from-anatomical-pose.js';
export * from './anatomy/to-anatomical-pose.js';
export * from './body-plan/body-plan.js';
export * from './body-plan/find-body-plan.js';
export * from './edit/add-joint.js';
export * from './edit/bend-axes.js';
export * from './edit/center-joint.js';
export * from './edit/delete-joint.js';
export * from './edit/merge-joint.js';
export * from './edit/merge-skins.js';
export * from './edit/mirror-plane.js';
export * from './edit/move-joint.js';
export * from './edit/rename-joint.js';
export * from './edit/reparent-joint.js';
export * from './edit/reroot-skeleton.js';
export {
  type AddedJoint,
  type EditableSkeleton,
  type EditedSkeleton,
  restPosition,
} from './edit/skeleton-draft.js';
export * from './edit/split-bone.js';
export * from './edit/transfer-body-plan.js';
export * from './edit/transfer-pose.js';
export * from './edit/transfer-skin.js';
export * from './find/find-skeleton.js';
export * from './fit/fit-skeleton.js';
export * from './kinematics/clamp-to-limits.js';
export * from './kinematics/forward-kinematics.js';
export * from './kinematics/skin-mesh.js';
export * from './names/joint-index.js';
export * from './names/name-conventions.js';
export * from './names/name-joints.js';
export * from './report/report-rig.js';
export * from './report/stress-rig.js';
export * from './rig-mesh.js';
export * from './rig-records.js';
export * from './sequence/fit-sequence.js';
export * from './weights/solve-weights.js';
export * from './weights/transfer-weights.js';
