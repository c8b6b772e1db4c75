import { describe, expect, it } from 'vitest';
import { createRng } from '../../base/rng.js';
import { layOutLandmarks } from './landmark-layout.js';

/** Points on a bent sheet in space: they fit into the plane, nearly. */
function sheet(count: number, seed: number): Float64Array {
  const rng = createRng(seed);
  return Float64Array.from({ length: count }).reduce<Float64Array>(
    (rows, _, i) => {
      const [u, v] = [3 * rng.next(), rng.next()];
      rows.set([u, v, 0.2 * u * u, 0.1 * u * v], i * 4);
      return rows;
    },
    new Float64Array(count * 4),
  );
}
const COUNT = 40;
const features = sheet(COUNT, 1);
const layout = layOutLandmarks(features, COUNT);
const between = (a: ArrayLike<number>, i: number, j: number, width: number) => {
  let squares = 0;
  for (let k = 0; k < width; k++) squares += (a[i * width + k] - a[j * width + k]) ** 2;
  return Math.sqrt(squares);
};

describe('a layout of landmarks', () => {
  it('keeps distances', () => {
    const ratios: number[] = [];
    for (let i = 0; i < COUNT; i++) {
      for (let j = 0; j < i; j++) ratios.push(between(layout.points, i, j, 2) / between(features, i, j, 4));
    }
    const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
    const off = ratios.reduce((sum, ratio) => sum + Math.abs(ratio / mean - 1), 0) / ratios.length;
    expect(off).toBeLessThan(0.05);
  });

  it('lies about the origin, as wide as promised', () => {
    const squares = layout.points.reduce((sum, value) => sum + value * value, 0);
    expect(Math.sqrt(squares / COUNT)).toBeCloseTo(0.5, 9);
    for (const k of [0, 1]) {
      const sum = layout.points.reduce((total, value, i) => total + (i % 2 === k ? value : 0), 0);
      expect(sum / COUNT).toBeCloseTo(0, 6);
    }
  });

  it('finds the position of known points, and of points between', () => {
    for (let i = 0; i < COUNT; i++) {
      const [x, y] = layout.place(features.subarray(i * 4, i * 4 + 4));
      expect(Math.hypot(x - layout.points[i * 2], y - layout.points[i * 2 + 1])).toBeLessThan(0.06);
    }
    const step = 1e-4;
    const at = (u: number) => layout.place([u, 0.5, 0.2 * u * u, 0.05 * u]);
    for (let u = 0; u < 3; u += 0.25) {
      const [a, b] = [at(u), at(u + step)];
      const moved = Math.hypot(a[0] - b[0], a[1] - b[1]);
      expect(moved).toBeGreaterThan(0.1 * step);
      expect(moved).toBeLessThan(2 * step);
    }
  });

  it('identical landmarks lie at one position', () => {
    const still = layOutLandmarks(new Float64Array(30).fill(2), 10);
    expect(still.points.every((value) => value === 0)).toBe(true);
    expect(still.place([2, 2, 2])).toEqual([0, 0]);
    expect(still.place([3, 2, 2]).every(Number.isFinite)).toBe(true);
    expect(() => layOutLandmarks(new Float64Array(7), 2)).toThrow(/rows of one length/);
  });
});
