/**
 * @file The rotation nearest to a 3 × 3 matrix, two ways.
 *
 * `polarRotation` is Newton's iteration X ← (X + X⁻ᵀ)/2 (Higham 1986): quadratic, two steps for a matrix that
 * is a rotation up to rounding, which is what files hold. `alignRotation` is Horn's quaternion method (1987):
 * the eigenvector of a symmetric 4 × 4 matrix by Jacobi sweeps, right for any rank, never a reflection: for
 * Procrustes on points that may lie in a plane or on a line.
 */

import { matrixToQuaternionInto, type Numbers, type ReadonlyNumbers } from './quaternion.js';

/**
 * Writes the rotation factor of an invertible matrix (3 × 3 column-major) as a quaternion. A uniform scale and
 * a reflection are divided out first. Returns false, and writes nothing, where the matrix is singular.
 */
export function polarRotationInto(out: Numbers, o: number, matrix: ReadonlyNumbers): boolean {
  const x = scratch;
  for (let i = 0; i < 9; i++) x[i] = matrix[i];
  const det = determinant(x);
  // Against the size of the matrix: rounding gives a flat one a determinant that is small but not zero.
  let square = 0;
  for (let i = 0; i < 9; i++) square += x[i] * x[i];
  if (!(Math.abs(det) > Math.max(1e-30, 1e-14 * square ** 1.5)) || !Number.isFinite(det)) return false;
  const scale = 1 / Math.cbrt(det);
  for (let i = 0; i < 9; i++) x[i] *= scale;
  for (let step = 0; step < 50; step++) {
    const d = 1 / determinant(x);
    if (!Number.isFinite(d)) return false;
    const [x0, x1, x2, x3, x4, x5, x6, x7, x8] = [x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8]];
    // Cofactors over the determinant are the inverse transpose.
    x[0] = 0.5 * (x0 + (x4 * x8 - x5 * x7) * d);
    x[1] = 0.5 * (x1 + (x5 * x6 - x3 * x8) * d);
    x[2] = 0.5 * (x2 + (x3 * x7 - x4 * x6) * d);
    x[3] = 0.5 * (x3 + (x2 * x7 - x1 * x8) * d);
    x[4] = 0.5 * (x4 + (x0 * x8 - x2 * x6) * d);
    x[5] = 0.5 * (x5 + (x1 * x6 - x0 * x7) * d);
    x[6] = 0.5 * (x6 + (x1 * x5 - x2 * x4) * d);
    x[7] = 0.5 * (x7 + (x2 * x3 - x0 * x5) * d);
    x[8] = 0.5 * (x8 + (x0 * x4 - x1 * x3) * d);
    const change =
      Math.abs(x[0] - x0) +
      Math.abs(x[1] - x1) +
      Math.abs(x[2] - x2) +
      Math.abs(x[3] - x3) +
      Math.abs(x[4] - x4) +
      Math.abs(x[5] - x5) +
      Math.abs(x[6] - x6) +
      Math.abs(x[7] - x7) +
      Math.abs(x[8] - x8);
    // Quadratic: a step this small leaves an error of its square.
    if (change < 1e-7) break;
  }
  matrixToQuaternionInto(out, o, x, 0);
  return true;
}

/** Working space of one call; nothing outlives it. */
const scratch = new Float64Array(9);

/**
 * Writes the rotation R that maximises trace(Rᵀ · H), i.e. the best rotation for the cross-covariance
 * H = Σ w · target · sourceᵀ (3 × 3 column-major), as a quaternion with w ≥ 0.
 */
export function alignRotationInto(out: Numbers, o: number, h: ReadonlyNumbers): void {
  const [xx, yx, zx, xy, yy, zy, xz, yz, zz] = h; // h[target, source], column-major
  // Horn's symmetric matrix in the order x, y, z, w.
  const n = [
    [xx - yy - zz, yx + xy, xz + zx, zy - yz],
    [yx + xy, yy - xx - zz, zy + yz, xz - zx],
    [xz + zx, zy + yz, zz - xx - yy, yx - xy],
    [zy - yz, xz - zx, yx - xy, xx + yy + zz],
  ];
  const q = largestEigenvector(n);
  const length = Math.hypot(q[0], q[1], q[2], q[3]) * (q[3] < 0 ? -1 : 1);
  for (let i = 0; i < 4; i++) out[o + i] = q[i] / length;
}

function determinant(x: ReadonlyNumbers): number {
  return (
    x[0] * (x[4] * x[8] - x[5] * x[7]) +
    x[3] * (x[2] * x[7] - x[1] * x[8]) +
    x[6] * (x[1] * x[5] - x[2] * x[4])
  );
}

/** Jacobi eigenvalue sweeps on a small symmetric matrix, which is overwritten. */
function largestEigenvector(a: number[][]): number[] {
  const size = a.length;
  const vectors: number[][] = a.map((_, i) => a.map((_, j) => (i === j ? 1 : 0)));
  for (let sweep = 0; sweep < 50; sweep++) {
    let off = 0;
    let diagonal = 0;
    for (let p = 0; p < size; p++) {
      diagonal += a[p][p] * a[p][p];
      for (let q = p + 1; q < size; q++) off += a[p][q] * a[p][q];
    }
    if (off <= 1e-30 * diagonal || off < 1e-300) break;
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) {
        if (Math.abs(a[p][q]) < 1e-300) continue;
        const theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        const c = 1 / Math.sqrt(t * t + 1);
        const s = t * c;
        for (let k = 0; k < size; k++) {
          const [kp, kq] = [a[k][p], a[k][q]];
          a[k][p] = c * kp - s * kq;
          a[k][q] = s * kp + c * kq;
        }
        for (let k = 0; k < size; k++) {
          const [pk, qk] = [a[p][k], a[q][k]];
          a[p][k] = c * pk - s * qk;
          a[q][k] = s * pk + c * qk;
          const [vp, vq] = [vectors[k][p], vectors[k][q]];
          vectors[k][p] = c * vp - s * vq;
          vectors[k][q] = s * vp + c * vq;
        }
      }
    }
  }
  let best = 0;
  for (let i = 1; i < size; i++) if (a[i][i] > a[best][best]) best = i;
  return vectors.map((row) => row[best]);
}
