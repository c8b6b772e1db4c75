import { expect, it } from 'vitest';
import { findTopology } from './find-topology.js';
import { createBox, createSheet, createSphere, mergeMeshes } from './primitives.js';

it('knows closed surfaces', () => {
  for (const mesh of [createBox(), createSphere()]) {
    const topology = findTopology(mesh);
    expect(topology.watertight).toBe(true);
    expect(topology.eulerCharacteristic).toBe(2);
    expect(topology.windingEdges).toHaveLength(0);
    expect(topology.edgeCount).toBe(mesh.triangles.length / 2);
  }
  expect(findTopology(mergeMeshes([createBox(), createSphere()])).eulerCharacteristic).toBe(4);
});

it('walks open boundaries', () => {
  const topology = findTopology(createSheet(1, 1, 3, 2));
  expect(topology.watertight).toBe(false);
  expect(topology.boundaryEdges).toHaveLength(20);
  expect(topology.boundaryLoopCount).toBe(1);
  expect(topology.eulerCharacteristic).toBe(1);
  const sphere = createSphere(1, 6, 8);
  // Without the two triangle fans at the poles a sphere is a tube with two rims.
  const tube = sphere.triangles.filter((_, i) => {
    const corners = sphere.triangles.subarray(i - (i % 3), i - (i % 3) + 3);
    return !corners.includes(0) && !corners.includes(41);
  });
  const open = findTopology({ ...sphere, triangles: tube });
  expect(open.boundaryLoopCount).toBe(2);
  expect(open.eulerCharacteristic).toBe(0);
});

it('gives boundary edges the direction of their triangle', () => {
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  const { boundaryEdges } = findTopology({ positions, triangles: Uint32Array.of(0, 1, 2) });
  expect([...boundaryEdges]).toEqual([0, 1, 2, 0, 1, 2]);
});

it('finds fins and flipped triangles', () => {
  const box = createBox();
  const positions = Float32Array.from([...box.positions, 3, 3, 3]);
  const fin = findTopology({ positions, triangles: Uint32Array.from([...box.triangles, 0, 4, 8]) });
  expect([...fin.nonManifoldEdges]).toEqual([0, 4]);
  expect(fin.watertight).toBe(false);
  const flipped = box.triangles.slice();
  [flipped[0], flipped[1]] = [flipped[1], flipped[0]];
  const topology = findTopology({ ...box, triangles: flipped });
  expect(topology.windingEdges).toHaveLength(6);
  expect(topology.watertight).toBe(true);
});

it('leaves out collapsed and broken triangles', () => {
  const box = createBox();
  const topology = findTopology({
    ...box,
    triangles: Uint32Array.from([...box.triangles, 0, 0, 1, 0, 1, 99]),
  });
  expect(topology.watertight).toBe(true);
  const empty = findTopology({ positions: new Float32Array(), triangles: new Uint32Array() });
  expect(empty.watertight).toBe(false);
  expect(empty.edgeCount).toBe(0);
});
