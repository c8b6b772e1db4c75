import { expect, it } from 'vitest';
import { createRng } from '../../src/base/rng.js';
import { toHalfFloats } from './half-float.js';

/** The number that the bits of a half mean. */
function fromHalf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 31) return fraction ? Number.NaN : sign * Infinity;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}

it('writes the bits that the format prescribes', () => {
  const values = [0, -0, 1, -2, 65504, 65520, 1e9, -1e9, 2 ** -24, 2 ** -25, 2 ** -14, 1 / 3, Number.NaN];
  expect([...toHalfFloats(values)].map((bits) => bits.toString(16))).toEqual([
    ...['0', '8000', '3c00', 'c000', '7bff', '7c00', '7c00', 'fc00', '1', '0', '400', '3555', '7e00'],
  ]);
});

it('rounds every number to the nearest half', () => {
  const rng = createRng(2);
  const values = Float32Array.from({ length: 5000 }, () => rng.normal() * 2 ** rng.range(-28, 14));
  const halves = toHalfFloats(values);
  for (const [i, value] of values.entries()) {
    const error = Math.abs(fromHalf(halves[i]) - value);
    for (const neighbour of [halves[i] - 1, halves[i] + 1]) {
      if ((neighbour ^ halves[i]) & 0x8000 || neighbour < 0) continue;
      expect(error).toBeLessThanOrEqual(Math.abs(fromHalf(neighbour) - value));
    }
  }
});

it('takes the even one of two that are as near', () => {
  expect([...toHalfFloats([1 + 1 / 2048, 1 + 3 / 2048])]).toEqual([0x3c00, 0x3c02]);
});
