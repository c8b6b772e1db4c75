import { expect, it } from 'vitest';
import { fitMap, fromSquare, toSquare } from './map-scale.js';

it('fits all points into a square with a margin', () => {
  const scale = fitMap(Float32Array.of(0, 0, 4, 2), Float32Array.of(2, -1, Number.NaN, 9));
  expect(scale).toEqual({ x: 2, y: 0.5, reach: 2.24 });
  const [u, v] = toSquare(scale, 0, 0);
  expect(u).toBeGreaterThan(0);
  expect(v).toBeGreaterThan(0.5);
});

it('converts there and back', () => {
  const scale = { x: 1, y: -2, reach: 3 };
  const [x, y] = fromSquare(scale, ...toSquare(scale, 0.4, 0.7));
  expect(x).toBeCloseTo(0.4);
  expect(y).toBeCloseTo(0.7);
});

it('handles no points and one point', () => {
  expect(fitMap(new Float32Array(0))).toEqual({ x: 0, y: 0, reach: 1 });
  expect(fitMap(Float32Array.of(3, 4))).toEqual({ x: 3, y: 4, reach: 1 });
});
