/**
 * @file The strings of the puppet: every joint's rotation, where the root is and where each foot goes, in one flat
 * array. Layers of a motion add to it, so a walk, a look and a wave of the tail are three functions that know
 * nothing of each other; postures are blended by blending the numbers.
 */

import type { Rng } from '../../base/rng.js';
import { expRotationInto, logRotationInto, multiplyQuaternionInto } from '../../math/quaternion.js';
import type { Vec3 } from '../../math/vector.js';
import type { Actor } from './actor.js';

/** Numbers of one foot, see `FOOT`. */
export const FOOT_CHANNELS = 12;

/** Places of a foot's numbers. */
export const FOOT = {
  /** Displacement from where it stands at rest, metres: x, y, z. */
  offset: 0,
  /** Pitch of the ankle and of the foot, radians; + lowers the toes. */
  ankle: 3,
  toes: 4,
  /** Heading of the foot, radians. */
  yaw: 5,
  /** 0: it stands in the world; 1: it hangs from the body. */
  carried: 6,
  /** Turn of the shoulder blade, radians. */
  shoulder: 7,
  /** Displacement of the place in the world only, metres: x and z. */
  groundX: 8,
  groundZ: 9,
  /** How much of the way that the body carries its root over the ground the place goes along, 0 to 1. */
  follow: 10,
  /** Least height over the ground of a foot that hangs from the body, metres. */
  clear: 11,
} as const;

export interface Controls {
  readonly values: Float64Array;
  /** Rotation vectors in character axes. [J, 3] */
  readonly turns: Float64Array;
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
export type Act = (actor: Actor, rng: Rng) => Motion;

/** The joints of the spine above the root. */
export const trunk = (actor: Actor): readonly number[] => actor.plan.spine.slice(1);

export function createControls(actor: Actor): Controls {
  const turnCount = actor.skeleton.parents.length * 3;
  const values = new Float64Array(turnCount + 3 + actor.legs.length * FOOT_CHANNELS);
  return {
    values,
    turns: values.subarray(0, turnCount),
    shift: values.subarray(turnCount, turnCount + 3),
    feet: values.subarray(turnCount + 3),
  };
}

/** Adds a rotation vector to one joint. */
export function turn({ turns }: Controls, joint: number, x: number, y: number, z: number): void {
  if (joint < 0) return;
  turns[joint * 3] += x;
  turns[joint * 3 + 1] += y;
  turns[joint * 3 + 2] += z;
}

/** Turns the face by the neck and the head together; a neck of many joints goes further. */
export function face(controls: Controls, actor: Actor, x: number, y: number, z: number): void {
  const { neck, head } = actor.plan;
  bend(controls, [...neck, head], x, y, z, 0.4 * (neck.length + 2));
}

/** Adds a rotation to a run of joints in equal shares. */
export function bend(
  controls: Controls,
  joints: readonly number[],
  x: number,
  y: number,
  z: number,
  amount = 1,
): void {
  const share = amount / Math.max(1, joints.length);
  for (const j of joints) turn(controls, j, share * x, share * y, share * z);
}

export function shift({ shift: s }: Controls, x: number, y: number, z: number): void {
  s[0] += x;
  s[1] += y;
  s[2] += z;
}

/** Adds to one number of a foot. */
export function steer({ feet }: Controls, leg: number, channel: number, amount: number): void {
  feet[leg * FOOT_CHANNELS + channel] += amount;
}

/** Moves a foot. */
export function step({ feet }: Controls, leg: number, x: number, y: number, z: number): void {
  const at = leg * FOOT_CHANNELS;
  feet[at] += x;
  feet[at + 1] += y;
  feet[at + 2] += z;
}

/** One rotation vector for turns done one after the other, each in the axes that the ones before left. */
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
