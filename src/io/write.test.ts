import { describe, expect, it } from 'vitest';
import { addNormals } from '../../test/support/gltf-scene.js';
import { expectClose } from '../../test/support/numbers.js';
import { DOCUMENTS, dressed, furniture, skinned } from '../../test/support/sample-documents.js';
import { expectNoErrors, expectSameModel } from '../../test/support/valid-glb.js';
import { sampleClip } from '../motion/sample-clip.js';
import { poseJoints } from '../rig/kinematics/forward-kinematics.js';
import { restPose } from '../rig/rig-records.js';
import { decodeGltf } from './gltf/decode.js';
import { readModel } from './read.js';
import { readSurface } from './surface-attributes.js';
import { encodeModel } from './write.js';

describe('glTF in pieces and back', () => {
  it('is the same file', async () => {
    const model = await dressed().read();
    const { files, findings } = await encodeModel(model, 'some where/my hero.gltf');
    expect(files.map(({ name }) => name)).toEqual(['my hero.gltf', 'my hero.bin']);
    expect(findings).toEqual([]);
    const json = JSON.parse(new TextDecoder().decode(files[0].bytes));
    expect(json.buffers).toEqual([{ byteLength: files[1].bytes.length, uri: 'my%20hero.bin' }]);
    const requested: string[] = [];
    const resolve = async (path: string) => {
      requested.push(path);
      return files[1].bytes;
    };
    const pieces = await readModel('my hero.gltf', files[0].bytes, { resolve });
    expect(requested).toEqual(['my hero.bin']);
    expectSameModel(pieces, model);

    const direct = await encodeModel(model, 'hero.glb');
    const back = await encodeModel(pieces, 'hero.glb');
    await expectNoErrors(back.files[0].bytes);
    expect(Buffer.from(back.files[0].bytes).equals(Buffer.from(direct.files[0].bytes))).toBe(true);
  });

  it('needs no .bin where there are no bytes', async () => {
    const model = await readModel('empty.gltf', new TextEncoder().encode('{"asset":{"version":"2.0"}}'));
    const { files } = await encodeModel(model, 'out.gltf');
    expect(files.map(({ name }) => name)).toEqual(['out.gltf']);
  });

  it('may be called .GLB', async () => {
    const model = await skinned().read();
    const [glb, loud] = await Promise.all(['a.glb', 'a.GLB'].map((name) => encodeModel(model, name)));
    expect(loud.files[0]).toEqual({ name: 'a.GLB', bytes: glb.files[0].bytes });
  });

  it('has a pose where one is given', async () => {
    const model = await skinned().read();
    const pose = restPose(model.skeleton!);
    pose.root.set([0, 5, 0]);
    const { files } = await encodeModel(model, 'a.glb', { pose });
    const read = await readModel('a.glb', files[0].bytes);
    const y = (m: typeof model) => m.source.gltf.json.nodes![0].translation![1];
    expect(y(read)).toBeCloseTo(y(model) + 5, 5);
  });
});

