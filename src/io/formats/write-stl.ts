/**
 * @file Writes a mesh as binary STL.
 */

import type { Mesh } from '../../mesh/mesh.js';
import { triangleNormalInto } from '../../mesh/triangle-normal.js';

/** STL bytes of a mesh. A triangle without area gets the zero normal. */
export function writeStl(mesh: Mesh): Uint8Array {
  const { positions, triangles } = mesh;
  const count = triangles.length / 3;
  const bytes = new Uint8Array(84 + count * 50);
  // Not "solid": readers would take the file for text.
  bytes.set(new TextEncoder().encode('binary STL by posespace'));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, count, true);
  const normal = new Float64Array(3);
  for (let t = 0; t < count; t++) {
    const [a, b, c] = [triangles[t * 3] * 3, triangles[t * 3 + 1] * 3, triangles[t * 3 + 2] * 3];
    const at = 84 + t * 50;
    triangleNormalInto(normal, 0, mesh, t);
    const length = Math.hypot(normal[0], normal[1], normal[2]);
    for (let k = 0; k < 3; k++) {
      view.setFloat32(at + k * 4, length > 0 ? normal[k] / length : 0, true);
      view.setFloat32(at + 12 + k * 4, positions[a + k], true);
      view.setFloat32(at + 24 + k * 4, positions[b + k], true);
      view.setFloat32(at + 36 + k * 4, positions[c + k], true);
    }
  }
  return bytes;
}
