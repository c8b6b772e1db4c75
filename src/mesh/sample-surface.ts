/**
 * @file Points spread over a surface by area, as triangle and barycentric coordinates, so that they can be
 * carried along when the vertices move.
 *
 * The area is cut into as many equal parts as there are samples and each part gets one (stratified sampling):
 * less clumping than independent draws and one pass instead of a search per sample. Samples come in triangle
 * order; for a smaller even set take every n-th, not the first ones.
 */

import type { Rng } from '../base/rng.js';
import type { Mesh } from './mesh.js';
import { triangleArea } from './triangle-normal.js';

/** Points spread over a surface. */
export interface SurfaceSamples {
  /** Triangle of each sample, ascending. [N] */
  readonly triangles: Uint32Array;
  /** Weights of its three corners, sum 1. [N, 3] */
  readonly barycentric: Float32Array;
}

/**
 * Draws samples by area. A surface without area is sampled by triangle; a mesh without a usable triangle (finite
 * corners in range) gives no samples.
 */
export function sampleSurface(mesh: Mesh, sampleCount: number, rng: Rng): SurfaceSamples {
  const triangleCount = Math.floor(mesh.triangles.length / 3);
  const sums = new Float64Array(triangleCount);
  let total = accumulate(mesh, sums, (area) => area);
  if (!(total > 0)) total = accumulate(mesh, sums, () => 1);
  const count = total > 0 ? sampleCount : 0;

  const triangles = new Uint32Array(count);
  const barycentric = new Float32Array(count * 3);
  let t = 0;
  for (let i = 0; i < count; i++) {
    const target = ((i + rng.next()) / count) * total;
    while (t < triangleCount - 1 && sums[t] <= target) t++;
    // Rounding can carry the last sample past the last triangle that has area.
    while (t > 0 && sums[t] === sums[t - 1]) t--;
    const root = Math.sqrt(rng.next());
    const across = rng.next();
    triangles[i] = t;
    barycentric[i * 3] = 1 - root;
    barycentric[i * 3 + 1] = root * (1 - across);
    barycentric[i * 3 + 2] = root * across;
  }
  return { triangles, barycentric };
}

/** Where samples are for given vertex positions. [N, 3] */
export function samplePositions(
  samples: SurfaceSamples,
  positions: Float32Array,
  triangles: Uint32Array,
): Float32Array {
  const out = new Float32Array(samples.triangles.length * 3);
  for (let i = 0; i < samples.triangles.length; i++) {
    for (let c = 0; c < 3; c++) {
      const v = triangles[samples.triangles[i] * 3 + c] * 3;
      const weight = samples.barycentric[i * 3 + c];
      for (let k = 0; k < 3; k++) out[i * 3 + k] += weight * positions[v + k];
    }
  }
  return out;
}

/** Running sums of a measure of each usable triangle. */
function accumulate(mesh: Mesh, sums: Float64Array, measure: (area: number) => number): number {
  let sum = 0;
  for (let t = 0; t < sums.length; t++) {
    const area = triangleArea(mesh, t);
    if (Number.isFinite(area)) sum += measure(area);
    sums[t] = sum;
  }
  return sum;
}
