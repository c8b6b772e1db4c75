/**
 * @file Small draws from a stream of random numbers, and the soft random curves that keep a body alive.
 */

import type { Rng } from '../../base/rng.js';

export const chance = (rng: Rng, probability: number): boolean => rng.next() < probability;

export const pick = <T>(rng: Rng, list: readonly T[]): T => list[rng.integer(list.length)];

export const drawSign = (rng: Rng): 1 | -1 => (rng.next() < 0.5 ? -1 : 1);

/** A number of the given size, either way. */
export const spread = (rng: Rng, size: number): number => rng.range(-size, size);

/** A soft curve around 0 that closes on itself: a few slow sines. Mostly within ±`size`. */
export function wander(rng: Rng, size: number, fastest = 3): (t: number) => number {
  const parts = Array.from({ length: fastest }, (_, k) => ({
    turns: k + 1,
    size: (size * rng.range(0.3, 1)) / (k + 1),
    lag: rng.next(),
  }));
  return (t) => {
    let sum = 0;
    for (const part of parts) sum += part.size * Math.sin(2 * Math.PI * (part.turns * t - part.lag));
    return sum;
  };
}

/** Moments of an act: comes on over [start, top], stays until `leave`, is over at `end`. */
export interface Envelope {
  readonly start: number;
  readonly top: number;
  readonly leave: number;
  readonly end: number;
}

/** Draws when an act happens within a motion. */
export function drawEnvelope(rng: Rng): Envelope {
  const start = rng.range(0.02, 0.14);
  const top = start + rng.range(0.12, 0.26);
  const end = rng.range(0.86, 0.98);
  return { start, top, leave: Math.max(top + 0.04, end - rng.range(0.12, 0.3)), end };
}
