/**
 * @file What a limb does at the ground, frame by frame: how high its lowest point is, and how its sole moves along the
 * ground from each frame to the next. The sole is whatever is lowest, so that a foot may roll from heel to toe.
 */

import type { ContactLimb } from './find-contact-limbs.js';

export interface LimbWatch {
  /** Height of the limb's lowest point above the ground, metres. [F] */
  readonly lows: Float64Array;
  /** How its sole moves from a frame to the next, x and z, metres. [F − 1, 2] */
  readonly steps: Float64Array;
}

/** Points within this share of the height above a limb's lowest belong to its sole. */
const SOLE = 0.02;

export function watchLimb(
  { points }: ContactLimb,
  places: readonly Float64Array[],
  ground: number,
  height: number,
): LimbWatch {
  const lows = new Float64Array(places.length);
  for (const [f, frame] of places.entries()) {
    let lowest = Infinity;
    for (let n = 0; n < points.length; n++) lowest = Math.min(lowest, frame[points[n] * 3 + 1]);
    lows[f] = lowest - ground;
  }
  const steps = new Float64Array(Math.max(0, places.length - 1) * 2);
  const thick = SOLE * height;
  for (let f = 0; f + 1 < places.length; f++) {
    const [a, b] = [places[f], places[f + 1]];
    let [total, x, z] = [0, 0, 0];
    for (let n = 0; n < points.length; n++) {
      const i = points[n] * 3;
      const above = Math.max(a[i + 1] - ground - lows[f], b[i + 1] - ground - lows[f + 1]);
      // A little for all, so that there is an answer where no point is low in both frames.
      const weight = Math.max(1e-6, 1 - above / thick);
      total += weight;
      x += weight * (b[i] - a[i]);
      z += weight * (b[i + 2] - a[i + 2]);
    }
    steps[f * 2] = x / total;
    steps[f * 2 + 1] = z / total;
  }
  return { lows, steps };
}
