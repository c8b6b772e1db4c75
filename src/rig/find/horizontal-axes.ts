/**
 * @file Two horizontal axes that turn with a mesh: z along the larger spread of the surface, toward its longer end (the
 * side of positive third moment), x to the left of it. Whatever way a body was modelled to face, it is then seen alike.
 */

import type { Vec3 } from '../../math/vector.js';
import type { Mesh } from '../../mesh/mesh.js';
import { triangleArea } from '../../mesh/triangle-normal.js';

/** The axes x and z, along those of the mesh. */
export function chooseHorizontalAxes(mesh: Mesh): readonly [Vec3, Vec3] {
  const across = measureAlong(mesh, [1, 0, 0]);
  const along = measureAlong(mesh, [0, 0, 1]);
  const z: Vec3 =
    along.spread >= across.spread ? [0, 0, along.skew < 0 ? -1 : 1] : [across.skew < 0 ? -1 : 1, 0, 0];
  return [[z[2], 0, -z[0] + 0], z];
}

/** Whether the longer end of a surface is at the far end of an axis. */
export const pointsToLongerEnd = (mesh: Mesh, axis: Vec3): boolean => measureAlong(mesh, axis).skew >= 0;

/** Second and third central moment of the surface along an axis, by area. */
function measureAlong(mesh: Mesh, axis: Vec3): { spread: number; skew: number } {
  const { positions, triangles } = mesh;
  const count = Math.floor(triangles.length / 3);
  const sums = new Float64Array(4);
  // Powers about the first point keep digits where the mesh is far from the origin.
  let start: number | undefined;
  for (let t = 0; t < count; t++) {
    const area = triangleArea(mesh, t);
    if (!Number.isFinite(area)) continue;
    let middle = 0;
    for (let c = 0; c < 3; c++) {
      const v = triangles[t * 3 + c] * 3;
      middle += (axis[0] * positions[v] + axis[1] * positions[v + 1] + axis[2] * positions[v + 2]) / 3;
    }
    start ??= middle;
    for (let k = 0; k < 4; k++) sums[k] += area * (middle - start) ** k;
  }
  if (!(sums[0] > 0)) return { spread: 0, skew: 0 };
  const [mean, square, cube] = [1, 2, 3].map((k) => sums[k] / sums[0]);
  return { spread: square - mean * mean, skew: cube - 3 * mean * square + 2 * mean ** 3 };
}
