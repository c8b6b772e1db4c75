/**
 * @file How much a pose stretches the skin: the two singular values of each triangle's deformation from rest. 1 and 1
 * is undeformed, 3 and 1 pulled to three times its length.
 */

import type { CheckedRig } from './checked-rig.js';

export interface StretchMeter {
  /** Written by `measure`: the greater singular value of each triangle. [T] */
  readonly most: Float32Array;
  /** The lesser one. [T] */
  readonly least: Float32Array;
  /** Measures posed vertices, [V, 3]. */
  measure(positions: Float32Array): void;
}

/** A triangle thinner than this, height over length, has no direction that could be stretched. */
const THIN = 1e-3;

/** Prepares a body; triangles without area always measure 1. */
export function createStretchMeter({ rig: { mesh }, areas }: CheckedRig): StretchMeter {
  const { triangles } = mesh;
  const count = areas.length;
  const most = new Float32Array(count).fill(1);
  const least = new Float32Array(count).fill(1);
  // The rest triangle in its plane: first edge (length, 0), second (along, height); 0 marks one left out.
  const lengths = new Float64Array(count);
  const alongs = new Float64Array(count);
  const heights = new Float64Array(count);
  for (let t = 0; t < count; t++) {
    const [a, b, c] = [triangles[t * 3] * 3, triangles[t * 3 + 1] * 3, triangles[t * 3 + 2] * 3];
    const u = [0, 1, 2].map((k) => mesh.positions[b + k] - mesh.positions[a + k]);
    const v = [0, 1, 2].map((k) => mesh.positions[c + k] - mesh.positions[a + k]);
    const length = Math.hypot(u[0], u[1], u[2]);
    const height = (2 * areas[t]) / length;
    if (!(areas[t] > 0 && height > THIN * Math.max(length, Math.hypot(v[0], v[1], v[2])))) continue;
    lengths[t] = length;
    alongs[t] = (u[0] * v[0] + u[1] * v[1] + u[2] * v[2]) / length;
    heights[t] = height;
  }
  return {
    most,
    least,
    measure(positions) {
      for (let t = 0; t < count; t++) {
        if (lengths[t] === 0) continue;
        const a = triangles[t * 3] * 3;
        const b = triangles[t * 3 + 1] * 3;
        const c = triangles[t * 3 + 2] * 3;
        const x = positions[a];
        const y = positions[a + 1];
        const z = positions[a + 2];
        // Columns of the deformation in the rest triangle's plane.
        const fx = (positions[b] - x) / lengths[t];
        const fy = (positions[b + 1] - y) / lengths[t];
        const fz = (positions[b + 2] - z) / lengths[t];
        const gx = (positions[c] - x - alongs[t] * fx) / heights[t];
        const gy = (positions[c + 1] - y - alongs[t] * fy) / heights[t];
        const gz = (positions[c + 2] - z - alongs[t] * fz) / heights[t];
        const ff = fx * fx + fy * fy + fz * fz;
        const gg = gx * gx + gy * gy + gz * gz;
        const fg = fx * gx + fy * gy + fz * gz;
        const middle = (ff + gg) / 2;
        const apart = Math.sqrt(((ff - gg) / 2) ** 2 + fg * fg);
        most[t] = Math.sqrt(middle + apart);
        least[t] = Math.sqrt(Math.max(0, middle - apart));
      }
    },
  };
}
