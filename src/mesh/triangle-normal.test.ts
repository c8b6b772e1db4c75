import { expect, it } from 'vitest';
import { triangleArea, triangleNormalInto } from './triangle-normal.js';

const mesh = {
  positions: Float32Array.of(0, 0, 1, 2, 0, 1, 0, 3, 1),
  triangles: Uint32Array.of(0, 1, 2, 0, 2, 1, 0, 1, 7),
};

it('gives the normal by the right-hand rule, as long as twice the area', () => {
  const out = new Float64Array(6);
  triangleNormalInto(out, 0, mesh, 0);
  triangleNormalInto(out, 3, mesh, 1);
  expect([...out]).toEqual([0, 0, 6, 0, 0, -6]);
  expect(triangleArea(mesh, 1)).toBe(3);
});

it('is not a number for corners out of range', () => {
  expect(triangleArea(mesh, 2)).toBeNaN();
});
