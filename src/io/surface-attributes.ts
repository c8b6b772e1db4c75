/**
 * @file The vertex attributes of a model: normals, texture coordinates and colours of all its primitives in one array
 * each, in scene space, in the vertex order of `model.mesh`.
 */

import { determinantMatrix4, linearPart, type Matrix4 } from '../math/matrix4.js';
import type { Surface } from './formats/add-surface.js';
import { decodeGltf } from './gltf/decode.js';
import type { Model } from './model.js';

export async function readSurface(model: Model): Promise<Surface> {
  const { mesh, source } = model;
  const { json } = source.gltf;
  const decoded = await decodeGltf(source.gltf);
  const vertexCount = mesh.positions.length / 3;
  const attributesOf = (part: (typeof source.parts)[number]) =>
    json.meshes![part.mesh].primitives[part.primitive].attributes;

  // An attribute is read if a part has it; parts without it get the neutral value. Normals have none.
  const has = (name: string) => source.parts.some((part) => attributesOf(part)[name] !== undefined);
  const everywhere = source.parts.every((part) => part.toScene && attributesOf(part).NORMAL !== undefined);
  const normals = everywhere && vertexCount > 0 ? new Float32Array(vertexCount * 3) : undefined;
  const uvs = has('TEXCOORD_0') ? new Float32Array(vertexCount * 2) : undefined;
  const colors = has('COLOR_0') ? new Float32Array(vertexCount * 4).fill(1) : undefined;
  for (const part of source.parts) {
    const { NORMAL, TEXCOORD_0, COLOR_0 } = attributesOf(part);
    if (normals) rotateNormals(normals, part.vertexStart * 3, decoded.floats(NORMAL), part.toScene!);
    if (uvs && TEXCOORD_0 !== undefined) uvs.set(decoded.floats(TEXCOORD_0), part.vertexStart * 2);
    if (colors && COLOR_0 !== undefined) {
      const values = decoded.floats(COLOR_0);
      const size = decoded.elementSize(COLOR_0);
      for (let i = 0; i < values.length; i++) {
        colors[(part.vertexStart + Math.floor(i / size)) * 4 + (i % size)] = values[i];
      }
    }
  }
  return { ...mesh, ...(normals && { normals }), ...(uvs && { uvs }), ...(colors && { colors }) };
}

/** Normals are transformed by the inverse transpose; as cofactors it also works for singular matrices. */
function rotateNormals(out: Float32Array, at: number, normals: Float32Array, matrix: Matrix4): void {
  const m = linearPart(matrix);
  const side = determinantMatrix4(matrix) < 0 ? -1 : 1;
  const cofactor = [0, 1, 2].flatMap((c) => {
    const [a, b] = [((c + 1) % 3) * 3, ((c + 2) % 3) * 3];
    return [0, 1, 2].map((r) => {
      const [p, q] = [(r + 1) % 3, (r + 2) % 3];
      return side * (m[a + p] * m[b + q] - m[a + q] * m[b + p]);
    });
  });
  for (let i = 0; i < normals.length; i += 3) {
    const n = [0, 1, 2].map(
      (r) => cofactor[r] * normals[i] + cofactor[3 + r] * normals[i + 1] + cofactor[6 + r] * normals[i + 2],
    );
    const length = Math.hypot(n[0], n[1], n[2]) || 1;
    for (let k = 0; k < 3; k++) out[at + i + k] = n[k] / length;
  }
}
