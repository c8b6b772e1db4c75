/** @file `posespace/motion`: clips. */

export * from './bake-clip.js';
export * from './clip.js';
export * from './contacts/index.js';
export * from './edit/ease-clip.js';
export * from './edit/join-clips.js';
export * from './edit/loop-clip.js';
export * from './edit/mirror-clip.js';
export * from './edit/reduce-clip.js';
export * from './edit/resample-clip.js';
export * from './edit/reverse-clip.js';
export * from './edit/root-motion.js';
export * from './edit/slice-clip.js';
export * from './edit/stretch-clip.js';
export * from './keys/create-clip.js';
export * from './keys/inbetween-clip.js';
export type { KeyPose } from './keys/key-pose.js';
export * from './measure/check-clips.js';
export * from './measure/motion-metrics.js';
export * from './physics/index.js';
export * from './retarget/map-joints.js';
export * from './retarget/retarget-clip.js';
export * from './retarget/retarget-motion.js';
export { blendPoses, sampleClip } from './sample-clip.js';
