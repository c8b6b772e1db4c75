import { expect, it } from 'vitest';
import { busyRatio, COARSEST, coarserRatio, restRatio } from './pixel-ratio.js';

it('uses the resolution of the screen, up to a limit', () => {
  expect(restRatio('card', 1)).toBe(1);
  expect(restRatio('card', 3)).toBe(2);
  expect(busyRatio('card', 2)).toBe(2);
});

it('draws fewer pixels in software while something moves', () => {
  expect(restRatio('processor', 1)).toBeGreaterThan(1);
  expect(busyRatio('processor', 1)).toBeLessThan(1);
});

it('gets coarser in steps, down to a limit', () => {
  expect(coarserRatio(2)).toBe(1.5);
  expect(coarserRatio(0.7)).toBe(COARSEST);
});
