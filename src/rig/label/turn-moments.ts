/** @file Moments of joints as they are after a turn about +Y and a mirror image in x. */

import { MOMENTS } from './joint-moments.js';

/** Writes turned moments; `c` and `s` are cosine and sine of the turn, `m` is −1 for the mirror image. */
export function turnMoments(
  out: Float32Array,
  at: number,
  moments: Float32Array,
  c: number,
  s: number,
  m: number,
): void {
  for (let i = 0; i < moments.length; i += MOMENTS) {
    const [mass, x, y, z, xx, yy, zz, xy, xz, yz] = moments.subarray(i, i + MOMENTS);
    out.set(
      [
        mass,
        m * (c * x + s * z),
        y,
        c * z - s * x,
        c * c * xx + 2 * c * s * xz + s * s * zz,
        yy,
        s * s * xx - 2 * c * s * xz + c * c * zz,
        m * (c * xy + s * yz),
        m * ((c * c - s * s) * xz + c * s * (zz - xx)),
        c * yz - s * xy,
      ],
      at + i,
    );
  }
}
