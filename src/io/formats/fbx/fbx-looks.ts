/**
 * @file Materials and textures of an FBX that is written: Phong, because every reader knows it, with the pictures inside the
 * file. Roughness r is a highlight of exponent 2 / r⁴ − 2, the inverse of what `addMaterial` reads; metalness and its
 * textures have no place in Phong.
 */

import { srgb } from '../../../math/srgb.js';
import type { Appearance, AppearanceMaterial } from '../../appearance.js';
import type { FbxOutputNode } from './encode-fbx-binary.js';
import { addObject, connect, type Draft, doubles, named, node, property } from './fbx-draft.js';

type Looks = Pick<Appearance, 'groups' | 'materials' | 'images'>;

/** Which material each triangle has: materials are numbered in the order in which they are connected. */
export function materialLayer({ groups }: Looks, triangleCount: number): FbxOutputNode {
  const materials = new Int32Array(triangleCount);
  const order = usedMaterials(groups);
  for (const { triangleStart, triangleCount: count, material } of groups) {
    materials.fill(order.indexOf(material), triangleStart, triangleStart + count);
  }
  return node(
    'LayerElementMaterial',
    [0],
    [
      node('Version', [101]),
      node('Name', ['']),
      node('MappingInformationType', ['ByPolygon']),
      node('ReferenceInformationType', ['IndexToDirect']),
      node('Materials', [materials]),
    ],
  );
}

const usedMaterials = (groups: Looks['groups']): number[] => [
  ...new Set(groups.map((group) => group.material)),
];

/** Appends the materials of a mesh, in the order of `materialLayer`. */
export function addFbxLooks(draft: Draft, mesh: bigint, { groups, materials, images }: Looks): void {
  const videos = new Map<number, bigint>();
  for (const index of usedMaterials(groups)) {
    const material = materials[index];
    const object = addObject(draft, 'Material', named(material.name || 'neutral', 'Material'), '', [
      node('Version', [102]),
      node('ShadingModel', ['phong']),
      node('MultiLayer', [0]),
      node('Properties70', [], phongProperties(material)),
    ]);
    connect(draft, object, mesh);
    const textures = [
      ['DiffuseColor', material.colorTexture],
      ['NormalMap', material.normalMap],
      ['EmissiveColor', material.emissiveTexture],
    ] as const;
    for (const [target, image] of textures) {
      if (image === undefined) continue;
      const name = `${draft.objects.length}-${image}.${images[image].type.split('/')[1]}`;
      const video = videos.get(image) ?? addVideo(draft, images[image].bytes, name);
      videos.set(image, video);
      const texture = addObject(draft, 'Texture', named(name, 'Texture'), '', [
        node('Type', ['TextureVideoClip']),
        node('Version', [202]),
        node('TextureName', [named(name, 'Texture')]),
        node('Media', [named(name, 'Video')]),
        node('FileName', [name]),
        node('RelativeFilename', [name]),
        node('Properties70', [], [property('UseMaterial', 'bool', '', '', 1)]),
      ]);
      connect(draft, texture, object, target);
      connect(draft, video, texture);
    }
  }
}

function phongProperties({ color, emissive, roughness }: AppearanceMaterial): FbxOutputNode[] {
  const rgb = (values: readonly number[]) => doubles(values.slice(0, 3).map(srgb));
  const exponent = Math.max(0, 2 / Math.max(roughness, 0.05) ** 4 - 2);
  return [
    property('DiffuseColor', 'Color', '', 'A', ...rgb(color)),
    property('DiffuseFactor', 'Number', '', 'A', { double: 1 }),
    property('EmissiveColor', 'Color', '', 'A', ...rgb(emissive)),
    property('EmissiveFactor', 'Number', '', 'A', { double: 1 }),
    property('TransparencyFactor', 'Number', '', 'A', { double: 1 - color[3] }),
    property('Opacity', 'double', 'Number', '', { double: color[3] }),
    property('ShininessExponent', 'Number', '', 'A', { double: exponent }),
    property('Shininess', 'double', 'Number', '', { double: exponent }),
  ];
}

function addVideo(draft: Draft, bytes: Uint8Array, name: string): bigint {
  return addObject(draft, 'Video', named(name, 'Video'), 'Clip', [
    node('Type', ['Clip']),
    node('Properties70', [], [property('Path', 'KString', 'XRefUrl', '', name)]),
    node('UseMipMap', [0]),
    node('Filename', [name]),
    node('RelativeFilename', [name]),
    node('Content', [bytes]),
  ]);
}
