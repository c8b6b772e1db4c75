/**
 * @file Small dense symmetric systems by Cholesky, in place. For the sparse and the large see the kernels.
 *
 * Zeros before the first entry of a row stay zero in the factor (its envelope), so they are skipped: systems of a
 * tree, numbered leaves first, cost a fraction of dense ones with no format of their own.
 */

/**
 * Factors a symmetric positive definite matrix (row-major, lower triangle read and overwritten by L) of the given
 * size. Returns false where a pivot is not above `floor` times the largest diagonal element: not positive definite.
 */
export function factorCholesky(matrix: Float64Array, size: number, floor = 1e-14): boolean {
  let largest = 0;
  for (let i = 0; i < size; i++) largest = Math.max(largest, matrix[i * size + i]);
  const starts = new Int32Array(size);
  for (let i = 0; i < size; i++) {
    const row = i * size;
    let start = 0;
    while (start < i && matrix[row + start] === 0) start++;
    starts[i] = start;
    for (let j = start; j < i; j++) {
      const other = j * size;
      let sum = matrix[row + j];
      for (let k = start > starts[j] ? start : starts[j]; k < j; k++)
        sum -= matrix[row + k] * matrix[other + k];
      matrix[row + j] = sum / matrix[other + j];
    }
    let pivot = matrix[row + i];
    for (let k = start; k < i; k++) pivot -= matrix[row + k] * matrix[row + k];
    if (!(pivot > floor * largest)) return false;
    matrix[row + i] = Math.sqrt(pivot);
  }
  return true;
}

/** Solves L Lᵀ x = b in place, for a matrix that `factorCholesky` has factored. */
export function solveCholesky(matrix: Float64Array, size: number, b: Float64Array): void {
  for (let i = 0; i < size; i++) {
    let sum = b[i];
    for (let k = 0; k < i; k++) sum -= matrix[i * size + k] * b[k];
    b[i] = sum / matrix[i * size + i];
  }
  for (let i = size - 1; i >= 0; i--) {
    b[i] /= matrix[i * size + i];
    for (let k = 0; k < i; k++) b[k] -= matrix[i * size + k] * b[i];
  }
}
