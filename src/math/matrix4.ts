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
  for (let c = 0; c < 16; c += 4) {
    for (let r = 0; r < 4; r++) {
      out[c + r] = a[r] * b[c] + a[4 + r] * b[c + 1] + a[8 + r] * b[c + 2] + a[12 + r] * b[c + 3];
    }
  }
  return out;
}

/** Translation · rotation · scale. */
export function composeMatrix4(t: ReadonlyNumbers, q: ReadonlyNumbers, s: ReadonlyNumbers): Matrix4 {
  const [x, y, z, w] = q;
  return Float64Array.of(
    (1 - 2 * (y * y + z * z)) * s[0],
    2 * (x * y + z * w) * s[0],
    2 * (x * z - y * w) * s[0],
    0,
    2 * (x * y - z * w) * s[1],
    (1 - 2 * (x * x + z * z)) * s[1],
    2 * (y * z + x * w) * s[1],
    0,
    2 * (x * z + y * w) * s[2],
    2 * (y * z - x * w) * s[2],
    (1 - 2 * (x * x + y * y)) * s[2],
    0,
    t[0],
    t[1],
    t[2],
    1,
  );
}

/** Determinant of the upper left 3 × 3 part. */
export function determinantMatrix4(m: ReadonlyNumbers): number {
  return (
    m[0] * (m[5] * m[10] - m[6] * m[9]) +
    m[4] * (m[2] * m[9] - m[1] * m[10]) +
    m[8] * (m[1] * m[6] - m[2] * m[5])
  );
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

/** The upper left 3 × 3 part, column-major. */
export function linearPart(m: ReadonlyNumbers): Float64Array {
  return Float64Array.of(m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]);
}
