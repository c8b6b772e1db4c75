/**
 * @file Splits every triangle into four by the middles of its edges: the same surface with more corners.
 */

import type { Mesh } from './mesh.js';

/** The mesh with each triangle split into four, so many times over. */
export function subdivide(mesh: Mesh, rounds = 1): Mesh {
  let { positions, triangles } = mesh;
  for (let round = 0; round < rounds; round++) {
    const points = [...positions];
    const middles = new Map<string, number>();
    const middle = (a: number, b: number): number => {
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      const known = middles.get(key);
      if (known !== undefined) return known;
      for (let k = 0; k < 3; k++) points.push((points[a * 3 + k] + points[b * 3 + k]) / 2);
      middles.set(key, points.length / 3 - 1);
      return points.length / 3 - 1;
    };
    const out: number[] = [];
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = triangles.subarray(t, t + 3);
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      out.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
    }
    positions = Float32Array.from(points);
    triangles = Uint32Array.from(out);
  }
  return { positions, triangles };
}
