import { expect, it } from 'vitest';
import { createRng } from '../base/rng.js';
import { createPointIndex } from './nearest-point.js';

function bruteForce(points: Float32Array, x: number, y: number, z: number): number {
  let best = Infinity;
  for (let i = 0; i < points.length; i += 3) {
    const distance = Math.hypot(points[i] - x, points[i + 1] - y, points[i + 2] - z);
    if (distance < best) best = distance;
  }
  return best;
}

it.each([1e-6, 1, 1e6])('agrees with brute force at scale %d', (scale) => {
  const rng = createRng(7);
  const points = Float32Array.from({ length: 1500 }, () => rng.normal() * scale);
  const queries = Float32Array.from({ length: 600 }, () => rng.normal() * 2 * scale);
  const { indices, distances } = createPointIndex(points).nearestOf(queries);
  for (let i = 0; i < 200; i++) {
    const expected = bruteForce(points, queries[i * 3], queries[i * 3 + 1], queries[i * 3 + 2]);
    expect(distances[i] / scale).toBeCloseTo(expected / scale, 5);
    expect(indices[i]).toBeGreaterThanOrEqual(0);
  }
});

it('respects the reach', () => {
  const index = createPointIndex(Float32Array.of(0, 0, 0, 5, 0, 0));
  expect(index.nearest(4, 0, 0)).toBe(1);
  expect(index.nearest(4, 0, 0, 0.5)).toBe(-1);
  expect(index.nearestOf(Float32Array.of(4, 0, 0), 0.5).distances[0]).toBe(Infinity);
});

it('does not find NaN points, nor anything for a NaN query or in an empty set', () => {
  const index = createPointIndex(Float32Array.of(Number.NaN, 0, 0, 9, 9, 9));
  expect(index.nearest(0, 0, 0)).toBe(1);
  expect(index.nearest(Number.NaN, 0, 0)).toBe(-1);
  expect(createPointIndex(new Float32Array()).nearest(0, 0, 0)).toBe(-1);
});

it('stays fast where all points are one', () => {
  const index = createPointIndex(new Float32Array(300_000).fill(1));
  const queries = Float32Array.from({ length: 60_000 }, (_, i) => i / 60_000);
  // With splitting planes this would be 2 · 10⁹ distances.
  const { distances } = index.nearestOf(queries);
  expect(distances[0]).toBeCloseTo(Math.sqrt(3), 3);
});
