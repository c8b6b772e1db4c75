import { expect, it } from 'vitest';
import { dressed } from '../../test/support/sample-documents.js';
import type { GltfMaterial } from './gltf/gltf-json.js';
import { lostLooks, usedMaterials } from './lost-parts.js';
import { readModel } from './read.js';
import { encodeModel } from './write.js';

/** A model whose parts all have the first of two materials. */
async function model(material: GltfMaterial) {
  const read = await dressed().read();
  const { gltf } = read.source;
  const meshes = gltf.json.meshes!.map((mesh) => ({
    ...mesh,
    primitives: mesh.primitives.map((primitive) => ({ ...primitive, material: 0 })),
  }));
  const unused = { occlusionTexture: { index: 0 } };
  const json = { ...gltf.json, meshes, materials: [material, unused] };
  return { ...read, source: { ...read.source, gltf: { ...gltf, json } } };
}

it('names what MTL and Phong have no place for, of the materials in use', async () => {
  const plain = await model({ pbrMetallicRoughness: { metallicFactor: 0 } });
  expect(usedMaterials(plain)).toHaveLength(1);
  expect(lostLooks(plain, true)).toEqual([]);
  // Metal is what glTF means where it says nothing.
  expect(lostLooks(await model({ pbrMetallicRoughness: {} }), true)).toEqual(['the metalness of 1 material']);
  const rich = await model({
    alphaMode: 'MASK',
    extensions: { KHR_materials_clearcoat: {} },
    pbrMetallicRoughness: {
      metallicFactor: 0,
      baseColorTexture: { index: 0, extensions: { KHR_texture_transform: {} } },
    },
  });
  expect(lostLooks(rich, false)).toEqual([
    'the alpha cutoff of 1 material',
    'the material extensions KHR_materials_clearcoat and KHR_texture_transform',
  ]);
});

it('writes no picture that the library does not name', async () => {
  const { files } = await encodeModel(await model({ name: 'bare' }), 'bare.obj');
  expect(files.map(({ name }) => name)).toEqual(['bare.obj', 'bare.mtl']);
});

it('says where a file holds nothing to show', async () => {
  const { findings } = await readModel('e.gltf', new TextEncoder().encode('{"asset":{"version":"2.0"}}'));
  expect(findings.map(({ code }) => code)).toEqual(['nothing-to-show']);
});
