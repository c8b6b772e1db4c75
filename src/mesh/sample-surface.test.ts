import { expect, it } from 'vitest';
import { createRng } from '../base/rng.js';
import { createBox, createSphere, mergeMeshes } from './primitives.js';
import { samplePositions, sampleSurface } from './sample-surface.js';

it('spreads samples by area, whatever the tessellation', () => {
  // The same sphere finely and coarsely: 3 968 triangles against 180.
  const fine = createSphere(1, 32, 64, [-2, 0, 0]);
  const mesh = mergeMeshes([fine, createSphere(1, 10, 10, [2, 0, 0])]);
  const { triangles, barycentric } = sampleSurface(mesh, 4000, createRng(1));
  const onFine = triangles.filter((t) => t < fine.triangles.length / 3).length;
  expect(onFine / 4000).toBeGreaterThan(0.49);
  expect(onFine / 4000).toBeLessThan(0.54);
  for (let i = 0; i < 4000; i++) {
    const [u, v, w] = barycentric.subarray(i * 3, i * 3 + 3);
    expect(Math.min(u, v, w)).toBeGreaterThanOrEqual(0);
    expect(u + v + w).toBeCloseTo(1, 5);
  }
});

it('is even inside a triangle', () => {
  const mesh = { positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), triangles: Uint32Array.of(0, 1, 2) };
  const samples = sampleSurface(mesh, 20_000, createRng(2));
  const points = samplePositions(samples, mesh.positions, mesh.triangles);
  // The corner triangle x + y < 1/2 has a quarter of the area; the centroid is (1/3, 1/3).
  let corner = 0;
  const mean = [0, 0];
  for (let i = 0; i < 20_000; i++) {
    const [x, y] = points.subarray(i * 3, i * 3 + 2);
    if (x + y < 0.5) corner++;
    mean[0] += x / 20_000;
    mean[1] += y / 20_000;
  }
  expect(corner / 20_000).toBeCloseTo(0.25, 1);
  expect(mean[0]).toBeCloseTo(1 / 3, 2);
  expect(mean[1]).toBeCloseTo(1 / 3, 2);
});

it('gives the same samples for the same seed, others for another', () => {
  const box = createBox();
  expect(sampleSurface(box, 100, createRng(3))).toEqual(sampleSurface(box, 100, createRng(3)));
  expect(sampleSurface(box, 100, createRng(4))).not.toEqual(sampleSurface(box, 100, createRng(3)));
});

it('never picks broken or empty triangles while there are others', () => {
  const box = createBox();
  const mesh = {
    positions: Float32Array.from([...box.positions, Number.NaN, 0, 0]),
    triangles: Uint32Array.from([0, 1, 8, 0, 0, 0, ...box.triangles, 0, 1, 99, 3, 3, 3]),
  };
  const { triangles } = sampleSurface(mesh, 500, createRng(1));
  expect(Math.min(...triangles)).toBe(2);
  expect(Math.max(...triangles)).toBe(13);
  const flat = { positions: box.positions, triangles: Uint32Array.of(0, 0, 1, 2, 2, 3) };
  expect(new Set(sampleSurface(flat, 10, createRng(1)).triangles).size).toBe(2);
  const empty = { positions: new Float32Array(), triangles: new Uint32Array() };
  expect(sampleSurface(empty, 10, createRng(1)).triangles).toHaveLength(0);
});
