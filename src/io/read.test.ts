import { describe, expect, it } from 'vitest';
import { skinned } from '../../test/support/sample-documents.js';
import { FILE_EXTENSIONS, FORMATS, findFormat } from './file-formats.js';
import { readModel } from './read.js';

const text = (content: string) => new TextEncoder().encode(content);
const OBJ = text('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');

describe('reading by name and content', () => {
  it('takes a GLB by any name, and names the model after its file', async () => {
    for (const [path, name] of [
      ['a/b/hero.glb', 'hero'],
      ['C:\\models\\hero.v2.vrm', 'hero.v2'],
      ['hero.obj', 'hero'],
      ['hero', 'hero'],
    ]) {
      const model = await readModel(path, skinned().glb());
      expect(model.name).toBe(name);
      expect(model.skeleton!.names.length).toBe(4);
    }
  });

  it('takes the letter case of an extension as it comes', async () => {
    expect((await readModel('a.OBJ', OBJ)).mesh.triangles.length).toBe(3);
    expect((await readModel('a.b.Obj', OBJ)).mesh.triangles.length).toBe(3);
  });

  it('says what it reads where it does not know a file', async () => {
    await expect(readModel('a.max', OBJ)).rejects.toThrow(
      expect.objectContaining({
        code: 'unsupported',
        message: expect.stringContaining(FILE_EXTENSIONS.join(', ')),
      }),
    );
    await expect(readModel('noextension', OBJ)).rejects.toThrow(/unknown extension ""/);
  });

  it.each(['glb', 'vrm'])('says so where a .%s is none', async (extension) => {
    await expect(readModel(`a.${extension}`, OBJ)).rejects.toThrow(/is not a GLB file/);
    await expect(readModel(`a.${extension}`, new Uint8Array(0))).rejects.toThrow(/is not a GLB file/);
  });

  it.each([...FILE_EXTENSIONS])('answers an empty .%s with an error in words', async (extension) => {
    await expect(readModel(`a.${extension}`, new Uint8Array(0))).rejects.toThrow(
      expect.objectContaining({ name: 'PosespaceError' }),
    );
  });

  it('leaves the bytes alone', async () => {
    // Weights that are normalised on the way, and every array where the file has it.
    const scene = skinned();
    const weights = new Float32Array(96).fill(0.7);
    const { attributes } = scene.json.meshes![0].primitives[0];
    attributes.WEIGHTS_0 = scene.addAccessor(weights, 'VEC4', { usage: 'vertex' });
    const bytes = scene.glb();
    const before = bytes.slice();
    await readModel('a.glb', bytes);
    expect(Buffer.from(bytes).equals(Buffer.from(before))).toBe(true);
  });

  it('gives plain data: a model can be cloned', async () => {
    const model = await skinned().read();
    expect(structuredClone(model)).toEqual(model);
  });
});

describe('the registry of formats', () => {
  it('finds every format by its extensions, in any case, and by no other', () => {
    expect(FILE_EXTENSIONS).toEqual([
      'glb',
      'vrm',
      'gltf',
      'fbx',
      'dae',
      'zae',
      'obj',
      '3mf',
      'ply',
      'stl',
      'off',
      'vrma',
      'bvh',
      'txt',
    ]);
    for (const format of FORMATS) {
      for (const extension of format.extensions) {
        expect(findFormat(`a.b/model.${extension.toUpperCase()}`)).toBe(format);
      }
    }
    expect(() => findFormat('obj')).toThrow(/unknown extension ""/);
    for (const extension of ['usdz', 'USD', 'usda', 'usdc']) {
      expect(() => findFormat(`chair.${extension}`)).toThrow(/is a USD file.*convert it to GLB first/);
    }
  });
});
