/** @file `posespace/rig`: skeletons, skins, poses, kinematics and skinning. */

export { createSkinner, type Skinner } from '../kernels/skinner.js';
export type { SkinArrays, SkinGradients } from '../kernels/skinner.reference.js';
export * from './body-plan.js';
export * from './carry-weights.js';
export * from './find-anatomy.js';
export * from './find-skeleton.js';
export * from './fit-sequence.js';
export * from './fit-skeleton.js';
export * from './forward-kinematics.js';
export * from './from-anatomy.js';
export * from './joint-limits.js';
export * from './joint-names.js';
export * from './name-joints.js';
export * from './read-body-plan.js';
export * from './report/report-rig.js';
export * from './report/stress-rig.js';
export * from './reroot-skeleton.js';
export * from './rig.js';
export * from './rig-mesh.js';
export * from './skin-mesh.js';
export * from './solve-weights.js';
export * from './to-anatomy.js';
