import { describe, expect, it } from 'vitest';
import { createRng } from './rng.js';

const words = (seed: number, count: number, skip = 0) => {
  const rng = createRng(seed);
  for (let i = 0; i < skip; i++) rng.next();
  return Array.from({ length: count }, () => rng.next() * 2 ** 32);
};

describe('random numbers', () => {
  it('are those of sfc32 seeded by splitmix32', () => {
    // Computed apart, with whole numbers of any size.
    expect(words(1, 4)).toEqual([2420951833, 2513034076, 3847892949, 4064752930]);
    expect(words(-7, 4)).toEqual([3986084578, 3183441412, 314452001, 2737283152]);
    expect(words(123456789, 2, 10003)).toEqual([3912982877, 4143774633]);
  });

  it('keep to their ranges', () => {
    const rng = createRng(5);
    const seen = new Set<number>();
    let [low, high] = [1, 0];
    for (let i = 0; i < 20_000; i++) {
      const u = rng.next();
      [low, high] = [Math.min(low, u), Math.max(high, u)];
      const r = rng.range(-3, 2);
      expect(r >= -3 && r < 2).toBe(true);
      seen.add(rng.integer(7));
    }
    expect(low).toBeGreaterThanOrEqual(0);
    expect(low).toBeLessThan(1e-3);
    expect(high).toBeLessThan(1);
    expect(high).toBeGreaterThan(1 - 1e-3);
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('have the moments of a normal distribution', () => {
    const rng = createRng(11);
    const count = 100_000;
    const sums = [0, 0, 0, 0];
    for (let i = 0; i < count; i++) {
      const x = rng.normal();
      for (let k = 0; k < 4; k++) sums[k] += x ** (k + 1) / count;
    }
    // Standard errors: 0.0032, 0.0045, 0.012, 0.031.
    expect(Math.abs(sums[0])).toBeLessThan(0.013);
    expect(Math.abs(sums[1] - 1)).toBeLessThan(0.02);
    expect(Math.abs(sums[2])).toBeLessThan(0.05);
    expect(Math.abs(sums[3] - 3)).toBeLessThan(0.13);
  });
});
