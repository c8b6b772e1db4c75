/** @file `posespace/rig`: skeletons, skins, poses, kinematics, auto-rigging, skeleton editing. */

export type { Vec3 } from '../math/vector.js';
export { type AnatomicalRig, toAnatomicalRig } from './anatomy/anatomical-rig.js';
export { collectSaid, type SaidBody } from './anatomy/collect-said.js';
export { CONFIDENCE, CONFIDENCE_LEVELS, type ConfidenceLevel, levelOf } from './anatomy/confidence.js';
export { type AnatomyCorrections, editAnatomy } from './anatomy/edit-anatomy.js';
export { ANATOMY_ROLES, type AnatomyRole } from './anatomy/roles.js';
export {
  arms,
  confidenceOf,
  feet,
  kindOf,
  type LimbChain,
  type LimbPart,
  legs,
  limbsIn,
  planOf,
  roleAt,
  spine,
  tail,
  wings,
} from './anatomy/views.js';
export type { BodyKind, BodyPlan, ExtraChain, ExtraKind } from './body-plan/body-plan.js';
export { type BodyDescription, describeBody } from './body-plan/describe-body.js';
export { BODY_KINDS } from './body-plan/known-body.js';
export { type AddJointOptions, addJoint } from './edit/add-joint.js';
export { findBendAxes } from './edit/bend-axes.js';
export { centerJoint } from './edit/center-joint.js';
export { type DeleteJointOptions, deleteJoint, deleteProblem } from './edit/delete-joint.js';
export { type MergeJointOptions, mergeJoint } from './edit/merge-joint.js';
export { findAffectedJoints, mergeSkins } from './edit/merge-skins.js';
export { findMirrorPlane, type MirrorPlane, signedDistance } from './edit/mirror-plane.js';
export { type MoveJointOptions, moveJoint } from './edit/move-joint.js';
export { type RenameJointOptions, renameJoint, renameProblem } from './edit/rename-joint.js';
export { type ReparentJointOptions, reparentJoint, reparentProblem } from './edit/reparent-joint.js';
export {
  type AddedJoint,
  type EditableSkeleton,
  type EditedSkeleton,
  restPosition,
} from './edit/skeleton-draft.js';
export { type SplitBoneOptions, splitBone } from './edit/split-bone.js';
export { transferAnatomy } from './edit/transfer-anatomy.js';
export { createPoseTransfer } from './edit/transfer-pose.js';
export { transferSkin } from './edit/transfer-skin.js';
export type { Landmark } from './find/apply-landmarks.js';
export {
  FIND_SKELETON_DEFAULTS,
  type FindSkeletonOptions,
  type FoundSkeleton,
  findSkeleton,
} from './find/find-skeleton.js';
export {
  FIT_SKELETON_DEFAULTS,
  type FitSkeletonOptions,
  type FitSource,
  type FittedSkeleton,
  fitSkeleton,
} from './fit/fit-skeleton.js';
export { findClipGround, findRestGround, measureBodyHeight } from './ground.js';
export { DETAILS, type Detail } from './joint-set/detail-counts.js';
export { PRESETS, type Preset } from './joint-set/preset-table.js';
export {
  clampToLimits,
  type JointLimits,
  type LimitViolation,
  limitViolations,
} from './kinematics/clamp-to-limits.js';
export { type JointGlobals, poseJoints, skinningMatricesInto } from './kinematics/forward-kinematics.js';
export { createRigSkinner, type RigSkinner, skinMesh, skinMeshInto } from './kinematics/skin-mesh.js';
export type { JointLabels } from './label/network-labels.js';
export type { FinderOptions } from './learned/find-combined-skeleton.js';
export { type JointRef, jointIndex } from './names/joint-index.js';
export { NAME_CONVENTIONS, type NameConvention, nameForConvention } from './names/name-conventions.js';
export { type AnatomyReading, type ReadAnatomyOptions, readAnatomy } from './reading/read-anatomy.js';
export { type JointReport, type RigReport, reportRig } from './report/report-rig.js';
export {
  type JointStress,
  type RigStress,
  STRESS_RIG_DEFAULTS,
  type StressRigOptions,
  stressRig,
} from './report/stress-rig.js';
export {
  FINDERS,
  RIG_MESH_DEFAULTS,
  RIG_METHODS,
  type RiggedMesh,
  type RigMeshOptions,
  type RigMethod,
  rigMesh,
  type SkeletonFinder,
  WEIGHT_METHODS,
  WEIGHT_SOLVERS,
  type WeightMethod,
  type WeightSolver,
} from './rig-mesh.js';
export type { Anatomy, PartialRig } from './rig-records.js';
export {
  jointCount,
  type Pose,
  type Rig,
  restPose,
  type Skeleton,
  type Skin,
  skeletonDiameter,
} from './rig-records.js';
export {
  FIT_SEQUENCE_DEFAULTS,
  type FitSequenceOptions,
  fitSequence,
  type SequenceFit,
} from './sequence/fit-sequence.js';
export {
  type FrameConsistency,
  type FrameRigger,
  MEASURE_FRAME_RIGS_DEFAULTS,
  type MeasureFrameRigsOptions,
  measureFrameRigs,
} from './sequence/measure-frame-rigs.js';
export {
  SOLVE_WEIGHTS_DEFAULTS,
  type SolvedWeights,
  type SolveWeightsOptions,
  solveWeights,
} from './weights/solve-weights.js';
export { transferWeights } from './weights/transfer-weights.js';
