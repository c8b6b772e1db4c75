import { expect, it } from 'vitest';
import { createBox, createSphere, mergeMeshes } from '../../mesh/primitives.js';
import { subdivide } from '../../mesh/subdivide.js';
import { countCorners, measureDetail } from './measure-detail.js';

it('distinguishes boxes from spheres and coarse from dense', () => {
  const boxes = measureDetail(mergeMeshes([createBox([1, 1, 1]), createBox([1, 1, 1], [3, 0, 0])]));
  expect(boxes.fineness).toBeCloseTo(Math.log(16), 6);
  expect(boxes.parts).toBeCloseTo(Math.log(2), 6);
  expect(boxes.square).toBeCloseTo(1, 6);
  expect(measureDetail(createSphere()).square).toBeLessThan(0.5);
});

it('caps the vertex count of dense meshes', () => {
  const fine = measureDetail(subdivide(createBox([1, 1, 1]), 6));
  expect(fine.fineness).toBeCloseTo(Math.log(8000), 6);
  expect(fine.corners.length / 3).toBeLessThanOrEqual(8000);
  expect(fine.weight * (fine.corners.length / 3)).toBeCloseTo(8000, 6);
});

it('assigns vertices to the nearest points, symmetrically', () => {
  const detail = measureDetail(createBox([2, 0.1, 0.1]));
  const tree = {
    positions: Float64Array.from([0, 0, 0, 0.9, 0, 0, -0.9, 0, 0]),
    radii: new Float64Array(3),
    volumes: new Float64Array(3),
    parents: Int32Array.from([-1, 0, 0]),
  };
  expect([...countCorners(tree, detail, true)]).toEqual([0, 4, 4]);
  expect([...countCorners(tree, detail, false)]).toEqual([0, 4, 4]);
});
