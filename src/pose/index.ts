/** @file `posespace/pose`: rigs as the pose model sees them, and the spaces of their poses. */

export * from './describe-rig.js';
export * from './rig-features.js';
