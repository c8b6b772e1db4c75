/** @file Differences between poses as small rotation vectors. */

import type { Pose } from 'posespace/rig';

/** The rotation of every joint from one pose to another, as half rotation vectors (exact for small angles). [J, 3] */
export function rotationDifference(a: Pose, b: Pose): Float64Array {
  const [p, q] = [a.rotations, b.rotations];
  const out = new Float64Array((p.length / 4) * 3);
  for (let i = 0, o = 0; i < p.length; i += 4, o += 3) {
    const [px, py, pz, pw] = [-p[i], -p[i + 1], -p[i + 2], p[i + 3]];
    const [qx, qy, qz, qw] = [q[i], q[i + 1], q[i + 2], q[i + 3]];
    const sign = pw * qw - px * qx - py * qy - pz * qz < 0 ? -1 : 1;
    out[o] = sign * (pw * qx + px * qw + py * qz - pz * qy);
    out[o + 1] = sign * (pw * qy + py * qw + pz * qx - px * qz);
    out[o + 2] = sign * (pw * qz + pz * qw + px * qy - py * qx);
  }
  return out;
}

export function lengthOf(vector: Float64Array): number {
  let sum = 0;
  for (const value of vector) sum += value * value;
  return Math.sqrt(sum);
}

/** The cosine between two vectors; 1 where one of them is zero. */
export function alignment(a: Float64Array, b: Float64Array): number {
  let dot = 0;
  for (let i = 0; i < a.length; i++) dot += a[i] * b[i];
  const size = lengthOf(a) * lengthOf(b);
  return size > 0 ? dot / size : 1;
}
