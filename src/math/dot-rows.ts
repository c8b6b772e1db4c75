/** @file The dot product of two rows of matrices. */

/** Of `count` numbers at i and j; four sums side by side, or each addition waits for the one before. */
export function dotRows(x: Float64Array, i: number, y: Float64Array, j: number, count: number): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let k = 0;
  for (; k + 3 < count; k += 4) {
    s0 += x[i + k] * y[j + k];
    s1 += x[i + k + 1] * y[j + k + 1];
    s2 += x[i + k + 2] * y[j + k + 2];
    s3 += x[i + k + 3] * y[j + k + 3];
  }
  for (; k < count; k++) s0 += x[i + k] * y[j + k];
  return s0 + s1 + (s2 + s3);
}
