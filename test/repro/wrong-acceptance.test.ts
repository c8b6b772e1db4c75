/**
 * @file Files that were accepted and should not have been, or came out broken: NaN in clips and weights, a joint twice in a
 * vertex, component types that only every object knows, materials that are not there, an FBX that could not be read again.
 */

import { describe, expect, it } from 'vitest';
import { createGltfBuilder, type GltfBuilder } from '../../src/io/gltf/builder.js';
import { encodeGlb } from '../../src/io/gltf/container.js';
import { readModel } from '../../src/io/read.js';
import { encodeModel } from '../../src/io/write.js';
import { findFault } from '../hostile/check-model.js';
import { fbxSample } from '../samples/fbx-sample.js';
import { BAR_DAE, encodeText } from '../samples/formats.js';
import { expectNoErrors } from '../support/valid-glb.js';

/** A triangle on two joints that a clip moves, changed by `change`. */
function triangle(change: (builder: GltfBuilder) => void = () => {}): Uint8Array {
  const builder = createGltfBuilder();
  const vertex = { usage: 'vertex' } as const;
  const attributes = {
    POSITION: builder.addAccessor(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), 'VEC3', {
      ...vertex,
      bounds: true,
    }),
    JOINTS_0: builder.addAccessor(Uint8Array.of(0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0), 'VEC4', vertex),
    WEIGHTS_0: builder.addAccessor(
      Float32Array.of(0.5, 0.5, 0, 0, 1, 0, 0, 0, 0.5, 0.5, 0, 0),
      'VEC4',
      vertex,
    ),
  };
  const input = builder.addAccessor(Float32Array.of(0, 1), 'SCALAR', { bounds: true });
  const output = builder.addAccessor(Float32Array.of(0, 0, 0, 0, 0.5, 0), 'VEC3');
  builder.add('meshes', { primitives: [{ attributes }] });
  builder.add('nodes', { name: 'root', children: [1] });
  builder.add('nodes', { name: 'tip', translation: [0, 1, 0] });
  builder.add('nodes', { mesh: 0, skin: 0 });
  builder.add('skins', { joints: [0, 1] });
  builder.add('animations', {
    channels: [{ sampler: 0, target: { node: 1, path: 'translation' } }],
    samplers: [{ input, output }],
  });
  builder.json.scenes![0].nodes = [0, 2];
  change(builder);
  return encodeGlb(builder.finish());
}
const keys = (builder: GltfBuilder, ...values: number[]) => {
  builder.json.animations![0].samplers[0].output = builder.addAccessor(Float32Array.from(values), 'VEC3');
};

it('a clip whose finite keys multiply to infinity is left out, with a word', async () => {
  const model = await readModel(
    'a.glb',
    triangle((builder) => {
      builder.json.nodes![0].scale = [1e30, 1e30, 1e30];
      keys(builder, 0, 1, 0, 0, 1e30, 0);
    }),
  );
  expect(findFault(model)).toBeUndefined();
  expect(model.clips).toEqual([]);
  expect(model.findings.map(({ code }) => code)).toContain('clip-not-finite');
});

it('weights too small for single precision are shared out before they are rounded', async () => {
  const text = fbxSample().replace(/(Weights: \*\d+ \{\n\t+a: )([^\n]*)/g, (_, head, list) => {
    return (
      head +
      list
        .split(',')
        .map(() => '1e-60')
        .join()
    );
  });
  const model = await readModel('a.fbx', encodeText(text));
  expect(findFault(model)).toBeUndefined();
  await expectNoErrors((await encodeModel(model, 'a.glb')).files[0].bytes);
});

it('a joint that a vertex of a Collada skin names twice counts once', async () => {
  const text = BAR_DAE.replace(/<vcount>[^<]*<\/vcount>\s*<v>[^<]*<\/v>/, (whole) => {
    const counts = /<vcount>([^<]*)/.exec(whole)![1].trim().split(/\s+/);
    return `<vcount>${counts.map(() => 2).join(' ')}</vcount><v>${counts.map(() => '0 0 0 0').join(' ')}</v>`;
  });
  expect(text).not.toBe(BAR_DAE);
  const model = await readModel('a.dae', encodeText(text));
  expect(findFault(model)).toBeUndefined();
  await expectNoErrors((await encodeModel(model, 'a.glb')).files[0].bytes);
});

it('a skin that had to be mended is written mended', async () => {
  const model = await readModel(
    'a.glb',
    triangle(({ json, addAccessor }) => {
      const { attributes } = json.meshes![0].primitives[0];
      const twice = Float32Array.of(0.5, 0, 0.25, 0.25, Number.NaN, 1, 0, 0, 0, 0, 0, 0);
      attributes.WEIGHTS_0 = addAccessor(twice, 'VEC4', { usage: 'vertex' });
    }),
  );
  expect(findFault(model)).toBeUndefined();
  expect(model.findings.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['joint-twice', 'unweighted-vertices']),
  );
  await expectNoErrors((await encodeModel(model, 'a.glb')).files[0].bytes);
});

it('a position that no FBX can hold is refused before it is written', async () => {
  const model = await readModel(
    'a.glb',
    triangle((builder) => keys(builder, 0, 1, 0, 0, 1e20, 0)),
  );
  expect(model.clips.length).toBe(1);
  await expect(encodeModel(model, 'a.fbx')).rejects.toThrow(
    /io\/writeFbx: a key of "Lcl Translation" is no number/,
  );
});

describe('a glTF document', () => {
  const material = (change: object) => triangle((builder) => void builder.add('materials', change));
  // biome-ignore lint/suspicious/noExplicitAny: what no type allows
  const broken = (change: (json: any) => void) => triangle(({ json }) => change(json));
  it.each([
    [
      'a material that is not there',
      broken((json) => {
        json.meshes[0].primitives[0].material = 0;
      }),
    ],
    ['a texture that is not there', material({ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } })],
    ['a material whose name is a number', material({ name: 5 })],
    ['a colour that is a number', material({ pbrMetallicRoughness: { baseColorFactor: -1 } })],
    ['an emission without numbers', material({ emissiveFactor: [null, 1, 1] })],
    [
      'indices that are floats',
      broken((json) => {
        json.meshes[0].primitives[0].indices = 0;
      }),
    ],
    [
      'an image that is not there',
      broken((json) => {
        json.textures = [{ source: 3 }];
      }),
    ],
  ])('with %s is refused', async (_, bytes) => {
    await expect(readModel('a.glb', bytes)).rejects.toThrow(/^io\/gltf: /);
  });

  it.each(['componentType', 'type'])('with a %s that every object knows is refused by name', async (key) => {
    const bytes = broken((json) => {
      json.accessors[0][key] = 'constructor';
    });
    await expect(readModel('a.glb', bytes)).rejects.toThrow(/accessor 0 has type .*which glTF does not know/);
  });

  it('with a rotation of zeros is read as if it had none', async () => {
    const model = await readModel(
      'a.glb',
      broken((json) => {
        json.nodes[1].rotation = [0, 0, 0, 0];
        json.animations[0].channels[0].target.node = 0;
      }),
    );
    expect(findFault(model)).toBeUndefined();
  });
});
