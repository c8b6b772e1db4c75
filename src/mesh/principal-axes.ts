/**
 * @file The principal axes of a point cloud: eigenvectors of its covariance, by Jacobi rotations.
 */

import type { Vec3 } from '../math/vector.js';

/** Three orthonormal axes of points [N, 3], the direction of most spread first; finite points are assumed. */
export function principalAxes(points: Float32Array): Vec3[] {
  const matrix = covariance(points);
  const vectors = [1, 0, 0, 0, 1, 0, 0, 0, 1]; // columns, [3, 3]
  for (let sweep = 0; sweep < 24; sweep++) {
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ]) {
      rotate(matrix, vectors, p, q);
    }
  }
  return [0, 1, 2]
    .sort((a, b) => matrix[b * 4] - matrix[a * 4] || a - b)
    .map((k) => {
      const axis = vectors.slice(k * 3, k * 3 + 3);
      // Sign by the largest component, or the same cloud could give either of two normals.
      const largest = axis.reduce(
        (kept, value) => (Math.abs(value) > Math.abs(kept) + 1e-9 ? value : kept),
        0,
      );
      const sign = largest < 0 ? -1 : 1;
      return [axis[0] * sign, axis[1] * sign, axis[2] * sign] as const;
    });
}

/** Covariance times a positive factor: only its directions matter. [3, 3] */
function covariance(points: Float32Array): number[] {
  const count = points.length / 3;
  const mean = [0, 0, 0];
  for (let i = 0; i < points.length; i++) mean[i % 3] += points[i] / count;
  const matrix = new Array<number>(9).fill(0);
  let scale = 0;
  for (let i = 0; i < points.length; i++) scale = Math.max(scale, Math.abs(points[i] - mean[i % 3]));
  if (scale === 0) return matrix;
  for (let i = 0; i < points.length; i += 3) {
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        matrix[r * 3 + c] += ((points[i + r] - mean[r]) / scale) * ((points[i + c] - mean[c]) / scale);
      }
    }
  }
  return matrix;
}

/** One Jacobi rotation that makes entry (p, q) of the symmetric matrix zero. */
function rotate(matrix: number[], vectors: number[], p: number, q: number): void {
  const off = matrix[p * 3 + q];
  if (Math.abs(off) < 1e-14 * (Math.abs(matrix[p * 4]) + Math.abs(matrix[q * 4]))) return;
  const theta = (matrix[q * 4] - matrix[p * 4]) / (2 * off);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < 3; k++) {
    const [kp, kq] = [matrix[k * 3 + p], matrix[k * 3 + q]];
    matrix[k * 3 + p] = c * kp - s * kq;
    matrix[k * 3 + q] = s * kp + c * kq;
  }
  for (let k = 0; k < 3; k++) {
    const [pk, qk] = [matrix[p * 3 + k], matrix[q * 3 + k]];
    matrix[p * 3 + k] = c * pk - s * qk;
    matrix[q * 3 + k] = s * pk + c * qk;
    const [vp, vq] = [vectors[p * 3 + k], vectors[q * 3 + k]];
    vectors[p * 3 + k] = c * vp - s * vq;
    vectors[q * 3 + k] = s * vp + c * vq;
  }
}
