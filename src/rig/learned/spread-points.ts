/**
 * @file The points that the skeleton network sees: spread evenly over the surface, the same for the same shape however
 * it is triangulated. Farthest-point sampling of a dense sample, from the point farthest from the middle; the first few
 * are the seeds of the network's latents.
 */

import { createRng } from '../../base/rng.js';
import type { Mesh } from '../../mesh/mesh.js';
import { samplePositions, sampleSurface } from '../../mesh/sample-surface.js';
import { triangleNormalInto } from '../../mesh/triangle-normal.js';

/** Samples to choose from, per chosen point. */
const DENSITY = 8;

/** Chooses points with their normals. [count, 6]; fewer samples than points repeat. */
export function spreadPoints(mesh: Mesh, count: number, seed = 1): Float32Array {
  const samples = sampleSurface(mesh, count * DENSITY, createRng(seed));
  const places = samplePositions(samples, mesh.positions, mesh.triangles);
  const out = new Float32Array(count * 6);
  const normal = new Float64Array(3);
  chooseFarthest(places, count).forEach((sample, i) => {
    out.set(places.subarray(sample * 3, sample * 3 + 3), i * 6);
    triangleNormalInto(normal, 0, mesh, samples.triangles[sample]);
    const length = Math.hypot(normal[0], normal[1], normal[2]) || 1;
    for (let k = 0; k < 3; k++) out[i * 6 + 3 + k] = normal[k] / length;
  });
  return out;
}

/** Indices of points, each the farthest from all before. */
export function chooseFarthest(points: Float32Array, count: number): Uint32Array {
  const total = points.length / 3;
  const chosen = new Uint32Array(count);
  if (total === 0) return chosen;
  const nearest = new Float64Array(total).fill(Infinity);
  let last = farthestFromMiddle(points);
  for (let i = 0; i < count; i++) {
    chosen[i] = last;
    const [x, y, z] = [points[last * 3], points[last * 3 + 1], points[last * 3 + 2]];
    let farthest = 0;
    let most = -1;
    for (let p = 0; p < total; p++) {
      const dx = points[p * 3] - x;
      const dy = points[p * 3 + 1] - y;
      const dz = points[p * 3 + 2] - z;
      const square = dx * dx + dy * dy + dz * dz;
      if (square < nearest[p]) nearest[p] = square;
      if (nearest[p] > most) {
        most = nearest[p];
        farthest = p;
      }
    }
    last = farthest;
  }
  return chosen;
}

function farthestFromMiddle(points: Float32Array): number {
  const middle = [0, 0, 0];
  for (let i = 0; i < points.length; i++) middle[i % 3] += (3 * points[i]) / points.length;
  let best = 0;
  let most = -1;
  for (let p = 0; p < points.length / 3; p++) {
    const square = [0, 1, 2].reduce((sum, k) => sum + (points[p * 3 + k] - middle[k]) ** 2, 0);
    if (square > most) [best, most] = [p, square];
  }
  return best;
}
