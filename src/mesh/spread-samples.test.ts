import { expect, it } from 'vitest';
import { createRng } from '../base/rng.js';
import { createBox, createSphere } from './primitives.js';
import { type SurfaceSamples, samplePositions, sampleSurface } from './sample-surface.js';
import { spreadSamples } from './spread-samples.js';

const sphere = createSphere(1, 12, 24, [0, 0, 0]);

/** Distances from points of the surface to the nearest sample, in spacings √(area / count): the largest and the least between two. */
function gaps(samples: SurfaceSamples): { hole: number; clump: number } {
  const at = samplePositions(samples, sphere.positions, sphere.triangles);
  const probe = samplePositions(
    sampleSurface(sphere, 3000, createRng(9)),
    sphere.positions,
    sphere.triangles,
  );
  const spacing = Math.sqrt((4 * Math.PI) / (at.length / 3));
  const nearest = (points: Float32Array, p: number) => {
    let least = Infinity;
    for (let i = 0; i < at.length; i += 3) {
      if (points === at && i === p) continue;
      const d = Math.hypot(points[p] - at[i], points[p + 1] - at[i + 1], points[p + 2] - at[i + 2]);
      least = Math.min(least, d);
    }
    return least / spacing;
  };
  const all = (points: Float32Array) =>
    Array.from({ length: points.length / 3 }, (_, i) => nearest(points, i * 3));
  return { hole: Math.max(...all(probe)), clump: Math.min(...all(at)) };
}

it('leaves neither holes nor clumps', () => {
  const even = gaps(spreadSamples(sphere, 500, createRng(1)));
  const random = gaps(sampleSurface(sphere, 500, createRng(1)));
  expect(even.clump).toBeGreaterThan(0.4);
  expect(even.hole).toBeLessThan(0.95);
  expect(random.clump).toBeLessThan(0.2);
  expect(random.hole).toBeGreaterThan(1.2);
});

it('gives as many as asked, in triangle order, the same for the same seed', () => {
  const box = createBox();
  const samples = spreadSamples(box, 1000, createRng(3));
  expect(samples.triangles).toHaveLength(1000);
  expect([...samples.triangles].every((t, i, all) => i === 0 || t >= all[i - 1])).toBe(true);
  expect(spreadSamples(box, 1000, createRng(3))).toEqual(samples);
});

it('takes both sides of a sheet, a mesh of one point, and nothing', () => {
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  const sheet = { positions, triangles: Uint32Array.of(0, 1, 2, 0, 2, 1) };
  const { triangles } = spreadSamples(sheet, 400, createRng(1));
  expect(Math.abs(triangles.filter((t) => t === 0).length - 200)).toBeLessThan(20);
  const point = { positions: new Float32Array(9), triangles: Uint32Array.of(0, 1, 2) };
  expect(spreadSamples(point, 10, createRng(1)).triangles).toHaveLength(10);
  const none = { positions: new Float32Array(), triangles: new Uint32Array() };
  expect(spreadSamples(none, 10, createRng(1)).triangles).toHaveLength(0);
});
