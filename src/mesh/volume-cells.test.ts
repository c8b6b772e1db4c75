import { expect, it } from 'vitest';
import { createBox } from './primitives.js';
import { findVolumeCells } from './volume-cells.js';

it('fills a closed mesh: the cells add up to its volume, and each follows its nearest corner', () => {
  const box = createBox([2, 1, 1]);
  const { points, vertices, volume, hollow } = findVolumeCells(box, 40);
  expect(hollow).toBe(false);
  expect(vertices.length * volume).toBeCloseTo(2, 0);
  for (const [i, v] of vertices.entries()) {
    for (let k = 0; k < 3; k++) {
      const [at, corner] = [points[i * 3 + k], box.positions[v * 3 + k]];
      if (Math.abs(at) > 0.1) expect(Math.sign(at)).toBe(Math.sign(corner));
    }
  }
});

it('gives the finite vertices of a mesh that encloses nothing equal shares', () => {
  const { points, vertices, volume, hollow } = findVolumeCells({
    positions: Float32Array.of(0, 0, 0, 2, 0, 0, Number.NaN, 0, 0, 9, 9, 9),
    triangles: Uint32Array.of(0, 1, 2),
  });
  expect(hollow).toBe(true);
  expect([...vertices]).toEqual([0, 1]);
  expect([...points]).toEqual([0, 0, 0, 2, 0, 0]);
  expect(volume).toBeGreaterThan(0);
});
