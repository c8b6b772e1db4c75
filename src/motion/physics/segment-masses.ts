/**
 * @file Mass, centre of mass and inertia of segments, from the volume of the rest mesh: each cell follows the joint that
 * moves the nearest skin most.
 */

import type { VolumeCells } from '../../mesh/volume-cells.js';

/** Mass of a segment without volume of its own, as a share of the body. */
const LEAST_MASS = 0.0005;
/** Least radius of gyration, over the size of a segment's body. */
const LEAST_GYRATION = 0.01;

export interface SegmentMasses {
  readonly masses: Float64Array;
  readonly centres: Float64Array;
  readonly inertias: Float64Array;
}

/**
 * Adds cells up by segment [N], in simulated units. `origins` are the rest positions of the segments' joints, metres. [S, 3]
 */
export function measureSegmentMasses(
  { points, volume }: VolumeCells,
  segments: Int16Array,
  origins: Float64Array,
  scale: number,
  density: number,
): SegmentMasses {
  const count = origins.length / 3;
  const cell = density * volume * scale ** 3;
  const masses = new Float64Array(count);
  const centres = new Float64Array(count * 3);
  const inertias = new Float64Array(count * 6);
  const moments = new Float64Array(count * 6); // Σ m x xᵀ: xx, yy, zz, xy, xz, yz
  for (let i = 0; i < segments.length; i++) {
    const s = segments[i];
    const x = scale * (points[i * 3] - origins[s * 3]);
    const y = scale * (points[i * 3 + 1] - origins[s * 3 + 1]);
    const z = scale * (points[i * 3 + 2] - origins[s * 3 + 2]);
    masses[s] += cell;
    centres[s * 3] += cell * x;
    centres[s * 3 + 1] += cell * y;
    centres[s * 3 + 2] += cell * z;
    const products = [x * x, y * y, z * z, x * y, x * z, y * z];
    for (let k = 0; k < 6; k++) moments[s * 6 + k] += cell * products[k];
  }
  const total = masses.reduce((a, b) => a + b, 0);
  // Of a cell's own size: a single one would have no inertia at all.
  const own = (scale * Math.cbrt(volume)) ** 2 / 12;
  for (let s = 0; s < count; s++) {
    if (masses[s] < LEAST_MASS * total) {
      // Too light to simulate: a small ball about the joint, or about what volume there is.
      const grown = LEAST_MASS * total;
      for (let k = 0; k < 3; k++) centres[s * 3 + k] /= Math.max(masses[s], 1e-12 * total);
      const radius = Math.cbrt(grown / density) * 0.4;
      masses[s] = grown;
      for (let k = 0; k < 3; k++) inertias[s * 6 + k] = grown * radius * radius;
      continue;
    }
    const m = masses[s];
    for (let k = 0; k < 3; k++) centres[s * 3 + k] /= m;
    const [x, y, z] = centres.subarray(s * 3, s * 3 + 3);
    const means = [x * x, y * y, z * z, x * y, x * z, y * z];
    const spread = means.map((mean, k) => moments[s * 6 + k] - m * mean);
    const least = m * Math.max(own, (LEAST_GYRATION * Math.cbrt(m / density)) ** 2);
    inertias[s * 6] = spread[1] + spread[2] + 2 * least;
    inertias[s * 6 + 1] = spread[0] + spread[2] + 2 * least;
    inertias[s * 6 + 2] = spread[0] + spread[1] + 2 * least;
    for (let k = 3; k < 6; k++) inertias[s * 6 + k] = -spread[k];
  }
  return { masses, centres, inertias };
}
