/**
 * @file Detects which feet, hands and other limb ends touch the ground and when: low and slow, with hysteresis, all
 * relative to the height of the body and to its speed.
 *
 * A foot is low relative to its usual lowest height, not to the ground: feet that float or penetrate are the ones
 * that need cleanup. It is slow relative to the ground, which passes below a clip without root motion.
 */

import { mean } from '../../math/statistics.js';
import { confidenceOf, kindOf } from '../../rig/anatomy/views.js';
import { findPosesGround } from '../../rig/ground.js';
import type { PartialRig } from '../../rig/rig-records.js';
import type { Clip } from '../clip.js';
import { isAfloat } from '../gait-names.js';
import type { ClipContacts, ContactSpan } from './contact-record.js';
import { type ContactScene, type ContactSceneOptions, createContactScene } from './contact-scene.js';
import { estimateRootVelocity } from './estimate-root-velocity.js';
import { type ContactLimb, findContactLimbs } from './find-contact-limbs.js';
import { measureSole, type SoleMotion } from './measure-sole.js';

/** Options of `detectContacts`. */
export interface DetectContactsOptions extends ContactSceneOptions {
  /** A foot comes down below this height above where it usually stands, over the height of the body. */
  readonly enterHeight?: number;
  /** It leaves above this. */
  readonly leaveHeight?: number;
  /** Of a body that stays where it is a foot comes to stand below this speed, heights of the body per second, */
  readonly enterSpeed?: number;
  /** and leaves above this. */
  readonly leaveSpeed?: number;
  /** The same for a body that walks on the spot, over the ground that passes, as a share of the speed of travel. */
  readonly enterShare?: number;
  readonly leaveShare?: number;
  /** Contacts and gaps shorter than this are none, seconds. */
  readonly shortest?: number;
}

/** Defaults of `detectContacts`. */
export const DETECT_CONTACTS_DEFAULTS = Object.freeze({
  enterHeight: 0.025,
  leaveHeight: 0.045,
  enterSpeed: 0.15,
  leaveSpeed: 0.2,
  enterShare: 0.7,
  leaveShare: 0.85,
  shortest: 0.07,
});

/** A prepared clip, its limbs and their contacts. */
export interface DetectedContacts {
  readonly scene: ContactScene;
  readonly limbs: readonly ContactLimb[];
  readonly contacts: ClipContacts;
}

/** What speed across the way counts against speed along it. */
const ACROSS = 0.5;
/** Feet that float by more than this over the height do not mean to stand. */
const FLOAT = 0.06;

/** Detects the ground contacts of a clip. */
export const detectContacts = (
  body: PartialRig,
  clip: Clip,
  options: DetectContactsOptions = {},
): ClipContacts => detectInScene(body, clip, options).contacts;

export function detectInScene(
  body: PartialRig,
  clip: Clip,
  options: DetectContactsOptions = {},
): DetectedContacts {
  const settings = { ...DETECT_CONTACTS_DEFAULTS, ...options };
  const scene = createContactScene(body, clip, options);
  const { ground, height, step, motion } = scene;
  const { known } = motion;
  if (isAfloat(kindOf(known), clip.name)) {
    const rootVelocity = new Float32Array(3);
    return { scene, limbs: [], contacts: { ground, height, rootVelocity, loop: scene.loop, tracks: [] } };
  }
  const forward = confidenceOf(known) > 0.3 ? known.forward : undefined;
  const limbs = findContactLimbs(scene);
  const watches = limbs.map((limb) => measureSole(limb, scene.positions, ground, height));
  const references = watches.map(({ lows }) => usualLow(lows, height));
  const [tx, tz] = estimateRootVelocity({ watches, references, height, step, forward });
  const touching = watches.map((watch, l) => decide(watch, references[l], scene, tx, tz, settings));
  const longest = Math.max(0, ...touching.map(mean));
  for (const [l, watch] of watches.entries()) {
    const share = mean(touching[l]);
    const visits = share < (limbs[l].foot ? BRIEF * longest : VISIT);
    if (visits || isDragged(watch, touching[l], tx, tz)) touching[l].fill(0);
  }
  addSupport(touching, watches, references, scene, tx, tz, settings.enterHeight);
  const shortest = Math.max(1, Math.round(settings.shortest / step));
  const { sources, original } = motion.anatomy;
  const tracks = limbs.map((limb, l) => {
    dropShort(touching[l], 0, shortest, scene.loop);
    dropShort(touching[l], 1, shortest, scene.loop);
    const joint = sources[limb.end];
    return { joint, name: original.names[joint], spans: toSpans(touching[l], scene) };
  });
  const rootVelocity = Float32Array.of(tx / step, 0, tz / step);
  return { scene, limbs, contacts: { ground, height, rootVelocity, loop: scene.loop, tracks } };
}

