/** @file The targets of foot-skate cleanup for each limb and for the root, by frame, and which contacts are released. */

import type { BodyMotion } from './body-motion.js';
import type { ClipContacts } from './contact-record.js';
import type { ContactScene } from './contact-scene.js';
import { coverFrames, findRuns } from './detect-contacts.js';
import type { ContactLimb } from './find-contact-limbs.js';
import { measureSole } from './measure-sole.js';
import { placeFootInto } from './solve-limb.js';

/** Targets of limbs and root, by frame of the period. */
export interface ContactPlan {
  /** Whether each limb touches. [L][P] */
  readonly held: readonly Uint8Array[];
  /** How high each limb must at least be while it does not touch, metres. [L][P] */
  readonly clear: readonly Float64Array[];
  /** Frames in which a foot rises to its clearance and comes down from it. */
  readonly ramp: number;
  /** How high each limb must be when it is clear of the ground; nothing where it cannot be lifted. [L] */
  readonly lifts: readonly number[];
  /** Displacements of the limbs: x, y, z. [L][3][P] */
  readonly moves: readonly (readonly Float64Array[])[];
  /** Rotations of the feet about +Y, radians. [L][P] */
  readonly rotations: readonly Float64Array[];
  /** Displacement of the root. [3][P] */
  readonly root: readonly Float64Array[];
  /** What the root takes beyond what the feet have in common: legs too short, a belly in the ground. [3][P] */
  readonly give: readonly Float64Array[];
  /** Where the foot of each limb is in the source: x, y, z. [L][3][F] */
  readonly paths: readonly (readonly Float64Array[])[];
  /** How high the lowest point of each limb is above the ground in the source. [L][F] */
  readonly lows: readonly Float64Array[];
  /** The largest acceleration of a foot in the source, metres per frame squared. */
  readonly usual: number;
  /** Travel per step, x and z. */
  readonly travel: readonly [number, number];
}

/** The settings of `cleanFootSkate` that a plan depends on. */
export interface PlanSettings {
  readonly clearance: number;
  readonly rootSmoothing: number;
  readonly slide: number;
}

export function createPlan(
  scene: ContactScene,
  limbs: readonly ContactLimb[],
  contacts: ClipContacts,
  { clearance, slide }: PlanSettings,
): ContactPlan {
  const { motion, period, loop, height, step } = scene;
  const { sources } = motion.anatomy;
  const zeros = () => [0, 1, 2].map(() => new Float64Array(period));
  const held = limbs.map(({ end }) => {
    const track = contacts.tracks.find(({ joint }) => joint === sources[end]);
    return track ? coverFrames(track.spans, scene) : new Uint8Array(period);
  });
  const paths = limbs.map((limb) => tracePath(motion, limb));
  const travel: [number, number] = [contacts.rootVelocity[0] * step, contacts.rootVelocity[2] * step];
  const usual = Math.max(
    LEAST_USUAL * height,
    ...paths.map(largestAcceleration),
    ...paths.map((path, l) => demandOfSteps(path, held[l], travel, loop)),
  );
  const ramp = Math.max(0, Math.ceil(Math.log2((clearance * height) / usual)));
  const lifts = limbs.map(({ stiff }) => (stiff && !(slide > 0) ? 0 : clearance * height));
  return {
    paths,
    lows: limbs.map((limb) => measureSole(limb, scene.positions, scene.ground, height).lows),
    usual,
    held,
    clear: held.map((touching, l) => planSwings(touching, ramp, lifts[l], loop)),
    ramp,
    lifts,
    moves: limbs.map(zeros),
    rotations: limbs.map(() => new Float64Array(period)),
    root: zeros(),
    give: zeros(),
    travel,
  };
}

/** Accelerations below this are nothing unusual anywhere, heights per frame squared. */
const LEAST_USUAL = 0.002;

