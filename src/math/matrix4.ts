/**
 * @file Affine 4 × 4 matrices, column-major as in glTF, in Float64Array.
 */

import type { Numbers, ReadonlyNumbers } from './quaternion.js';

export type Matrix4 = Float64Array;

export function identityMatrix4(): Matrix4 {
  return Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
}

/** a · b. */
export function multiplyMatrix4(a: ReadonlyNumbers, b: ReadonlyNumbers): Matrix4 {
  const out = new Float64Array(16);
  multiplyMatrix4Into(out, a, b);
  return out;
}

/** out = a · b; out must be another array than a and b. */
export function multiplyMatrix4Into(out: Matrix4, a: ReadonlyNumbers, b: ReadonlyNumbers): void {
  for (let c = 0; c < 16; c += 4) {
    for (let r = 0; r < 4; r++) {
      out[c + r] = a[r] * b[c] + a[4 + r] * b[c + 1] + a[8 + r] * b[c + 2] + a[12 + r] * b[c + 3];
    }
  }
}

/** Translation · rotation · scale. */
export function composeMatrix4(t: ReadonlyNumbers, q: ReadonlyNumbers, s: ReadonlyNumbers): Matrix4 {
  const out = new Float64Array(16);
  composeMatrix4Into(out, t, q, s);
  return out;
}

/** out = translation · rotation · scale. */
export function composeMatrix4Into(
  out: Matrix4,
  t: ReadonlyNumbers,
  q: ReadonlyNumbers,
  s: ReadonlyNumbers,
): void {
  const x = q[0];
  const y = q[1];
  const z = q[2];
  const w = q[3];
  out[0] = (1 - 2 * (y * y + z * z)) * s[0];
  out[1] = 2 * (x * y + z * w) * s[0];
  out[2] = 2 * (x * z - y * w) * s[0];
  out[3] = 0;
  out[4] = 2 * (x * y - z * w) * s[1];
  out[5] = (1 - 2 * (x * x + z * z)) * s[1];
  out[6] = 2 * (y * z + x * w) * s[1];
  out[7] = 0;
  out[8] = 2 * (x * z + y * w) * s[2];
  out[9] = 2 * (y * z - x * w) * s[2];
  out[10] = (1 - 2 * (x * x + y * y)) * s[2];
  out[11] = 0;
  out[12] = t[0];
  out[13] = t[1];
  out[14] = t[2];
  out[15] = 1;
}

/** Determinant of the upper left 3 × 3 part. */
export function determinantMatrix4(m: ReadonlyNumbers): number {
  return (
    m[0] * (m[5] * m[10] - m[6] * m[9]) +
    m[4] * (m[2] * m[9] - m[1] * m[10]) +
    m[8] * (m[1] * m[6] - m[2] * m[5])
  );
}

/** Whether a matrix is a rotation, a translation and a uniform scale, mirrored or not: then children are not sheared. */
export function isSimilarity(m: ReadonlyNumbers): boolean {
  const dot = (a: number, b: number) => m[a] * m[b] + m[a + 1] * m[b + 1] + m[a + 2] * m[b + 2];
  const square = dot(0, 0);
  const uneven = [dot(4, 4) - square, dot(8, 8) - square, dot(0, 4), dot(0, 8), dot(4, 8)];
  return uneven.every((difference) => Math.abs(difference) <= 1e-6 * square);
}

/** Inverse of an affine matrix, or undefined where it is singular. */
export function invertMatrix4(m: ReadonlyNumbers): Matrix4 | undefined {
  const det = determinantMatrix4(m);
  // Relative to the size of the columns: a uniformly tiny matrix is not singular.
  const size = Math.hypot(m[0], m[1], m[2]) * Math.hypot(m[4], m[5], m[6]) * Math.hypot(m[8], m[9], m[10]);
  if (!(Math.abs(det) > 1e-12 * size)) return undefined;
  const d = 1 / det;
  const out = new Float64Array(16);
  out[0] = (m[5] * m[10] - m[9] * m[6]) * d;
  out[4] = (m[8] * m[6] - m[4] * m[10]) * d;
  out[8] = (m[4] * m[9] - m[8] * m[5]) * d;
  out[1] = (m[9] * m[2] - m[1] * m[10]) * d;
  out[5] = (m[0] * m[10] - m[8] * m[2]) * d;
  out[9] = (m[8] * m[1] - m[0] * m[9]) * d;
  out[2] = (m[1] * m[6] - m[5] * m[2]) * d;
  out[6] = (m[4] * m[2] - m[0] * m[6]) * d;
  out[10] = (m[0] * m[5] - m[4] * m[1]) * d;
  for (let r = 0; r < 3; r++) {
    out[12 + r] = -(out[r] * m[12] + out[4 + r] * m[13] + out[8 + r] * m[14]);
  }
  out[15] = 1;
  return out;
}

/** out = m · (v, 1). */
export function transformPointInto(
  out: Numbers,
  o: number,
  m: ReadonlyNumbers,
  v: ReadonlyNumbers,
  i: number,
): void {
  const x = v[i];
  const y = v[i + 1];
  const z = v[i + 2];
  out[o] = m[0] * x + m[4] * y + m[8] * z + m[12];
  out[o + 1] = m[1] * x + m[5] * y + m[9] * z + m[13];
  out[o + 2] = m[2] * x + m[6] * y + m[10] * z + m[14];
}

/** out = m · (v, 1) for every point. [N, 3] */
export function transformPointsInto(out: Float32Array, m: ReadonlyNumbers, points: Float32Array): void {
  const [m0, m1, m2, , m4, m5, m6, , m8, m9, m10, , m12, m13, m14] = m;
  for (let i = 0; i + 2 < points.length; i += 3) {
    const x = points[i];
    const y = points[i + 1];
    const z = points[i + 2];
    out[i] = m0 * x + m4 * y + m8 * z + m12;
    out[i + 1] = m1 * x + m5 * y + m9 * z + m13;
    out[i + 2] = m2 * x + m6 * y + m10 * z + m14;
  }
}

/** The upper left 3 × 3 part, column-major. */
export function linearPart(m: ReadonlyNumbers): Float64Array {
  return Float64Array.of(m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]);
}
