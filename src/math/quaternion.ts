/**
 * @file Quaternions (xyzw, unit) stored in flat arrays. Every function takes an array and an offset for each
 * operand, so hot loops allocate nothing; outputs may alias inputs.
 */

/** Anything that holds numbers by index. */
export type Numbers = Float32Array | Float64Array | number[];
export type ReadonlyNumbers = Float32Array | Float64Array | readonly number[];

export function setIdentityQuaternion(out: Numbers, o: number): void {
  out[o] = out[o + 1] = out[o + 2] = 0;
  out[o + 3] = 1;
}

/** out = a · b (b first, then a). */
export function multiplyQuaternionInto(
  out: Numbers,
  o: number,
  a: ReadonlyNumbers,
  i: number,
  b: ReadonlyNumbers,
  j: number,
): void {
  const ax = a[i];
  const ay = a[i + 1];
  const az = a[i + 2];
  const aw = a[i + 3];
  const bx = b[j];
  const by = b[j + 1];
  const bz = b[j + 2];
  const bw = b[j + 3];
  out[o] = aw * bx + ax * bw + ay * bz - az * by;
  out[o + 1] = aw * by - ax * bz + ay * bw + az * bx;
  out[o + 2] = aw * bz + ax * by - ay * bx + az * bw;
  out[o + 3] = aw * bw - ax * bx - ay * by - az * bz;
}

/** out = a⁻¹ · b. */
export function relativeQuaternionInto(
  out: Numbers,
  o: number,
  a: ReadonlyNumbers,
  i: number,
  b: ReadonlyNumbers,
  j: number,
): void {
  const ax = -a[i];
  const ay = -a[i + 1];
  const az = -a[i + 2];
  const aw = a[i + 3];
  const bx = b[j];
  const by = b[j + 1];
  const bz = b[j + 2];
  const bw = b[j + 3];
  out[o] = aw * bx + ax * bw + ay * bz - az * by;
  out[o + 1] = aw * by - ax * bz + ay * bw + az * bx;
  out[o + 2] = aw * bz + ax * by - ay * bx + az * bw;
  out[o + 3] = aw * bw - ax * bx - ay * by - az * bz;
}

/** out = a⁻¹. */
export function invertQuaternionInto(out: Numbers, o: number, a: ReadonlyNumbers, i: number): void {
  out[o] = -a[i];
  out[o + 1] = -a[i + 1];
  out[o + 2] = -a[i + 2];
  out[o + 3] = a[i + 3];
}

/** Scales to unit length; a zero or non-finite quaternion becomes the identity. */
export function normalizeQuaternion(q: Numbers, i: number): void {
  const length = Math.hypot(q[i], q[i + 1], q[i + 2], q[i + 3]);
  if (!(length > 1e-12 && length < Number.POSITIVE_INFINITY)) {
    setIdentityQuaternion(q, i);
    return;
  }
  q[i] /= length;
  q[i + 1] /= length;
  q[i + 2] /= length;
  q[i + 3] /= length;
}

/** out = q v q⁻¹, the rotated vector. */
export function rotateVectorInto(
  out: Numbers,
  o: number,
  q: ReadonlyNumbers,
  i: number,
  v: ReadonlyNumbers,
  j: number,
): void {
  const qx = q[i];
  const qy = q[i + 1];
  const qz = q[i + 2];
  const qw = q[i + 3];
  const x = v[j];
  const y = v[j + 1];
  const z = v[j + 2];
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  out[o] = x + qw * tx + qy * tz - qz * ty;
  out[o + 1] = y + qw * ty + qz * tx - qx * tz;
  out[o + 2] = z + qw * tz + qx * ty - qy * tx;
}

/** out = the rotation by `angle` radians about a unit axis. */
export function axisAngleInto(out: Numbers, o: number, x: number, y: number, z: number, angle: number): void {
  const s = Math.sin(angle / 2);
  out[o] = x * s;
  out[o + 1] = y * s;
  out[o + 2] = z * s;
  out[o + 3] = Math.cos(angle / 2);
}

/** out = exp of a rotation vector (axis × angle, radians). */
export function expRotationInto(out: Numbers, o: number, v: ReadonlyNumbers, i: number): void {
  const angle = Math.hypot(v[i], v[i + 1], v[i + 2]);
  const s = angle < 1e-8 ? 0.5 - (angle * angle) / 48 : Math.sin(angle / 2) / angle;
  out[o] = v[i] * s;
  out[o + 1] = v[i + 1] * s;
  out[o + 2] = v[i + 2] * s;
  out[o + 3] = Math.cos(angle / 2);
}

/** out = the rotation vector (axis × angle in [0, π]) of a unit quaternion. */
export function logRotationInto(out: Numbers, o: number, q: ReadonlyNumbers, i: number): void {
  const sign = q[i + 3] < 0 ? -1 : 1;
  const s = Math.hypot(q[i], q[i + 1], q[i + 2]);
  const w = sign * q[i + 3];
  const scale = s < 1e-8 ? (2 / w) * sign : (2 * Math.atan2(s, w) * sign) / s;
  out[o] = q[i] * scale;
  out[o + 1] = q[i + 1] * scale;
  out[o + 2] = q[i + 2] * scale;
}

