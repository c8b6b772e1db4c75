/**
 * @file The shapes that skeletons are drawn with: octahedral bones and spheres at joints.
 */

import { cross, distanceBetween, type Vec3 } from '../math/vector.js';
import type { Mesh } from '../mesh/mesh.js';

/** A mesh under construction. */
export interface ShapeBuilder {
  readonly positions: number[];
  readonly triangles: number[];
}

export const shapeMesh = (shape: ShapeBuilder): Mesh => ({
  positions: Float32Array.from(shape.positions),
  triangles: Uint32Array.from(shape.triangles),
});

/** An octahedral bone, widest near `from`; nothing where both ends are the same. */
export function addOctahedralBone(
  { positions, triangles }: ShapeBuilder,
  from: Vec3,
  to: Vec3,
  width: number,
): void {
  const length = distanceBetween(from, 0, 0, to);
  if (!(length > 0)) return;
  const d: Vec3 = [(to[0] - from[0]) / length, (to[1] - from[1]) / length, (to[2] - from[2]) / length];
  // An axis across the bone: crossed with up for horizontal bones, with forward for vertical ones.
  const u = cross(d, Math.abs(d[1]) < 0.8 ? [0, 1, 0] : [0, 0, 1]);
  const size = distanceBetween(u, 0, 0, [0, 0, 0]);
  const side: Vec3 = [u[0] / size, u[1] / size, u[2] / size];
  const other = cross(d, side);
  const base = positions.length / 3;
  positions.push(...from);
  for (const [a, b] of [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ]) {
    for (let k = 0; k < 3; k++) {
      positions.push(from[k] + d[k] * length * 0.12 + (side[k] * a + other[k] * b) * width);
    }
  }
  positions.push(...to);
  for (let i = 0; i < 4; i++) {
    const [a, b] = [base + 1 + i, base + 1 + ((i + 1) % 4)];
    triangles.push(base, b, a, base + 5, a, b);
  }
}

/** A sphere of `rings` bands from pole to pole. */
export function addSphere(
  { positions, triangles }: ShapeBuilder,
  center: Vec3,
  radius: number,
  rings = 6,
): void {
  const sides = rings * 2;
  const base = positions.length / 3;
  for (let r = 0; r <= rings; r++) {
    const polar = (r / rings) * Math.PI;
    for (let s = 0; s < sides; s++) {
      const turn = (s / sides) * 2 * Math.PI;
      positions.push(
        center[0] + radius * Math.sin(polar) * Math.cos(turn),
        center[1] + radius * Math.cos(polar),
        center[2] + radius * Math.sin(polar) * Math.sin(turn),
      );
      if (r === rings) continue;
      const a = base + r * sides + s;
      const b = base + r * sides + ((s + 1) % sides);
      triangles.push(a, b, a + sides, b, b + sides, a + sides);
    }
  }
}
