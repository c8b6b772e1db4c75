/**
 * @file Bends a body along its length.
 */

import type { Actor } from './actor.js';
import { type Controls, rotateJoint } from './controls.js';

/** Turn of a joint to the left, upwards and about the body's length, radians. */
export type BodyBend = readonly [left: number, up: number, roll?: number];

/**
 * Turns every joint by what `curve` has at its place `s`: −1 the tail's tip, 0 the root, 1 the head. The tail's joints
 * turn the other way for the same curve, as they point backwards: a bend to the left of both halves is a C.
 */
export function bendBody(c: Controls, actor: Actor, curve: (s: number) => BodyBend): void {
  const { spine, neck, head, tail } = actor.plan;
  const fore = [...spine.slice(1), ...neck, head];
  for (const [i, j] of fore.entries()) {
    const [left, up, roll = 0] = curve((i + 0.5) / fore.length);
    rotateJoint(c, j, -up, left, roll);
  }
  for (const [i, j] of tail.entries()) {
    const [left, up, roll = 0] = curve(-(i + 0.5) / tail.length);
    rotateJoint(c, j, up, -left, -roll);
  }
}

/** How many joints bend. */
export const bendingJoints = ({ plan }: Actor): number =>
  plan.spine.length + plan.neck.length + plan.tail.length;

/** A joint's fair share of a bend: what turns a snake of 24 joints by a right angle is a twitch of a fish's. */
export const perJoint = (actor: Actor, angle: number): number => angle / bendingJoints(actor);
