/**
 * @file One moment of a motion in terms of a body plan: where the body is on its path, how the trunk is held, how
 * joints turn, where the feet are, how arms and wings are carried. Layers add to it, so a walk, a look and a tail wag are
 * independent functions. `poseFrames` turns frames into poses.
 */

import type { MotionBody } from './motion-body.js';

/** A place on the ground and a heading there. */
export interface GroundPlace {
  x: number;
  z: number;
  yaw: number;
}

/** What a foot does. Its home is where it stands at rest. */
export interface FootControl {
  /** The place on the path that its home is taken along to: constant while it stands. */
  readonly print: GroundPlace;
  /** Displacement from home, metres, in the axes of the print. */
  x: number;
  y: number;
  z: number;
  /** Rotation of the foot about the ball (+, toes down) or the heel (−), radians. */
  pitch: number;
  /** How much the toes lie flat in the world while the foot is pitched, 0 to 1. */
  toes: number;
  /** 0: flat in the world; 1: loose, in line with the leg as at rest. */
  loose: number;
  /** 0: held in the world; 1: carried with the body. */
  carried: number;
}

/** How an arm is held against how it is carried, radians: forward, outward, elbow bent, turned inward, forearm raised. */
export interface ArmControl {
  swing: number;
  spread: number;
  bend: number;
  cross: number;
  lift: number;
}

/** How a wing is held against rest, radians: up, back, leading edge down; 0 to 1 folded; tips bent up; 0 to 1 spread. */
export interface WingControl {
  raise: number;
  sweep: number;
  twist: number;
  fold: number;
  curl: number;
  open: number;
}

/** One moment of a motion, in terms of a body plan. */
export interface MotionFrame {
  /** Where the body is. */
  readonly path: GroundPlace;
  /** Displacement of the trunk from where it rests over its place on the path, metres: left, up, forward. [3] */
  readonly shift: Float64Array;
  /** Rotation of the trunk about the middle of the hips, radians: nose down, to the left, left side up. [3] */
  readonly lean: Float64Array;
  /** Rotation vectors of joints in the body's axes. [J, 3] */
  readonly rotations: Float64Array;
  readonly feet: readonly FootControl[];
  readonly arms: readonly ArmControl[];
  readonly wings: readonly WingControl[];
  /** How far the trunk dips below what its legs allow, metres: its knees bend for it. */
  dip: number;
  /** How much the body lies on the ground by its lowest point, 0 to 1. */
  lying: number;
}

/** Adds to a frame; `t` runs from 0 to 1 over the motion. */
export type MotionLayer = (frame: MotionFrame, t: number) => void;

export function createMotionFrame(body: MotionBody): MotionFrame {
  return {
    path: { x: 0, z: 0, yaw: 0 },
    shift: new Float64Array(3),
    lean: new Float64Array(3),
    rotations: new Float64Array(body.skeleton.parents.length * 3),
    feet: body.legs.map(() => ({
      print: { x: 0, z: 0, yaw: 0 },
      x: 0,
      y: 0,
      z: 0,
      pitch: 0,
      toes: 0,
      loose: 0,
      carried: 0,
    })),
    arms: body.arms.map(() => ({ swing: 0, spread: 0, bend: 0, cross: 0, lift: 0 })),
    wings: body.wings.map(() => ({ raise: 0, sweep: 0, twist: 0, fold: 0, curl: 0, open: 0 })),
    dip: 0,
    lying: 0,
  };
}

/** Adds a rotation vector to a joint: nose down, to the left, left side up. */
export function turnJoint({ rotations }: MotionFrame, joint: number, x: number, y = 0, z = 0): void {
  if (joint < 0) return;
  rotations[joint * 3] += x;
  rotations[joint * 3 + 1] += y;
  rotations[joint * 3 + 2] += z;
}

/** Adds a rotation to a chain of joints in equal shares. */
export function bendChain(frame: MotionFrame, joints: readonly number[], x: number, y = 0, z = 0): void {
  const share = 1 / Math.max(1, joints.length);
  for (const j of joints) turnJoint(frame, j, share * x, share * y, share * z);
}

/** The spine above the pelvis: what bends between the hips and the chest. */
export const backOf = ({ plan }: MotionBody): readonly number[] => plan.spine.filter((j) => j > 0);

/** Turns the head, by neck and head together. */
export function turnHead(frame: MotionFrame, { plan }: MotionBody, x: number, y = 0, z = 0): void {
  bendChain(frame, plan.head >= 0 ? [...plan.neck, plan.head] : plan.neck, x, y, z);
}

export function shiftTrunk({ shift }: MotionFrame, x: number, y: number, z: number): void {
  shift[0] += x;
  shift[1] += y;
  shift[2] += z;
}

export function leanTrunk({ lean }: MotionFrame, pitch: number, yaw = 0, roll = 0): void {
  lean[0] += pitch;
  lean[1] += yaw;
  lean[2] += roll;
}
