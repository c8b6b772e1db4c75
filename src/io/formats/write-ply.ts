/**
 * @file Writes a surface as binary little-endian PLY.
 */

import { srgb } from '../../math/srgb.js';
import type { Surface } from './add-surface.js';

/** PLY bytes of a surface; a plain `Mesh` is one. Colours are stored as sRGB bytes, as every PLY viewer expects. */
export function writePly(surface: Surface): Uint8Array {
  const { positions, triangles, normals, uvs, colors } = surface;
  const vertexCount = positions.length / 3;
  const triangleCount = triangles.length / 3;
  const property = (type: string, names: string): string[] =>
    names.split(' ').map((n) => `property ${type} ${n}`);
  const header = [
    'ply',
    'format binary_little_endian 1.0',
    'comment posespace',
    `element vertex ${vertexCount}`,
    ...property('float', 'x y z'),
    ...(normals ? property('float', 'nx ny nz') : []),
    ...(uvs ? property('float', 's t') : []),
    ...(colors ? property('uchar', 'red green blue alpha') : []),
    `element face ${triangleCount}`,
    'property list uchar uint vertex_indices',
    'end_header',
    '',
  ].join('\n');
  const head = new TextEncoder().encode(header);
  const vertexBytes = 12 + (normals ? 12 : 0) + (uvs ? 8 : 0) + (colors ? 4 : 0);
  const bytes = new Uint8Array(head.length + vertexCount * vertexBytes + triangleCount * 13);
  bytes.set(head);
  const view = new DataView(bytes.buffer);
  let at = head.length;
  const putFloat = (value: number): void => {
    view.setFloat32(at, value, true);
    at += 4;
  };
  for (let i = 0; i < vertexCount; i++) {
    for (let k = 0; k < 3; k++) putFloat(positions[i * 3 + k]);
    if (normals) for (let k = 0; k < 3; k++) putFloat(normals[i * 3 + k]);
    if (uvs) {
      putFloat(uvs[i * 2]);
      putFloat(1 - uvs[i * 2 + 1]);
    }
    if (colors) {
      for (let k = 0; k < 3; k++) bytes[at++] = Math.round(srgb(colors[i * 4 + k]) * 255);
      bytes[at++] = Math.round(Math.min(1, Math.max(0, colors[i * 4 + 3])) * 255);
    }
  }
  for (let t = 0; t < triangleCount; t++) {
    bytes[at++] = 3;
    for (let k = 0; k < 3; k++) {
      view.setUint32(at, triangles[t * 3 + k], true);
      at += 4;
    }
  }
  return bytes;
}