describe('formats that hold less', () => {
  it.each(['obj', 'ply', 'stl'])('.%s keeps the surface and says what it cannot hold', async (extension) => {
    const model = await furniture().read();
    const { files, findings } = await encodeModel(model, `out.${extension}`);
    // OBJ has its materials in a library beside it, the other two have no place for them.
    expect(findings.map(({ message }) => message)).toEqual(
      extension === 'obj'
        ? ['"out.obj" is written without the material extension KHR_materials_unlit']
        : [`"out.${extension}" is written without 1 material and 1 texture`],
    );
    const read = await readModel(`out.${extension}`, files[0].bytes);
    const corners = (m: typeof model) =>
      Array.from(m.mesh.triangles).flatMap((v) => [...m.mesh.positions.subarray(v * 3, v * 3 + 3)]);
    // One vertex per corner or shared ones: the triangles are the same, in the same order.
    expectClose(corners(read), corners(model), 1e-4);

    const rigged = await encodeModel(await skinned().read(), `out.${extension}`);
    expect(rigged.findings).toEqual([
      expect.objectContaining({
        code: 'not-in-format',
        severity: 'warning',
        message: expect.stringMatching(/^"out\.\w+" .*a skeleton of 4 joints and 1 clip/),
        fix: expect.stringContaining('GLB'),
      }),
    ]);
    await expect(
      encodeModel(await DOCUMENTS['motion without a mesh']().read(), `out.${extension}`),
    ).rejects.toThrow(
      expect.objectContaining({ code: 'bad-input', message: expect.stringContaining('no surface') }),
    );
  });

  it('.bvh keeps the motion and says what it cannot hold', async () => {
    const scene = DOCUMENTS['LINEAR, STEP and CUBICSPLINE']();
    const model = await scene.read();
    const { files, findings } = await encodeModel(model, 'out.bvh', { clip: 'linear' });
    expect(findings).toEqual([
      expect.objectContaining({
        code: 'not-in-format',
        message: expect.stringMatching(/^"out\.bvh" .*the mesh and 3 other clips/),
      }),
    ]);
    const read = await readModel('out.bvh', files[0].bytes);
    const clip = model.clips[0];
    for (const time of [0, 0.5, 1]) {
      const ours = poseJoints(model.skeleton!, sampleClip(clip, time)).positions;
      const theirs = poseJoints(read.skeleton!, sampleClip(read.clips[0], time)).positions;
      for (const [j, name] of model.skeleton!.names.entries()) {
        const at = read.skeleton!.names.indexOf(name);
        expectClose(theirs.subarray(at * 3, at * 3 + 3), ours.subarray(j * 3, j * 3 + 3), 1e-3);
      }
    }
    await expect(encodeModel(model, 'out.bvh', { clip: 'jump' })).rejects.toThrow(
      /no clip "jump"; it has linear, step, cubic, mixed/,
    );
    await expect(encodeModel({ ...model, clips: [] }, 'out.bvh')).rejects.toThrow(
      /has no clip that moves its joints; give it one/,
    );
    await expect(encodeModel(await furniture().read(), 'out.bvh')).rejects.toThrow(/no skeleton/);
    const mocap = await encodeModel(await DOCUMENTS['motion without a mesh']().read(), 'out.bvh');
    expect(mocap.findings).toEqual([]);
  });

  it('is an error where nothing can be written', async () => {
    await expect(encodeModel(await skinned().read(), 'a.max')).rejects.toThrow(
      expect.objectContaining({
        code: 'unsupported',
        message: expect.stringMatching(/posespace writes glb, vrm, (?!.*3mf)/),
      }),
    );
  });
});

describe('the surface for other formats', () => {
  it('has normals, texture coordinates and colours of all parts, in scene space', async () => {
    const scene = furniture();
    scene.json.nodes![2].scale = [1, 1, -1];
    for (const mesh of scene.json.meshes!) {
      for (const primitive of mesh.primitives) addNormals(scene, primitive);
    }
    const model = await scene.read();
    const surface = await readSurface(model);
    expect(surface.positions).toBe(model.mesh.positions);
    expect(surface.uvs!.length).toBe((model.mesh.positions.length / 3) * 2);
    const decoded = await decodeGltf(model.source.gltf);
    for (const { mesh, primitive, vertexStart } of model.source.parts) {
      const { TEXCOORD_0 } = scene.json.meshes![mesh].primitives[primitive].attributes;
      const own = TEXCOORD_0 === undefined ? new Float32Array(48) : decoded.floats(TEXCOORD_0);
      expect([...surface.uvs!.subarray(vertexStart * 2, vertexStart * 2 + 48)]).toEqual([...own]);
    }
    expect(surface.colors).toBeUndefined();
    // In its own space every normal is (0.6, 0, 0.8): what lies in the surface there does so here, uneven scale,
    // mirror or not, and outside stays outside.
    for (const part of model.source.parts) {
      const m = part.toScene!;
      const along = (n: Float32Array, [x, y, z]: number[]) =>
        [0, 1, 2].reduce((sum, k) => sum + n[k] * (m[k] * x + m[4 + k] * y + m[8 + k] * z), 0);
      for (let v = part.vertexStart; v < part.vertexStart + part.vertexCount; v++) {
        const n = surface.normals!.subarray(v * 3, v * 3 + 3);
        expect(Math.hypot(...n)).toBeCloseTo(1, 5);
        expect(Math.abs(along(n, [0, 1, 0]))).toBeLessThan(1e-6);
        expect(Math.abs(along(n, [0.8, 0, -0.6]))).toBeLessThan(1e-6);
        expect(along(n, [0.6, 0, 0.8])).toBeGreaterThan(0);
      }
    }
  });

  it('has colours where some part has, white elsewhere, and no normals unless all have', async () => {
    const scene = dressed();
    scene.node({ name: 'hat', mesh: scene.mesh(scene.blob({ seed: 4 })) }, 2);
    const model = await scene.read();
    const surface = await readSurface(model);
    expect(surface.normals).toBeUndefined();
    expect(surface.colors!.length).toBe(48 * 4);
    expect([...surface.colors!.subarray(24 * 4)]).toEqual(new Array(96).fill(1));
    expect(Math.min(...surface.colors!)).toBeLessThan(0.5);
    expect([...surface.uvs!.subarray(48)]).toEqual(new Array(48).fill(0));
  });
});
