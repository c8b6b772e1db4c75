import { expect, it } from 'vitest';
import { findComponents, NO_COMPONENT } from './find-components.js';
import { createBox, createSphere, mergeMeshes } from './primitives.js';

it('counts parts, the largest first, with their boxes', () => {
  const parts = findComponents(
    mergeMeshes([createBox([1, 2, 3], [10, 0, 0]), createSphere(1, 6, 8), createBox()]),
  );
  expect(parts.count).toBe(3);
  expect([...parts.triangleCounts]).toEqual([80, 12, 12]);
  expect([...parts.vertexCounts]).toEqual([42, 8, 8]);
  expect([...parts.boxes.subarray(6, 12)]).toEqual([9.5, -1, -1.5, 10.5, 1, 1.5]);
  expect(parts.ofTriangle[0]).toBe(1);
  expect(parts.ofVertex[0]).toBe(1);
  expect(parts.ofTriangle[12]).toBe(0);
  expect(parts.ofTriangle[parts.ofTriangle.length - 1]).toBe(2);
});

it('leaves out unused vertices and broken triangles', () => {
  const box = createBox();
  const parts = findComponents({
    positions: Float32Array.from([...box.positions, 9, 9, 9, Number.NaN, 0, 0]),
    triangles: Uint32Array.from([...box.triangles, 0, 1, 9, 0, 1, 77]),
  });
  expect(parts.count).toBe(1);
  expect(parts.ofVertex[8]).toBe(NO_COMPONENT);
  expect(parts.ofTriangle[13]).toBe(NO_COMPONENT);
  expect(parts.vertexCounts[0]).toBe(9);
  expect([...parts.boxes]).toEqual([-0.5, -0.5, -0.5, 0.5, 0.5, 0.5]);
  expect(findComponents({ positions: new Float32Array(), triangles: new Uint32Array() }).count).toBe(0);
});
