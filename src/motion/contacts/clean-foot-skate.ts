/**
 * @file Foot-skate cleanup: feet that touch the ground stay in place and on the ground, feet that do not keep clear of
 * it, and nothing penetrates it.
 *
 * Each limb gets a displacement over time: in contact, the one that cancels its slide and puts its sole on the ground;
 * between contacts, the smoothest that connects them (`smoothSwings`). The root takes what the feet have in common, the
 * limbs the rest by inverse kinematics; soles are measured again on the posed mesh and corrected for a few rounds.
 * Clips without root motion are cleaned against the ground that passes below them. Largest jolt of a vertex over what
 * the steps demand: 1.01 (median of 37 clips). What was tried: lab/notes/motion-contacts.md.
 */

import type { Finding } from '../../base/finding.js';
import { pauseUnlessAborted, throwIfAborted } from '../../base/progress.js';
import type { PartialRig, Pose } from '../../rig/rig-records.js';
import type { Clip } from '../clip.js';
import { poseFromGlobals } from './body-motion.js';
import {
  type ContactPlan,
  createPlan,
  measureDemand,
  type PlanSettings,
  releaseMissedContacts,
} from './contact-plan.js';
import type { ClipContacts } from './contact-record.js';
import { type ContactScene, pointPositions } from './contact-scene.js';
import { type DetectContactsOptions, detectInScene } from './detect-contacts.js';
import type { ContactLimb } from './find-contact-limbs.js';
import { isClean } from './is-clean.js';
import { measureSole } from './measure-sole.js';
import { smoothSwings } from './smooth-swings.js';
import { type MovedFrames, solveFrames } from './solve-frames.js';
import { bridgeGaps, cancelSteps, greatestNearby, smoothInTime } from './spread-corrections.js';

/** Options of `cleanFootSkate`. */
export interface CleanFootSkateOptions extends DetectContactsOptions {
  /** Contacts to enforce; detected where absent. */
  readonly contacts?: ClipContacts;
  /** Least height of a foot above the ground while it does not touch, over the height of the body. */
  readonly clearance?: number;
  /** Over how long the root's corrections are averaged, seconds. */
  readonly rootSmoothing?: number;
  /** How far a leg without a knee may slide in and out of the body, over the height; 0 never changes a bone. */
  readonly slide?: number;
  /** Whether clips without visible sliding or penetration are returned unchanged. */
  readonly leaveClean?: boolean;
  /** How often displacements are corrected. */
  readonly rounds?: number;
}

/** Defaults of `cleanFootSkate`. */
export const CLEAN_FOOT_SKATE_DEFAULTS = Object.freeze({
  clearance: 0.024,
  rootSmoothing: 0.12,
  slide: 0.08,
  leaveClean: true,
  rounds: 10,
});

/** A clip after foot-skate cleanup, with what was changed. */
export interface CleanedClip {
  readonly clip: Clip;
  readonly contacts: ClipContacts;
  /**
   * The least jolt that the contacts demand of some foot, whatever else it does:
   * it has to get from one contact to the next in the frames between. Metres.
   */
  readonly demand: number;
  readonly findings: readonly Finding[];
}

/** Removes foot skate from a clip. */
export function cleanFootSkate(
  body: PartialRig,
  source: Clip,
  options: CleanFootSkateOptions = {},
): CleanedClip {
  const work = cleanInRounds(body, source, options);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    throwIfAborted(options.signal);
  }
}

/** The same, yielding to the event loop between rounds. */
export async function cleanFootSkateAsync(
  body: PartialRig,
  source: Clip,
  options: CleanFootSkateOptions = {},
): Promise<CleanedClip> {
  const work = cleanInRounds(body, source, options);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await pauseUnlessAborted(options.signal);
  }
}

function* cleanInRounds(
  body: PartialRig,
  source: Clip,
  options: CleanFootSkateOptions,
): Generator<void, CleanedClip> {
  const settings = { ...CLEAN_FOOT_SKATE_DEFAULTS, ...options };
  yield;
  const detected = detectInScene(body, source, {
    ...options,
    ...(options.contacts && { ground: options.contacts.ground, loop: options.contacts.loop }),
  });
  yield;
  const { scene, limbs } = detected;
  const contacts = options.contacts ?? detected.contacts;
  if (settings.leaveClean && isClean(scene, limbs, contacts))
    return { clip: scene.clip, contacts, demand: 0, findings: [] };
  const plan = createPlan(scene, limbs, contacts, settings);
  const slide = settings.slide * scene.height;
  let moved = solveFrames(plan, scene, limbs, slide);
  for (let round = 0; round < settings.rounds; round++) {
    yield;
    options.onProgress?.({ stage: `cleaning ${source.name}`, fraction: round / settings.rounds });
    if (round > 0 && round % 2 === 0) releaseMissedContacts(plan, scene, moved.misses);
    correctPlan(plan, scene, limbs, moved, settings);
    // Starting from rotations that are smooth in time, joints with several solutions do not flip between them.
    const rotations = moved.rotations.map((limb) =>
      limb.map((turn) => smoothInTime(turn, ROTATION_SMOOTHING / scene.step, scene.loop)),
    );
    moved = solveFrames(plan, scene, limbs, slide, rotations);
  }
  const { original } = scene.motion.anatomy;
  const poses = moved.frames.map((globals): Pose => poseFromGlobals(original, globals));
  const clip: Clip = { ...scene.clip, poses };
  return {
    clip,
    contacts,
    demand: measureDemand(plan, scene),
    findings: describeContacts(scene, limbs, plan, moved),
  };
}

