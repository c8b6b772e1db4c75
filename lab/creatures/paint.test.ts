import { expect, it } from 'vitest';
import { countershade, hex, noise3, spots, stripes } from './paint.js';

const point = { x: 0.1, y: 0.2, z: 0.3, up: 1, front: 0 };

it('reads colour codes', () => {
  expect(hex('#ff8000')).toEqual([1, 128 / 255, 0]);
});

it('shades backs dark and bellies light', () => {
  const paint = countershade([0.1, 0.1, 0.1], [0.9, 0.9, 0.9]);
  expect(paint(point)[0]).toBeCloseTo(0.1, 6);
  expect(paint({ ...point, up: -1 })[0]).toBeCloseTo(0.9, 6);
});

it('draws the same pattern on both flanks', () => {
  for (const pattern of [stripes('z', 0.1, 0.4, 5), spots(0.05, 0.4, 5)]) {
    expect(pattern({ ...point, x: -0.1 })).toBe(pattern(point));
  }
  expect(noise3(0.3, 0.4, 0.5, 1)).not.toBe(noise3(0.3, 0.4, 0.5, 2));
});

it('covers about the share it was given', () => {
  const pattern = stripes('z', 0.1, 0.3, 1);
  let sum = 0;
  for (let i = 0; i < 1000; i++) sum += pattern({ ...point, z: i * 0.01 });
  expect(sum / 1000).toBeGreaterThan(0.2);
  expect(sum / 1000).toBeLessThan(0.4);
});
