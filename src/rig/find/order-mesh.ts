/**
 * @file The same mesh whatever the order of its vertices and triangles: both are sorted by position. Samples of the surface
 * are drawn triangle by triangle, so that another order would give other points to the network and another mirror plane.
 *
 * Positions are compared along the axes of `chooseHorizontalAxes`, so that a mesh that was turned by 90° is sorted alike.
 */

import type { Vec3 } from '../../math/vector.js';
import type { Mesh } from '../../mesh/mesh.js';
import { chooseHorizontalAxes } from './horizontal-axes.js';

/** Sorts vertices and triangles; vertices at the same position become one. */
export function orderMesh(mesh: Mesh): Mesh {
  const [x, z] = chooseHorizontalAxes(mesh);
  const { positions, triangles } = mesh;
  const count = Math.floor(positions.length / 3);
  const along = (axis: Vec3) => {
    const out = new Float64Array(count);
    for (let v = 0; v < count; v++) out[v] = axis[0] * positions[v * 3] + axis[2] * positions[v * 3 + 2];
    return out;
  };
  const [xs, zs] = [along(x), along(z)];
  const order = new Uint32Array(count).map((_, v) => v);
  order.sort((a, b) => positions[a * 3 + 1] - positions[b * 3 + 1] || zs[a] - zs[b] || xs[a] - xs[b]);
  const rank = new Uint32Array(count);
  const moved: number[] = [];
  order.forEach((v, at) => {
    const last = order[at - 1];
    const isNew = at === 0 || [0, 1, 2].some((k) => positions[v * 3 + k] !== positions[last * 3 + k]);
    if (isNew) moved.push(positions[v * 3], positions[v * 3 + 1], positions[v * 3 + 2]);
    rank[v] = moved.length / 3 - 1;
  });
  return { positions: Float32Array.from(moved), triangles: sortTriangles(triangles, rank) };
}

/** Triangles by their corners, each from its first corner on; corners out of range stay so. */
function sortTriangles(triangles: Uint32Array, rank: Uint32Array): Uint32Array {
  const count = Math.floor(triangles.length / 3);
  const turned = new Uint32Array(count * 3);
  for (let t = 0; t < count; t++) {
    const corners = [0, 1, 2].map((c) => rank[triangles[t * 3 + c]] ?? triangles[t * 3 + c]);
    const first = corners.indexOf(Math.min(...corners));
    for (let c = 0; c < 3; c++) turned[t * 3 + c] = corners[(first + c) % 3];
  }
  const order = new Uint32Array(count).map((_, t) => t);
  order.sort(
    (a, b) =>
      turned[a * 3] - turned[b * 3] ||
      turned[a * 3 + 1] - turned[b * 3 + 1] ||
      turned[a * 3 + 2] - turned[b * 3 + 2],
  );
  const out = new Uint32Array(count * 3);
  order.forEach((t, at) => {
    out.set(turned.subarray(t * 3, t * 3 + 3), at * 3);
  });
  return out;
}
