/**
 * @file A smooth warp of space that maps given points close to given others: an affine map plus one radial function |r| per
 * point (the biharmonic spline in three dimensions), with coefficients solved densely.
 *
 * Smoothing keeps contradictory pairs (two curves that meet, found slightly differently in two bodies) from tearing; with
 * 0 the pairs are met exactly. Far from all pairs only the affine part is left.
 */

/** Maps points [N, 3] to a new array. */
export type Warp = (points: Float64Array) => Float64Array;

/** `from` and `to` are pairs [N, 3] in units of the body's size; `smoothing` 0 and up. */
export function createWarp(from: Float64Array, to: Float64Array, smoothing: number): Warp {
  const pairCount = from.length / 3;
  const affine = pairCount >= MIN_AFFINE ? 4 : 1;
  const order = pairCount + affine;
  // Displacements, not positions, so that zero coefficients mean no movement.
  const solution = new Float64Array(order * 3);
  const matrix = new Float64Array(order * order);
  for (let i = 0; i < pairCount; i++) {
    for (let j = 0; j < pairCount; j++) matrix[i * order + j] = -apart(from, i, from, j);
    matrix[i * order + i] += smoothing;
    for (let a = 0; a < affine; a++) {
      const value = a === 0 ? 1 : from[i * 3 + a - 1];
      matrix[i * order + pairCount + a] = value;
      matrix[(pairCount + a) * order + i] = value;
    }
    for (let k = 0; k < 3; k++) solution[i * 3 + k] = to[i * 3 + k] - from[i * 3 + k];
  }
  // A small regularisation of the affine part: pairs in one plane would leave it undetermined.
  for (let a = 1; a < affine; a++) matrix[(pairCount + a) * order + pairCount + a] = -AFFINE_DAMPING;
  solveDense(matrix, solution, order);

  return (points) => {
    const out = Float64Array.from(points);
    for (let p = 0; p * 3 < points.length; p++) {
      let [x, y, z] = [0, 0, 0];
      for (let i = 0; i < pairCount; i++) {
        const strength = apart(points, p, from, i);
        x -= strength * solution[i * 3];
        y -= strength * solution[i * 3 + 1];
        z -= strength * solution[i * 3 + 2];
      }
      out[p * 3] += x;
      out[p * 3 + 1] += y;
      out[p * 3 + 2] += z;
      for (let a = 0; a < affine; a++) {
        const value = a === 0 ? 1 : points[p * 3 + a - 1];
        for (let k = 0; k < 3; k++) out[p * 3 + k] += value * solution[(pairCount + a) * 3 + k];
      }
    }
    return out;
  };
}

/** Fewer pairs than this only translate. */
const MIN_AFFINE = 5;
const AFFINE_DAMPING = 1e-3;

/** Not `Math.hypot`, which takes ten times as long: bodies here have size 1. */
function apart(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const x = a[i * 3] - b[j * 3];
  const y = a[i * 3 + 1] - b[j * 3 + 1];
  const z = a[i * 3 + 2] - b[j * 3 + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Gaussian elimination with row pivots, three right sides in place; directions without a pivot become 0. */
function solveDense(matrix: Float64Array, right: Float64Array, order: number): void {
  for (let c = 0; c < order; c++) {
    let pivot = c;
    for (let r = c + 1; r < order; r++) {
      if (Math.abs(matrix[r * order + c]) > Math.abs(matrix[pivot * order + c])) pivot = r;
    }
    if (pivot !== c) {
      swapRows(matrix, order, c, pivot);
      swapRows(right, 3, c, pivot);
    }
    const scale = matrix[c * order + c];
    if (Math.abs(scale) < 1e-12) continue;
    for (let r = c + 1; r < order; r++) {
      const factor = matrix[r * order + c] / scale;
      if (factor === 0) continue;
      const [to, from] = [r * order, c * order];
      for (let k = c; k < order; k++) matrix[to + k] -= factor * matrix[from + k];
      for (let k = 0; k < 3; k++) right[r * 3 + k] -= factor * right[c * 3 + k];
    }
  }
  for (let c = order - 1; c >= 0; c--) {
    const scale = matrix[c * order + c];
    for (let k = 0; k < 3; k++) {
      let sum = right[c * 3 + k];
      for (let j = c + 1; j < order; j++) sum -= matrix[c * order + j] * right[j * 3 + k];
      right[c * 3 + k] = Math.abs(scale) < 1e-12 ? 0 : sum / scale;
    }
  }
}

function swapRows(rows: Float64Array, width: number, a: number, b: number): void {
  for (let k = 0; k < width; k++) {
    const kept = rows[a * width + k];
    rows[a * width + k] = rows[b * width + k];
    rows[b * width + k] = kept;
  }
}
