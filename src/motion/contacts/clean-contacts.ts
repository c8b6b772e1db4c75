/**
 * @file Makes feet hold: what touches the ground stays where it is and on the ground, what does not keeps clear of it,
 * and nothing sinks in.
 *
 * Each limb gets a displacement over time: where it touches, the one that cancels its slide and puts its sole on the
 * ground, with the least moving of each stretch; between, it passes over smoothly, so nothing pops. The root takes what
 * the feet have in common, smoothed, and goes down where legs are too short; the limbs take the rest by inverse
 * kinematics from the pose that was there. Soles are measured anew on the flesh and the displacements corrected a few
 * times, since turning a leg also turns what hangs on it.
 *
 * On 41 locomotion clips of 36 rigs (two to six legs, dinosaurs, walks to gallops; vertices watched, not what was
 * detected) the median clip skates 97 % less and sinks in 99.6 % less; 36 skate and 37 sink in at least 80 % less; jerk
 * is 2.4 times the source's. What fails are boxes on stiff legs (a foot cannot hold below a body that moves on without a
 * knee) and feet that turn about themselves while they stand, which are held in place but not in heading. A limit on how
 * far a foot is held from where it was, and starting straight legs slightly bent were tried and gave no more.
 *
 * Clips that walk on the spot are cleaned against the ground that passes below them: in place they stay in place, and
 * `contacts.travel` tells the speed at which their feet hold.
 */

import { throwIfAborted } from '../../base/progress.js';
import type { Finding } from '../../base/report.js';
import { invertQuaternionInto, rotateVectorInto } from '../../math/quaternion.js';
import type { BodyParts } from '../../rig/find-anatomy.js';
import type { JointGlobals } from '../../rig/forward-kinematics.js';
import type { Pose } from '../../rig/rig.js';
import type { Clip } from '../clip.js';
import { carryOwnInto, emptyGlobals, placeBodyInto, poseFromGlobals } from './body-motion.js';
import type { ClipContacts } from './contact-record.js';
import { type ContactStage, placesOf } from './contact-stage.js';
import { coverFrames, type DetectContactsOptions, detectOnStage, findRuns } from './detect-contacts.js';
import type { ContactLimb } from './find-contact-limbs.js';
import { createLimbWork, placeFootInto, solveLimb } from './solve-limb.js';
import { bridgeGaps, cancelSteps, greatestNearby, smoothInTime } from './spread-corrections.js';
import { watchLimb } from './watch-limb.js';

export interface CleanContactsOptions extends DetectContactsOptions {
  /** What touches and when, as detected and edited; absent: detected. */
  readonly contacts?: ClipContacts;
  /** Height that a foot keeps above the ground while it does not touch, over the height of the body. */
  readonly clearance?: number;
  /** Seconds in which a foot rises to its clearance and comes down from it. */
  readonly rise?: number;
  /** Over how long the root's corrections are averaged, seconds. */
  readonly rootSmoothing?: number;
  /** How far a leg without a knee may slide in and out of the body, over the height; 0 never changes a bone. */
  readonly slide?: number;
  /** How often displacements are corrected. */
  readonly rounds?: number;
}

export const CLEAN_CONTACTS_DEFAULTS = Object.freeze({
  clearance: 0.024,
  rise: 0.04,
  rootSmoothing: 0.06,
  slide: 0.08,
  rounds: 6,
});

export interface CleanedClip {
  readonly clip: Clip;
  readonly contacts: ClipContacts;
  readonly findings: readonly Finding[];
}

/** The clip with feet that hold. */
export function cleanContacts(
  body: BodyParts,
  source: Clip,
  options: CleanContactsOptions = {},
): CleanedClip {
  const settings = { ...CLEAN_CONTACTS_DEFAULTS, ...options };
  const detected = detectOnStage(body, source, {
    ...options,
    ...(options.contacts && { ground: options.contacts.ground, loop: options.contacts.loop }),
  });
  const { stage, limbs } = detected;
  const contacts = options.contacts ?? detected.contacts;
  const plan = createPlan(stage, limbs, contacts, settings);
  const slide = settings.slide * stage.height;
  let moved = solveFrames(plan, stage, limbs, slide);
  for (let round = 0; round < settings.rounds; round++) {
    throwIfAborted(options.signal);
    options.onProgress?.({ stage: `cleaning ${source.name}`, fraction: round / settings.rounds });
    if (round === 2 || round === 4) letGo(plan, stage, moved, settings);
    correctPlan(plan, stage, limbs, moved, settings, round);
    moved = solveFrames(plan, stage, limbs, slide);
  }
  const { original } = stage.motion.anatomy;
  const poses = moved.frames.map((globals): Pose => poseFromGlobals(original, globals));
  const clip: Clip = { ...stage.clip, poses };
  return { clip, contacts, findings: tellTrouble(stage, limbs, plan, moved) };
}

