/** @file `posespace/motion`: clips. */

export * from './bake-clip.js';
export * from './clip.js';
export * from './resample-clip.js';
export * from './retarget-clip.js';
export { blendPoses, sampleClip } from './sample-clip.js';
export * from './slice-clip.js';
