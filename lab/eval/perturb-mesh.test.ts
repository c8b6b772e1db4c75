import { expect, it } from 'vitest';
import { boxSize, computeBox } from '../../src/mesh/box.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { createSphere } from '../../src/mesh/primitives.js';
import { triangleArea } from '../../src/mesh/triangle-normal.js';
import { PERTURBATION_NAMES, type Perturbation, perturbMesh } from './perturb-mesh.js';

const ball = createSphere();
const egg: Mesh = {
  ...ball,
  positions: ball.positions.map((value, i) => value * [1, 1.5, 2][i % 3] + 0.123456),
};

const areaOf = (mesh: Mesh) => {
  let sum = 0;
  for (let t = 0; t < mesh.triangles.length / 3; t++) sum += triangleArea(mesh, t);
  return sum;
};

it.each(PERTURBATION_NAMES)('%s keeps the shape, in its size and way up', async (name: Perturbation) => {
  const changed = await perturbMesh(egg, name, 3);
  const size = boxSize(computeBox(egg.positions));
  const scale = name === 'scale' ? 3.7 : 1;
  const expected = name === 'yaw' ? [size[2], size[1], size[0]] : size;
  const found = boxSize(computeBox(changed.positions));
  for (let k = 0; k < 3; k++) expect(found[k] / scale / expected[k]).toBeCloseTo(1, 1);
  expect(areaOf(changed) / scale ** 2 / areaOf(egg)).toBeCloseTo(1, 1);
  expect([...changed.positions]).not.toEqual([...egg.positions]);
});

it('halves the triangles', async () => {
  const { triangles, positions } = await perturbMesh(egg, 'half', 3);
  expect(triangles.length / egg.triangles.length).toBeCloseTo(0.5, 1);
  expect(Math.max(...triangles)).toBe(positions.length / 3 - 1);
});

it('moves vertices that coincide alike', async () => {
  const twice = {
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0),
    triangles: Uint32Array.of(0, 1, 2),
  };
  const { positions } = await perturbMesh(twice, 'noise', 1);
  expect([...positions.subarray(0, 3)]).toEqual([...positions.subarray(9, 12)]);
  expect(Math.abs(positions[0])).toBeGreaterThan(0);
});
