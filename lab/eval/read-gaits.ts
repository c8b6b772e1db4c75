/** @file Which clips of a rig are walks or runs, and on how many legs: by their names, and by what the feet do. */

import type { Clip } from '../../src/motion/clip.js';
import { clipDuration } from '../../src/motion/clip.js';
import type { ClipContacts } from '../../src/motion/contacts/contact-record.js';
import { type DetectedContacts, detectInScene } from '../../src/motion/contacts/detect-contacts.js';
import { gaitOfName, isPlainGait } from '../../src/motion/gait-names.js';
import { kindOf, legs } from '../../src/rig/anatomy/views.js';
import type { BodyKind } from '../../src/rig/body-plan/body-plan.js';
import { anatomyOf } from '../../src/rig/reading/read-anatomy.js';
import type { Rig } from '../../src/rig/rig-records.js';

/** A clip that walks. */
export interface GaitClip {
  readonly name: string;
  /** What its name calls it; `gait` where only the feet tell. */
  readonly gait: string;
  /** Speed at which its feet hold, heights of the body per second. */
  readonly speed: number;
}

export interface GaitReading {
  /** `biped`, `quadruped`, `six legs`, `eight legs` or `dinosaur`. */
  readonly plan: string;
  readonly legs: number;
  /** The slowest gait and another that is faster by far, where there are such. */
  readonly clips: readonly GaitClip[];
}

/** Clips outside of this are no gaits, seconds. */
const SHORTEST = 0.2;
const LONGEST = 12;
/** Slower than this nothing walks, heights per second. */
const SLOWEST = 0.1;
/** A gait is another if it is faster by this factor. */
const FASTER = 1.5;
/** Clips of a rig that are looked at. */
const MOST_CLIPS = 4;

/** The gaits of a rig; undefined where it does not walk. */
export function readGaits(rig: Rig, clips: readonly Clip[], category?: string): GaitReading | undefined {
  const lasting = clips.filter((clip) => clipDuration(clip) >= SHORTEST && clipDuration(clip) <= LONGEST);
  const named = lasting.filter(({ name }) => gaitOfName(name) !== undefined);
  const plain = named.filter(({ name }) => isPlainGait(name));
  const selected = named.length === 0 ? lasting : plain.length > 0 ? plain : named;
  const found: { gait: GaitClip; clip: Clip; legs: number }[] = [];
  for (const clip of spread(selected, MOST_CLIPS)) {
    const detected = detectInScene(rig, clip);
    const speed = speedOf(detected.contacts, clip);
    const legs = countLegs(detected);
    if (legs < 2 || speed < SLOWEST) continue;
    found.push({ gait: { name: clip.name, gait: gaitOfName(clip.name) ?? 'gait', speed }, clip, legs });
  }
  if (found.length === 0) return undefined;
  found.sort((a, b) => a.gait.speed - b.gait.speed);
  const [slow] = found;
  const fast = found.find(({ gait }) => gait.speed > FASTER * slow.gait.speed);
  const legs = plannedLegs(rig, slow.clip) ?? slow.legs;
  const plan = legs < 4 ? 'biped' : legs < 6 ? 'quadruped' : legs < 8 ? 'six legs' : 'eight legs';
  return {
    plan: category?.includes('dinosaur') ? 'dinosaur' : plan,
    legs,
    clips: fast ? [slow.gait, fast.gait] : [slow.gait],
  };
}

function spread<T>(list: readonly T[], count: number): T[] {
  if (list.length <= count) return [...list];
  return Array.from({ length: count }, (_, i) => list[Math.floor((i * list.length) / count)]);
}

/** Bodies that a reading gives no legs worth the name; a helmet and a cape suffice to be taken for one. */
const LEGLESS: readonly BodyKind[] = [
  'fish',
  'serpent',
  'flier',
  'blob',
  'octopus',
  'arm',
  'hand',
  'head',
  'unknown',
];

/** Legs as the body's shape tells them, where it does. */
function plannedLegs(rig: Rig, clip: Clip): number | undefined {
  const anatomy = anatomyOf(rig, clip.poses);
  if (LEGLESS.includes(kindOf(anatomy))) return undefined;
  const { length } = legs(anatomy);
  return length >= 2 && length % 2 === 0 ? length : undefined;
}

/** Speed over the ground, heights per second. */
export function speedOf({ rootVelocity, height }: ClipContacts, { poses, times }: Clip): number {
  const last = poses.length - 1;
  const seconds = last > 0 ? times[last] - times[0] : 1;
  const [x, z] = [0, 2].map((k) => rootVelocity[k] + (poses[last].root[k] - poses[0].root[k]) / seconds);
  return Math.hypot(x, z) / height;
}

/** A leg is at least this long, over the height. */
const LEG = 0.15;

/** Limbs that touch the ground for some of the time and not all of it. */
function countLegs({ contacts, limbs, scene }: DetectedContacts): number {
  const duration = clipDuration(scene.clip);
  return contacts.tracks.filter(({ spans }, l) => {
    const held = spans.reduce((sum, { start, end }) => sum + end - start, 0);
    return held > 0 && held < 0.95 * duration && limbs[l].length > LEG * contacts.height;
  }).length;
}
