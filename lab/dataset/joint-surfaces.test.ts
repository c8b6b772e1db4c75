import { expect, it } from 'vitest';
import { jointSurfaces, SURFACE_POINTS } from './joint-surfaces.js';

/** Two joints at x = 0 and x = 10; a square of flesh around each, and one vertex that a third joint owns alone. */
const skeleton = {
  names: ['a', 'b', 'c', 'd'],
  parents: Int16Array.of(-1, 0, 1, 2),
  rest: Float32Array.of(0, 0, 0, 10, 0, 0, 20, 0, 0, 30, 0, 0),
  frames: new Float32Array(16),
};
const square = (x: number) => [x, -1, -1, x, 1, -1, x, 1, 1, x, -1, 1];
const mesh = {
  positions: Float32Array.from([...square(1), ...square(12), 20, 5, 0]),
  triangles: Uint32Array.of(0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7, 6, 7, 8),
};
const skin = {
  joints: Uint16Array.of(0, 0, 0, 0, 1, 1, 1, 1, 2),
  weights: new Float32Array(9).fill(1),
  influenceCount: 1,
};

it('lie on the surface of their joint, relative to it and scaled', () => {
  const points = jointSurfaces({ skeleton, mesh, skin }, 0.5);
  expect(points).toHaveLength(4 * SURFACE_POINTS * 3);
  const distinct = new Set<number>();
  for (let i = 0; i < SURFACE_POINTS; i++) {
    const [x, y, z] = points.subarray(i * 3, i * 3 + 3);
    expect(x).toBeCloseTo(0.5, 6);
    expect(Math.max(Math.abs(y), Math.abs(z))).toBeLessThanOrEqual(0.5);
    distinct.add(y);
    // A joint whose triangles are all its neighbour's has its vertices.
    expect([...points.subarray((2 * SURFACE_POINTS + i) * 3).slice(0, 3)]).toEqual([0, 2.5, 0]);
    // One without flesh has zeros.
    expect([...points.subarray((3 * SURFACE_POINTS + i) * 3).slice(0, 3)]).toEqual([0, 0, 0]);
  }
  expect(distinct.size).toBe(SURFACE_POINTS);
});

it('are zeros for a bare skeleton', () => {
  expect(jointSurfaces({ skeleton }, 1).every((x) => x === 0)).toBe(true);
});
