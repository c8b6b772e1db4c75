/**
 * @file From controls to a pose: turn the joints, bring the hips to where the standing feet can be reached and the
 * belly clears the ground, put the feet in their places, keep the tail out of the floor.
 */

import type { PoseDraft } from '../animator.js';
import { add, distance, mix, rotate, scale, subtract, type Vec3 } from '../vector.js';
import type { Actor, Leg, Probe } from './actor.js';
import { type Controls, compose, FOOT, FOOT_CHANNELS } from './controls.js';

/** Straightest a standing leg may be, against the length of its bones. */
const STRAIGHTEST = 0.985;
/** How far into its margin a joint goes before the limit is felt. */
const SOFT = 0.7;

/** Draws the pose that the controls ask for. `contact`: lay the body on the ground by its lowest point. */
export function strikePose(draft: PoseDraft, actor: Actor, controls: Controls, contact: boolean): void {
  const { turns, shift } = controls;
  for (let j = 0; j < turns.length / 3; j++) {
    if (actor.legJoints.has(j)) continue;
    const [x, y, z] = [0, 1, 2].map((k) => limited(actor, j * 3 + k, turns[j * 3 + k]));
    if (x !== 0 || y !== 0 || z !== 0) draft.turn(j, x, y, z);
  }
  for (const [i, leg] of actor.legs.entries()) {
    const swing = controls.feet[i * FOOT_CHANNELS + FOOT.shoulder];
    if (leg.shoulder >= 0 && swing !== 0) draft.turn(leg.shoulder, swing, 0, 0);
  }
  draft.shift(shift[0], shift[1], shift[2]);
  if (!contact) {
    const drop = neededDrop(draft, actor, controls);
    if (drop > 0) draft.shift(0, -drop, 0);
    if (actor.legs.length > 0) {
      const low = lowest(draft, actor.trunkProbes);
      if (low < 0) draft.shift(0, -low, 0);
    }
  }
  for (const [i, leg] of actor.legs.entries()) placeLeg(draft, actor, leg, controls, i);
  if (contact) draft.shift(0, -lowest(draft, actor.probes), 0);
  else liftTail(draft, actor);
}

/** A rotation that slows down as it comes near its limit and never passes it. */
function limited({ limits }: Actor, k: number, x: number): number {
  const bound = x < 0 ? -limits.lower[k] : limits.upper[k];
  const size = Math.abs(x);
  const start = SOFT * Math.max(0, bound);
  if (size <= start) return x;
  const room = Math.max(1e-6, bound - start);
  return Math.sign(x) * (start + room * Math.tanh((size - start) / room));
}

function lowest(draft: PoseDraft, probes: readonly Probe[]): number {
  let low = Infinity;
  for (const { joint, point } of probes) low = Math.min(low, draft.carry(joint, point)[1]);
  return low;
}

const numbersOf = (controls: Controls, i: number) =>
  controls.feet.subarray(i * FOOT_CHANNELS, (i + 1) * FOOT_CHANNELS);

/** Where the foot goes: its place in the world, its place on the body, or between. */
function footTarget(draft: PoseDraft, leg: Leg, foot: Float64Array): Vec3 {
  const wanted = add(leg.foot, [foot[0], foot[1], foot[2]]);
  const placed = add(wanted, [foot[FOOT.groundX], 0, foot[FOOT.groundZ]]);
  const carried = Math.min(1, Math.max(0, foot[FOOT.carried]));
  return carried === 0 ? placed : mix(placed, draft.carry(leg.base, wanted), carried);
}

/** Rotation of a joint below the ankle: level in the world, or as the body lies. */
function footRotation(draft: PoseDraft, leg: Leg, foot: Float64Array, pitch: number): Vec3 {
  const carried = Math.min(1, Math.max(0, foot[FOOT.carried]));
  const body = carried > 0 ? draft.world(leg.base) : [0, 0, 0];
  const level: Vec3 = [0, foot[FOOT.yaw], 0];
  return compose(mix(level, body as Vec3, carried), [pitch, 0, 0]);
}

/** Where the two long bones must reach to. */
function ankleTarget(draft: PoseDraft, actor: Actor, leg: Leg, foot: Float64Array, pitch: number): Vec3 {
  const target = footTarget(draft, leg, foot);
  if (actor.sprawls) return target;
  const bone = subtract(draft.restPosition(leg.joints[2]), draft.restPosition(leg.joints[3]));
  return add(target, rotate(footRotation(draft, leg, foot, pitch), bone));
}

/** How far the body must come down for its standing feet to be reached. */
function neededDrop(draft: PoseDraft, actor: Actor, controls: Controls): number {
  let drop = 0;
  for (const [i, leg] of actor.legs.entries()) {
    const foot = numbersOf(controls, i);
    const standing = 1 - Math.min(1, Math.max(0, foot[FOOT.carried]));
    if (standing === 0) continue;
    const hip = draft.position(leg.joints[0]);
    const ankle = ankleTarget(draft, actor, leg, foot, foot[FOOT.ankle]);
    const reach = STRAIGHTEST * leg.reach;
    const level = Math.hypot(hip[0] - ankle[0], hip[2] - ankle[2]);
    const high = Math.sqrt(Math.max(0, reach * reach - level * level));
    drop = Math.max(drop, standing * (hip[1] - ankle[1] - high));
  }
  return drop;
}

function placeLeg(draft: PoseDraft, actor: Actor, leg: Leg, controls: Controls, i: number): void {
  const foot = numbersOf(controls, i);
  const [upper, lower, ankle, toes] = leg.joints;
  if (actor.sprawls) {
    draft.reach(upper, lower, toes, footTarget(draft, leg, foot));
    return;
  }
  let pitch = foot[FOOT.ankle];
  let target = ankleTarget(draft, actor, leg, foot, pitch);
  // A leg that walks on its toes sinks on its heel when it is folded.
  const hip = draft.position(upper);
  const heel = draft.restPosition(ankle)[2] < leg.foot[2] - 0.05 * actor.unit;
  const folded = 0.8 - distance(hip, target) / leg.reach;
  if (heel && folded > 0 && actor.kind !== 'biped') {
    pitch -= 1.2 * folded;
    target = ankleTarget(draft, actor, leg, foot, pitch);
  }
  draft.reach(upper, lower, ankle, target);
  draft.setWorld(ankle, footRotation(draft, leg, foot, pitch));
  draft.setWorld(toes, footRotation(draft, leg, foot, foot[FOOT.toes]));
}

/** Turns up the joints of a tail that would pass through the floor. */
function liftTail(draft: PoseDraft, actor: Actor): void {
  const { tail } = actor.plan;
  if (actor.legs.length === 0 || tail.length < 3) return;
  for (let k = 0; k + 1 < tail.length; k++) {
    const from = draft.position(tail[k]);
    const to = draft.position(tail[k + 1]);
    const floor = 0.5 * Math.min(draft.restPosition(tail[k + 1])[1], 0.2 * actor.unit);
    if (to[1] >= floor) continue;
    const bone = subtract(to, from);
    const level = Math.hypot(bone[0], bone[2]);
    const length = distance(from, to);
    const wanted = Math.asin(Math.min(1, Math.max(-1, (floor - from[1]) / length)));
    const now = Math.atan2(bone[1], level);
    const across: Vec3 = level > 0 ? [bone[2] / level, 0, -bone[0] / level] : [1, 0, 0];
    draft.turnWorld(tail[k], scale(across, -(wanted - now)));
  }
}
