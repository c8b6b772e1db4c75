/** @file `posespace`: the chosen public API, everything but the disk. Sub-paths hold the finer tools of each room. */

export { type ErrorCode, PosespaceError } from './base/errors.js';
export type { Finding, Severity } from './base/finding.js';
export type { Progress, WorkOptions } from './base/progress.js';
export { createRng, type Rng } from './base/rng.js';
export { type InspectInput, type InspectReport, inspect } from './inspect/inspect.js';
export { formatInspectReport } from './inspect/inspect-format.js';
export { withExamplePoses } from './io/example-poses.js';
export { type FileFormat, FORMATS, type OutputFile, type WriteOptions } from './io/file-formats.js';
export { createModel } from './io/gltf/create-model.js';
export { useDracoDecoder } from './io/gltf/decode.js';
export { READ_LIMITS, type ReadLimits } from './io/limits.js';
export { loadMotionPrior } from './io/load-motion-prior.js';
export { type Model, modelRig } from './io/model.js';
export { type ReadOptions, readModel } from './io/read.js';
export { readSequence } from './io/read-sequence.js';
export { encodeModel, type Written } from './io/write.js';
export { axisAngleInto, multiplyQuaternionInto, rotateVectorInto } from './math/quaternion.js';
export type { Vec3 } from './math/vector.js';
export type { Mesh } from './mesh/mesh.js';
export type { MeshSequence } from './mesh/mesh-sequence.js';
export { createIntersectionFinder } from './mesh/self-intersection.js';
export { subdivide } from './mesh/subdivide.js';
export { bakeClip } from './motion/bake-clip.js';
export { type Clip, clipDuration } from './motion/clip.js';
export {
  type CleanedClip,
  type CleanFootSkateOptions,
  cleanFootSkate,
} from './motion/contacts/clean-foot-skate.js';
export type { ClipContacts } from './motion/contacts/contact-record.js';
export { detectContacts } from './motion/contacts/detect-contacts.js';
export { easeClip } from './motion/edit/ease-clip.js';
export { joinClips } from './motion/edit/join-clips.js';
export { loopClip } from './motion/edit/loop-clip.js';
export { mirrorClip } from './motion/edit/mirror-clip.js';
export { reduceClip } from './motion/edit/reduce-clip.js';
export { resampleClip, retimeClip } from './motion/edit/resample-clip.js';
export { reverseClip } from './motion/edit/reverse-clip.js';
export { addRootMotion, removeRootMotion } from './motion/edit/root-motion.js';
export { sliceClip } from './motion/edit/slice-clip.js';
export { stretchClip } from './motion/edit/stretch-clip.js';
export { createClip } from './motion/keys/create-clip.js';
export { inbetweenClip } from './motion/keys/inbetween-clip.js';
export type { KeyPose } from './motion/keys/key-pose.js';
export { checkClips } from './motion/measure/check-clips.js';
export { type MotionMetrics, measureMotion } from './motion/measure/motion-metrics.js';
export { type TrackedMotion, type TrackMotionOptions, trackMotion } from './motion/physics/track-motion.js';
export { mapJointsByName, retargetClip } from './motion/retarget/retarget-clip.js';
export {
  type RetargetedMotion,
  type RetargetMotionOptions,
  retargetMotion,
} from './motion/retarget/retarget-motion.js';
export { blendPoses, sampleClip } from './motion/sample-clip.js';
export { mapPoses } from './pose/edit/map-poses.js';
export { mirrorPose } from './pose/edit/mirror-pose.js';
export { projectPose, projectPoses } from './pose/edit/project-poses.js';
export { varyPose } from './pose/edit/vary-pose.js';
export { interpolatePoses } from './pose/path/interpolate-poses.js';
export type { PoseHandle } from './pose/records/pose-handle.js';
export { repairPose } from './pose/repair/repair-pose.js';
export type { PoseSpace } from './pose/solve/pose-space.js';
export type { SolvedPose } from './pose/solve/solve-handles.js';
export { adaptPoseSpace } from './pose/space/adapt-pose-space.js';
export { sampleCleanPoses } from './pose/space/sample-clean-poses.js';
export { createPlausibilityScorer } from './pose/validate/create-plausibility-scorer.js';
export { createPoseChecker } from './pose/validate/create-pose-checker.js';
export { contactSheet } from './render/contact-sheet.js';
export { encodePng } from './render/encode-png.js';
export type { Image } from './render/image.js';
export { type RenderRigOptions, renderRig } from './render/render-rig.js';
export { type ConfidenceLevel, levelOf } from './rig/anatomy/confidence.js';
export { type AnatomyCorrections, editAnatomy } from './rig/anatomy/edit-anatomy.js';
export type { AnatomyRole } from './rig/anatomy/roles.js';
export {
  arms,
  confidenceOf,
  feet,
  kindOf,
  type LimbChain,
  legs,
  limbsIn,
  planOf,
  spine,
  tail,
  wings,
} from './rig/anatomy/views.js';
export type { BodyKind, BodyPlan } from './rig/body-plan/body-plan.js';
export { type BodyDescription, describeBody } from './rig/body-plan/describe-body.js';
export { addJoint } from './rig/edit/add-joint.js';
export { deleteJoint } from './rig/edit/delete-joint.js';
export { mergeJoint } from './rig/edit/merge-joint.js';
export { moveJoint } from './rig/edit/move-joint.js';
export { renameJoint } from './rig/edit/rename-joint.js';
export { reparentJoint } from './rig/edit/reparent-joint.js';
export type { EditedSkeleton } from './rig/edit/skeleton-draft.js';
export { splitBone } from './rig/edit/split-bone.js';
export type { Landmark } from './rig/find/apply-landmarks.js';
export { findSkeleton } from './rig/find/find-skeleton.js';
export { fitSkeleton } from './rig/fit/fit-skeleton.js';
export { poseJoints } from './rig/kinematics/forward-kinematics.js';
export { createRigSkinner, skinMesh } from './rig/kinematics/skin-mesh.js';
export type { JointRef } from './rig/names/joint-index.js';
export { NAME_CONVENTIONS, type NameConvention, nameForConvention } from './rig/names/name-conventions.js';
export { readAnatomy } from './rig/reading/read-anatomy.js';
export { type RigReport, reportRig } from './rig/report/report-rig.js';
export { type RiggedMesh, type RigMeshOptions, rigMesh } from './rig/rig-mesh.js';
export {
  type Anatomy,
  jointCount,
  type Pose,
  type Rig,
  restPose,
  type Skeleton,
  type Skin,
} from './rig/rig-records.js';
export { type FitSequenceOptions, fitSequence, type SequenceFit } from './rig/sequence/fit-sequence.js';
export { solveWeights } from './rig/weights/solve-weights.js';
export { transferWeights } from './rig/weights/transfer-weights.js';
export { ADD_CLIP_DEFAULTS, type AddClipOptions, addClip, uniqueClipName } from './verbs/add-clip.js';
export { collectExamples } from './verbs/collect-examples.js';
export type { Dragged, PoseDrag, PoseDragOptions } from './verbs/create-pose-drag.js';
export {
  type DiscoveredVideo,
  type DiscoverPosesOptions,
  type DiscoverVideo,
  discoverPoses,
} from './verbs/discover-poses.js';
export { type DistilFromPriorOptions, distilFromPrior } from './verbs/distil-from-prior.js';
export { DRAG_DEFAULTS } from './verbs/drag-handles.js';
export { type FitVideoOptions, fitVideo } from './verbs/fit-video.js';
export {
  type AvailableMotion,
  type GeneratedMotion,
  type GenerateMotionOptions,
  generateMotion,
  type MotionLibrary,
  openMotionLibrary,
} from './verbs/generate-motion.js';
export {
  IMAGINE_MOTION_DEFAULTS,
  type ImaginedMotion,
  type ImagineMotionOptions,
  imagineMotion,
} from './verbs/imagine-motion.js';
export { type LabelModelOptions, labelModel } from './verbs/label-model.js';
export type { StandingFoot } from './verbs/lock-feet.js';
export {
  type ModelPoseSpace,
  OPEN_POSE_SPACE_DEFAULTS,
  type OpenPoseSpaceOptions,
  openPoseSpace,
  type PoseVerbs,
} from './verbs/open-pose-space.js';
export {
  type ModelFrames,
  RIG_MODEL_DEFAULTS,
  type RiggedModel,
  type RigMode,
  type RigModelOptions,
  rigModel,
} from './verbs/rig-model.js';
export { withAnatomy } from './verbs/with-anatomy.js';
