import { expect, it } from 'vitest';
import { createRng } from '../base/rng.js';
import { createBox, createSphere } from './primitives.js';
import { NO_VERTEX, weld } from './weld.js';

/** One vertex per corner, as a file with a seam along every edge has. */
function split({ positions, triangles }: { positions: Float32Array; triangles: Uint32Array }) {
  return {
    positions: Float32Array.from([...triangles].flatMap((v) => [...positions.subarray(v * 3, v * 3 + 3)])),
    triangles: triangles.map((_, i) => i),
  };
}

it('joins split corners back to the shared mesh', () => {
  const sphere = createSphere(0.5, 8, 12);
  const { mesh, vertexMap } = weld(split(sphere));
  expect(mesh.positions.length).toBe(sphere.positions.length);
  expect(vertexMap.length).toBe(sphere.triangles.length);
  for (let i = 0; i < sphere.triangles.length; i++) {
    for (let k = 0; k < 3; k++) {
      expect(mesh.positions[mesh.triangles[i] * 3 + k]).toBe(sphere.positions[sphere.triangles[i] * 3 + k]);
    }
  }
});

it('joins within the tolerance and not beyond it, at any scale and place', () => {
  for (const scale of [1e-6, 1, 1e6]) {
    for (const shift of [0, 20]) {
      const x = [0, 0.5e-3, 1.5e-3, 1].map((value) => (value + shift) * scale);
      const positions = Float32Array.from(x.flatMap((value) => [value, 0, 0]));
      const map = (tolerance: number) => [
        ...weld({ positions, triangles: new Uint32Array() }, { tolerance }).vertexMap,
      ];
      expect(map(1e-3)).toEqual([0, 0, 1, 2]);
      expect(map(2e-3)).toEqual([0, 0, 0, 1]);
      expect(map(0)).toEqual([0, 1, 2, 3]);
    }
  }
});

it('keeps kept vertices further apart than the tolerance, and every vertex near the one it became', () => {
  const rng = createRng(4);
  const positions = Float32Array.from({ length: 3000 }, () => rng.next());
  const { mesh, vertexMap } = weld({ positions, triangles: new Uint32Array() }, { tolerance: 0.05 });
  const distance = (a: Float32Array, i: number, b: Float32Array, j: number) =>
    Math.hypot(a[i * 3] - b[j * 3], a[i * 3 + 1] - b[j * 3 + 1], a[i * 3 + 2] - b[j * 3 + 2]);
  const kept = mesh.positions.length / 3;
  expect(kept).toBeLessThan(900);
  let nearest = Infinity;
  for (let i = 0; i < kept; i++) {
    for (let j = 0; j < i; j++) nearest = Math.min(nearest, distance(mesh.positions, i, mesh.positions, j));
  }
  expect(nearest).toBeGreaterThan(0.049);
  for (let v = 0; v < 1000; v++)
    expect(distance(positions, v, mesh.positions, vertexMap[v])).toBeLessThan(0.0501);
});

it('takes −0 for 0 and leaves NaN vertices alone', () => {
  const positions = Float32Array.of(0, 0, 0, -0, -0, -0, Number.NaN, 0, 0, Number.NaN, 0, 0, Infinity, 0, 0);
  expect([...weld({ positions, triangles: new Uint32Array() }, { tolerance: 0 }).vertexMap]).toEqual([
    0, 0, 1, 2, 3,
  ]);
  expect([...weld({ positions, triangles: new Uint32Array() }).vertexMap]).toEqual([0, 0, 1, 2, 3]);
});

it('marks corners out of range and keeps the triangle count', () => {
  const box = createBox();
  const triangles = Uint32Array.from([...box.triangles, 0, 1, 8]);
  const welded = weld({ ...box, triangles }).mesh;
  expect([...welded.triangles.subarray(36)]).toEqual([0, 1, NO_VERTEX]);
});

it('ends on a tolerance too small for the numbers', () => {
  const positions = Float32Array.of(1e30, 0, 0, 1e30, 1, 0, -1e30, 0, 0);
  expect([...weld({ positions, triangles: new Uint32Array() }, { tolerance: 1e-30 }).vertexMap]).toEqual([
    0, 0, 1,
  ]);
});
