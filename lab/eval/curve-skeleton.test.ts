import { expect, it } from 'vitest';
import { createBox } from '../../src/mesh/primitives.js';
import { curveSkeleton } from './curve-skeleton.js';

it('has a joint at every step along the middle of a pole', () => {
  for (const scale of [1e-3, 1]) {
    const { parents, rest } = curveSkeleton(createBox([0.1 * scale, scale, 0.1 * scale]));
    // The curve of a pole runs along its middle, short of both ends; ten bones would reach from end to end.
    expect(parents.length).toBeGreaterThanOrEqual(8);
    expect(parents.length).toBeLessThanOrEqual(11);
    for (let j = 1; j < parents.length; j++) {
      expect(Math.hypot(rest[j * 3], rest[j * 3 + 2])).toBeLessThan(0.03 * scale);
      const step = Math.abs(rest[j * 3 + 1] - rest[parents[j] * 3 + 1]) / scale;
      expect(step).toBeGreaterThan(0.08);
      expect(step).toBeLessThan(0.12);
    }
  }
});

it('has longer bones if requested', () => {
  const pole = createBox([0.1, 1, 0.1]);
  expect(curveSkeleton(pole, { step: 0.3 }).parents.length).toBeLessThan(5);
});

it('of nothing is nothing', () => {
  expect(
    curveSkeleton({ positions: new Float32Array(0), triangles: new Uint32Array(0) }).parents.length,
  ).toBe(0);
});
