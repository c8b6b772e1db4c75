/** @file Opens every format, alone and with its companion files; errors say what to do. */

import { createModel, encodeModel, type Model } from 'posespace/io';
import type { Mesh } from 'posespace/mesh';
import { poseJoints, type Skeleton, type Skin } from 'posespace/rig';
import { describe, expect, it } from 'vitest';
import type { NamedBytes } from '../../../workers/worker-protocol.js';
import { openModel } from './open-model.js';

const work = { signal: new AbortController().signal, onProgress: () => undefined };
const open = (...files: NamedBytes[]) => openModel(work, files);
const text = (name: string, content: string): NamedBytes => ({
  name,
  bytes: new TextEncoder().encode(content),
});

const [AROUND, ALONG] = [8, 12];

/** A long body of few triangles, bent by an amount. */
function worm(bend = 0): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let ring = 0; ring <= ALONG; ring++) {
    const z = (ring / ALONG - 0.5) * 8;
    const radius = 0.5 * Math.sqrt(Math.max(0, 1 - (z / 4) ** 2));
    for (let k = 0; k < AROUND; k++) {
      const angle = (k / AROUND) * 2 * Math.PI;
      positions.push(radius * Math.cos(angle) + bend * z * z * 0.05, 1 + radius * Math.sin(angle), z);
      const [a, b] = [ring * AROUND + k, ring * AROUND + ((k + 1) % AROUND)];
      if (ring < ALONG) triangles.push(a, b, b + AROUND, a, b + AROUND, a + AROUND);
    }
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** Two joints, the second moving in one clip. */
function rigged(): Model {
  const mesh = worm();
  const vertexCount = mesh.positions.length / 3;
  const skeleton: Skeleton = {
    names: ['back', 'front'],
    parents: Int16Array.of(-1, 0),
    rest: Float32Array.of(0, 1, -2, 0, 1, 0),
    frames: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1),
  };
  const skin: Skin = {
    joints: Uint16Array.from({ length: vertexCount }, (_, v) => +(mesh.positions[v * 3 + 2] > 0)),
    weights: new Float32Array(vertexCount).fill(1),
    influenceCount: 1,
  };
  const rotated = Math.sin(0.3);
  const poses = [0, rotated].map((s) => ({
    rotations: Float32Array.of(0, 0, 0, 1, 0, s, 0, Math.sqrt(1 - s * s)),
    root: new Float32Array(3),
  }));
  const clips = [{ name: 'turn', times: Float32Array.of(0, 1), poses }];
  return createModel({ name: 'worm', mesh, skeleton, skin, clips });
}

/** A worm is no humanoid, so its VRM is a GLB by another name, as other tools write them. */
const encode = async (model: Model, name: string): Promise<NamedBytes[]> =>
  (await encodeModel(model, name.replace(/\.vrm$/, '.glb'))).files.map(({ bytes, name: written }) => ({
    name: name.endsWith('.vrm') ? name : written,
    bytes,
  }));

describe('keeps an existing rig', () => {
  it.each(['worm.glb', 'worm.vrm', 'worm.gltf', 'worm.fbx'])('%s', async (name) => {
    const { model, confidence, appearance } = await open(...(await encode(rigged(), name)));
    expect(model.skeleton?.names).toEqual(['back', 'front']);
    expect(model.clips.map((clip) => clip.name)).toEqual(['turn']);
    expect(model.skin).toBeDefined();
    expect(confidence).toBeUndefined();
    expect(appearance.normals.length).toBe(model.mesh.positions.length);
    expect(model.anatomy?.role.length).toBe(2);
  });

  it('motion alone', async () => {
    const { model } = await open(...(await encode(rigged(), 'turn.bvh')));
    expect(model.mesh.triangles.length).toBe(0);
    expect(model.clips.length).toBe(1);
    expect(model.anatomy?.role.length).toBe(model.skeleton!.parents.length);
  });
});

describe('rigs a bare mesh', () => {
  it.each(['worm.obj', 'worm.ply', 'worm.stl'])('%s', async (name) => {
    const files = await encode(createModel({ name: 'worm', mesh: worm() }), name);
    const { model, confidence } = await open(...files);
    expect(model.skeleton!.parents.length).toBeGreaterThan(1);
    expect(confidence!.length).toBe(model.skeleton!.parents.length);
    expect(model.skin!.weights.length / model.skin!.influenceCount).toBe(model.mesh.positions.length / 3);
    expect(model.anatomy?.role.length).toBe(confidence!.length);
  });
});

it('finds referenced files beside it and in folders, ignoring case', async () => {
  const [file, ...others] = await encode(rigged(), 'worm.gltf');
  expect(others.length).toBeGreaterThan(0);
  const moved = [
    { ...file, name: 'Worm/scene/worm.gltf' },
    ...others.map(({ name, bytes }) => ({ name: `Worm/Data/${name.toUpperCase()}`, bytes })),
  ];
  expect((await open(...moved)).model.clips.length).toBe(1);
  await expect(open(file)).rejects.toThrow(/needs .*drop both together/);
});

