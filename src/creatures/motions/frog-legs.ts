/**
 * @file The hind leg that unfolds from its Z until thigh, shank and ankle are one line: where it reaches, how a foot hangs
 * from it, and where the hips are when it has become long over standing feet.
 */

import { add, distance, lerp, normalize, rotate, scale, subtract, type Vec3 } from '../../math/vector.js';
import type { Actor, Leg } from './actor.js';
import { adjustFoot, type Controls, FOOT, moveFoot, rotateJoint } from './controls.js';

/** Pitch of the ankle that brings it in line with a hind leg stretched backwards, radians. */
export const IN_LINE = 2.4;

const placeOf = ({ skeleton: { rest } }: Actor, j: number): Vec3 => [
  rest[j * 3],
  rest[j * 3 + 1],
  rest[j * 3 + 2],
];

export const isHind = (leg: Leg) => leg.row > 0;

/** Swells the throat. */
export function swellThroat(c: Controls, { skeleton, loose }: Actor, amount: number): void {
  for (const joint of loose)
    if (skeleton.names[joint].endsWith('Throat')) rotateJoint(c, joint, amount, 0, 0);
}

/** Length of a leg from hip to foot, straight. */
const lengthOf = (actor: Actor, { joints, reach, foot }: Leg): number =>
  reach + distance(placeOf(actor, joints[2]), foot);

/** Length of a hind leg: what frogs are measured in here, about as long as the body. */
export const hindLength = (actor: Actor): number => lengthOf(actor, actor.legs[actor.legs.length - 1]);

/** Where the ankle is when its leg points that way, so much of it stretched. */
export const reachOut = (actor: Actor, leg: Leg, way: Vec3, share: number): Vec3 =>
  add(placeOf(actor, leg.joints[0]), scale(normalize(way), share * leg.reach));

export interface Hold {
  /** Where the ankle goes, and how much of the way it is. */
  readonly end: Vec3;
  readonly amount: number;
  /** Pitch of the ankle, and of the foot where it is another. */
  readonly pitch: number;
  readonly toes?: number;
  /** Moves the foot on from there. */
  readonly aside?: Vec3;
}

/**
 * Hangs a foot from the body. The ankle goes straight to its place and the foot is wherever that brings it: where feet
 * went straight instead, ankles rose half-way and knees with them, over the back.
 */
export function hang(c: Controls, actor: Actor, i: number, on: number, hold: Hold): void {
  const leg = actor.legs[i];
  const ankle = placeOf(actor, leg.joints[2]);
  const pitch = on * hold.pitch;
  const at = lerp(ankle, hold.end, on * hold.amount);
  const foot = subtract(at, rotate([pitch, 0, 0], subtract(ankle, leg.foot)));
  const [x, y, z] = subtract(foot, leg.foot);
  const [dx, dy, dz] = hold.aside ?? [0, 0, 0];
  adjustFoot(c, i, FOOT.carried, on);
  moveFoot(c, i, x + on * dx, y + on * dy, z + on * dz);
  adjustFoot(c, i, FOOT.ankle, pitch);
  adjustFoot(c, i, FOOT.toes, on * (hold.toes ?? hold.pitch));
}

/** How far the hips are from their place at rest, up and forward, when the legs are long over standing feet. */
export function takeoff(actor: Actor, angle: number, share: number, heel: number): { y: number; z: number } {
  const leg = actor.legs[actor.legs.length - 1];
  const hip = placeOf(actor, leg.joints[0]);
  const ankle = add(leg.foot, rotate([heel, 0, 0], subtract(placeOf(actor, leg.joints[2]), leg.foot)));
  const long = share * leg.reach;
  const run = Math.sqrt(Math.max(0.1 * long * long, long * long - (hip[0] - ankle[0]) ** 2));
  return {
    y: Math.max(0, ankle[1] + run * Math.sin(angle) - hip[1]),
    z: Math.max(0, ankle[2] + run * Math.cos(angle) - hip[2]),
  };
}
