/** @file What of a model a file format cannot hold, in words: every loss is said. */

import type { GltfMaterial, GltfTextureInfo } from './gltf/gltf-json.js';
import { countMorphs } from './gltf/read-morphs.js';
import type { Model } from './model.js';

const counted = (count: number, what: string): string[] =>
  count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`];

/** What a file without extras cannot hold of a skeleton. */
export const lostAnatomy = ({ anatomy }: Model): string[] =>
  anatomy ? ['what its joints are (legs, arms, facing), which is read anew'] : [];

/** What a file with a mesh alone cannot hold. */
export const lostWithoutRig = ({ skeleton, clips, source }: Model): string[] => {
  const { targets, animations } = countMorphs(source.gltf.json);
  return [
    ...(skeleton ? [`a skeleton of ${skeleton.names.length} joints`] : []),
    ...counted(clips.length, 'clip'),
    ...counted(targets, 'morph target'),
    ...counted(animations, 'morph animation'),
  ];
};

/** What a file with vertex colours alone cannot hold besides. */
export const lostWithoutMaterials = (model: Model): string[] => [
  ...lostWithoutRig(model),
  ...counted(model.source.gltf.json.materials?.length ?? 0, 'material'),
  ...counted(model.source.gltf.json.images?.length ?? 0, 'texture'),
];

/** Textures, factors and extensions of the materials in use that MTL and Phong have no place for. */
export function lostLooks(model: Model, phong: boolean): string[] {
  const materials = usedMaterials(model);
  const metallic = materials.filter((each) => each.pbrMetallicRoughness?.metallicRoughnessTexture).length;
  const occlusion = materials.filter((each) => each.occlusionTexture).length;
  const metal = materials.filter(
    ({ pbrMetallicRoughness: base }) => base && (base.metallicFactor ?? 1) > 0,
  ).length;
  const cut = materials.filter((each) => each.alphaMode === 'MASK').length;
  return [
    ...counted(metallic, 'metallic-roughness texture'),
    ...counted(occlusion, 'occlusion texture'),
    ...(phong && metal > 0 ? [`the metalness of ${metal} material${metal === 1 ? '' : 's'}`] : []),
    ...(cut > 0 ? [`the alpha cutoff of ${cut} material${cut === 1 ? '' : 's'}`] : []),
    ...lostExtensions(model, materials),
    ...(hasSecondUvs(model) ? ['the second set of texture coordinates'] : []),
  ];
}

/** The materials that a part of the surface has. */
export function usedMaterials({ source }: Model): GltfMaterial[] {
  const { materials = [], meshes } = source.gltf.json;
  const used = new Set(
    source.parts.map(({ mesh, primitive }) => meshes![mesh].primitives[primitive].material ?? -1),
  );
  return materials.filter((_, i) => used.has(i));
}

/** The textures of a material, whatever they are for. */
export const texturesOf = (material: GltfMaterial): GltfTextureInfo[] =>
  [
    material.pbrMetallicRoughness?.baseColorTexture,
    material.pbrMetallicRoughness?.metallicRoughnessTexture,
    material.normalTexture,
    material.occlusionTexture,
    material.emissiveTexture,
  ].flatMap((texture) => texture ?? []);

/** Extensions of materials, of how they place their textures, and of textures in a format that glTF alone reads. */
function lostExtensions({ source }: Model, materials: readonly GltfMaterial[]): string[] {
  const { textures = [] } = source.gltf.json;
  const holders = materials.flatMap((material) => {
    const infos = texturesOf(material);
    return [material, ...infos, ...infos.flatMap(({ index }) => textures[index] ?? [])];
  });
  const names = new Set(holders.flatMap(({ extensions }) => Object.keys(extensions ?? {})));
  return names.size === 0
    ? []
    : [`the material extension${names.size === 1 ? '' : 's'} ${[...names].sort().join(' and ')}`];
}

const hasSecondUvs = ({ source }: Model): boolean =>
  source.parts.some(
    ({ mesh, primitive }) =>
      source.gltf.json.meshes![mesh].primitives[primitive].attributes.TEXCOORD_1 !== undefined,
  );

/** What a file with the motion of one clip cannot hold. */
export const lostInMotion = (model: Model): string[] => [
  ...(model.mesh.triangles.length > 0 ? ['the mesh'] : []),
  ...(model.clips.length > 1 ? [`${model.clips.length - 1} other clips (choose one with clip)`] : []),
  ...lostAnatomy(model),
];
