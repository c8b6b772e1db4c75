/** @file One colour per vertex for rendering: vertex colours times the material's base colour, without textures. */

import { srgb } from '../math/srgb.js';
import type { Model } from './model.js';
import { readSurface } from './surface-attributes.js';

/** sRGB with alpha, or undefined where the file has no colours. [V, 4] */
export async function readVertexColors(model: Model): Promise<Uint8Array | undefined> {
  const { json } = model.source.gltf;
  const factorOf = (part: (typeof model.source.parts)[number]) => {
    const { material } = json.meshes![part.mesh].primitives[part.primitive];
    return material === undefined
      ? undefined
      : json.materials?.[material]?.pbrMetallicRoughness?.baseColorFactor;
  };
  const { colors } = await readSurface(model);
  if (!colors && !model.source.parts.some(factorOf)) return undefined;
  const out = new Uint8Array((model.mesh.positions.length / 3) * 4).fill(255);
  for (const part of model.source.parts) {
    const factor = factorOf(part) ?? [1, 1, 1, 1];
    for (let v = part.vertexStart; v < part.vertexStart + part.vertexCount; v++) {
      for (let k = 0; k < 3; k++)
        out[v * 4 + k] = Math.round(255 * srgb((colors?.[v * 4 + k] ?? 1) * factor[k]));
    }
  }
  return out;
}
