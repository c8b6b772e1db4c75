/**
 * @file From controls to a pose: rotates the joints, moves the hips to where standing feet are in reach and the belly
 * clears the ground, solves the legs, and keeps the tail above the floor.
 */

import {
  add,
  cross,
  distance,
  lerp,
  normalize,
  rotate,
  scale,
  subtract,
  type Vec3,
} from '../../math/vector.js';
import type { PoseDraft } from '../animator.js';
import type { Actor, Leg, Probe, TrailingBone } from './actor.js';
import { type Controls, compose, FOOT, FOOT_CHANNELS } from './controls.js';

/** Straightest a standing leg may be, against the length of its bones. */
const STRAIGHTEST = 0.985;
/** Most folded, likewise: nearer to the hip than this, the direction of the knee is undetermined. */
const MOST_FOLDED = 0.32;
/** Rounds in which a leg and its foot agree. */
const ANKLE_PASSES = 4;
/** How far into its margin a joint goes before the limit is felt. */
const SOFT = 0.7;

/** Poses a body by its controls. `contact`: lay the body on the ground by its lowest point. */
export function applyControls(draft: PoseDraft, actor: Actor, controls: Controls, contact: boolean): void {
  const { rotations, shift } = controls;
  for (let j = 0; j < rotations.length / 3; j++) {
    if (actor.legJoints.has(j)) continue;
    const [x, y, z] = [0, 1, 2].map((k) => limited(actor, j * 3 + k, rotations[j * 3 + k]));
    if (x !== 0 || y !== 0 || z !== 0) draft.rotate(j, x, y, z);
  }
  for (const [i, leg] of actor.legs.entries()) {
    const swing = controls.feet[i * FOOT_CHANNELS + FOOT.shoulder];
    if (leg.shoulder >= 0 && swing !== 0) draft.rotate(leg.shoulder, swing, 0, 0);
  }
  draft.shift(shift[0], shift[1], shift[2]);
  if (!contact) {
    draft.shift(0, neededRise(draft, actor, controls), 0);
    if (actor.legs.length > 0) {
      const low = lowest(draft, actor.trunkProbes);
      if (low < 0) draft.shift(0, -low, 0);
    }
  }
  for (const [i, leg] of actor.legs.entries()) placeLeg(draft, actor, leg, numbersOf(controls, i), contact);
  if (contact) draft.shift(0, -lowest(draft, actor.probes), 0);
  for (const bone of actor.trailing) liftBone(draft, bone);
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
  for (const { joint, point } of probes) low = Math.min(low, draft.transformPoint(joint, point)[1]);
  return low;
}

const numbersOf = (controls: Controls, i: number) =>
  controls.feet.subarray(i * FOOT_CHANNELS, (i + 1) * FOOT_CHANNELS);

const share = (x: number) => Math.min(1, Math.max(0, x));

/** Where the foot goes: its place on the ground, its place on the body, or between. */
function footTarget(draft: PoseDraft, leg: Leg, foot: Float64Array, contact: boolean): Vec3 {
  const wanted = add(leg.foot, [foot[0], foot[1], foot[2]]);
  const carried = share(foot[FOOT.carried]);
  const follow = share(foot[FOOT.follow]);
  let placed = add(wanted, [foot[FOOT.groundX], 0, foot[FOOT.groundZ]]);
  if (carried === 0 && follow === 0) return placed;
  const attached = draft.transformPoint(leg.base, wanted);
  placed = lerp(placed, [attached[0], placed[1], attached[2]], follow);
  const target = lerp(placed, attached, carried);
  // Only what has fallen may have its feet anywhere: the ground is put under it afterwards.
  return contact ? target : [target[0], Math.max(target[1], leg.foot[1] + foot[FOOT.clear]), target[2]];
}

/** Rotation of a joint below the ankle: level in the world, or as the body lies. */
function footRotation(draft: PoseDraft, leg: Leg, foot: Float64Array, pitch: number): Vec3 {
  const carried = share(foot[FOOT.carried]);
  const body = carried > 0 ? draft.world(leg.base) : [0, 0, 0];
  const level: Vec3 = [0, foot[FOOT.yaw], 0];
  return compose(lerp(level, body as Vec3, carried), [pitch, 0, 0]);
}

