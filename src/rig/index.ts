/** @file `posespace/rig`: skeletons, skins, poses, kinematics and skinning. */

export * from './forward-kinematics.js';
export * from './joint-limits.js';
export * from './rig.js';
export * from './skin-mesh.js';
