/**
 * @file The animation controls of a body: every joint's rotation, the root's displacement and every foot's target, in one
 * flat array. Layers of a motion add to it, so a walk, a look and a tail wag are independent functions, and postures
 * are blended by blending the numbers.
 */

import type { Rng } from '../../base/rng.js';
import { expRotationInto, logRotationInto, multiplyQuaternionInto } from '../../math/quaternion.js';
import type { Vec3 } from '../../math/vector.js';
import type { Actor } from './actor.js';

/** Numbers of one foot, see `FOOT`. */
export const FOOT_CHANNELS = 12;

/** Indices of a foot's numbers. */
export const FOOT = {
  /** Displacement from where it stands at rest, metres: x, y, z. */
  offset: 0,
  /** Pitch of the ankle and of the foot, radians; + lowers the toes. */
  ankle: 3,
  toes: 4,
  /** Heading of the foot, radians. */
  yaw: 5,
  /** 0: its target is fixed in the world; 1: it moves with the body. */
  carried: 6,
  /** Rotation of the shoulder blade, radians. */
  shoulder: 7,
  /** Displacement of the target in the world only, metres: x and z. */
  groundX: 8,
  groundZ: 9,
  /** How much of the root's displacement over the ground the target follows, 0 to 1. */
  follow: 10,
  /** Least height over the ground of a foot that moves with the body, metres. */
  clear: 11,
} as const;

export interface Controls {
  readonly values: Float64Array;
  /** Rotation vectors in character axes. [J, 3] */
  readonly rotations: Float64Array;
  /** Displacement of the root, metres. [3] */
  readonly shift: Float64Array;
  /** [legs, FOOT_CHANNELS] */
  readonly feet: Float64Array;
}

/** Adds to the controls at a moment of a motion; `t` runs from 0 to 1. */
export type Layer = (controls: Controls, t: number) => void;

export interface Motion {
  readonly name: string;
  readonly seconds: number;
  readonly loop: boolean;
  /** Of a gait: how often its cycle comes round. */
  readonly cycles?: number;
  /** Whether the whole body rests on the ground by its lowest point, whatever the root does. */
  readonly contact?: boolean;
  readonly layers: readonly Layer[];
}

/** Draws one motion for a body. */
export type Action = (actor: Actor, rng: Rng) => Motion;

/** The joints of the spine above the root. */
export const trunk = (actor: Actor): readonly number[] => actor.plan.spine.slice(1);

export function createControls(actor: Actor): Controls {
  const rotationCount = actor.skeleton.parents.length * 3;
  const values = new Float64Array(rotationCount + 3 + actor.legs.length * FOOT_CHANNELS);
  return {
    values,
    rotations: values.subarray(0, rotationCount),
    shift: values.subarray(rotationCount, rotationCount + 3),
    feet: values.subarray(rotationCount + 3),
  };
}

/** Adds a rotation vector to one joint. */
export function rotateJoint({ rotations }: Controls, joint: number, x: number, y: number, z: number): void {
  if (joint < 0) return;
  rotations[joint * 3] += x;
  rotations[joint * 3 + 1] += y;
  rotations[joint * 3 + 2] += z;
}

/** Turns the head, by neck and head together; a neck of many joints goes further. */
export function turnHead(controls: Controls, actor: Actor, x: number, y: number, z: number): void {
  const { neck, head } = actor.plan;
  bend(controls, [...neck, head], x, y, z, 0.4 * (neck.length + 2));
}

/** Adds a rotation to a chain of joints in equal shares. */
export function bend(
  controls: Controls,
  joints: readonly number[],
  x: number,
  y: number,
  z: number,
  amount = 1,
): void {
  const share = amount / Math.max(1, joints.length);
  for (const j of joints) rotateJoint(controls, j, share * x, share * y, share * z);
}

export function shift({ shift: s }: Controls, x: number, y: number, z: number): void {
  s[0] += x;
  s[1] += y;
  s[2] += z;
}

/** Adds to one number of a foot. */
export function adjustFoot({ feet }: Controls, leg: number, channel: number, amount: number): void {
  feet[leg * FOOT_CHANNELS + channel] += amount;
}

/** Moves a foot. */
export function moveFoot({ feet }: Controls, leg: number, x: number, y: number, z: number): void {
  const at = leg * FOOT_CHANNELS;
  feet[at] += x;
  feet[at + 1] += y;
  feet[at + 2] += z;
}

/** One rotation vector for rotations applied one after the other, each in the axes left by those before. */
export function compose(...rotations: readonly Vec3[]): Vec3 {
  const q = [0, 0, 0, 1];
  const r = [0, 0, 0, 0];
  for (const rotation of rotations) {
    expRotationInto(r, 0, rotation, 0);
    multiplyQuaternionInto(q, 0, q, 0, r, 0);
  }
  const out: [number, number, number] = [0, 0, 0];
  logRotationInto(out, 0, q, 0);
  return out;
}
