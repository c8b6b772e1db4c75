/**
 * @file How finely a mesh is modelled: its vertices, its number of components, and how much of it is boxes.
 *
 * Artists give a figure of a few boxes one joint per box, and a smooth one of thousands of vertices fingers: nothing
 * else that was measured says as much about the number of joints (the vertices near a piece of the curve carry a third
 * of what `predict-joint-density` knows).
 */

import { findComponents } from '../../mesh/find-components.js';
import type { Mesh } from '../../mesh/mesh.js';
import { triangleNormalInto } from '../../mesh/triangle-normal.js';
import type { CurveTree } from '../../mesh/voxel/trace-curve.js';
import { weld } from '../../mesh/weld.js';

export interface MeshDetail {
  /** Welded vertices; of a dense mesh every n-th. [N, 3] */
  readonly corners: Float32Array;
  /** Number of vertices that each of them stands for. */
  readonly weight: number;
  /** Logarithm of the number of vertices, at most `MOST_CORNERS`. */
  readonly fineness: number;
  /** Logarithm of the number of connected components. */
  readonly parts: number;
  /** Fraction of the surface that faces along an axis. */
  readonly square: number;
}

/** Denser meshes count as this dense: beyond it, the vertices of scans and remeshes say nothing about joints. */
const MOST_CORNERS = 8000;
const MOST_PARTS = 64;
/** Cosine from which a face counts as facing along an axis. */
const ALONG = 0.98;

/** Measures a mesh in the body's frame. */
export function measureDetail(mesh: Mesh): MeshDetail {
  const welded = weld(mesh).mesh;
  const { positions, triangles } = welded;
  const used = new Uint8Array(positions.length / 3);
  for (const vertex of triangles) if (vertex < used.length) used[vertex] = 1;
  const vertices: number[] = [];
  for (let v = 0; v < used.length; v++) {
    const finite = Number.isFinite(positions[v * 3] + positions[v * 3 + 1] + positions[v * 3 + 2]);
    if (used[v] !== 0 && finite) vertices.push(v);
  }
  const stride = Math.max(1, Math.ceil(vertices.length / MOST_CORNERS));
  const count = Math.ceil(vertices.length / stride);
  const corners = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) {
    corners.set(positions.subarray(vertices[i * stride] * 3, vertices[i * stride] * 3 + 3), i * 3);
  }
  return {
    corners,
    weight: count > 0 ? Math.min(vertices.length, MOST_CORNERS) / count : 1,
    fineness: Math.log(Math.min(MOST_CORNERS, Math.max(1, vertices.length))),
    parts: Math.log(Math.min(MOST_PARTS, Math.max(1, findComponents(welded).count))),
    square: shareAlongAxes(welded),
  };
}

function shareAlongAxes(mesh: Mesh): number {
  let total = 0;
  let along = 0;
  const normal = new Float64Array(3);
  for (let t = 0; t + 2 < mesh.triangles.length; t += 3) {
    triangleNormalInto(normal, 0, mesh, t / 3);
    const nx = Math.abs(normal[0]);
    const ny = Math.abs(normal[1]);
    const nz = Math.abs(normal[2]);
    const area = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (!(area > 0)) continue;
    total += area;
    if (Math.max(nx, ny, nz) > ALONG * area) along += area;
  }
  return total > 0 ? along / total : 0;
}

/** Number of mesh vertices nearest to each point, thick parts favoured a little; symmetric bodies symmetrically. */
export function countCorners(
  { positions, radii }: CurveTree,
  detail: MeshDetail,
  symmetric: boolean,
): Float64Array {
  const counts = new Float64Array(radii.length);
  const { corners } = detail;
  const weight = symmetric ? detail.weight / 2 : detail.weight;
  for (let c = 0; c < corners.length; c += 3) {
    for (let side = symmetric ? -1 : 1; side <= 1; side += 2) {
      const x = corners[c] * side;
      let nearest = 0;
      let least = Infinity;
      for (let i = 0; i < radii.length; i++) {
        const dx = positions[i * 3] - x;
        const dy = positions[i * 3 + 1] - corners[c + 1];
        const dz = positions[i * 3 + 2] - corners[c + 2];
        const distance = Math.sqrt(dx * dx + dy * dy + dz * dz) - radii[i] / 2;
        if (distance < least) {
          least = distance;
          nearest = i;
        }
      }
      counts[nearest] += weight;
    }
  }
  return symmetric ? shareWithImages(positions, counts) : counts;
}

/** Means over the points at a position and its mirror image: a vertex midway between two limbs went to one of them. */
function shareWithImages(positions: Float64Array, counts: Float64Array): Float64Array {
  const key = (i: number, sign: number) =>
    `${positions[i * 3] * sign + 0} ${positions[i * 3 + 1]} ${positions[i * 3 + 2]}`;
  // Two points may share a position, so positions are counted rather than points.
  const at = new Map<string, { sum: number; points: number }>();
  counts.forEach((count, i) => {
    const group = at.get(key(i, 1)) ?? { sum: 0, points: 0 };
    at.set(key(i, 1), { sum: group.sum + count, points: group.points + 1 });
  });
  return counts.map((_, i) => {
    const own = at.get(key(i, 1))!;
    const image = at.get(key(i, -1)) ?? own;
    return (own.sum + image.sum) / (own.points + image.points);
  });
}
