/** @file `posespace/rig`: skeletons, skins, poses, kinematics and skinning. */

export { createSkinner, type Skinner } from '../kernels/skinner.js';
export type { SkinArrays, SkinGradients } from '../kernels/skinner.reference.js';
export * from './anatomy/find-anatomical-rig.js';
export * from './anatomy/from-anatomical-pose.js';
export * from './anatomy/to-anatomical-pose.js';
export * from './body-plan/body-plan.js';
export * from './body-plan/find-body-plan.js';
export * from './edit/reroot-skeleton.js';
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
