/** @file What cleaning contacts asks of each limb and of the root, frame by frame, and when it lets go. */

import type { ClipContacts } from './contact-record.js';
import type { ContactStage } from './contact-stage.js';
import { coverFrames, findRuns } from './detect-contacts.js';
import type { ContactLimb } from './find-contact-limbs.js';

/** Where limbs and root shall go, by frame of the period. */
export interface ContactPlan {
  /** Whether each limb touches. [L][P] */
  readonly held: readonly Uint8Array[];
  /** The same with the frames of rising and coming down, in which a foot moves only up and down. [L][P] */
  readonly still: readonly Uint8Array[];
  /** How high each limb must at least be while it does not touch, metres. [L][P] */
  readonly clear: readonly Float64Array[];
  /** How high each limb must be when it is clear of the ground; nothing where it cannot be lifted. [L] */
  readonly lifts: readonly number[];
  /** Displacements of the limbs: x, y, z. [L][3][P] */
  readonly moves: readonly (readonly Float64Array[])[];
  /** Turns of the feet about +Y, radians. [L][P] */
  readonly turns: readonly Float64Array[];
  /** Displacement of the root. [3][P] */
  readonly root: readonly Float64Array[];
  /** What the root takes beyond what the feet have in common: legs too short, a belly in the ground. [3][P] */
  readonly give: readonly Float64Array[];
  /** Travel per step, x and z. */
  readonly travel: readonly [number, number];
}

/** The settings of `cleanContacts` that a plan is made by. */
export interface PlanSettings {
  readonly clearance: number;
  readonly rise: number;
  readonly rootSmoothing: number;
  readonly slide: number;
}

export function createPlan(
  stage: ContactStage,
  limbs: readonly ContactLimb[],
  contacts: ClipContacts,
  { clearance, rise, slide }: PlanSettings,
): ContactPlan {
  const { motion, period, loop, height, step } = stage;
  const { sources } = motion.anatomy;
  const zeros = () => [0, 1, 2].map(() => new Float64Array(period));
  const held = limbs.map(({ end }) => {
    const track = contacts.tracks.find(({ joint }) => joint === sources[end]);
    return track ? coverFrames(track.spans, stage) : new Uint8Array(period);
  });
  const frames = Math.max(0, Math.round(rise / step));
  const lifts = limbs.map(({ stiff }) => (stiff && !(slide > 0) ? 0 : clearance * height));
  const ramps = held.map((touching, l) => planSwings(touching, frames, lifts[l], loop));
  return {
    held,
    still: ramps.map(({ still }) => still),
    clear: ramps.map(({ clear }) => clear),
    lifts,
    moves: limbs.map(zeros),
    turns: limbs.map(() => new Float64Array(period)),
    root: zeros(),
    give: zeros(),
    travel: [contacts.travel[0] * step, contacts.travel[2] * step],
  };
}

/** How high a limb must be between its contacts, and for how long it only rises or comes down. */
function planSwings(held: Uint8Array, rise: number, clearance: number, loop: boolean) {
  const period = held.length;
  const still = held.slice();
  const clear = new Float64Array(period);
  for (const { start, length } of findRuns(held, 0, loop)) {
    const ramp = Math.min(rise, Math.floor((length - 1) / 3));
    const opens = loop ? length < period : start > 0;
    const closes = loop ? length < period : start + length < period;
    for (let i = 0; i < length; i++) {
      const f = (start + i) % period;
      const from = opens ? i : Infinity;
      const to = closes ? length - 1 - i : Infinity;
      const away = Math.min(from, to);
      if (away < ramp) still[f] = 1;
      clear[f] = clearance * Math.min(1, (away + 1) / (ramp + 1));
    }
  }
  return { still, clear };
}

/** A foot that is further from where it should hold than this lets go, over the height. */
const OUT_OF_REACH = 0.015;

/** Ends contacts where the foot cannot stay: from both ends inwards, as far as it is out of reach. */
export function letGo(
  plan: ContactPlan,
  { period, loop, height, step }: ContactStage,
  misses: readonly (readonly Float64Array[])[],
  { rise }: PlanSettings,
) {
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
    if (!changed) continue;
    const { still, clear } = planSwings(held, Math.max(0, Math.round(rise / step)), plan.lifts[l], loop);
    plan.still[l].set(still);
    plan.clear[l].set(clear);
  }
}
