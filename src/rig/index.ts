/** @file `posespace/rig`: skeletons, skins, poses, kinematics and skinning. */

export { createSkinner, type Skinner } from '../kernels/skinner.js';
export type { SkinArrays, SkinGradients } from '../kernels/skinner.reference.js';
export * from './forward-kinematics.js';
export * from './joint-limits.js';
export * from './rig.js';
export * from './skin-mesh.js';