/** The path of a limb's foot. [3][F] */
function tracePath({ frames }: BodyMotion, limb: ContactLimb): Float64Array[] {
  const path = [0, 1, 2].map(() => new Float64Array(frames.length));
  const place = new Float64Array(3);
  for (const [f, { body }] of frames.entries()) {
    placeFootInto(place, limb, body);
    for (let k = 0; k < 3; k++) path[k][f] = place[k];
  }
  return path;
}

function largestAcceleration([x, y, z]: readonly Float64Array[]): number {
  let most = 0;
  for (let f = 1; f + 1 < x.length; f++) {
    const second = (axis: Float64Array) => axis[f - 1] - 2 * axis[f] + axis[f + 1];
    most = Math.max(most, Math.hypot(second(x), second(y), second(z)));
  }
  return most;
}

/**
 * The least acceleration that takes a foot from where it stands to where it will stand in the time between, along the
 * ground: speeding up for half of it and slowing down for the other. Metres per frame squared.
 */
function demandOfSteps(
  path: readonly Float64Array[],
  held: Uint8Array,
  [tx, tz]: readonly [number, number],
  loop: boolean,
): number {
  const period = held.length;
  let most = 0;
  for (const { start, length } of findRuns(held, 0, loop)) {
    if (length === period || (!loop && (start === 0 || start + length === period))) continue;
    const [a, b] = [start - 1, start + length];
    const way = (axis: Float64Array, travel: number) => {
      const gain = loop && axis.length > period ? axis[period] - axis[0] : 0;
      const place = (f: number) => axis[((f % period) + period) % period] + gain * Math.floor(f / period);
      return place(b) - place(a) + travel * (b - a);
    };
    most = Math.max(most, (4 * Math.hypot(way(path[0], tx), way(path[2], tz))) / (b - a + 1) ** 2);
  }
  return most;
}

/** The least jolt that the steps of a plan demand: half of their acceleration, metres. */
export function measureDemand(
  { paths, moves, held, travel }: ContactPlan,
  { period, loop }: ContactScene,
): number {
  const demands = paths.map((path, l) => {
    const moved = path.map((axis, k) => axis.map((x, f) => x + moves[l][k][f % period]));
    return demandOfSteps(moved, held[l], travel, loop);
  });
  return Math.max(0, ...demands) / 2;
}

/** The share of a swing in which a foot rises and comes down, at most. */
const RAMP = 0.25;

/** How high a limb must at least be between its contacts. [P] */
function planSwings(held: Uint8Array, most: number, clearance: number, loop: boolean): Float64Array {
  const period = held.length;
  const clear = new Float64Array(period);
  for (const { start, length } of findRuns(held, 0, loop)) {
    const ramp = Math.min(most, Math.round(RAMP * length));
    const opens = loop ? length < period : start > 0;
    const closes = loop ? length < period : start + length < period;
    for (let i = 0; i < length; i++) {
      const from = opens ? i : Infinity;
      const to = closes ? length - 1 - i : Infinity;
      const u = Math.min(1, (Math.min(from, to) + 1) / (ramp + 1));
      clear[(start + i) % period] = clearance * u * u * (3 - 2 * u);
    }
  }
  return clear;
}

/** Contacts are released where the foot is further from its target than this, over the height. */
const OUT_OF_REACH = 0.015;

/** Shortens contacts from both ends where the foot is out of reach. */
export function releaseMissedContacts(
  plan: ContactPlan,
  { period, loop, height }: ContactScene,
  misses: readonly (readonly Float64Array[])[],
): void {
  for (const [l, held] of plan.held.entries()) {
    const [x, y, z] = misses[l];
    const away = (f: number) => Math.hypot(x[f], y[f], z[f]) > OUT_OF_REACH * height;
    let changed = false;
    for (const { start, length } of findRuns(held, 1, loop)) {
      let [first, last] = [0, length - 1];
      while (first <= last && away((start + first) % period)) held[(start + first++) % period] = 0;
      while (last >= first && away((start + last) % period)) held[(start + last--) % period] = 0;
      changed ||= first > 0 || last < length - 1;
    }
    if (changed) plan.clear[l].set(planSwings(held, plan.ramp, plan.lifts[l], loop));
  }
}
