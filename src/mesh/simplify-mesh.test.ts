import { expect, it } from 'vitest';
import { createSurfaceIndex } from './nearest-surface.js';
import { createSphere } from './primitives.js';
import { simplifyMesh } from './simplify-mesh.js';
import { weld } from './weld.js';

const { mesh: sphere } = weld(createSphere(1, 48, 96));

it('keeps the surface with a tenth of the triangles, and names the vertices that are left', async () => {
  const count = sphere.triangles.length / 3;
  const { mesh, sources } = await simplifyMesh(sphere, count / 10);
  expect(mesh.triangles.length / 3).toBeLessThan(count / 9);
  expect(mesh.triangles.length / 3).toBeGreaterThan(count / 12);
  expect(sources.length * 3).toBe(mesh.positions.length);
  const { found, nearest } = createSurfaceIndex(mesh);
  sources.forEach((source, v) => {
    for (let k = 0; k < 3; k++) expect(mesh.positions[v * 3 + k]).toBe(sphere.positions[source * 3 + k]);
  });
  for (let v = 0; v < sphere.positions.length; v += 21) {
    nearest(sphere.positions[v], sphere.positions[v + 1], sphere.positions[v + 2]);
    expect(found.distance).toBeLessThan(0.03);
  }
});

it('drops broken triangles', async () => {
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, Number.NaN, 0, 0);
  const triangles = Uint32Array.of(0, 1, 2, 0, 1, 1, 0, 1, 3, 0, 1, 99);
  const { mesh, sources } = await simplifyMesh({ positions, triangles }, 100);
  expect(mesh.triangles.length).toBe(3);
  expect([...sources]).toEqual([0, 1, 2]);
});
