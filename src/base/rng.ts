/**
 * @file Seeded random numbers: sfc32 (Chris Doty-Humphrey's small fast chaotic generator), seeded by
 * splitmix32. Same seed, same bytes, on every platform.
 */

/** A stream of random numbers. */
export interface Rng {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform in [low, high). */
  range(low: number, high: number): number;
  /** Integer in [0, count). */
  integer(count: number): number;
  /** Standard normal. */
  normal(): number;
}

/** Makes a stream from a seed (any integer). */
export function createRng(seed: number): Rng {
  let mix = seed | 0;
  const splitmix = () => {
    mix = (mix + 0x9e3779b9) | 0;
    let z = mix;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return z ^ (z >>> 15);
  };
  let a = splitmix();
  let b = splitmix();
  let c = splitmix();
  let counter = 1;

  const next = () => {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    return (t >>> 0) / 4294967296;
  };
  for (let i = 0; i < 12; i++) next();

  return {
    next,
    range: (low, high) => low + (high - low) * next(),
    integer: (count) => Math.floor(next() * count),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}
