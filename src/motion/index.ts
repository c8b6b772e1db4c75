/** @file `posespace/motion`: clips. */

export * from './bake-clip.js';
export * from './clip.js';
export * from './contacts/index.js';
export * from './ease-clip.js';
export * from './fill-clip.js';
export * from './join-clips.js';
export type { KeyPose } from './key-pose.js';
export * from './loop-clip.js';
export * from './make-clip.js';
export * from './map-joints.js';
export * from './measure/check-clips.js';
export * from './measure/motion-metrics.js';
export * from './mirror-clip.js';
export * from './physics/index.js';
export * from './reduce-clip.js';
export * from './resample-clip.js';
export * from './retarget-clip.js';
export * from './retarget-motion.js';
export * from './reverse-clip.js';
export * from './root-motion.js';
export { blendPoses, sampleClip } from './sample-clip.js';
export * from './slice-clip.js';
export * from './stretch-clip.js';
