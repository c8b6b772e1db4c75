/** @file `posespace/pose`: the pose space of a rig: sampling, inverse kinematics, interpolation, checks, repair. */

export type { Vec3 } from '../math/vector.js';
export type { NetworkRuntime, OpenNetworkOptions } from '../nets/open-network.js';
export { type MapPoint, mapPoses, type PoseMap } from './edit/map-poses.js';
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
export {
  loadPoseModel,
  openPoseModel,
  type PoseModel,
  type PoseModelCard,
  type PoseModelFiles,
} from './model/pose-model.js';
export { SAMPLE_DEFAULTS, type SampleOptions } from './model/sample-states.js';
export {
  INTERPOLATE_POSES_DEFAULTS,
  type InterpolatedPoses,
  type InterpolatePosesOptions,
  interpolatePoses,
} from './path/interpolate-poses.js';
export type { IndexedHandle, PoseHandle } from './records/pose-handle.js';
export { type PosePlacement, STATE_CHANNELS } from './records/pose-state.js';
export { REPAIR_DEFAULTS, type RepairedPose, type RepairOptions, repairPose } from './repair/repair-pose.js';
export {
  REPAIR_POSES_DEFAULTS,
  type RepairedPoses,
  type RepairPosesOptions,
  repairPoses,
} from './repair/repair-poses.js';
export { type PoseLatent, type PoseSpace, STEP_DEFAULTS, type StepOptions } from './solve/pose-space.js';
export type { SolvedPose, SolveOptions } from './solve/solve-handles.js';
export {
  ADAPT_POSE_SPACE_DEFAULTS,
  type AdaptPoseSpaceOptions,
  adaptPoseSpace,
} from './space/adapt-pose-space.js';
export {
  CROSS_VALIDATE_EXAMPLES_DEFAULTS,
  type CrossValidateExamplesOptions,
  crossValidateExamples,
  type ExampleValidation,
} from './space/cross-validate-examples.js';
export {
  OPEN_RIG_POSE_SPACE_DEFAULTS,
  type OpenRigPoseSpaceOptions,
  openRigPoseSpace,
} from './space/open-rig-pose-space.js';
export {
  type CleanSamples,
  SAMPLE_CLEAN_DEFAULTS,
  type SampleCleanOptions,
  sampleCleanPoses,
} from './space/sample-clean-poses.js';
export { SAMPLE_SIMILAR_DEFAULTS, type SampleSimilarOptions, sampleSimilar } from './space/sample-similar.js';
export { sampleSymmetric } from './space/sample-symmetric.js';
export type { BalanceMeasure } from './validate/check-balance.js';
export type { GroundMeasure } from './validate/check-ground.js';
export type { Crossing, IntersectionMeasure } from './validate/check-intersections.js';
export type { LimitMeasure } from './validate/check-limits.js';
export type { StretchMeasure } from './validate/check-stretch.js';
export { VALIDATORS } from './validate/check-surface.js';
export type { VolumeMeasure } from './validate/check-volume.js';
export {
  createPlausibilityScorer,
  type PlausibilityScore,
  type PlausibilityScorer,
} from './validate/create-plausibility-scorer.js';
export {
  createPoseChecker,
  POSE_CHECKER_DEFAULTS,
  type PoseChecker,
  type PoseCheckerOptions,
  type PoseMeasures,
  type PoseReport,
} from './validate/create-pose-checker.js';
export {
  FIT_JOINT_LIMITS_DEFAULTS,
  type FitJointLimitsOptions,
  fitJointLimits,
} from './validate/fit-joint-limits.js';
export type { LearnedLimits } from './validate/limit-excess.js';
export { ERROR_SCORE, type PoseFinding, type PoseFindingCode } from './validate/pose-finding.js';
