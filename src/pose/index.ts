/**
 * @file `posespace/pose`: the pose space of a rig and what is done with it: sample, solve, check, repair, edit,
 * interpolate.
 */

export type { Vec3 } from '../math/vector.js';
export * from '../nets/index.js';
export * from './edit/map-poses.js';
export { mirrorPose } from './edit/mirror-pose.js';
export {
  PROJECT_POSES_DEFAULTS,
  type ProjectedPose,
  type ProjectedPoses,
  type ProjectPosesOptions,
  projectPose,
  projectPoses,
} from './edit/project-poses.js';
export { VARY_POSE_DEFAULTS, type VaryPoseOptions, varyPose } from './edit/vary-pose.js';
export type { PoseCompleter, PoseDenoiser } from './model/bind-rig.js';
export type { BoundRig } from './model/bound-rig.js';
export * from './model/pose-model.js';
export { SAMPLE_DEFAULTS, type SampleOptions } from './model/sample-states.js';
export {
  INTERPOLATE_POSES_DEFAULTS,
  type InterpolatedPoses,
  type InterpolatePosesOptions,
  interpolatePoses,
} from './path/interpolate-poses.js';
export { dominantVertices, normaliseRig } from './records/normalise-rig.js';
export type { IndexedHandle, PoseHandle } from './records/pose-handle.js';
export {
  type EncodedPose,
  NO_PLACEMENT,
  normalisedPositions,
  type PosePlacement,
  poseToState,
  STATE_CHANNELS,
  STATE_SCALE,
  stateToPose,
} from './records/pose-state.js';
export * from './records/rig-features.js';
export type { SolverRig } from './records/solver-rig.js';
export { findPoseFaults } from './repair/find-pose-faults.js';
export * from './repair/fit-collision-spheres.js';
export { normalisedSurface } from './repair/normalised-surface.js';
export type { PoseFaults } from './repair/pose-faults.js';
export { REPAIR_DEFAULTS, type RepairedPose, type RepairOptions, repairPose } from './repair/repair-pose.js';
export * from './repair/repair-poses.js';
export { REPAIR_TOOL_DEFAULTS, type RepairToolOptions } from './repair/repair-tools.js';
export { createSelfCollision, type SelfCollision } from './repair/self-collision.js';
export { ESTIMATE_POSE_DEFAULTS, type EstimatePoseOptions } from './solve/estimate-pose.js';
export * from './solve/pose-space.js';
export type { SolvedPose, SolveOptions } from './solve/solve-handles.js';
export * from './solve/solve-least-squares.js';
export { SOLVE_POSE_DEFAULTS, type SolvePoseOptions } from './solve/solve-pose.js';
export { SOLVE_WITH_PRIOR_DEFAULTS, type SolveWithPriorOptions } from './solve/solve-with-prior.js';
export * from './space/adapt-pose-space.js';
export * from './space/cross-validate-examples.js';
export * from './space/open-rig-pose-space.js';
export * from './space/sample-clean-poses.js';
export { SAMPLE_SIMILAR_DEFAULTS, type SampleSimilarOptions, sampleSimilar } from './space/sample-similar.js';
export { sampleSymmetric } from './space/sample-symmetric.js';
export { createBalanceEnergy } from './validate/balance-energy.js';
export type { BalanceMeasure } from './validate/check-balance.js';
export type { GroundMeasure } from './validate/check-ground.js';
export type { Crossing, IntersectionMeasure } from './validate/check-intersections.js';
export type { LimitMeasure } from './validate/check-limits.js';
export type { StretchMeasure } from './validate/check-stretch.js';
export type { VolumeMeasure } from './validate/check-volume.js';
export * from './validate/create-plausibility-scorer.js';
export * from './validate/create-pose-checker.js';
export * from './validate/fit-joint-limits.js';
export type { PoseEnergy } from './validate/force-tree.js';
export { createGroundEnergy } from './validate/ground-energy.js';
export { type LearnedLimits, limitEnergy, limitExcessInto } from './validate/limit-excess.js';
export { ERROR_SCORE, type PoseFinding, type PoseFindingCode } from './validate/pose-finding.js';
