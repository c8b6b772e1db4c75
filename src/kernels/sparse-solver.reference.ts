/**
 * @file Sparse symmetric positive definite systems the slow clear way, by a dense LDLᵀ: what the solver is tested
 * against.
 */

/** A symmetric matrix, its lower triangle by columns (CSC). */
export interface SparseMatrix {
  /** n, the number of rows and columns. */
  readonly size: number;
  /** First entry of each column; the last number is the entry count. [n + 1] */
  readonly columnStarts: Int32Array;
  /** Row of each entry, ascending within a column and not above the diagonal. [E] */
  readonly rows: Int32Array;
  /** [E] */
  readonly values: Float64Array;
}

/** Solves A x = b for right sides that lie side by side [n, count]; undefined where a pivot is not positive. */
export function solveSparseReference(
  matrix: SparseMatrix,
  rightSides: Float64Array,
  count: number,
): Float64Array | undefined {
  const n = matrix.size;
  const lower = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    for (let p = matrix.columnStarts[j]; p < matrix.columnStarts[j + 1]; p++) {
      lower[matrix.rows[p] * n + j] = matrix.values[p];
    }
  }
  // (1) A = L D Lᵀ in place: D on the diagonal, L below it.
  for (let j = 0; j < n; j++) {
    for (let k = 0; k < j; k++) lower[j * n + j] -= lower[j * n + k] ** 2 * lower[k * n + k];
    if (!(lower[j * n + j] > 0)) return undefined;
    for (let i = j + 1; i < n; i++) {
      for (let k = 0; k < j; k++) lower[i * n + j] -= lower[i * n + k] * lower[j * n + k] * lower[k * n + k];
      lower[i * n + j] /= lower[j * n + j];
    }
  }
  // (2) Down, across, up.
  const out = rightSides.slice();
  for (let c = 0; c < count; c++) {
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < i; k++) out[i * count + c] -= lower[i * n + k] * out[k * count + c];
    }
    for (let i = n - 1; i >= 0; i--) {
      out[i * count + c] /= lower[i * n + i];
      for (let k = i + 1; k < n; k++) out[i * count + c] -= lower[k * n + i] * out[k * count + c];
    }
  }
  return out;
}