/** Over how long the initial rotations of a solve are averaged, seconds. */
const ROTATION_SMOOTHING = 0.1;
/** Largest rotation of a foot about the vertical, radians. */
const MAX_SWIVEL = 0.6;

/** The furthest that a foot is lifted beyond what its clearance takes, for a body that goes down, over the height. */
const MAX_LIFT = 0.1;
/** Below this height feet are discouraged from moving along the ground, over the height of the body. */
const LOW = 0.02;

/** Corrects the plan by the measured result. */
function correctPlan(
  plan: ContactPlan,
  scene: ContactScene,
  limbs: readonly ContactLimb[],
  { frames, strains }: MovedFrames,
  { rootSmoothing }: PlanSettings,
): void {
  const { points, ground, height, period, loop, step } = scene;
  const positions = frames.map((globals) => pointPositions(points, globals));
  const change = new Float64Array(period);
  for (const [l, limb] of limbs.entries()) {
    const { lows, steps, spins } = measureSole(limb, positions, ground, height);
    const moves = plan.moves[l];
    const least = new Float64Array(period).fill(-Infinity);
    // (1) Where it stands: against the slide, and onto the ground.
    for (const axis of [0, 1] as const) {
      for (let k = axis; k < steps.length; k += 2) steps[k] += plan.travel[axis];
      change.set(cancelSteps(steps, 2, axis, plan.held[l], loop));
      for (let f = 0; f < period; f++) if (plan.held[l][f]) moves[axis * 2][f] += change[f];
    }
    for (let f = 0; f < period; f++) {
      if (plan.held[l][f]) {
        const most = Math.abs(plan.lows[l][f]) + MAX_LIFT * height;
        moves[1][f] = Math.min(most, Math.max(-most, moves[1][f] - lows[f]));
      } else {
        // The lift of a leg without a knee is bounded: it would end up pointing at the sky.
        const most = Math.max(0, plan.clear[l][f] - plan.lows[l][f]) + MAX_LIFT * height;
        least[f] = Math.min(most, plan.clear[l][f] - (lows[f] - moves[1][f]));
      }
    }
    // (2) Where it swings.
    const low = lows.map((x, f) => {
      const next = (f + 1) % lows.length;
      // What will be lifted is not low: feet that were held back while they were came down in every other round.
      const higher = Math.max(x, lows[next], plan.clear[l][f % period], plan.clear[l][next % period]);
      return Math.min(1, Math.max(0, 1.2 - higher / (LOW * height)));
    });
    const { paths, held, travel, usual } = plan;
    smoothSwings(moves, {
      path: paths[l],
      held: held[l],
      least,
      lows: low,
      travel: [travel[0], 0, travel[1]],
      usual,
      loop,
    });
    // (3) Its heading: a planted foot does not rotate.
    if (limb.swivels) {
      change.set(cancelSteps(spins, 1, 0, plan.held[l], loop));
      bridgeGaps(change, plan.held[l], loop);
      const rotations = plan.rotations[l];
      for (let f = 0; f < period; f++) {
        rotations[f] = Math.min(MAX_SWIVEL, Math.max(-MAX_SWIVEL, rotations[f] + change[f]));
      }
    }
  }
  moveRoot(plan, scene, strains, positions, rootSmoothing / step, limbs);
}

/** Weight of a limb in the air against one in contact, for the root's displacement. */
const IDLE_WEIGHT = 0.02;

/** The root takes what feet that touch have in common; what they missed; and lifts what else is in the ground. */
function moveRoot(
  plan: ContactPlan,
  { period, loop, ground, parts }: ContactScene,
  strains: MovedFrames['strains'],
  positions: readonly Float64Array[],
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
        const weight = plan.held[l][f] ? 1 : IDLE_WEIGHT;
        total += weight;
        common[f] += weight * plan.moves[l][k][f];
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
      if (!limbPoints[i]) depths[f] = Math.max(depths[f], ground - positions[f][i * 3 + 1]);
    }
  }
  if (!depths.some((depth) => depth > 0)) return;
  const lift = smoothInTime(greatestNearby(depths, Math.ceil(2 * width), loop), width, loop);
  for (let f = 0; f < period; f++) plan.give[1][f] += lift[f];
}

/** Distance from the target at which a foot counts as missed, over the height. */
const MISSED = 0.02;

function describeContacts(
  { height, motion, period, loop, clip }: ContactScene,
  limbs: readonly ContactLimb[],
  { held }: ContactPlan,
  { misses }: MovedFrames,
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
      message: `no part of the body touches the ground in "${clip.name}"${loop ? ', a loop' : ''}`,
      fix: 'Pass the ground height if the body does stand on the ground.',
    });
  }
  if (missed.length > 0) {
    findings.push({
      code: 'contact-missed',
      severity: 'warning',
      message:
        `${missed.map(({ joint }) => original.names[joint]).join(', ')} cannot stay planted in ` +
        `"${clip.name}": up to ${((Math.max(...missed.map(({ worst }) => worst)) / height) * 100).toFixed(1)} % of the height away`,
      fix: 'Shorten these contacts, or give the leg a knee.',
      kind: 'joint',
      elements: missed.map(({ joint }) => joint),
    });
  }
  return findings;
}
