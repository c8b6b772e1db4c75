import { expect, it } from 'vitest';
import { weightColor, weightColors } from './weight-colors.js';

/** Approximate luminance: Rec. 709 on sRGB values. */
const lightness = ([r, g, b]: readonly number[]) => 0.2126 * r ** 2.2 + 0.7152 * g ** 2.2 + 0.0722 * b ** 2.2;

it('more weight is lighter, none is grey', () => {
  for (const theme of ['dark', 'light'] as const) {
    for (let w = 0.04; w < 1; w += 0.02) {
      expect(lightness(weightColor(w + 0.02, theme))).toBeGreaterThan(lightness(weightColor(w, theme)));
    }
    const [r, g, b] = weightColor(0, theme);
    expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(20);
  }
});

it('sums the influences of a joint', () => {
  const skin = {
    joints: Uint16Array.of(1, 1, 0, 2),
    weights: Float32Array.of(0.5, 0.5, 1, 0),
    influenceCount: 2,
  };
  const colors = weightColors(skin, 1, 'dark');
  expect(colors[0]).toBeGreaterThan(0.8);
  expect([...colors.subarray(3)]).toEqual([...weightColors(skin, 2, 'dark').subarray(0, 3)]);
});
