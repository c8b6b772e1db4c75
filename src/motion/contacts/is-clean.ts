/**
 * @file Whether nothing of a clip slides or sinks in to be seen: what is clean stays as it is, to the last digit.
 */

import type { ClipContacts } from './contact-record.js';
import type { ContactScene } from './contact-scene.js';
import { coverFrames } from './detect-contacts.js';
import type { ContactLimb } from './find-contact-limbs.js';
import { measureSole } from './measure-sole.js';

/** Mean speed of what is low, heights per second. */
const SLIDE = 0.02;
/** Mean depth of the lowest point, over the height. */
const DEPTH = 0.001;
/** Points below this share of the height are low. */
const LOW = 0.02;
/** Mean distance of feet that touch from the ground, over the height. */
const HOVER = 0.01;

export function isClean(scene: ContactScene, limbs: readonly ContactLimb[], contacts: ClipContacts): boolean {
  const { positions, height, ground, step, motion } = scene;
  const { sources } = motion.anatomy;
  const [tx, , tz] = contacts.rootVelocity;
  // (1) Points that are low at both ends of a step, as they slide; and how deep the lowest is.
  const limit = ground + LOW * height;
  let [slid, count, depth] = [0, 0, 0];
  for (let f = 0; f < positions.length; f++) {
    const [now, next] = [positions[f], positions[f + 1]];
    let lowest = Infinity;
    for (let i = 0; i < now.length; i += 3) {
      if (now[i + 1] < lowest) lowest = now[i + 1];
      if (!next || !(now[i + 1] < limit && next[i + 1] < limit)) continue;
      slid += Math.hypot((next[i] - now[i]) / step + tx, (next[i + 2] - now[i + 2]) / step + tz);
      count++;
    }
    depth += Math.max(0, ground - lowest);
  }
  if (slid > SLIDE * height * count || depth > DEPTH * height * positions.length) return false;
  // (2) Feet that are said to touch do.
  let [away, touching] = [0, 0];
  for (const limb of limbs) {
    const track = contacts.tracks.find(({ joint }) => joint === sources[limb.end]);
    const held = coverFrames(track?.spans ?? [], scene);
    const { lows } = measureSole(limb, positions, ground, height);
    for (let f = 0; f < held.length; f++) {
      if (!held[f]) continue;
      away += Math.abs(lows[f]);
      touching++;
    }
  }
  return touching > 0 && away <= HOVER * height * touching;
}