/** Where limbs and root shall go, by frame of the period. */
interface Plan {
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
  /** Displacement of the root. [3][P] */
  readonly root: readonly Float64Array[];
  /** What the root takes beyond what the feet have in common: legs too short, a belly in the ground. [3][P] */
  readonly give: readonly Float64Array[];
  /** Travel per step, x and z. */
  readonly travel: readonly [number, number];
}

type Settings = Required<Pick<CleanContactsOptions, 'clearance' | 'rise' | 'rootSmoothing' | 'slide'>>;

function createPlan(
  stage: ContactStage,
  limbs: readonly ContactLimb[],
  contacts: ClipContacts,
  { clearance, rise, slide }: Settings,
): Plan {
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
function letGo(
  plan: Plan,
  { period, loop, height, step }: ContactStage,
  { misses }: Moved,
  { rise }: Settings,
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

/** All frames after the plan. */
interface Moved {
  /** The rig's own joints. [F] */
  readonly frames: readonly JointGlobals[];
  /** Where each limb's foot missed its target. [L][3][P] */
  readonly misses: readonly (readonly Float64Array[])[];
  /** The same before stiff legs slid. [L][3][P] */
  readonly strains: readonly (readonly Float64Array[])[];
}

function solveFrames(plan: Plan, stage: ContactStage, limbs: readonly ContactLimb[], slide: number): Moved {
  const { motion, period } = stage;
  const { anatomy } = motion;
  const { skeleton } = anatomy.rig;
  const work = createLimbWork();
  const vectors = () => limbs.map(() => [0, 1, 2].map(() => new Float64Array(period)));
  const [misses, strains] = [vectors(), vectors()];
  const body = emptyGlobals(skeleton.parents.length);
  const [target, foot, root] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  const frames = motion.frames.map((source, f) => {
    const at = f % period;
    const frame = { ...source, bones: source.bones.slice() };
    const locals = frame.locals.slice();
    for (let k = 0; k < 3; k++) root[k] = frame.body.positions[k] + plan.root[k][at] + plan.give[k][at];
    placeBodyInto(body, skeleton, frame, locals, root);
    for (const [l, limb] of limbs.entries()) {
      placeFootInto(target, limb, frame.body);
      for (let k = 0; k < 3; k++) target[k] += plan.moves[l][k][at];
      const rotation = frame.body.rotations.subarray(limb.end * 4, limb.end * 4 + 4);
      solveLimb(work, limb, skeleton.parents, frame.bones, locals, body, target, rotation);
      placeFootInto(foot, limb, body);
      for (let k = 0; k < 3; k++) strains[l][k][at] = target[k] - foot[k];
      if (limb.stiff) slideLimb(limb, skeleton.parents, frame.bones, body, strains[l], at, slide, foot);
      for (let k = 0; k < 3; k++) misses[l][k][at] = target[k] - foot[k];
    }
    placeBodyInto(body, skeleton, frame, locals, root);
    const own = emptyGlobals(anatomy.original.parents.length);
    carryOwnInto(own, anatomy, frame, body);
    return own;
  });
  return { frames, misses, strains };
}

/** Moves a leg without a knee along, where turning it does not bring its foot to where it belongs. */
function slideLimb(
  { chain }: ContactLimb,
  parents: Int16Array,
  bones: Float64Array,
  { rotations }: JointGlobals,
  strain: readonly Float64Array[],
  at: number,
  most: number,
  foot: Float64Array,
): void {
  const way = Float64Array.from(strain, (axis) => axis[at]);
  const length = Math.hypot(way[0], way[1], way[2]);
  if (!(length > 0 && most > 0)) return;
  // Softly up to the most, so that it does not stop all of a sudden.
  const share = (most * Math.tanh(length / most)) / length;
  for (let k = 0; k < 3; k++) {
    way[k] *= share;
    foot[k] += way[k];
  }
  const inverse = new Float64Array(4);
  invertQuaternionInto(inverse, 0, rotations, parents[chain[0]] * 4);
  rotateVectorInto(way, 0, inverse, 0, way, 0);
  for (let k = 0; k < 3; k++) bones[chain[0] * 3 + k] += way[k];
}

/** Corrects the plan by what came of it. */
function correctPlan(
  plan: Plan,
  stage: ContactStage,
  limbs: readonly ContactLimb[],
  { frames, strains }: Moved,
  { rootSmoothing }: Settings,
  round: number,
): void {
  const { points, ground, height, period, loop, step } = stage;
  const places = frames.map((globals) => placesOf(points, globals));
  const change = new Float64Array(period);
  for (const [l, limb] of limbs.entries()) {
    const { lows, steps } = watchLimb(limb, places, ground, height);
    // (1) Along the ground: against the slide, as far as the foot came to where it was sent.
    for (const axis of [0, 1] as const) {
      for (let k = axis; k < steps.length; k += 2) steps[k] += plan.travel[axis];
      change.set(cancelSteps(steps, axis, plan.still[l], loop));
      bridgeGaps(change, plan.still[l], loop);
      for (let f = 0; f < period; f++) plan.moves[l][axis * 2][f] += change[f];
    }
    // (2) Up and down: onto the ground where it touches, clear of it elsewhere.
    for (let f = 0; f < period; f++) change[f] = plan.held[l][f] ? -lows[f] : 0;
    bridgeGaps(change, plan.held[l], loop);
    for (let f = 0; f < period; f++) {
      if (!plan.held[l][f])
        change[f] += softExcess(plan.clear[l][f] - lows[f] - change[f], round === 0 ? 0.005 * height : 0);
      plan.moves[l][1][f] += change[f];
    }
  }
  moveRoot(plan, stage, strains, places, rootSmoothing / step, limbs);
}

/** The positive part, rounded off over `width`. */
const softExcess = (x: number, width: number): number => (x + Math.sqrt(x * x + width * width)) / 2;

/** What an idle limb has to say about the root against one that touches. */
const IDLE_SAY = 0.02;

/** The root takes what feet that touch have in common; what they missed; and lifts what else is in the ground. */
function moveRoot(
  plan: Plan,
  { period, loop, ground, parts }: ContactStage,
  strains: Moved['strains'],
  places: readonly Float64Array[],
  width: number,
  limbs: readonly ContactLimb[],
): void {
  const common = new Float64Array(period);
  const missed = new Float64Array(period);
  for (let k = 0; k < 3; k++) {
    common.fill(0);
    missed.fill(0);
    for (let f = 0; f < period; f++) {
      let total = 0;
      for (let l = 0; l < limbs.length; l++) {
        const say = plan.held[l][f] ? 1 : IDLE_SAY;
        total += say;
        common[f] += say * plan.moves[l][k][f];
        if (plan.held[l][f]) missed[f] += strains[l][k][f];
      }
      if (total > 0) {
        common[f] /= total;
        missed[f] /= total;
      }
    }
    plan.root[k].set(smoothInTime(common, width, loop));
    const give = smoothInTime(missed, width, loop);
    for (let f = 0; f < period; f++) plan.give[k][f] += give[f];
  }
  // A trunk in the ground lifts the root; limbs lift themselves.
  const limbPoints = new Uint8Array(parts.length);
  for (const { points } of limbs) for (const i of points) limbPoints[i] = 1;
  const depths = new Float64Array(period);
  for (let f = 0; f < period; f++) {
    for (let i = 0; i < parts.length; i++) {
      if (!limbPoints[i]) depths[f] = Math.max(depths[f], ground - places[f][i * 3 + 1]);
    }
  }
  if (!depths.some((depth) => depth > 0)) return;
  const lift = smoothInTime(greatestNearby(depths, Math.ceil(2 * width), loop), width, loop);
  for (let f = 0; f < period; f++) plan.give[1][f] += lift[f];
}

/** Feet that could not be put where they belong, over the height. */
const MISSED = 0.02;

function tellTrouble(
  { height, motion, period, loop, clip }: ContactStage,
  limbs: readonly ContactLimb[],
  { held }: Plan,
  { misses }: Moved,
): Finding[] {
  const { sources, original } = motion.anatomy;
  const missed = limbs.flatMap(({ end }, l) => {
    let worst = 0;
    for (let f = 0; f < period; f++) {
      if (held[l][f]) worst = Math.max(worst, Math.hypot(misses[l][0][f], misses[l][1][f], misses[l][2][f]));
    }
    return worst > MISSED * height ? [{ joint: sources[end], worst }] : [];
  });
  const findings: Finding[] = [];
  if (limbs.length === 0 || !held.some((touching) => touching.includes(1))) {
    findings.push({
      code: 'no-contact',
      severity: 'info',
      message: `nothing of the body comes to rest on the ground in "${clip.name}"${loop ? ', a loop' : ''}`,
      fix: 'Give the height of the ground if the body does stand.',
    });
  }
  if (missed.length > 0) {
    findings.push({
      code: 'contact-missed',
      severity: 'warning',
      message:
        `${missed.map(({ joint }) => original.names[joint]).join(', ')} cannot reach the ground or hold still in ` +
        `"${clip.name}": up to ${((Math.max(...missed.map(({ worst }) => worst)) / height) * 100).toFixed(1)} % of the height away`,
      fix: 'Shorten these contacts, or give the leg a knee.',
      kind: 'joint',
      elements: missed.map(({ joint }) => joint),
    });
  }
  return findings;
}
