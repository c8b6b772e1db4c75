/** @file Normal and area of one triangle, and the volume over it. */

import type { Mesh } from './mesh.js';

/**
 * Writes the normal of a triangle, by the right-hand rule, as long as twice its area. Not a number where a corner is out
 * of range or not finite.
 */
export function triangleNormalInto(
  out: Float64Array,
  o: number,
  { positions, triangles }: Pick<Mesh, 'positions' | 'triangles'>,
  triangle: number,
): void {
  const a = triangles[triangle * 3] * 3;
  const b = triangles[triangle * 3 + 1] * 3;
  const c = triangles[triangle * 3 + 2] * 3;
  const ux = positions[b] - positions[a];
  const uy = positions[b + 1] - positions[a + 1];
  const uz = positions[b + 2] - positions[a + 2];
  const vx = positions[c] - positions[a];
  const vy = positions[c + 1] - positions[a + 1];
  const vz = positions[c + 2] - positions[a + 2];
  out[o] = uy * vz - uz * vy;
  out[o + 1] = uz * vx - ux * vz;
  out[o + 2] = ux * vy - uy * vx;
}

/** Volume of the tetrahedron over a triangle with its tip at a point: positive where the point is behind the triangle. */
export function tetrahedronVolume(
  { positions, triangles }: Pick<Mesh, 'positions' | 'triangles'>,
  triangle: number,
  x: number,
  y: number,
  z: number,
): number {
  const a = triangles[triangle * 3] * 3;
  const b = triangles[triangle * 3 + 1] * 3;
  const c = triangles[triangle * 3 + 2] * 3;
  const ax = positions[a] - x;
  const ay = positions[a + 1] - y;
  const az = positions[a + 2] - z;
  const bx = positions[b] - x;
  const by = positions[b + 1] - y;
  const bz = positions[b + 2] - z;
  const cx = positions[c] - x;
  const cy = positions[c + 1] - y;
  const cz = positions[c + 2] - z;
  return (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)) / 6;
}

const normal = new Float64Array(3);

/** Area of a triangle, NaN where a corner is out of range or not finite. */
export function triangleArea(mesh: Mesh, triangle: number): number {
  triangleNormalInto(normal, 0, mesh, triangle);
  const x = normal[0];
  const y = normal[1];
  const z = normal[2];
  const area = 0.5 * Math.sqrt(x * x + y * y + z * z);
  return area < Infinity ? area : Number.NaN;
}
