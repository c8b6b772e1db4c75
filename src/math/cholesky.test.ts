import { describe, expect, it } from 'vitest';
import { expectClose } from '../../test/support/numbers.js';
import { createRng } from '../base/rng.js';
import { factorCholesky, solveCholesky } from './cholesky.js';

/** B Bᵀ + 0.1, with the entries of B where `kept` says so. */
function positive(size: number, seed: number, kept: (i: number, j: number) => boolean): Float64Array {
  const rng = createRng(seed);
  const b = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, j) => (kept(i, j) ? rng.normal() : 0)),
  );
  return Float64Array.from({ length: size * size }, (_, at) => {
    const [i, j] = [Math.floor(at / size), at % size];
    return b[i].reduce((sum, x, k) => sum + x * b[j][k], 0) + (i === j ? 0.1 : 0);
  });
}

describe('Cholesky', () => {
  it.each([
    ['a full matrix', () => true],
    ['a band', (i: number, j: number) => Math.abs(i - j) < 3],
    ['an arrow', (i: number, j: number) => i === j || i === 14],
  ] as const)('solves %s', (_, kept) => {
    const size = 15;
    const matrix = positive(size, 3, kept);
    const known = Float64Array.from({ length: size }, (_, i) => Math.sin(i + 1));
    const right = Float64Array.from({ length: size }, (_, i) =>
      known.reduce((sum, x, j) => sum + x * matrix[i * size + j], 0),
    );
    const factor = matrix.slice();
    expect(factorCholesky(factor, size)).toBe(true);
    solveCholesky(factor, size, right);
    expectClose(right, known, 1e-9);
  });

  it('reads the lower triangle only', () => {
    const factor = Float64Array.of(4, 99, 2, 5);
    expect(factorCholesky(factor, 2)).toBe(true);
    const x = Float64Array.of(8, 14);
    solveCholesky(factor, 2, x);
    // 4 a + 2 b = 8, 2 a + 5 b = 14.
    expectClose(x, [0.75, 2.5], 1e-14);
  });

  it.each([
    ['indefinite', [1, 2, 2, 1]],
    ['flat', [1, 1, 1, 1]],
    ['zero', [0, 0, 0, 0]],
    ['not a number', [1, 0, Number.NaN, 1]],
  ])('refuses a matrix that is %s', (_, values) => {
    expect(factorCholesky(Float64Array.from(values), 2)).toBe(false);
  });
});
