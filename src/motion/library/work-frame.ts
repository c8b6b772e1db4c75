/** @file A frame while it is being posed: local rotations, where joints are, and what the ground asked for so far. */

import type { Vec3 } from '../../math/vector.js';
import {
  createJointGlobals,
  type JointGlobals,
  poseJointsInto,
} from '../../rig/kinematics/forward-kinematics.js';
import type { Pose } from '../../rig/rig-records.js';
import type { EnvelopeOptions } from './envelope.js';
import type { MotionBody } from './motion-body.js';
import type { GroundPlace, MotionFrame } from './motion-frame.js';

/** Options of `poseFrames`. */
export interface PoseFramesOptions extends EnvelopeOptions {
  /** Whether the body stands: swimmers and fliers have no ground. */
  readonly grounded: boolean;
  /** Height over the ground that all but feet and what rests there keep, metres. */
  readonly clearance: number;
  /** What joints of legs that swing may turn by from frame to frame, radians. */
  readonly most: number;
}

export interface WorkFrame extends JointGlobals {
  readonly frame: MotionFrame;
  /** Local rotations. [J, 4] */
  readonly locals: Float64Array;
  readonly offsets: Float64Array;
  /** Displacement of the root, metres. */
  readonly root: Float64Array;
  /** What feet are raised by, and moved along the ground in the axes of their prints. [legs], [legs, 2] */
  readonly raises: Float64Array;
  readonly slides: Float64Array;
  /** What the ground asks of the rest: a higher trunk, metres; raised head, tail and wings, arms held out, radians. */
  lift: number;
  tail: number;
  head: number;
  readonly arms: Float64Array;
  readonly wings: Float64Array;
}

export function createWorkFrame({ skeleton, legs, arms, wings }: MotionBody, frame: MotionFrame): WorkFrame {
  const count = skeleton.parents.length;
  return {
    frame,
    locals: new Float64Array(count * 4),
    offsets: new Float64Array(count * 3),
    root: new Float64Array(3),
    ...createJointGlobals(count),
    raises: new Float64Array(legs.length),
    slides: new Float64Array(legs.length * 2),
    lift: 0,
    tail: 0,
    head: 0,
    arms: new Float64Array(arms.length),
    wings: new Float64Array(wings.length),
  };
}

/** A point of the resting body taken along a path. */
export function onPath({ x, z, yaw }: GroundPlace, [px, py, pz]: Vec3): Vec3 {
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
  return [x + c * px + s * pz, py, z + c * pz - s * px];
}

/** Global positions and rotations of all joints. */
export function placeJoints({ skeleton }: MotionBody, work: WorkFrame): void {
  poseJointsInto(work, skeleton, { rotations: work.locals, root: work.root, offsets: work.offsets });
}

/** The pose of a frame. */
export function toPose({ locals, offsets, root }: WorkFrame): Pose {
  const moves = offsets.some((x) => x !== 0);
  return {
    rotations: Float32Array.from(locals),
    root: Float32Array.from(root),
    ...(moves && { offsets: Float32Array.from(offsets) }),
  };
}
