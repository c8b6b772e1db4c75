/**
 * @file The area of one triangle.
 */

import type { Mesh } from './mesh.js';

/** Area of a triangle, NaN where a corner is out of range or not finite. */
export function triangleArea({ positions, triangles }: Mesh, triangle: number): number {
  const a = triangles[triangle * 3] * 3;
  const b = triangles[triangle * 3 + 1] * 3;
  const c = triangles[triangle * 3 + 2] * 3;
  const ux = positions[b] - positions[a];
  const uy = positions[b + 1] - positions[a + 1];
  const uz = positions[b + 2] - positions[a + 2];
  const vx = positions[c] - positions[a];
  const vy = positions[c + 1] - positions[a + 1];
  const vz = positions[c + 2] - positions[a + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const area = 0.5 * Math.sqrt(x * x + y * y + z * z);
  return area < Infinity ? area : Number.NaN;
}
