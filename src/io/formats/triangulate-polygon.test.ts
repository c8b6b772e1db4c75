import { expect, it } from 'vitest';
import { triangulatePolygon } from './triangulate-polygon.js';

/** Signed area of the triangles in the plane z = 0, and whether any is flipped. */
function cut(points: readonly (readonly [number, number])[]) {
  const positions = Float64Array.from(points.flatMap(([x, y]) => [x, y, 0]));
  const out: number[] = [];
  triangulatePolygon(out, positions, [...points.keys()]);
  const areas: number[] = [];
  for (let t = 0; t < out.length; t += 3) {
    const [a, b, c] = [points[out[t]], points[out[t + 1]], points[out[t + 2]]];
    areas.push(((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2);
  }
  return { count: areas.length, sum: areas.reduce((x, y) => x + y, 0), least: Math.min(...areas) };
}

it('cuts a concave quad along the diagonal inside of it', () => {
  const dart = cut([
    [0, 0],
    [2, -1],
    [0.5, 0],
    [2, 1],
  ]);
  expect(dart.count).toBe(2);
  expect(dart.least).toBeGreaterThan(0);
});

it('covers a concave polygon once, in its own winding', () => {
  const star: [number, number][] = Array.from({ length: 20 }, (_, i) => {
    const angle = (i / 20) * Math.PI * 2;
    const radius = i % 2 === 0 ? 2 : 0.5;
    return [Math.cos(angle) * radius, Math.sin(angle) * radius];
  });
  const shoelace = star.reduce((sum, [x, y], i) => {
    const [u, v] = star[(i + 1) % star.length];
    return sum + (x * v - u * y) / 2;
  }, 0);
  const { count, sum, least } = cut(star);
  expect(count).toBe(18);
  expect(least).toBeGreaterThan(0);
  expect(sum).toBeCloseTo(shoelace, 9);
  const reversed = cut([...star].reverse());
  expect(reversed.sum).toBeCloseTo(-shoelace, 9);
});

it('gives n − 2 triangles for anything', () => {
  expect(cut(Array.from({ length: 10 }, () => [1, 1] as const)).count).toBe(8);
  expect(
    cut([
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
      [2, 2],
    ]).count,
  ).toBe(3);
  expect(cut(Array.from({ length: 5000 }, (_, i) => [i, (i * 7919) % 13] as const)).count).toBe(4998);
});
