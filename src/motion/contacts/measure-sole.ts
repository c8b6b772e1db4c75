/**
 * @file What a limb does at the ground, frame by frame: how high its lowest point is, and how its sole moves along the
 * ground, and turns on it, from each frame to the next. The sole is whatever is lowest, so that a foot may roll from heel to toe.
 */

import { lowestPoint } from '../../rig/ground.js';
import type { ContactLimb } from './find-contact-limbs.js';

export interface SoleMotion {
  /** Height of the limb's lowest point above the ground, metres. [F] */
  readonly lows: Float64Array;
  /** How its sole moves from a frame to the next, x and z, metres. [F − 1, 2] */
  readonly steps: Float64Array;
  /** How far its sole turns about +Y from a frame to the next, radians. [F − 1] */
  readonly spins: Float64Array;
}

/** Soles that are smaller than this, over the height, do not show how they turn. */
const SMALL = 0.005;
/** Points within this share of the height above a limb's lowest belong to its sole. */
const SOLE = 0.02;

export function measureSole(
  { points }: ContactLimb,
  positions: readonly Float64Array[],
  ground: number,
  height: number,
): SoleMotion {
  const lows = Float64Array.from(positions, (frame) => lowestPoint(frame, points) - ground);
  const steps = new Float64Array(Math.max(0, positions.length - 1) * 2);
  const spins = new Float64Array(steps.length / 2);
  const thick = SOLE * height;
  for (let f = 0; f + 1 < positions.length; f++) {
    const [a, b] = [positions[f], positions[f + 1]];
    let [total, x, z, u, w] = [0, 0, 0, 0, 0];
    let [cross, kept, size] = [0, 0, 0];
    for (let n = 0; n < points.length; n++) {
      const i = points[n] * 3;
      const above = Math.max(a[i + 1] - ground - lows[f], b[i + 1] - ground - lows[f + 1]);
      // A little for all, so that there is an answer where no point is low in both frames.
      const weight = Math.max(1e-6, 1 - above / thick);
      total += weight;
      x += weight * a[i];
      z += weight * a[i + 2];
      u += weight * b[i];
      w += weight * b[i + 2];
    }
    [x, z, u, w] = [x / total, z / total, u / total, w / total];
    for (let n = 0; n < points.length; n++) {
      const i = points[n] * 3;
      const above = Math.max(a[i + 1] - ground - lows[f], b[i + 1] - ground - lows[f + 1]);
      if (above > thick) continue;
      const weight = (1 - above / thick) / total;
      const [ax, az, bx, bz] = [a[i] - x, a[i + 2] - z, b[i] - u, b[i + 2] - w];
      cross += weight * (az * bx - ax * bz);
      kept += weight * (ax * bx + az * bz);
      size += weight * (ax * ax + az * az);
    }
    steps[f * 2] = u - x;
    steps[f * 2 + 1] = w - z;
    if (size > (SMALL * height) ** 2) spins[f] = Math.atan2(cross, kept);
  }
  return { lows, steps, spins };
}
