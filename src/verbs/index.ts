/** @file Product verbs: whole tasks in one call, shared by library, CLI and studio. */

export * from './add-clip.js';
export * from './collect-examples.js';
export * from './create-pose-drag.js';
export * from './discover-poses.js';
export * from './distil-from-prior.js';
export * from './drag-handles.js';
export * from './fit-video.js';
export * from './generate-motion.js';
export * from './imagine-motion.js';
export * from './lock-feet.js';
export * from './open-pose-space.js';
export * from './rig-model.js';
