import { expect, it } from 'vitest';
import { measureMesh } from './measure-mesh.js';
import { createBox } from './primitives.js';
import { subdivide } from './subdivide.js';

it('keeps the surface and shares the new corners', () => {
  const box = createBox([1, 2, 3]);
  const fine = subdivide(box, 2);
  expect(fine.triangles.length).toBe(box.triangles.length * 16);
  expect(measureMesh(fine).area).toBeCloseTo(measureMesh(box).area, 5);
  expect(subdivide(box, 0)).toEqual({ positions: box.positions, triangles: box.triangles });
  // A box of 8 corners has 18 edges with their diagonals: 26 corners after one round.
  const corners = new Set<string>();
  const { positions } = subdivide(box);
  for (let i = 0; i < positions.length; i += 3) corners.add(positions.subarray(i, i + 3).join());
  expect(corners.size).toBe(26);
});
