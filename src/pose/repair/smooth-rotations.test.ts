import { expect, it } from 'vitest';
import { smoothRotations } from './smooth-rotations.js';

it('keeps the height of a change, spreads it, and leaves what is far alone', () => {
  const turns = new Float64Array(41 * 3);
  turns[20 * 3 + 1] = 0.4;
  const smooth = smoothRotations(turns, 41, 4);
  const heights = Array.from({ length: 41 }, (_, f) => smooth[f * 3 + 1]);
  expect(heights[20]).toBeCloseTo(0.4, 6);
  expect(heights[16]).toBeGreaterThan(0.1);
  expect(heights[16]).toBeLessThan(0.4);
  expect(heights[11]).toBe(0);
  expect(heights[29]).toBe(0);
  const steps = heights.slice(1).map((height, f) => Math.abs(height - heights[f]));
  expect(Math.max(...steps)).toBeLessThan(0.1);
  expect(smooth.filter((_, i) => i % 3 !== 1).every((value) => value === 0)).toBe(true);
});

it('changes nothing where all frames change equally, and without reach', () => {
  const turns = Float64Array.from({ length: 30 }, (_, i) => [0.1, -0.2, 0.3][i % 3]);
  for (const reach of [3, 0]) {
    for (const [i, value] of smoothRotations(turns, 10, reach).entries())
      expect(value).toBeCloseTo(turns[i], 9);
  }
  expect(smoothRotations(new Float64Array(0), 0, 3)).toHaveLength(0);
});
