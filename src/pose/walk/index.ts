/** @file Ways through a pose space: walks, projections, variations. */

export { mirrorPose } from './mirror-pose.js';
export { type ProjectedPose, projectPose } from './project-pose.js';
export {
  PROJECT_POSES_DEFAULTS,
  type ProjectedPoses,
  type ProjectPosesOptions,
  projectPoses,
} from './project-poses.js';
export { SAMPLE_ALIKE_DEFAULTS, type SampleAlikeOptions, sampleAlike } from './sample-alike.js';
export { sampleSymmetric } from './sample-symmetric.js';
export { VARY_POSE_DEFAULTS, type VaryPoseOptions, varyPose } from './vary-pose.js';
export { type PoseWalk, WALK_POSES_DEFAULTS, type WalkPosesOptions, walkPoses } from './walk-poses.js';
