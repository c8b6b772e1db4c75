/**
 * @file A surface as a reconstruction service would give it: other vertices and triangles in every frame, a hole, noise,
 * and a heading, scale and place of its own.
 */

import type { Rng } from '../../src/base/rng.js';
import { computeBox } from '../../src/mesh/box.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { simplifyMesh } from '../../src/mesh/simplify-mesh.js';
import { subdivide } from '../../src/mesh/subdivide.js';
import { weld } from '../../src/mesh/weld.js';
import { applyRegistration } from '../../src/video/fit/register-points.js';

/** Shares of the diagonal. */
export const REMESH_DEFAULTS = Object.freeze({ holeRadius: 0.05, noise: 0.004 });

/** Triangles before they are thinned out anew. */
const FINE = 6000;

/** The mesh at `positions`, made anew. */
export async function remeshFrame(mesh: Mesh, positions: Float32Array, rng: Rng): Promise<Mesh> {
  const { holeRadius, noise } = REMESH_DEFAULTS;
  const box = computeBox(positions);
  const diagonal = Math.hypot(...[0, 1, 2].map((k) => box.max[k] - box.min[k]));
  let dense: Mesh = weld({ positions, triangles: mesh.triangles }).mesh;
  while (dense.triangles.length / 3 < FINE) dense = subdivide(dense);
  // Moved a little first, so that it is thinned out in another way in every frame.
  const moved = dense.positions.map((value) => value + noise * diagonal * rng.normal());
  const wanted = Math.round(FINE * rng.range(0.3, 0.7));
  const { mesh: thin } = await simplifyMesh({ positions: moved, triangles: dense.triangles }, wanted);
  const centre = Math.floor(rng.next() * (thin.positions.length / 3)) * 3;
  const near = (v: number) =>
    Math.hypot(...[0, 1, 2].map((k) => thin.positions[v * 3 + k] - thin.positions[centre + k])) <
    holeRadius * diagonal;
  const triangles: number[] = [];
  for (let t = 0; t < thin.triangles.length; t += 3) {
    const corners = thin.triangles.subarray(t, t + 3);
    if (!corners.some(near)) triangles.push(...corners);
  }
  const shift = [0, 1, 2].map(() => rng.range(-1, 1) * diagonal) as [number, number, number];
  const placed = applyRegistration(
    { yaw: rng.range(-Math.PI, Math.PI), scale: rng.range(0.5, 2), shift },
    thin.positions,
  );
  return { positions: placed, triangles: Uint32Array.from(triangles) };
}
