import { expect, it } from 'vitest';
import { findDefects } from './find-defects.js';
import { createBox, createSheet } from './primitives.js';

const listed = (mesh: Parameters<typeof findDefects>[0]) =>
  Object.fromEntries(Object.entries(findDefects(mesh)).map(([key, value]) => [key, [...value]]));

it('finds nothing in a clean mesh, at any scale', () => {
  for (const scale of [1e-6, 1, 1e6]) {
    const sheet = createSheet(scale, scale, 40, 40);
    expect(Object.values(listed(sheet)).flat()).toEqual([]);
  }
});

it('finds each defect where it is', () => {
  const box = createBox();
  const positions = Float32Array.from([
    ...box.positions,
    ...[Number.NaN, 0, 0], // 8
    ...[9, 9, 9], // 9, unused
    ...box.positions.subarray(0, 3), // 10, at the place of 0
    ...[-0.5, 0, -0.5], // 11, in the middle of the edge from 0 to 2
  ]);
  const triangles = Uint32Array.from([
    ...box.triangles,
    ...[0, 1, 8], // 12: fine but for its NaN
    ...[0, 1, 99], // 13: out of range
    ...[0, 0, 1], // 14: collapsed
    ...[0, 10, 1], // 15: collapsed once welded
    ...[0, 2, 11], // 16: in a line
    ...[6, 4, 10], // 17: triangle 0 flipped, with other vertices
  ]);
  expect(listed({ positions, triangles })).toEqual({
    nonFiniteVertices: [8],
    unusedVertices: [9],
    duplicateVertices: [10],
    outOfRangeTriangles: [13],
    degenerateTriangles: [14, 15, 16],
    duplicateTriangles: [17],
  });
});

it('counts every repeat of one place', () => {
  const positions = new Float32Array(3 * 1000);
  const { duplicateVertices, unusedVertices } = findDefects({ positions, triangles: new Uint32Array() });
  expect(duplicateVertices).toHaveLength(999);
  expect(unusedVertices).toHaveLength(1000);
});
