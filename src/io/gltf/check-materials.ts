/** @file Holds the materials, textures and images of a glTF document against each other. */

import { requireInput } from '../../base/errors.js';
import { checkIndex, checkNumbers, isObject, isText } from './check-values.js';
import type { GltfJson } from './gltf-json.js';

/** Textures of a material, beside those of its base. */
const TEXTURES = ['normalTexture', 'occlusionTexture', 'emissiveTexture'] as const;
const BASE_TEXTURES = ['baseColorTexture', 'metallicRoughnessTexture'] as const;

/** Throws `bad-input` at the first thing that does not hold. */
export function checkMaterials(json: GltfJson): void {
  for (const [i, material] of (json.materials ?? []).entries()) {
    const what = `material ${i}`;
    const base = material.pbrMetallicRoughness ?? {};
    requireInput(isObject(base), `io/gltf: the base of ${what} is no object; the file is damaged`);
    const used = [...TEXTURES.map((key) => material[key]), ...BASE_TEXTURES.map((key) => base[key])];
    for (const texture of used) if (texture !== undefined) checkIndex(texture?.index, json.textures, what);
    checkNumbers(base.baseColorFactor, 4, what);
    checkNumbers(material.emissiveFactor, 3, what);
    for (const value of [base.metallicFactor, base.roughnessFactor, material.alphaCutoff]) {
      requireInput(
        value === undefined || Number.isFinite(value),
        `io/gltf: ${what} has a factor that is no number; the file is damaged`,
      );
    }
  }
  for (const [i, { source, sampler }] of (json.textures ?? []).entries()) {
    if (source !== undefined) checkIndex(source, json.images, `texture ${i}`);
    if (sampler !== undefined) checkIndex(sampler, json.samplers, `texture ${i}`);
  }
  for (const [i, { bufferView, mimeType }] of (json.images ?? []).entries()) {
    requireInput(
      mimeType === undefined || isText(mimeType),
      `io/gltf: image ${i} has a type that is no text; the file is damaged`,
    );
    if (bufferView !== undefined) checkIndex(bufferView, json.bufferViews, `image ${i}`);
  }
}
