/** @file `posespace/pose`: rigs as the pose model sees them, and the spaces of their poses. */

export * from '../nets/index.js';
export * from './adapt/adapt-pose-space.js';
export * from './adapt/try-examples.js';
export type { BodySpace } from './body-space.js';
export * from './check/index.js';
export * from './describe-rig.js';
export { EXPECT_POSE_DEFAULTS, type ExpectPoseOptions } from './expect-pose.js';
export * from './map/index.js';
export * from './meter/index.js';
export * from './open-pose-space.js';
export type { BoundRig, PoseCompleter, PoseDenoiser } from './pose-denoiser.js';
export type { PoseHandle, Vector } from './pose-handle.js';
export * from './pose-model.js';
export {
  type EncodedPose,
  NO_PLACEMENT,
  normalisedPositions,
  type PosePlacement,
  poseToState,
  type ScaledSkeleton,
  STATE_CHANNELS,
  STATE_SCALE,
  stateToPose,
} from './pose-state.js';
export type { NormalisedSkeleton } from './pose-tree.js';
export * from './repair/index.js';
export * from './rig-features.js';
export { SAMPLE_DEFAULTS, type SampleOptions } from './sample-states.js';
export type { SolvedPose, SolveOptions } from './solve-handles.js';
export * from './solve-least-squares.js';
export { SOLVE_POSE_DEFAULTS, type SolvePoseOptions } from './solve-pose.js';
export { SOLVE_WITH_PRIOR_DEFAULTS, type SolveWithPriorOptions } from './solve-with-prior.js';
export * from './walk/index.js';
