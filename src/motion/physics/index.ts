/** @file Physics tracking: rigs as articulated bodies, motion simulated under gravity. */

export {
  type BuildPhysicsBodyOptions,
  buildPhysicsBody,
  PHYSICS_BODY_DEFAULTS,
  type PhysicsBodyOptions,
} from './build-physics-body.js';
export type { SimulatedMotion, TrackingSettings } from './follow-reference.js';
export { type LoadPhysicsOptions, loadPhysics, type Physics } from './load-physics.js';
export type { PhysicsBody, SegmentShape } from './physics-body.js';
export {
  TRACK_MOTION_DEFAULTS,
  type TrackedMotion,
  type TrackMotionOptions,
  trackMotion,
} from './track-motion.js';
export {
  type OpenTrackingSession,
  openTrackingSession,
  type TrackingSession,
  type TrackingTask,
} from './tracking-session.js';
export { WRITE_MJCF_DEFAULTS, type WriteMjcfOptions, writeMjcf } from './write-mjcf.js';