/** Geodesic angle between two unit quaternions, radians in [0, π]. */
export function quaternionAngle(a: ReadonlyNumbers, i: number, b: ReadonlyNumbers, j: number): number {
  // atan2 of the relative rotation, not acos of the dot product: acos loses half of the digits near zero.
  const r = [0, 0, 0, 0];
  relativeQuaternionInto(r, 0, a, i, b, j);
  return 2 * Math.atan2(Math.hypot(r[0], r[1], r[2]), Math.abs(r[3]));
}

/** out = spherical interpolation from a at t = 0 to b at t = 1, along the shorter arc. */
export function slerpInto(
  out: Numbers,
  o: number,
  a: ReadonlyNumbers,
  i: number,
  b: ReadonlyNumbers,
  j: number,
  t: number,
): void {
  const dot = a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2] + a[i + 3] * b[j + 3];
  const sign = dot < 0 ? -1 : 1;
  const cosine = Math.min(1, Math.abs(dot));
  let wa = 1 - t;
  let wb = t;
  // Below this angle the chord is the arc to 1e-9, and the division would amplify rounding.
  if (cosine < 1 - 1e-8) {
    const angle = Math.acos(cosine);
    const sine = Math.sin(angle);
    wa = Math.sin((1 - t) * angle) / sine;
    wb = Math.sin(t * angle) / sine;
  }
  wb *= sign;
  const x = wa * a[i] + wb * b[j];
  const y = wa * a[i + 1] + wb * b[j + 1];
  const z = wa * a[i + 2] + wb * b[j + 2];
  const w = wa * a[i + 3] + wb * b[j + 3];
  const length = Math.hypot(x, y, z, w) || 1;
  out[o] = x / length;
  out[o + 1] = y / length;
  out[o + 2] = z / length;
  out[o + 3] = w / length;
}

/** out = the 3 × 3 matrix (column-major) of a unit quaternion. [9] */
export function quaternionToMatrixInto(out: Numbers, o: number, q: ReadonlyNumbers, i: number): void {
  const x = q[i];
  const y = q[i + 1];
  const z = q[i + 2];
  const w = q[i + 3];
  out[o] = 1 - 2 * (y * y + z * z);
  out[o + 1] = 2 * (x * y + z * w);
  out[o + 2] = 2 * (x * z - y * w);
  out[o + 3] = 2 * (x * y - z * w);
  out[o + 4] = 1 - 2 * (x * x + z * z);
  out[o + 5] = 2 * (y * z + x * w);
  out[o + 6] = 2 * (x * z + y * w);
  out[o + 7] = 2 * (y * z - x * w);
  out[o + 8] = 1 - 2 * (x * x + y * y);
}

/** out = the unit quaternion, w ≥ 0, of a rotation matrix (3 × 3 column-major). */
export function matrixToQuaternionInto(out: Numbers, o: number, m: ReadonlyNumbers, i: number): void {
  const m00 = m[i];
  const m10 = m[i + 1];
  const m20 = m[i + 2];
  const m01 = m[i + 3];
  const m11 = m[i + 4];
  const m21 = m[i + 5];
  const m02 = m[i + 6];
  const m12 = m[i + 7];
  const m22 = m[i + 8];
  let x: number;
  let y: number;
  let z: number;
  let w: number;
  // The largest of the four squared components is at least 1/4, so the square root is never of noise.
  if (m00 + m11 + m22 > 0) {
    w = 1 + m00 + m11 + m22;
    x = m21 - m12;
    y = m02 - m20;
    z = m10 - m01;
  } else if (m00 > m11 && m00 > m22) {
    x = 1 + m00 - m11 - m22;
    y = m10 + m01;
    z = m02 + m20;
    w = m21 - m12;
  } else if (m11 > m22) {
    x = m10 + m01;
    y = 1 - m00 + m11 - m22;
    z = m21 + m12;
    w = m02 - m20;
  } else {
    x = m02 + m20;
    y = m21 + m12;
    z = 1 - m00 - m11 + m22;
    w = m10 - m01;
  }
  const scale = (w < 0 ? -1 : 1) / Math.hypot(x, y, z, w);
  out[o] = x * scale;
  out[o + 1] = y * scale;
  out[o + 2] = z * scale;
  out[o + 3] = w * scale;
}

/** out = the shortest rotation from unit vector a to unit vector b. */
export function quaternionBetweenInto(
  out: Numbers,
  o: number,
  a: ReadonlyNumbers,
  i: number,
  b: ReadonlyNumbers,
  j: number,
): void {
  const dot = a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
  // Against the true lengths: vectors of single precision miss one by more than the gap that matters here.
  const w = Math.hypot(a[i], a[i + 1], a[i + 2]) * Math.hypot(b[j], b[j + 1], b[j + 2]) + dot;
  if (w < 1e-14) {
    // Opposite: half a turn about any axis perpendicular to a.
    const [x, y, z] = [a[i], a[i + 1], a[i + 2]];
    const axis = Math.abs(x) < 0.9 ? [0, z, -y] : [-z, 0, x];
    const length = Math.hypot(axis[0], axis[1], axis[2]);
    out[o] = axis[0] / length;
    out[o + 1] = axis[1] / length;
    out[o + 2] = axis[2] / length;
    out[o + 3] = 0;
    return;
  }
  const x = a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1];
  const y = a[i + 2] * b[j] - a[i] * b[j + 2];
  const z = a[i] * b[j + 1] - a[i + 1] * b[j];
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
  out[o + 3] = w;
  normalizeQuaternion(out, o);
}
