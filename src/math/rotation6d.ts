/**
 * @file The continuous 6D form of a rotation (Zhou et al., "On the Continuity of Rotation Representations in
 * Neural Networks", 2019): the first two columns of its matrix; back by Gram–Schmidt. And the reverse pass.
 */

import {
  matrixToQuaternionInto,
  type Numbers,
  quaternionToMatrixInto,
  type ReadonlyNumbers,
} from './quaternion.js';
import { dot } from './vector.js';

/** out = the first two columns of the rotation matrix of a unit quaternion. [6] */
export function quaternionTo6dInto(out: Numbers, o: number, q: ReadonlyNumbers, i: number): void {
  const m = new Float64Array(9);
  quaternionToMatrixInto(m, 0, q, i);
  for (let k = 0; k < 6; k++) out[o + k] = m[k];
}

/** out = the unit quaternion, w ≥ 0, of a 6D vector that need not be orthonormal. */
export function quaternionFrom6dInto(out: Numbers, o: number, v: ReadonlyNumbers, i: number): void {
  const m = new Float64Array(9);
  matrixFrom6dInto(m, 0, v, i);
  matrixToQuaternionInto(out, o, m, 0);
}

/** out = the rotation matrix (3 × 3 column-major) of a 6D vector. */
export function matrixFrom6dInto(out: Numbers, o: number, v: ReadonlyNumbers, i: number): void {
  const { x, y } = orthonormalize(v, i);
  out[o] = x[0];
  out[o + 1] = x[1];
  out[o + 2] = x[2];
  out[o + 3] = y[0];
  out[o + 4] = y[1];
  out[o + 5] = y[2];
  out[o + 6] = x[1] * y[2] - x[2] * y[1];
  out[o + 7] = x[2] * y[0] - x[0] * y[2];
  out[o + 8] = x[0] * y[1] - x[1] * y[0];
}

/** Reverse pass of `matrixFrom6dInto`: out = dL/dv from g = dL/dmatrix. [6] from [9] */
export function backpropagate6dInto(
  out: Numbers,
  o: number,
  v: ReadonlyNumbers,
  i: number,
  g: ReadonlyNumbers,
  j: number,
): void {
  const { x, y, lengthA, lengthB, projection } = orthonormalize(v, i);
  const gx = [g[j], g[j + 1], g[j + 2]];
  const gy = [g[j + 3], g[j + 4], g[j + 5]];
  const gz = [g[j + 6], g[j + 7], g[j + 8]];
  // z = x × y:  dx += y × gz, dy += gz × x
  addCross(gx, y, gz);
  addCross(gy, gz, x);
  // y = u / |u|, u = b − (x·b) x
  const along = dot(gy, y);
  const gu = gy.map((value, k) => (value - along * y[k]) / lengthB);
  const b = [v[i + 3], v[i + 4], v[i + 5]];
  const gux = dot(gu, x);
  for (let k = 0; k < 3; k++) {
    out[o + 3 + k] = gu[k] - gux * x[k];
    gx[k] -= projection * gu[k] + gux * b[k];
  }
  // x = a / |a|
  const radial = dot(gx, x);
  for (let k = 0; k < 3; k++) out[o + k] = (gx[k] - radial * x[k]) / lengthA;
}

function orthonormalize(v: ReadonlyNumbers, i: number) {
  const lengthA = Math.hypot(v[i], v[i + 1], v[i + 2]) || 1;
  const x = [v[i] / lengthA, v[i + 1] / lengthA, v[i + 2] / lengthA];
  const b = [v[i + 3], v[i + 4], v[i + 5]];
  const projection = dot(x, b);
  const u = b.map((value, k) => value - projection * x[k]);
  const lengthB = Math.hypot(u[0], u[1], u[2]) || 1;
  return { x, y: u.map((value) => value / lengthB), lengthA, lengthB, projection };
}

function addCross(out: number[], a: readonly number[], b: readonly number[]): void {
  out[0] += a[1] * b[2] - a[2] * b[1];
  out[1] += a[2] * b[0] - a[0] * b[2];
  out[2] += a[0] * b[1] - a[1] * b[0];
}
