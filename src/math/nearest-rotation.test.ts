import { describe, expect, it } from 'vitest';
import { expectSameRotations } from '../../test/support/numbers.js';
import { randomQuaternion } from '../../test/support/random-rig.js';
import { createRng } from '../base/rng.js';
import { alignRotationInto, polarRotationInto } from './nearest-rotation.js';
import { quaternionToMatrixInto } from './quaternion.js';

/** R · P with P symmetric, column-major. */
function product(q: number[], p: number[]): Float64Array {
  const r = new Float64Array(9);
  quaternionToMatrixInto(r, 0, q, 0);
  const out = new Float64Array(9);
  for (let c = 0; c < 3; c++)
    for (let row = 0; row < 3; row++)
      for (let k = 0; k < 3; k++) out[c * 3 + row] += r[k * 3 + row] * p[c * 3 + k];
  return out;
}

/** U diag(s) Uᵀ. */
function symmetric(u: number[], s: number[]): number[] {
  const m = new Float64Array(9);
  quaternionToMatrixInto(m, 0, u, 0);
  return Array.from({ length: 9 }, (_, i) => {
    const [c, r] = [Math.floor(i / 3), i % 3];
    return s.reduce((sum, value, k) => sum + m[k * 3 + r] * value * m[k * 3 + c], 0);
  });
}

describe('the polar rotation', () => {
  it.each([
    ['a rotation', [1, 1, 1]],
    ['a uniform scale', [100, 100, 100]],
    ['a tiny scale', [1e-6, 1e-6, 1e-6]],
    ['a stretch', [0.2, 1, 7]],
    ['a strong stretch', [1e-3, 1, 1e3]],
    ['a nearly flat matrix', [1e-8, 1, 1]],
  ])('is taken out of %s', (_, s) => {
    const rng = createRng(1);
    for (let i = 0; i < 30; i++) {
      const q = randomQuaternion(rng);
      const m = product(q, symmetric(randomQuaternion(rng), s));
      const out = [0, 0, 0, 0];
      expect(polarRotationInto(out, 0, m)).toBe(true);
      // A flat matrix knows its rotation only to rounding over its smallest stretch.
      expectSameRotations(out, q, 1e-14 / Math.min(1, Math.min(...s) / Math.max(...s)) + 1e-10);
    }
  });

  it('of a mirrored matrix is that of its opposite', () => {
    const rng = createRng(2);
    for (let i = 0; i < 30; i++) {
      const q = randomQuaternion(rng);
      const m = product(q, symmetric(randomQuaternion(rng), [-0.5, -2, -3]));
      const out = [0, 0, 0, 0];
      expect(polarRotationInto(out, 0, m)).toBe(true);
      expectSameRotations(out, q, 1e-12);
    }
  });

  it('is refused, and nothing written, where the matrix is singular', () => {
    const rng = createRng(3);
    const out = [7, 7, 7, 7];
    expect(polarRotationInto(out, 0, new Float64Array(9))).toBe(false);
    expect(polarRotationInto(out, 0, [1, 0, 0, 0, 1, 0, 0, 0, 0])).toBe(false);
    expect(polarRotationInto(out, 0, [1, 2, 3, 2, 4, 6, 0, 0, 1])).toBe(false);
    expect(polarRotationInto(out, 0, [Number.NaN, 0, 0, 0, 1, 0, 0, 0, 1])).toBe(false);
    expect(polarRotationInto(out, 0, [Number.POSITIVE_INFINITY, 0, 0, 0, 1, 0, 0, 0, 1])).toBe(false);
    // Rank two with rounding: the determinant is not zero, but it is nothing.
    for (let i = 0; i < 50; i++) {
      const scale = 10 ** rng.range(-3, 6);
      const flat = product(randomQuaternion(rng), symmetric(randomQuaternion(rng), [0, scale, 2 * scale]));
      expect(polarRotationInto(out, 0, flat)).toBe(false);
    }
    expect(out).toEqual([7, 7, 7, 7]);
  });
});

describe('the aligning rotation', () => {
  it('beats every other rotation and is never a reflection', () => {
    const rng = createRng(4);
    const gain = (q: number[], h: number[]) => {
      const r = new Float64Array(9);
      quaternionToMatrixInto(r, 0, q, 0);
      return h.reduce((sum, x, i) => sum + x * r[i], 0);
    };
    for (let i = 0; i < 30; i++) {
      const h = Array.from({ length: 9 }, () => rng.range(-1, 1));
      const out = [0, 0, 0, 0];
      alignRotationInto(out, 0, h);
      expect(Math.hypot(...out)).toBeCloseTo(1, 12);
      expect(out[3]).toBeGreaterThanOrEqual(0);
      const best = gain(out, h);
      for (let k = 0; k < 100; k++) expect(gain(randomQuaternion(rng), h)).toBeLessThanOrEqual(best + 1e-12);
      // Nearby ones too: it is a maximum, not only a good guess.
      for (let k = 0; k < 8; k++) {
        const near = [...out];
        near[k >> 1] += k & 1 ? 1e-3 : -1e-3;
        const length = Math.hypot(...near);
        expect(
          gain(
            near.map((x) => x / length),
            h,
          ),
        ).toBeLessThanOrEqual(best + 1e-12);
      }
    }
  });

  it('of nothing is some rotation', () => {
    const out = [0, 0, 0, 0];
    alignRotationInto(out, 0, new Float64Array(9));
    expect(Math.hypot(...out)).toBe(1);
  });
});
