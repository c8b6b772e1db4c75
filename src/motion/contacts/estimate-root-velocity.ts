/**
 * @file Estimates the root motion that a clip lacks: clips of games walk on the spot, and their feet slide backwards
 * under a body that stays. The speed is the one at which, over the frames, the best of the low feet stands still.
 *
 * Of each frame one foot counts, the best: some feet swing forwards as fast as others push, and where legs swing without
 * being lifted only the facing direction of the body shows which. The sum over all feet was tried first and took every
 * third walk for standing still, its feet being slow where they turn.
 */

import type { SoleMotion } from './measure-sole.js';

export interface TravelClues {
  readonly watches: readonly SoleMotion[];
  /** The height that each limb stands at, metres above the ground. [L] */
  readonly references: readonly number[];
  /** Height of the body, metres. */
  readonly height: number;
  /** Seconds between frames. */
  readonly step: number;
  /** Which way the body faces, where that is known. */
  readonly forward?: ArrayLike<number>;
}

/** Feet count within this height of where they stand, over the height. */
const LOW = 0.04;
/** Speeds differ by less than this share of the usual speed of feet to count as one. */
const ALIKE = 0.3;
/** A body whose low feet are still for more than this share of the time goes nowhere. */
const STILL = 0.5;
/** Walking backwards is believed if walking forwards explains no more than this share of it. */
const BACKWARDS = 0.85;
/** Feet that are slower than this do not walk, heights per second. */
const SLOW = 0.05;
const MOST_CANDIDATES = 200;

/** Travel per step, x and z, metres; zero for a body that goes nowhere or travels by its root. */
export function estimateRootVelocity(clues: TravelClues): [number, number] {
  const { height, step, forward } = clues;
  const { samples, usual } = gatherSamples(clues);
  const width = Math.max(ALIKE * usual, SLOW * height * step);
  if (samples.length === 0 || isStill(samples, width)) return [0, 0];
  const score = (x: number, z: number): number => {
    let [sum, best] = [0, 0];
    for (let i = 0; i < samples.length; i += 4) {
      if (i > 0 && samples[i] !== samples[i - 4]) [sum, best] = [sum + best, 0];
      const squared = (samples[i + 1] + x) ** 2 + (samples[i + 2] + z) ** 2;
      best = Math.max(best, samples[i + 3] * Math.exp(-squared / (2 * width * width)));
    }
    return (sum + best) * (forward && x * forward[0] + z * forward[2] < 0 ? BACKWARDS : 1);
  };
  let [tx, tz, most] = [0, 0, 0];
  const every = Math.max(1, Math.ceil(samples.length / 4 / MOST_CANDIDATES));
  for (let i = 0; i < samples.length; i += 4 * every) {
    const [x, z] = [-samples[i + 1], -samples[i + 2]];
    // Feet that turn are slow for a moment, whatever the body does.
    if (Math.hypot(x, z) < Math.max(width, 2 * SLOW * height * step)) continue;
    const found = score(x, z);
    if (found > most) [tx, tz, most] = [x, z, found];
  }
  return most > 0 ? settle(samples, tx, tz, width) : [0, 0];
}

/** Steps of low feet, frame by frame: frame, x, z, weight; and the usual step of them. [N, 4] */
function gatherSamples({ watches, references, height }: TravelClues): { samples: number[]; usual: number } {
  // A tail that drags and a sword in the ground go with the body and say nothing of its feet.
  const speeds = watches.map(({ steps }) => Math.sqrt(meanSquare(steps) * 2));
  const fastest = Math.max(0, ...speeds);
  const samples: number[] = [];
  const stepCount = Math.max(0, ...watches.map(({ steps }) => steps.length / 2));
  for (let f = 0; f < stepCount; f++) {
    for (const [l, { lows, steps }] of watches.entries()) {
      const above = Math.max(0, Math.max(lows[f], lows[f + 1]) - references[l]) / (LOW * height);
      const weight = (1 - above) * (fastest > 0 ? (speeds[l] / fastest) ** 2 : 1);
      if (weight > 0) samples.push(f, steps[f * 2], steps[f * 2 + 1], weight);
    }
  }
  return { samples, usual: usualStep(samples) };
}

/** Root mean square of the steps of samples. */
function usualStep(samples: readonly number[]): number {
  let [sum, total] = [0, 0];
  for (let i = 0; i < samples.length; i += 4) {
    sum += samples[i + 3] * (samples[i + 1] ** 2 + samples[i + 2] ** 2);
    total += samples[i + 3];
  }
  return total > 0 ? Math.sqrt(sum / total) : 0;
}

function meanSquare(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] ** 2;
  return values.length > 0 ? sum / values.length : 0;
}

function isStill(samples: readonly number[], width: number): boolean {
  let [still, total] = [0, 0];
  for (let i = 0; i < samples.length; i += 4) {
    total += samples[i + 3];
    if (Math.hypot(samples[i + 1], samples[i + 2]) < width) still += samples[i + 3];
  }
  return still > STILL * total;
}

/** The middle of the samples about a candidate. */
function settle(samples: readonly number[], startX: number, startZ: number, width: number): [number, number] {
  let [x, z] = [startX, startZ];
  for (let round = 0; round < 8; round++) {
    let [total, sx, sz] = [0, 0, 0];
    for (let i = 0; i < samples.length; i += 4) {
      const squared = (samples[i + 1] + x) ** 2 + (samples[i + 2] + z) ** 2;
      const weight = samples[i + 3] * Math.exp(-squared / (2 * width * width));
      total += weight;
      sx -= weight * samples[i + 1];
      sz -= weight * samples[i + 2];
    }
    if (!(total > 0)) break;
    [x, z] = [sx / total, sz / total];
  }
  return [x, z];
}
