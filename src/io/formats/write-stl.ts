/**
 * @file Writes a mesh as binary STL.
 */

import type { Mesh } from '../../mesh/mesh.js';

/** STL bytes of a mesh. A triangle without area gets the zero normal. */
export function writeStl(mesh: Mesh): Uint8Array {
  const { positions, triangles } = mesh;
  const count = triangles.length / 3;
  const bytes = new Uint8Array(84 + count * 50);
  // Not "solid": readers would take the file for text.
  bytes.set(new TextEncoder().encode('binary STL by posespace'));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, count, true);
  for (let t = 0; t < count; t++) {
    const [a, b, c] = [triangles[t * 3] * 3, triangles[t * 3 + 1] * 3, triangles[t * 3 + 2] * 3];
    const at = 84 + t * 50;
    const normal = facetNormal(positions, a, b, c);
    for (let k = 0; k < 3; k++) {
      view.setFloat32(at + k * 4, normal[k], true);
      view.setFloat32(at + 12 + k * 4, positions[a + k], true);
      view.setFloat32(at + 24 + k * 4, positions[b + k], true);
      view.setFloat32(at + 36 + k * 4, positions[c + k], true);
    }
  }
  return bytes;
}

function facetNormal(p: Float32Array, a: number, b: number, c: number): number[] {
  const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
  const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.hypot(...normal);
  return length > 0 ? normal.map((v) => v / length) : [0, 0, 0];
}
