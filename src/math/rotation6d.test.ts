import { describe, expect, it } from 'vitest';
import { expectClose, expectSameRotations, numericGradient } from '../../test/support/numbers.js';
import { randomQuaternion } from '../../test/support/random-rig.js';
import { createRng } from '../base/rng.js';
import { quaternionToMatrixInto } from './quaternion.js';
import {
  backpropagate6dInto,
  matrixFrom6dInto,
  quaternionFrom6dInto,
  quaternionTo6dInto,
} from './rotation6d.js';

describe('the 6D form', () => {
  it('is two columns of the matrix and goes back to the rotation', () => {
    const rng = createRng(1);
    for (let i = 0; i < 100; i++) {
      const q = randomQuaternion(rng);
      const six = new Float64Array(6);
      quaternionTo6dInto(six, 0, q, 0);
      const matrix = new Float64Array(9);
      quaternionToMatrixInto(matrix, 0, q, 0);
      expectClose(six, matrix.subarray(0, 6), 0);
      const back = [0, 0, 0, 0];
      quaternionFrom6dInto(back, 0, six, 0);
      expectSameRotations(back, q, 1e-14);
      // Lengths, and whatever of the second lies along the first, do not matter.
      const loose = six.map((x, k) => (k < 3 ? 3 * x : 0.5 * x - 2 * six[k - 3]));
      quaternionFrom6dInto(back, 0, loose, 0);
      expectSameRotations(back, q, 1e-13);
    }
  });

  it('gives a rotation for any six numbers', () => {
    const rng = createRng(2);
    const m = new Float64Array(9);
    for (let i = 0; i < 50; i++) {
      matrixFrom6dInto(
        m,
        0,
        Array.from({ length: 6 }, () => rng.normal()),
        0,
      );
      for (let a = 0; a < 3; a++)
        for (let b = 0; b < 3; b++) {
          const dot = m[a * 3] * m[b * 3] + m[a * 3 + 1] * m[b * 3 + 1] + m[a * 3 + 2] * m[b * 3 + 2];
          expect(Math.abs(dot - +(a === b))).toBeLessThan(1e-13);
        }
      const det =
        m[0] * (m[4] * m[8] - m[5] * m[7]) -
        m[1] * (m[3] * m[8] - m[5] * m[6]) +
        m[2] * (m[3] * m[7] - m[4] * m[6]);
      expect(det).toBeCloseTo(1, 12);
    }
  });

  it('has the gradient that finite differences give', () => {
    const rng = createRng(3);
    for (let i = 0; i < 30; i++) {
      const v = Float64Array.from({ length: 7 }, () => rng.normal());
      const g = Array.from({ length: 10 }, () => rng.normal());
      const m = new Float64Array(9);
      const loss = () => {
        matrixFrom6dInto(m, 0, v, 1);
        return m.reduce((sum, x, k) => sum + x * g[k + 1], 0);
      };
      const analytic = new Float64Array(6);
      backpropagate6dInto(analytic, 0, v, 1, g, 1);
      const numeric = numericGradient(v, loss, 1e-6).subarray(1);
      const size = Math.max(1, ...numeric.map(Math.abs));
      expectClose(analytic, numeric, 1e-6 * size);
    }
  });
});
