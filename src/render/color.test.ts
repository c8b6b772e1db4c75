import { describe, expect, it } from 'vitest';
import { type Color, encodeLinear, heatColor, jointColor, LINEAR_OF_BYTE } from './color.js';

const luminance = (c: Color) =>
  0.2126 * LINEAR_OF_BYTE[c[0]] + 0.7152 * LINEAR_OF_BYTE[c[1]] + 0.0722 * LINEAR_OF_BYTE[c[2]];

describe('encodeLinear', () => {
  it('gives every byte back', () => {
    for (let i = 0; i < 256; i++) expect(encodeLinear(LINEAR_OF_BYTE[i])).toBe(i);
  });

  it('clamps, and takes what is not a number for black', () => {
    expect([encodeLinear(-1), encodeLinear(Number.NaN), encodeLinear(7)]).toEqual([0, 0, 255]);
  });
});

describe('heatColor', () => {
  it('grows lighter with every step', () => {
    for (let i = 1; i <= 32; i++) {
      expect(luminance(heatColor(i / 32))).toBeGreaterThan(luminance(heatColor((i - 1) / 32)));
    }
  });

  it('goes from blue to yellow', () => {
    const [cold, hot] = [heatColor(0), heatColor(1)];
    expect(cold[2]).toBeGreaterThan(cold[0]);
    expect(hot[0]).toBeGreaterThan(hot[2] + 80);
    expect(heatColor(Number.NaN)).toEqual(cold);
    expect(heatColor(9)).toEqual(hot);
  });
});

describe('jointColor', () => {
  it('keeps any two of the first 16 apart', () => {
    for (let i = 0; i < 16; i++) {
      for (let j = 0; j < i; j++) {
        const [a, b] = [jointColor(i), jointColor(j)];
        const difference = Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2]);
        expect(difference, `${i} and ${j}`).toBeGreaterThan(36);
      }
    }
  });
});
