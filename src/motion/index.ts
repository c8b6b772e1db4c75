/** @file `posespace/motion`: clips: editing, retargeting, foot-skate cleanup, physics tracking. */

export { BAKE_CLIP_DEFAULTS, type BakeClipOptions, bakeClip } from './bake-clip.js';
export { CLIP_SOURCES, type Clip, type ClipSource, clipDuration, type ScaleTrack } from './clip.js';
export {
  CLEAN_FOOT_SKATE_DEFAULTS,
  type CleanedClip,
  type CleanFootSkateOptions,
  cleanFootSkate,
  cleanFootSkateAsync,
} from './contacts/clean-foot-skate.js';
export type { ClipContacts, ContactSpan, ContactTrack } from './contacts/contact-record.js';
export {
  DETECT_CONTACTS_DEFAULTS,
  type DetectContactsOptions,
  detectContacts,
} from './contacts/detect-contacts.js';
export { type ContactEdit, editContacts } from './contacts/edit-contacts.js';
export { measureContactHeights } from './contacts/measure-contact-heights.js';
export { EASINGS, type Easing, type EasingName, easeClip } from './edit/ease-clip.js';
export { JOIN_CLIPS_DEFAULTS, type JoinClipsOptions, joinClips } from './edit/join-clips.js';
export {
  LOOP_CLIP_DEFAULTS,
  type LoopClipOptions,
  type LoopedClip,
  loopClip,
  measureSeam,
} from './edit/loop-clip.js';
export { type MirrorClipOptions, mirrorClip } from './edit/mirror-clip.js';
export {
  REDUCE_CLIP_DEFAULTS,
  type ReduceClipOptions,
  type ReducedClip,
  reduceClip,
} from './edit/reduce-clip.js';
export { RESAMPLE_DEFAULTS, type ResampleOptions, resampleClip, retimeClip } from './edit/resample-clip.js';
export { reverseClip } from './edit/reverse-clip.js';
export {
  addRootMotion,
  REMOVE_ROOT_MOTION_DEFAULTS,
  type RemoveRootMotionOptions,
  type RootMotionSplit,
  removeRootMotion,
} from './edit/root-motion.js';
export { sliceClip } from './edit/slice-clip.js';
export { type StretchOptions, stretchClip } from './edit/stretch-clip.js';
export { CREATE_CLIP_DEFAULTS, type CreateClipOptions, createClip } from './keys/create-clip.js';
export {
  INBETWEEN_CLIP_DEFAULTS,
  type InbetweenClipOptions,
  inbetweenClip,
  type PoseInterpolator,
} from './keys/inbetween-clip.js';
export type { KeyPose } from './keys/key-pose.js';
export { type CreatedMotion, createMotion } from './library/create-motion.js';
export { createMotionBody, type MotionBody } from './library/motion-body.js';
export type { MotionFrame, MotionLayer } from './library/motion-frame.js';
export {
  MOTION_STYLE_DEFAULTS,
  type MotionDefinition,
  type MotionPlan,
  type MotionStyle,
} from './library/motion-plan.js';
export { MOTIONS, motionsOf } from './library/motions.js';
export {
  CHECK_CLIPS_DEFAULTS,
  type CheckClipsOptions,
  type ClipCheck,
  type ClipFinding,
  type ClipSummary,
  checkClips,
} from './measure/check-clips.js';
export { type MotionMetrics, type MotionMetricsOptions, measureMotion } from './measure/motion-metrics.js';
export {
  type BuildPhysicsBodyOptions,
  buildPhysicsBody,
  PHYSICS_BODY_DEFAULTS,
  type PhysicsBodyOptions,
} from './physics/build-physics-body.js';
export { type LoadPhysicsOptions, loadPhysics, type Physics } from './physics/load-physics.js';
export type { PhysicsBody } from './physics/physics-body.js';
export {
  TRACK_MOTION_DEFAULTS,
  type TrackedMotion,
  type TrackMotionOptions,
  trackMotion,
} from './physics/track-motion.js';
export {
  type OpenTrackingSession,
  openTrackingSession,
  type TrackingSession,
  type TrackingTask,
} from './physics/tracking-session.js';
export { WRITE_MJCF_DEFAULTS, type WriteMjcfOptions, writeMjcf } from './physics/write-mjcf.js';
export { type JointMatch, mapJointsByPlan, mapJointsByPosition } from './retarget/map-joints.js';
export {
  type JointMap,
  mapJointsByName,
  type RetargetOptions,
  retargetClip,
} from './retarget/retarget-clip.js';
export {
  type MatchBy,
  type RetargetedMotion,
  type RetargetMotionOptions,
  retargetMotion,
} from './retarget/retarget-motion.js';
export { blendPoses, sampleClip } from './sample-clip.js';