/** The height that a limb stands at: where it mostly is, the ground where that is far from it. */
function usualLow(lows: Float64Array, height: number): number {
  const near = lows.filter((low) => Math.abs(low) < FLOAT * height);
  return findPosesGround(near, height);
}

/** What is no foot stands if it does so for at least this share of the time: hands of crawlers, not heads that nod. */
const VISIT = 0.25;

/** A foot stands for at least this share of the time that the steadiest of them does. */
const BRIEF = 0.3;

/** Feet of a body that walks on the spot go backwards by at least this share of its speed, on average, while they stand. */
const PUSH = 0.4;

/** Whether what seems to stand goes along with the body: tails that drag, bellies and chins. */
function isDragged({ steps }: SoleMotion, touching: Uint8Array, tx: number, tz: number): boolean {
  const squared = tx * tx + tz * tz;
  let [sum, count] = [0, 0];
  for (let f = 0; f < touching.length && f * 2 < steps.length; f++) {
    if (!touching[f]) continue;
    sum -= steps[f * 2] * tx + steps[f * 2 + 1] * tz;
    count++;
  }
  return squared > 0 && count > 0 && sum < PUSH * squared * count;
}

/** What goes over the ground faster than this many times the speed of travel overtakes the body: it swings, however low. */
const OVERTAKES = 1.5;

/** Frames in which nothing touches although some limb is low: the best of the low limbs touches, or a body that stands would fly. */
function addSupport(
  touching: readonly Uint8Array[],
  watches: readonly SoleMotion[],
  references: readonly number[],
  { period, height, step }: ContactScene,
  tx: number,
  tz: number,
  enterHeight: number,
): void {
  // What never stands by itself does not carry the body.
  const stands = touching.map((frames) => frames.includes(1));
  const none = !stands.includes(true);
  const travel = Math.hypot(tx, tz) / step / height;
  for (let f = 0; f < period; f++) {
    if (touching.some((frames) => frames[f])) continue;
    let [best, least] = [-1, Infinity];
    for (const [l, { lows, steps }] of watches.entries()) {
      if (!stands[l] && !none) continue;
      const above = (lows[f] - references[l]) / height;
      if (above > enterHeight || f * 2 >= steps.length) continue;
      const speed = Math.hypot(steps[f * 2] + tx, steps[f * 2 + 1] + tz) / step / height;
      if (travel > 0 && speed > OVERTAKES * travel) continue;
      const cost = Math.max(0, above) / enterHeight + speed;
      if (cost < least) [best, least] = [l, cost];
    }
    if (best >= 0) touching[best][f] = 1;
  }
}

