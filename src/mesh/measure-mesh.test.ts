import { expect, it } from 'vitest';
import { measureMesh } from './measure-mesh.js';
import { createBox, createSheet } from './primitives.js';

it('measures a box, also far from the origin and inside out', () => {
  const box = createBox([1, 2, 3], [100, 200, 300]);
  const measures = measureMesh(box);
  expect(measures.box).toEqual({ min: [99.5, 199, 298.5], max: [100.5, 201, 301.5] });
  expect(measures.area).toBeCloseTo(22, 6);
  expect(measures.volume).toBeCloseTo(6, 6);
  expect(measures.centroid).toEqual([100, 200, 300]);
  expect(measureMesh({ ...box, triangles: box.triangles.slice().reverse() }).volume).toBeCloseTo(-6, 6);
});

it('gives a flat sheet no volume and weighs the centre by area', () => {
  const sheet = createSheet(2, 1, 4, 4);
  expect(measureMesh(sheet).volume).toBe(0);
  expect(measureMesh(sheet).area).toBeCloseTo(2, 6);
  const half = { ...sheet, triangles: sheet.triangles.subarray(0, sheet.triangles.length / 2) };
  expect(measureMesh(half).centroid[2]).toBeCloseTo(-0.25, 6);
});

it('leaves broken triangles out', () => {
  const box = createBox();
  const measures = measureMesh({
    positions: Float32Array.from([...box.positions, Number.NaN, 0, 0]),
    triangles: Uint32Array.from([...box.triangles, 0, 1, 8, 0, 1, 99]),
  });
  expect(measures.area).toBeCloseTo(6, 6);
  expect(measureMesh({ positions: new Float32Array(), triangles: new Uint32Array() })).toEqual({
    box: { min: [0, 0, 0], max: [0, 0, 0] },
    area: 0,
    volume: 0,
    centroid: [0, 0, 0],
  });
});
