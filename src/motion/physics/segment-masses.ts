/**
 * @file Mass, centre of mass and inertia of segments, from the volume of the rest mesh: solid cells of equal density, each
 * cell following the joint that moves the nearest skin most. Where a mesh encloses nothing, its vertices weigh alike.
 */

import { createPointIndex } from '../../mesh/nearest-point.js';
import { voxelize } from '../../mesh/voxelize.js';
import type { Rig } from '../../rig/rig-records.js';

/** Cells along the longest side. */
const RESOLUTION = 48;
/** Mass of a segment without volume of its own, as a share of the body. */
const LEAST_MASS = 0.0005;
/** Least radius of gyration, over the size of a segment's body. */
const LEAST_GYRATION = 0.01;

/** The body's volume: points of equal mass and the joint that moves each. */
export interface VolumeCells {
  /** [N, 3] */
  readonly points: Float64Array;
  /** [N] */
  readonly owners: Int16Array;
  /** Volume of one, cubic metres; of a mesh that encloses nothing, as if its skin were a hundredth of its size thick. */
  readonly volume: number;
  readonly hollow: boolean;
}

/** The joint that moves each vertex most. [V] */
export function vertexOwners({ mesh, skin }: Rig): Int16Array {
  const { joints, weights, influenceCount } = skin;
  return Int16Array.from({ length: mesh.positions.length / 3 }, (_, v) => {
    let [best, most] = [0, 0];
    for (let k = v * influenceCount; k < (v + 1) * influenceCount; k++) {
      if (weights[k] > most) [best, most] = [joints[k], weights[k]];
    }
    return best;
  });
}

export function findVolumeCells(rig: Rig, owners: Int16Array): VolumeCells {
  const { mesh } = rig;
  const grid = voxelize(mesh, { resolution: RESOLUTION, surface: 'thin' });
  const { cells, size, origin, spacing } = grid;
  const index = createPointIndex(mesh.positions);
  const points: number[] = [];
  const moved: number[] = [];
  for (let i = 0; i < cells.length; i++) {
    if (cells[i] === 0) continue;
    const x = origin[0] + spacing * ((i % size[0]) + 0.5);
    const y = origin[1] + spacing * ((Math.floor(i / size[0]) % size[1]) + 0.5);
    const z = origin[2] + spacing * (Math.floor(i / (size[0] * size[1])) + 0.5);
    const v = index.nearest(x, y, z);
    if (v < 0) continue;
    points.push(x, y, z);
    moved.push(owners[v]);
  }
  const hollow = moved.length === 0;
  if (hollow) {
    for (const v of new Set(mesh.triangles)) {
      points.push(...mesh.positions.subarray(v * 3, v * 3 + 3));
      moved.push(owners[v]);
    }
  }
  return {
    points: Float64Array.from(points),
    owners: Int16Array.from(moved),
    volume: hollow ? (0.01 * sizeOf(points) ** 3) / Math.max(1, moved.length) : spacing ** 3,
    hollow,
  };
}

/** Longest side of the box of points. */
function sizeOf(points: readonly number[]): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    low[i % 3] = Math.min(low[i % 3], points[i]);
    high[i % 3] = Math.max(high[i % 3], points[i]);
  }
  return Math.max(0, ...low.map((x, k) => high[k] - x));
}

export interface SegmentMasses {
  readonly masses: Float64Array;
  readonly centres: Float64Array;
  readonly inertias: Float64Array;
}

/**
 * Adds cells up by segment, in simulated units. `origins` are the rest positions of the segments' joints, metres. [S, 3]
 */
export function measureSegmentMasses(
  { points, owners, volume }: VolumeCells,
  segmentOf: Int16Array,
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
  for (let i = 0; i < owners.length; i++) {
    const s = segmentOf[owners[i]];
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
