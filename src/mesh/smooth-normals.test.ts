import { describe, expect, it } from 'vitest';
import { createSphere } from './primitives.js';
import { smoothNormals } from './smooth-normals.js';

/** The same triangles with no vertex shared. */
const split = (positions: Float32Array, triangles: Uint32Array) => ({
  positions: Float32Array.from([...triangles].flatMap((v) => [...positions.subarray(v * 3, v * 3 + 3)])),
  triangles: triangles.map((_, i) => i),
});

const CUBE = {
  positions: Float32Array.from([0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1, (i >> 1) & 1, (i >> 2) & 1])),
  triangles: Uint32Array.of(
    ...[0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4],
    ...[2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5],
  ),
};

describe('smoothNormals', () => {
  it('shades a ball as round, split into loose triangles or not', () => {
    const whole = createSphere(1, 16);
    for (const mesh of [whole, split(whole.positions, whole.triangles)]) {
      const { corners } = smoothNormals(mesh, 50);
      let least = 1;
      mesh.triangles.forEach((v, c) => {
        const dot = [0, 1, 2].reduce((sum, k) => sum + corners[c * 3 + k] * mesh.positions[v * 3 + k], 0);
        // Triangles without area at the poles have no normal.
        if (corners[c * 3] !== 0 || corners[c * 3 + 1] !== 0) least = Math.min(least, dot);
      });
      expect(least).toBeGreaterThan(0.99);
    }
  });

  it('keeps the edges of a cube below the crease angle and rounds them above', () => {
    const sharp = smoothNormals(CUBE, 50).corners;
    for (let c = 0; c < sharp.length; c += 3) {
      expect(Math.max(...sharp.subarray(c, c + 3).map(Math.abs))).toBeCloseTo(1, 6);
    }
    const round = smoothNormals(CUBE, 180).corners;
    expect(Math.max(...round.map(Math.abs))).toBeLessThan(0.9);
  });
});
