/**
 * @file FBX materials (Lambert, Phong, and what exporters add) with their pictures, embedded or beside the file.
 */

import type { GltfBuilder } from '../../gltf/builder.js';
import { addMaterial, type PictureShelf } from '../add-surface.js';
import { findChild, numberOf, textOf } from './fbx-node.js';
import { type FbxObject, type FbxScene, vectorOf } from './fbx-scene.js';

/** Properties of a material under which textures are connected, by what they become. */
const DIFFUSE = [
  'DiffuseColor',
  'Diffuse',
  'Maya|TEX_color_map',
  'Maya|baseColor',
  '3dsMax|Parameters|base_color_map',
];
const EMISSIVE = ['EmissiveColor', 'Emissive', 'Maya|TEX_emissive_map'];
const NORMAL = ['NormalMap', 'Maya|TEX_normal_map', 'Maya|normalCamera'];

/** Appends every material and returns them by object. */
export async function addFbxMaterials(
  scene: FbxScene,
  builder: GltfBuilder,
  pictures: PictureShelf,
): Promise<Map<FbxObject, number>> {
  const textures = new Map<FbxObject, number | undefined>();
  const materials = new Map<FbxObject, number>();
  for (const material of scene.ofKind('Material')) {
    const links = [...scene.childrenOf(material, 'Texture'), ...scene.childrenOf(material, 'LayeredTexture')];
    const texture = async (names: readonly string[]): Promise<number | undefined> => {
      const found = links.find(({ property }) => names.includes(property))?.object;
      // Of a layered texture the first layer that has a picture.
      const leaf = found?.kind === 'LayeredTexture' ? scene.childrenOf(found, 'Texture')[0]?.object : found;
      if (!leaf) return undefined;
      if (!textures.has(leaf)) textures.set(leaf, await addTexture(scene, leaf, pictures));
      return textures.get(leaf);
    };
    const { properties } = material;
    const diffuse = vectorOf(properties, 'DiffuseColor', vectorOf(properties, 'Diffuse', [0.8, 0.8, 0.8]));
    const factor = numberOf(properties.get('DiffuseFactor'), 1);
    const diffuseTexture = await texture(DIFFUSE);
    const emissiveFactor = numberOf(properties.get('EmissiveFactor'), 1);
    materials.set(
      material,
      addMaterial(builder, {
        name: material.name,
        // A picture replaces the colour in FBX, it multiplies it in glTF.
        diffuse: diffuseTexture === undefined ? diffuse.map((v) => v * factor) : [1, 1, 1],
        emissive: vectorOf(properties, 'EmissiveColor', [0, 0, 0]).map((v) => v * emissiveFactor),
        opacity: opacityOf(material),
        shininess: numberOf(properties.get('ShininessExponent') ?? properties.get('Shininess'), 20),
        diffuseTexture,
        emissiveTexture: await texture(EMISSIVE),
        normalTexture: await texture(NORMAL),
      }),
    );
  }
  return materials;
}

/** A factor of 1 comes from exporters that mean "opaque": only something in between is believed. */
function opacityOf({ properties }: FbxObject): number {
  const transparency = numberOf(properties.get('TransparencyFactor'), 0);
  if (transparency > 0 && transparency < 1) return 1 - transparency;
  const opacity = numberOf(properties.get('Opacity'), 1);
  return opacity > 0 ? opacity : 1;
}

async function addTexture(
  scene: FbxScene,
  texture: FbxObject,
  pictures: PictureShelf,
): Promise<number | undefined> {
  const video = scene.childrenOf(texture, 'Video')[0]?.object;
  const paths = [video, texture].flatMap((object) => [
    textOf(findChild(object?.node, 'RelativeFilename')),
    textOf(findChild(object?.node, 'Filename')) || textOf(findChild(object?.node, 'FileName')),
  ]);
  const path = paths.find((candidate) => candidate !== '');
  const content = contentOf(video);
  if (content) return pictures.fromBytes(path ?? texture.name, content);
  return path === undefined ? undefined : pictures.fromFile(path);
}

/** The embedded file: bytes in binary FBX, base 64 in pieces in text. */
function contentOf(video: FbxObject | undefined): Uint8Array | undefined {
  const values = findChild(video?.node, 'Content')?.values ?? [];
  const first = values[0];
  if (first instanceof Uint8Array) return first.length > 0 ? first : undefined;
  const text = values.filter((value) => typeof value === 'string').join('');
  if (text === '') return undefined;
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}