/** Whether a limb touches in each frame. [P] */
function decide(
  { lows, steps }: SoleMotion,
  reference: number,
  { period, height, step, loop }: ContactScene,
  tx: number,
  tz: number,
  settings: Required<Omit<DetectContactsOptions, keyof ContactSceneOptions>>,
): Uint8Array {
  const travel = Math.hypot(tx, tz) / step / height;
  const enterSpeed = travel > 0 ? settings.enterShare * travel : settings.enterSpeed;
  const leaveSpeed = travel > 0 ? settings.leaveShare * travel : settings.leaveSpeed;
  const [ux, uz] = travel > 0 ? [tx / (travel * step * height), tz / (travel * step * height)] : [0, 0];
  const speedOf = (k: number) => {
    const [x, z] = [steps[k * 2] + tx, steps[k * 2 + 1] + tz];
    const across = x * uz - z * ux;
    // Legs that turn about an upright axis carry a standing foot round in an arc.
    return Math.sqrt(x * x + z * z - (1 - ACROSS * ACROSS) * across * across) / step / height;
  };
  const touching = new Uint8Array(period);
  let holds = false;
  // A loop is gone through twice, so that its beginning knows how it ended.
  for (let n = 0; n < (loop ? 2 : 1) * period; n++) {
    const f = n % period;
    const before = loop ? (f + period - 1) % period : Math.max(0, f - 1);
    const after = Math.min(f, Math.max(0, steps.length / 2 - 1));
    const above = (lows[f] - reference) / height;
    // The slower side decides: a foot that has just come down is fast behind and still ahead.
    const speed = steps.length === 0 ? 0 : Math.min(speedOf(before), speedOf(after));
    // What goes up before and after is leaving, however slowly it goes along.
    const rise = Math.max(0, Math.min(lows[f] - lows[before], lows[after + 1] - lows[f])) / step / height;
    holds = holds
      ? above < settings.leaveHeight && Math.hypot(speed, rise) < leaveSpeed
      : above < settings.enterHeight && speed < enterSpeed;
    touching[f] = holds ? 1 : 0;
  }
  const shortest = Math.max(1, Math.round(settings.shortest / step));
  dropShort(touching, 0, shortest, loop);
  dropShort(touching, 1, shortest, loop);
  return touching;
}

/** Runs of a value that are shorter than `shortest` frames take the other value. */
function dropShort(touching: Uint8Array, value: 0 | 1, shortest: number, loop: boolean): void {
  for (const { start, length } of findRuns(touching, value, loop)) {
    const cut = !loop && (start === 0 || start + length === touching.length);
    if (length >= shortest || length === touching.length || (cut && value === 1)) continue;
    for (let i = 0; i < length; i++) touching[(start + i) % touching.length] = 1 - value;
  }
}

/** A stretch of frames; in a loop it may run over the end. */
export interface FrameRun {
  readonly start: number;
  readonly length: number;
}

/** Stretches of one value, ascending by their start. */
export function findRuns(values: Uint8Array, value: number, loop: boolean): FrameRun[] {
  const count = values.length;
  const runs: { start: number; length: number }[] = [];
  for (let f = 0; f < count; f++) {
    if (values[f] !== value) continue;
    if (f > 0 && values[f - 1] === value) runs[runs.length - 1].length++;
    else runs.push({ start: f, length: 1 });
  }
  const last = runs[runs.length - 1];
  if (loop && runs.length > 1 && runs[0].start === 0 && last.start + last.length === count) {
    last.length += runs.shift()!.length;
  }
  return runs;
}

function toSpans(touching: Uint8Array, { clip, step, loop }: ContactScene): ContactSpan[] {
  return findRuns(touching, 1, loop).map(({ start, length }) => ({
    start: clip.times[0] + start * step,
    end: clip.times[0] + (start + (loop && length === touching.length ? length : length - 1)) * step,
  }));
}

/** Which frames of a scene spans cover. [P] */
export function coverFrames(spans: readonly ContactSpan[], scene: ContactScene): Uint8Array {
  const { clip, step, loop, period } = scene;
  const out = new Uint8Array(period);
  for (const { start, end } of spans) {
    const first = Math.ceil((start - clip.times[0]) / step - 0.01);
    const last = Math.floor((end - clip.times[0]) / step + 0.01);
    for (let f = first; f <= Math.min(last, first + period - 1); f++) {
      if (loop) out[((f % period) + period) % period] = 1;
      else if (f >= 0 && f < period) out[f] = 1;
    }
  }
  return out;
}
