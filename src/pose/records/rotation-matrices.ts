/** @file Rotations inside the solvers: flat double-precision arrays, 3 × 3 matrices row-major, no allocation. */

/** q ← (x, y, z, w) q, made a unit again. */
export function premultiplyRotation(
  q: Float64Array,
  i: number,
  x: number,
  y: number,
  z: number,
  w: number,
): void {
  const [qx, qy, qz, qw] = [q[i], q[i + 1], q[i + 2], q[i + 3]];
  const nx = w * qx + x * qw + y * qz - z * qy;
  const ny = w * qy - x * qz + y * qw + z * qx;
  const nz = w * qz + x * qy - y * qx + z * qw;
  const nw = w * qw - x * qx - y * qy - z * qz;
  const length = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz + nw * nw);
  q[i] = nx * length;
  q[i + 1] = ny * length;
  q[i + 2] = nz * length;
  q[i + 3] = nw * length;
}

/** out = a quaternion as a matrix, row-major; the identity for a joint without parent. */
export function parentMatrixInto(out: Float64Array, o: number, q: Float64Array, i: number): void {
  const x = i < 0 ? 0 : q[i];
  const y = i < 0 ? 0 : q[i + 1];
  const z = i < 0 ? 0 : q[i + 2];
  const w = i < 0 ? 1 : q[i + 3];
  out[o] = 1 - 2 * (y * y + z * z);
  out[o + 1] = 2 * (x * y - z * w);
  out[o + 2] = 2 * (x * z + y * w);
  out[o + 3] = 2 * (x * y + z * w);
  out[o + 4] = 1 - 2 * (x * x + z * z);
  out[o + 5] = 2 * (y * z - x * w);
  out[o + 6] = 2 * (x * z - y * w);
  out[o + 7] = 2 * (y * z + x * w);
  out[o + 8] = 1 - 2 * (x * x + y * y);
}

/** out = I + (1 − cos θ)/θ² [x]× + (θ − sin θ)/θ³ [x]×², the left Jacobian of the exponential map. */
export function leftJacobianInto(out: Float64Array, o: number, v: Float64Array, i: number): void {
  const [x, y, z] = [v[i], v[i + 1], v[i + 2]];
  const squared = x * x + y * y + z * z;
  const angle = Math.sqrt(squared);
  const a = angle < 1e-4 ? 0.5 : (1 - Math.cos(angle)) / squared;
  const b = angle < 1e-4 ? 1 / 6 : (angle - Math.sin(angle)) / (squared * angle);
  out[o] = 1 - b * (y * y + z * z);
  out[o + 1] = b * x * y - a * z;
  out[o + 2] = b * x * z + a * y;
  out[o + 3] = b * x * y + a * z;
  out[o + 4] = 1 - b * (x * x + z * z);
  out[o + 5] = b * y * z - a * x;
  out[o + 6] = b * x * z - a * y;
  out[o + 7] = b * y * z + a * x;
  out[o + 8] = 1 - b * (x * x + y * y);
}

/** out = a b, 3 × 3 row-major, all at one offset. */
export function multiplyInto(out: Float64Array, a: Float64Array, b: Float64Array, o: number): void {
  for (let r = 0; r < 9; r += 3) {
    for (let c = 0; c < 3; c++) {
      out[o + r + c] = a[o + r] * b[o + c] + a[o + r + 1] * b[o + 3 + c] + a[o + r + 2] * b[o + 6 + c];
    }
  }
}
