/** @file What of a model a file format cannot hold, in words: every loss is said. */

import { countMorphs } from './gltf/read-morphs.js';
import type { Model } from './model.js';

const counted = (count: number, what: string): string[] =>
  count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`];

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

/** Textures and factors of physically based materials that Phong has no place for. */
export function lostTextures({ source }: Model, phong: boolean): string[] {
  const materials = source.gltf.json.materials ?? [];
  const metallic = materials.filter((each) => each.pbrMetallicRoughness?.metallicRoughnessTexture).length;
  const occlusion = materials.filter((each) => each.occlusionTexture).length;
  const metal = materials.filter((each) => (each.pbrMetallicRoughness?.metallicFactor ?? 0) > 0).length;
  return [
    ...counted(metallic, 'metallic-roughness texture'),
    ...counted(occlusion, 'occlusion texture'),
    ...(phong && metal > 0 ? [`the metalness of ${metal} materials`] : []),
  ];
}

/** What a file with the motion of one clip cannot hold. */
export const lostInMotion = ({ mesh, clips }: Model): string[] => [
  ...(mesh.triangles.length > 0 ? ['the mesh'] : []),
  ...(clips.length > 1 ? [`${clips.length - 1} other clips (choose one with clip)`] : []),
];
