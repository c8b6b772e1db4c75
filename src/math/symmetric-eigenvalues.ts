/**
 * @file Eigenvalues of a small symmetric matrix by cyclic Jacobi rotations (Jacobi 1846; Golub & Van Loan, 8.5):
 * slow for hundreds of rows, but accurate to rounding and a page long.
 */

/** All eigenvalues of a symmetric matrix (row-major, only read), ascending. [size] from [size, size] */
export function symmetricEigenvalues(matrix: Float64Array, size: number): Float64Array {
  const a = matrix.slice(0, size * size);
  for (let sweep = 0; sweep < 60; sweep++) {
    let off = 0;
    let diagonal = 0;
    for (let p = 0; p < size; p++) {
      diagonal += a[p * size + p] ** 2;
      for (let q = p + 1; q < size; q++) off += a[p * size + q] ** 2;
    }
    if (off <= 1e-30 * diagonal || off < 1e-300) break;
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) rotate(a, size, p, q);
    }
  }
  return Float64Array.from({ length: size }, (_, i) => a[i * size + i]).sort();
}

/** Makes entry (p, q) zero. */
function rotate(a: Float64Array, size: number, p: number, q: number): void {
  const apq = a[p * size + q];
  if (Math.abs(apq) < 1e-300) return;
  const theta = (a[q * size + q] - a[p * size + p]) / (2 * apq);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < size; k++) {
    const kp = a[k * size + p];
    const kq = a[k * size + q];
    a[k * size + p] = c * kp - s * kq;
    a[k * size + q] = s * kp + c * kq;
  }
  for (let k = 0; k < size; k++) {
    const pk = a[p * size + k];
    const qk = a[q * size + k];
    a[p * size + k] = c * pk - s * qk;
    a[q * size + k] = s * pk + c * qk;
  }
}
