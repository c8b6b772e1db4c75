import { describe, expect, it } from 'vitest';
import { createRng } from '../base/rng.js';
import type { Mesh } from './mesh.js';
import { createSurfaceIndex } from './nearest-surface.js';
import { createBox, createSphere } from './primitives.js';

const pointOn = (mesh: Mesh, triangle: number, weights: Float64Array): number[] =>
  [0, 1, 2].map((k) =>
    [0, 1, 2].reduce(
      (sum, c) => sum + weights[c] * mesh.positions[mesh.triangles[triangle * 3 + c] * 3 + k],
      0,
    ),
  );

describe('createSurfaceIndex', () => {
  it('agrees with the distance to a box', () => {
    const mesh = createBox();
    const index = createSurfaceIndex(mesh);
    const rng = createRng(5);
    for (let i = 0; i < 500; i++) {
      const point = [rng.range(-1.5, 1.5), rng.range(-1.5, 1.5), rng.range(-1.5, 1.5)];
      const outside = point.map((x) => Math.max(Math.abs(x) - 0.5, 0));
      const inside = Math.min(...point.map((x) => 0.5 - Math.abs(x)));
      const expected = inside > 0 ? inside : Math.hypot(...outside);
      const triangle = index.nearest(point[0], point[1], point[2]);
      expect(index.found.distance).toBeCloseTo(expected, 6);
      const { barycentric } = index.found;
      expect(barycentric[0] + barycentric[1] + barycentric[2]).toBeCloseTo(1, 9);
      expect(Math.min(...barycentric)).toBeGreaterThanOrEqual(-1e-9);
      const on = pointOn(mesh, triangle, barycentric);
      expect(Math.hypot(...on.map((x, k) => x - point[k]))).toBeCloseTo(expected, 6);
    }
  });

  it('is as near as the nearest of all triangles', () => {
    const mesh = createSphere(0.5, 8, 12);
    const index = createSurfaceIndex(mesh);
    const rng = createRng(6);
    for (let i = 0; i < 50; i++) {
      const [x, y, z] = [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)];
      let least = Infinity;
      for (let t = 0; t < mesh.triangles.length; t += 3) {
        const one = createSurfaceIndex({ ...mesh, triangles: mesh.triangles.subarray(t, t + 3) });
        one.nearest(x, y, z);
        least = Math.min(least, one.found.distance);
      }
      index.nearest(x, y, z);
      expect(index.found.distance).toBeCloseTo(least, 9);
    }
  });

  it('finds nothing out of reach, nowhere or without a surface', () => {
    const index = createSurfaceIndex(createBox());
    expect(index.nearest(2, 0, 0, 1)).toBe(-1);
    expect(index.found.distance).toBe(Infinity);
    expect(index.nearest(Number.NaN, 0, 0)).toBe(-1);
    expect(
      createSurfaceIndex({ positions: new Float32Array(), triangles: new Uint32Array() }).nearest(0, 0, 0),
    ).toBe(-1);
  });

  it('takes triangles without area', () => {
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0);
    for (const triangles of [Uint32Array.of(0, 1, 2), Uint32Array.of(1, 1, 1), Uint32Array.of(0, 1, 1)]) {
      const index = createSurfaceIndex({ positions, triangles });
      expect(index.nearest(1, 3, 0)).toBe(0);
      expect(index.found.distance).toBeCloseTo(3, 6);
    }
  });
});
