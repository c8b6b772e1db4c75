/** @file The joint that moves each triangle most: the parts of a body as the camera sees them. */

import type { Rig } from '../../rig/rig-records.js';

/** The joint with the largest weight over the three corners of each triangle. [T] */
export function triangleJoints({ mesh, skin, skeleton }: Rig): Uint16Array {
  const { triangles } = mesh;
  const { joints, weights, influenceCount } = skin;
  const out = new Uint16Array(triangles.length / 3);
  const sums = new Float64Array(skeleton.parents.length);
  for (let t = 0; t < out.length; t++) {
    let best = 0;
    for (let corner = 0; corner < 3; corner++) {
      const v = triangles[t * 3 + corner] * influenceCount;
      for (let k = v; k < v + influenceCount; k++) sums[joints[k]] += weights[k];
    }
    let most = -1;
    for (let pass = 0; pass < 2; pass++) {
      for (let corner = 0; corner < 3; corner++) {
        const v = triangles[t * 3 + corner] * influenceCount;
        for (let k = v; k < v + influenceCount; k++) {
          if (pass === 0 && sums[joints[k]] > most) [best, most] = [joints[k], sums[joints[k]]];
          if (pass === 1) sums[joints[k]] = 0;
        }
      }
    }
    out[t] = best;
  }
  return out;
}
