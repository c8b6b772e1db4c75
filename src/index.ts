/** @file `posespace`: the chosen public API, everything but the disk. Sub-paths hold the finer tools of each room. */

export { type ErrorCode, PosespaceError } from './base/errors.js';
export type { Finding, Severity } from './base/finding.js';
export type { Progress, WorkOptions } from './base/progress.js';
export { createRng, type Rng } from './base/rng.js';
export { type CreateCreatureOptions, createCreature } from './creatures/create-creature.js';
export { createCreatureClips } from './creatures/create-creature-clips.js';
export { CREATURE_KINDS, type Creature, type CreatureKind } from './creatures/creature-record.js';
export { type InspectInput, type InspectReport, inspect } from './inspect/inspect.js';
export { formatInspectReport } from './inspect/inspect-format.js';
export { createCreatureModel } from './io/creature-model.js';
export {
  type ExamplePoses,
  type PoseSource,
  readExamplePoses,
  withExamplePoses,
} from './io/example-poses.js';
export { fetchPoseModel } from './io/fetch-pose-model.js';
export { type FileFormat, FORMATS, type OutputFile, type WriteOptions } from './io/file-formats.js';
export { createModel, type ModelRecords } from './io/gltf/create-model.js';
export { useDracoDecoder } from './io/gltf/decode.js';
export { READ_LIMITS, type ReadLimits } from './io/limits.js';
export { loadMotionPrior } from './io/load-motion-prior.js';
export { loadPoseNetwork } from './io/load-pose-network.js';
export { type Model, modelRig } from './io/model.js';
export { type ReadOptions, readModel } from './io/read.js';
export { readSequence, sequenceOfModel } from './io/read-sequence.js';
export { encodeModel, type Written } from './io/write.js';
export {
  axisAngleInto,
  invertQuaternionInto,
  multiplyQuaternionInto,
  quaternionBetweenInto,
  relativeQuaternionInto,
  rotateVectorInto,
  slerpInto,
} from './math/quaternion.js';
export type { Vec3 } from './math/vector.js';
export { type Box, computeBox } from './mesh/box.js';
export { findComponents } from './mesh/find-components.js';
export { findSymmetryPlane, type SymmetryPlane } from './mesh/find-symmetry-plane.js';
export { measureMesh } from './mesh/measure-mesh.js';
export { type Mesh, triangleCount, vertexCount } from './mesh/mesh.js';
export type { MeshSequence } from './mesh/mesh-sequence.js';
export { sampleSurface } from './mesh/sample-surface.js';
export {
  createIntersectionFinder,
  findSelfIntersections,
  type IntersectionFinder,
} from './mesh/self-intersection.js';
export { smoothNormals } from './mesh/smooth-normals.js';
export { subdivide } from './mesh/subdivide.js';
export { type WeldedMesh, weld } from './mesh/weld.js';
export { bakeClip } from './motion/bake-clip.js';
export { type Clip, type ClipSource, clipDuration } from './motion/clip.js';
export {
  type CleanedClip,
  type CleanFootSkateOptions,
  cleanFootSkate,
} from './motion/contacts/clean-foot-skate.js';
export type { ClipContacts } from './motion/contacts/contact-record.js';
export { detectContacts } from './motion/contacts/detect-contacts.js';
export { type EasingName, easeClip } from './motion/edit/ease-clip.js';
export { joinClips } from './motion/edit/join-clips.js';
export { type LoopClipOptions, type LoopedClip, loopClip } from './motion/edit/loop-clip.js';
export { mirrorClip } from './motion/edit/mirror-clip.js';
export { type ReducedClip, reduceClip } from './motion/edit/reduce-clip.js';
export { resampleClip, retimeClip } from './motion/edit/resample-clip.js';
export { reverseClip } from './motion/edit/reverse-clip.js';
export { addRootMotion, removeRootMotion } from './motion/edit/root-motion.js';
export { sliceClip } from './motion/edit/slice-clip.js';
export { stretchClip } from './motion/edit/stretch-clip.js';
export { type CreateClipOptions, createClip } from './motion/keys/create-clip.js';
export { inbetweenClip } from './motion/keys/inbetween-clip.js';
export type { KeyPose } from './motion/keys/key-pose.js';
export { checkClips } from './motion/measure/check-clips.js';
export { type MotionMetrics, measureMotion } from './motion/measure/motion-metrics.js';
export { loadPhysics } from './motion/physics/load-physics.js';
export { type TrackedMotion, type TrackMotionOptions, trackMotion } from './motion/physics/track-motion.js';
export { mapJointsByName, retargetClip } from './motion/retarget/retarget-clip.js';
export {
  type RetargetedMotion,
  type RetargetMotionOptions,
  retargetMotion,
} from './motion/retarget/retarget-motion.js';
export { blendPoses, sampleClip } from './motion/sample-clip.js';
export { mapPoses, type PoseMap } from './pose/edit/map-poses.js';
export { mirrorPose } from './pose/edit/mirror-pose.js';
export {
  type ProjectedPose,
  type ProjectedPoses,
  type ProjectPosesOptions,
  projectPose,
  projectPoses,
} from './pose/edit/project-poses.js';
export { type VaryPoseOptions, varyPose } from './pose/edit/vary-pose.js';
export { openPoseModel, type PoseModel, type PoseModelFiles } from './pose/model/pose-model.js';
export type { SampleOptions } from './pose/model/sample-states.js';
export {
  type InterpolatedPoses,
  type InterpolatePosesOptions,
  interpolatePoses,
} from './pose/path/interpolate-poses.js';
export type { PoseHandle } from './pose/records/pose-handle.js';
export { type RepairedPose, type RepairOptions, repairPose } from './pose/repair/repair-pose.js';
export { type RepairedPoses, type RepairPosesOptions, repairPoses } from './pose/repair/repair-poses.js';
export type { PoseLatent, PoseSpace } from './pose/solve/pose-space.js';
export type { SolvedPose, SolveOptions } from './pose/solve/solve-handles.js';
export { type AdaptPoseSpaceOptions, adaptPoseSpace } from './pose/space/adapt-pose-space.js';
export { type OpenRigPoseSpaceOptions, openRigPoseSpace } from './pose/space/open-rig-pose-space.js';
export { sampleCleanPoses } from './pose/space/sample-clean-poses.js';
export { VALIDATORS } from './pose/validate/check-surface.js';
export {
  createPlausibilityScorer,
  type PlausibilityScore,
  type PlausibilityScorer,
} from './pose/validate/create-plausibility-scorer.js';
export {
  createPoseChecker,
  type PoseChecker,
  type PoseCheckerOptions,
  type PoseReport,
} from './pose/validate/create-pose-checker.js';
export type { PoseFinding, PoseFindingCode } from './pose/validate/pose-finding.js';
export { type Camera, frameCamera, type ViewName } from './render/camera.js';
export { type ContactSheetOptions, contactSheet } from './render/contact-sheet.js';
export { encodePng } from './render/encode-png.js';
export type { Image } from './render/image.js';
export { type RenderMeshOptions, type RenderOptions, renderMesh } from './render/render-mesh.js';
export { type RenderRigOptions, renderRig } from './render/render-rig.js';
export { type RenderSkeletonOptions, renderSkeleton } from './render/render-skeleton.js';
export { type ConfidenceLevel, levelOf } from './rig/anatomy/confidence.js';
export { type AnatomyCorrections, editAnatomy } from './rig/anatomy/edit-anatomy.js';
export { ANATOMY_ROLES, type AnatomyRole } from './rig/anatomy/roles.js';
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
export type { EditableSkeleton, EditedSkeleton } from './rig/edit/skeleton-draft.js';
export { splitBone } from './rig/edit/split-bone.js';
export { createPoseTransfer } from './rig/edit/transfer-pose.js';
export { transferSkin } from './rig/edit/transfer-skin.js';
export type { Landmark } from './rig/find/apply-landmarks.js';
export { type FindSkeletonOptions, type FoundSkeleton, findSkeleton } from './rig/find/find-skeleton.js';
export { type FitSkeletonOptions, type FittedSkeleton, fitSkeleton } from './rig/fit/fit-skeleton.js';
export { clampToLimits, type JointLimits } from './rig/kinematics/clamp-to-limits.js';
export { type JointGlobals, poseJoints } from './rig/kinematics/forward-kinematics.js';
export { createRigSkinner, type RigSkinner, skinMesh } from './rig/kinematics/skin-mesh.js';
export { type JointRef, jointIndex } from './rig/names/joint-index.js';
export { NAME_CONVENTIONS, type NameConvention, nameForConvention } from './rig/names/name-conventions.js';
export { readAnatomy } from './rig/reading/read-anatomy.js';
export { type RigReport, reportRig } from './rig/report/report-rig.js';
export { type RigStress, stressRig } from './rig/report/stress-rig.js';
export {
  FINDERS,
  RIG_METHODS,
  type RiggedMesh,
  type RigMeshOptions,
  type RigMethod,
  rigMesh,
  type SkeletonFinder,
  type WeightMethod,
} from './rig/rig-mesh.js';
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
export { type SolvedWeights, type SolveWeightsOptions, solveWeights } from './rig/weights/solve-weights.js';
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
export type { FittedVideo } from './video/fit/fit-rig-video.js';
