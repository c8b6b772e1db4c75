import { expect, it } from 'vitest';
import { expectClose } from '../../test/support/numbers.js';
import { createRng } from '../base/rng.js';
import { symmetricEigenvalues } from './symmetric-eigenvalues.js';

it('finds the eigenvalues of matrices that are known', () => {
  expectClose(symmetricEigenvalues(Float64Array.of(2, 1, 1, 2), 2), [1, 3], 1e-14);
  expectClose(symmetricEigenvalues(Float64Array.of(5, 0, 0, 0, -1, 0, 0, 0, 3), 3), [-1, 3, 5], 0);
  // The path of n vertices: 2 − 2 cos(π k / n).
  const size = 12;
  const path = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    path[i * size + i] = i === 0 || i === size - 1 ? 1 : 2;
    if (i > 0) path[i * size + i - 1] = path[(i - 1) * size + i] = -1;
  }
  const known = Array.from({ length: size }, (_, k) => 2 - 2 * Math.cos((Math.PI * k) / size));
  expectClose(symmetricEigenvalues(path, size), known, 1e-13);
});

it('keeps trace and sum of squares, changes nothing, and takes none for an answer', () => {
  const rng = createRng(4);
  const size = 30;
  const matrix = new Float64Array(size * size);
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= i; j++) matrix[i * size + j] = matrix[j * size + i] = rng.normal();
  const before = matrix.slice();
  const values = symmetricEigenvalues(matrix, size);
  expect(matrix).toEqual(before);
  let trace = 0;
  for (let i = 0; i < size; i++) trace += matrix[i * size + i];
  const sum = (list: ArrayLike<number>) => Array.from(list).reduce((a, b) => a + b, 0);
  expect(sum(values)).toBeCloseTo(trace, 10);
  expect(sum(values.map((x) => x * x))).toBeCloseTo(sum(matrix.map((x) => x * x)), 9);
  expect(symmetricEigenvalues(new Float64Array(0), 0).length).toBe(0);
});