/** Where the two long bones must reach to. */
function ankleTarget(draft: PoseDraft, actor: Actor, leg: Leg, foot: Float64Array): Vec3 {
  const target = footTarget(draft, leg, foot, false);
  if (actor.pointed) return target;
  const bone = subtract(draft.restPosition(leg.joints[2]), leg.foot);
  return add(target, rotate(footRotation(draft, leg, foot, foot[FOOT.ankle]), bone));
}

/** How far the body must rise, or come down (−), for its standing legs to be neither too straight nor too folded. */
function neededRise(draft: PoseDraft, actor: Actor, controls: Controls): number {
  let [drop, rise] = [0, 0];
  for (const [i, leg] of actor.legs.entries()) {
    const foot = numbersOf(controls, i);
    const standing = 1 - share(foot[FOOT.carried]);
    if (standing === 0) continue;
    const hip = draft.position(leg.joints[0]);
    const ankle = ankleTarget(draft, actor, leg, foot);
    const level = Math.hypot(hip[0] - ankle[0], hip[2] - ankle[2]);
    const height = (part: number) => Math.sqrt(Math.max(0, (part * leg.reach) ** 2 - level * level));
    drop = Math.max(drop, standing * (hip[1] - ankle[1] - height(STRAIGHTEST)));
    rise = Math.max(rise, standing * (ankle[1] + height(MOST_FOLDED) - hip[1]));
  }
  return drop > 0 ? -drop : rise;
}

function placeLeg(draft: PoseDraft, actor: Actor, leg: Leg, foot: Float64Array, contact: boolean): void {
  const [upper, lower, ankle, toes] = leg.joints;
  const target = footTarget(draft, leg, foot, contact);
  if (actor.pointed) {
    // The end of the leg curls the way the knee bends; the two long parts do the rest.
    const axis = kneeAxis(draft, leg);
    const curl = 0.6 * foot[FOOT.ankle] + (0.25 * foot[1]) / actor.unit;
    const limit = 0.75;
    draft.rotate(ankle, ...scale(axis, limit * Math.tanh(curl / limit)));
    draft.rotate(toes, ...scale(axis, 0.3 * Math.tanh(foot[FOOT.toes] + 0.5 * curl)));
    draft.reach(upper, lower, toes, target);
    return;
  }
  const bone = subtract(draft.restPosition(ankle), leg.foot);
  // A leg that walks on its toes comes down on its heel when it is folded; a frog sits on it already.
  const folded = Math.max(0, 0.8 - distance(draft.position(upper), target) / leg.reach);
  const sunk = actor.kind === 'biped' || actor.kind === 'frog' || actor.sprawls ? 0 : 1.2 * folded;
  let held = footRotation(draft, leg, foot, foot[FOOT.ankle] - sunk);
  for (let pass = 0; pass < ANKLE_PASSES; pass++) {
    draft.reach(upper, lower, ankle, add(target, rotate(held, bone)));
    // Where the ankle would have to bend too far, the foot gives way: it rotations about its toes.
    const shin = draft.world(lower);
    const local = compose(scale(shin, -1), held);
    const kept = local.map((x, k) => limited(actor, ankle * 3 + k, x)) as unknown as Vec3;
    if (distance(local, kept) < 0.02 && pass > 0) break;
    held = compose(shin, kept);
  }
  draft.setWorld(ankle, held);
  draft.setWorld(toes, footRotation(draft, leg, foot, foot[FOOT.toes]));
}

/** What the knee bends about, as it lies at rest. */
function kneeAxis(draft: PoseDraft, { joints }: Leg): Vec3 {
  const [hip, knee, end] = [0, 1, 2].map((k) => draft.restPosition(joints[k]));
  return normalize(cross(subtract(knee, hip), subtract(end, knee)));
}

/** Turns a bone up whose end would pass through the floor. */
function liftBone(draft: PoseDraft, { joint, tip, floor }: TrailingBone): void {
  const to = draft.transformPoint(joint, tip);
  if (to[1] >= floor) return;
  const from = draft.position(joint);
  const bone = subtract(to, from);
  const level = Math.hypot(bone[0], bone[2]);
  const wanted = Math.asin(Math.min(1, Math.max(-1, (floor - from[1]) / Math.max(1e-9, distance(from, to)))));
  const across: Vec3 = level > 0 ? [bone[2] / level, 0, -bone[0] / level] : [1, 0, 0];
  draft.rotateWorld(joint, scale(across, Math.atan2(bone[1], level) - wanted));
}