it('reads colours of an OBJ from its MTL', async () => {
  const [{ bytes }] = await encode(createModel({ name: 'worm', mesh: worm() }), 'worm.obj');
  const obj = new TextDecoder()
    .decode(bytes)
    .replace(/^mtllib.*$/gm, '')
    .replace(/^usemtl.*$/gm, '');
  const colored = text('worm.obj', `mtllib materials/skin.mtl\nusemtl red\n${obj}`);
  const { appearance } = await open(colored, text('materials/skin.mtl', 'newmtl red\nKd 1 0 0\n'));
  const [r, g, b] = appearance.materials[0].color;
  expect(r).toBeGreaterThan(0.9);
  expect(g + b).toBeLessThan(0.1);
  // Without the MTL file the mesh still opens.
  expect((await open(colored)).model.findings.length).toBeGreaterThan(0);
});

it('a folder of frames becomes one animated rig', async () => {
  const frames = await Promise.all(
    [0, 1, 2, 3, 4].map(async (f) => {
      const [{ bytes }] = await encode(createModel({ name: 'f', mesh: worm(Math.sin(f)) }), 'f.ply');
      return { name: `walk/f${f + 8}.ply`, bytes };
    }),
  );
  const { model } = await open(...frames.reverse());
  expect(model.clips[0].poses.length).toBe(5);
  expect(model.name).toBe('walk/f'.replace(/^.*\//, ''));
  const { positions } = poseJoints(model.skeleton!, model.clips[0].poses[2]);
  expect([...positions].every(Number.isFinite)).toBe(true);
});

/** A glTF whose mesh bends by a morph target. */
function morphing(): NamedBytes {
  const [mesh, bent] = [worm(), worm(1)];
  const arrays = [
    mesh.positions,
    bent.positions.map((x, i) => x - mesh.positions[i]),
    mesh.triangles,
    Float32Array.of(0, 0.5, 1),
    Float32Array.of(0, 1, 0),
  ];
  const bin = Buffer.concat(arrays.map(({ buffer }) => Buffer.from(buffer)));
  let byteOffset = 0;
  const bufferViews = arrays.map(({ byteLength }) => {
    byteOffset += byteLength;
    return { buffer: 0, byteLength, byteOffset: byteOffset - byteLength };
  });
  const accessor = (bufferView: number, type: string, count: number, componentType = 5126) => ({
    ...{ bufferView, type, count, componentType },
    ...(type === 'VEC3' && { min: [-9, -9, -9], max: [9, 9, 9] }),
    ...(bufferView === 3 && { min: [0], max: [1] }),
  });
  const count = mesh.positions.length / 3;
  const sampler = { input: 3, output: 4 };
  const channel = { sampler: 0, target: { node: 0, path: 'weights' } };
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [
      { weights: [0], primitives: [{ attributes: { POSITION: 0 }, targets: [{ POSITION: 1 }], indices: 2 }] },
    ],
    animations: [{ samplers: [sampler], channels: [channel] }],
    buffers: [
      { byteLength: bin.length, uri: `data:application/octet-stream;base64,${bin.toString('base64')}` },
    ],
    bufferViews,
    accessors: [
      accessor(0, 'VEC3', count),
      accessor(1, 'VEC3', count),
      accessor(2, 'SCALAR', mesh.triangles.length, 5125),
      accessor(3, 'SCALAR', 3),
      accessor(4, 'SCALAR', 3),
    ],
  };
  return text('bend.gltf', JSON.stringify(json));
}

it('a morphing mesh becomes an animated rig', async () => {
  const { model } = await open(morphing());
  const [clip] = model.clips;
  expect(model.skin).toBeDefined();
  expect(clip.poses.length).toBeGreaterThan(2);
  const away = Math.max(
    ...clip.poses.map(({ rotations }) => 1 - Math.min(...rotations.filter((_, i) => i % 4 === 3))),
  );
  expect(away).toBeGreaterThan(0.005);
});

it('opens one of several models and reports which', async () => {
  const glb = await encode(rigged(), 'a.glb');
  const stl = await encode(createModel({ name: 'b', mesh: worm() }), 'b.stl');
  const { model } = await open(...stl, ...glb);
  expect(model.name).toBe('a');
  expect(model.findings.map(({ code }) => code)).toContain('other-models');
});

describe('says what to do about', () => {
  it.each<[string, NamedBytes[], RegExp]>([
    ['nothing', [], /Nothing.*drop a file .*GLB/],
    ['a text', [text('notes.txt', 'hello')], /"notes\.txt" cannot be opened; drop a file .*GLB/],
    ['a lone picture', [text('skin.png', '')], /together with its model/],
    ['a broken file', [text('a.glb', 'hello')], /not a GLB/],
    ['points', [text('p.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\n')], /faces|surface/],
    ['a broken line', [text('b.obj', 'v 0 0 0\nf 1 2 3\n')], /"b\.obj": line 2 refers to element 2/],
    ['a USD file', [text('chair.usdz', 'PK')], /convert it to GLB first/],
    ['an empty file', [text('e.stl', '')], /./],
  ])('%s', async (_, files, message) => {
    await expect(open(...files)).rejects.toThrow(message);
  });
});
