import { describe, expect, it } from 'vitest';
import { createRng } from '../base/rng.js';
import { createSampleBuffer, rasterizeInto } from './rasterize.js';

const RANGE = [0, 1e9] as const;
/** Corners at pixel (x, y) and distance w. */
const corners = (...points: readonly (readonly [number, number, number])[]) =>
  Float64Array.from(points.flatMap(([x, y, w]) => [x * w, y * w, w, 1]));

describe('rasterizeInto', () => {
  it('covers a rectangle of two triangles without gaps, sample by sample', () => {
    const buffer = createSampleBuffer(16, 12);
    const projected = corners([2, 3, 1], [10, 3, 1], [10, 9, 1], [2, 9, 1]);
    const drawn = rasterizeInto(buffer, projected, Uint32Array.of(0, 1, 2, 0, 2, 3), RANGE);
    expect(drawn).toEqual({ left: 2, top: 3, right: 9, bottom: 8 });
    for (let y = 0; y < 12; y++) {
      for (let x = 0; x < 16; x++) {
        const inside = x >= 2 && x < 10 && y >= 3 && y < 9;
        expect(buffer.triangle[y * 16 + x] >= 0, `${x}, ${y}`).toBe(inside);
      }
    }
  });

  it('leaves no cracks in a fan of random triangles', () => {
    const rng = createRng(5);
    for (let trial = 0; trial < 50; trial++) {
      const ring = Array.from({ length: 9 }, (_, i) => {
        const turn = (i / 9) * 2 * Math.PI;
        return [32 + 60 * Math.cos(turn), 32 + 60 * Math.sin(turn), rng.range(0.5, 5)] as const;
      });
      const projected = corners([rng.range(25, 40), rng.range(25, 40), 1], ...ring);
      const triangles = Uint32Array.from(ring.flatMap((_, i) => [0, i + 1, ((i + 1) % 9) + 1]));
      const buffer = createSampleBuffer(64, 64);
      rasterizeInto(buffer, projected, triangles, RANGE);
      expect(buffer.triangle.indexOf(-1)).toBe(-1);
    }
  });

  it('shows the nearer triangle, whatever the order, also where they pass through each other', () => {
    const projected = corners([0, 0, 1], [20, 0, 3], [10, 20, 2], [0, 0, 3], [20, 0, 1], [10, 20, 2]);
    for (const triangles of [Uint32Array.of(0, 1, 2, 3, 4, 5), Uint32Array.of(3, 4, 5, 0, 1, 2)]) {
      const buffer = createSampleBuffer(20, 20);
      rasterizeInto(buffer, projected, triangles, RANGE);
      const first = triangles[0] === 0 ? 0 : 1;
      expect(buffer.triangle[2 * 20 + 4]).toBe(first);
      expect(buffer.triangle[2 * 20 + 15]).toBe(1 - first);
    }
  });

  it('cuts a triangle that reaches behind the eye at the near plane', () => {
    // From straight ahead, below the middle, to far behind the eye: the lower half fills, nothing wraps to the
    // top.
    const buffer = createSampleBuffer(20, 20);
    const floor = Float64Array.of(
      ...[10 * 10 - 1e4, 10 * 10 + 30, 10, 1],
      ...[10 * 10 + 1e4, 10 * 10 + 30, 10, 1],
      ...[10 * -10, 10 * -10 + 30, -10, 1],
    );
    rasterizeInto(buffer, floor, Uint32Array.of(0, 1, 2), [0, 1 / 0.01]);
    const rows = Array.from({ length: 20 }, (_, y) => buffer.triangle[y * 20 + 10]);
    expect(rows.slice(0, 12).every((t) => t < 0)).toBe(true);
    expect(rows.slice(14).every((t) => t === 0)).toBe(true);
  });

  it('skips what has no area or is not finite', () => {
    const projected = corners(
      [1, 1, 1],
      [5, 5, 1],
      [9, 9, 1],
      [Number.NaN, 0, 1],
      [Infinity, 0, 1],
      [0, 9, 1],
    );
    const buffer = createSampleBuffer(10, 10);
    rasterizeInto(buffer, projected, Uint32Array.of(0, 1, 2, 0, 0, 5, 0, 3, 5, 0, 4, 5), RANGE);
    expect(buffer.triangle.every((t) => t === -1)).toBe(true);
  });
});
