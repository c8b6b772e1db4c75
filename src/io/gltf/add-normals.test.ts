import { describe, expect, it } from 'vitest';
import { CUBE_OBJ, encodeText } from '../../../test/samples/formats.js';
import { compressDraco } from '../../../test/support/compressed.js';
import { expectClose } from '../../../test/support/numbers.js';
import { skinned } from '../../../test/support/sample-documents.js';
import { expectNoErrors } from '../../../test/support/valid-glb.js';
import type { WriteOptions } from '../file-formats.js';
import type { Model } from '../model.js';
import { readModel } from '../read.js';
import { encodeModel } from '../write.js';
import { splitGlb } from './container.js';
import { decodeGltf } from './decode.js';

const cube = () => readModel('cube.obj', encodeText(CUBE_OBJ.replace(/mtllib.*|usemtl.*/g, '')));

async function write(model: Model, options: WriteOptions = {}) {
  const [{ bytes }] = (await encodeModel(model, 'a.glb', options)).files;
  await expectNoErrors(bytes);
  const { json, bin } = splitGlb(bytes);
  const decoded = await decodeGltf({ json, bin: bin! });
  const { attributes, material } = json.meshes![0].primitives[0];
  const floats = (name: string) => decoded.floats(attributes[name]);
  return {
    json,
    attributes,
    floats,
    material: json.materials?.[material ?? -1],
    model: await readModel('a.glb', bytes),
  };
}

describe('a surface without normals or material', () => {
  it('gets hard edges where it has them, and a material that is no metal', async () => {
    const { attributes, floats, material } = await write(await cube());
    expect(attributes.NORMAL).toBeDefined();
    // Eight corners of three faces each.
    expect(floats('POSITION')).toHaveLength(24 * 3);
    const normals = floats('NORMAL');
    for (let i = 0; i < normals.length; i += 3) {
      expect(Math.max(...normals.subarray(i, i + 3).map(Math.abs))).toBeCloseTo(1, 6);
    }
    expect(material).toMatchObject({ pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 0.8 } });
  });

  it('stays as it is where that is wanted, and is flat on request', async () => {
    const kept = await write(await cube(), { normals: 'keep' });
    expect(kept.attributes.NORMAL).toBeUndefined();
    expect(kept.floats('POSITION')).toHaveLength(8 * 3);
    expect((await write(await cube(), { normals: 'flat' })).floats('NORMAL')).toHaveLength(36 * 3);
  });

  it.each([
    ['plain', async (glb: Uint8Array) => glb],
    ['Draco', compressDraco],
  ])('keeps skin, clips and the places of its vertices: %s', async (_, compress) => {
    const before = await readModel('a.glb', await compress(skinned().glb()));
    const { model, attributes } = await write(before);
    expect(attributes.NORMAL).toBeDefined();
    const count = before.mesh.positions.length;
    expect(model.mesh.positions.length).toBeGreaterThanOrEqual(count);
    expect(model.mesh.positions.slice(0, count)).toEqual(before.mesh.positions);
    expectClose(model.skin!.weights.slice(0, before.skin!.weights.length), before.skin!.weights, 1e-5);
    expect(model.clips[0].poses).toEqual(before.clips[0].poses);
  });
});
