/**
 * @file Small draws from a stream of random numbers, and the soft random curves that keep a body alive.
 */

import type { Rng } from '../../base/rng.js';

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
