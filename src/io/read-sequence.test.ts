import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sketchScene } from '../../test/support/gltf-scene.js';
import { expectClose } from '../../test/support/numbers.js';
import { skinned } from '../../test/support/sample-documents.js';
import { sampleClip } from '../motion/sample-clip.js';
import { skinMesh } from '../rig/kinematics/skin-mesh.js';
import { modelRig } from './model.js';
import { readSequenceFolder } from './node-sequence-folder.js';
import { compareNaturally, readSequence, sequenceOfModel } from './read-sequence.js';

const text = (content: string) => new TextEncoder().encode(content);
/** A quad whose corners rise with `height`. */
const quad = (height: number, faces = 'f 1 2 3\nf 1 3 4\n') =>
  `mtllib missing.mtl\nv 0 0 0\nv 1 0 0\nv 1 ${height} 0\nv 0 ${height} 0\n${faces}`;
const file = (name: string, content: string | Uint8Array) => ({
  name,
  read: async () => (typeof content === 'string' ? text(content) : content),
});

describe('frames in files', () => {
  it('come in the order in which people number them', async () => {
    const names = ['walk10.obj', 'walk9.obj', 'walk009b.obj', 'walk1.obj', 'a 2.obj'];
    expect([...names].sort(compareNaturally)).toEqual([
      'a 2.obj',
      'walk1.obj',
      'walk9.obj',
      'walk009b.obj',
      'walk10.obj',
    ]);
    expect(compareNaturally('f123456789012345678901', 'f123456789012345678902')).toBeLessThan(0);
    const sequence = await readSequence(
      [file('walk_10.obj', quad(10)), file('walk_2.obj', quad(2)), file('walk_1.obj', quad(1))],
      { frameRate: 10 },
    );
    expect(sequence.labels).toEqual(['walk_1.obj', 'walk_2.obj', 'walk_10.obj']);
    expect(sequence.frames.map((frame) => Math.max(...frame))).toEqual([1, 2, 10]);
    expectClose(sequence.times, [0, 0.1, 0.2], 1e-6);
    expect([...sequence.triangles]).toEqual([0, 1, 2, 0, 2, 3]);
    expect(sequence.name).toBe('walk');
  });

  it.each([
    ['another vertex', `${quad(1)}v 5 5 5\nf 1 2 5\n`, /"b\.obj" has 5 vertices, not the 4 of "a\.obj"/],
    ['a triangle less', quad(1, 'f 1 2 3\nf 1 2 4\nf 1 3 4\n'), /"b\.obj" has 3 triangles, not the 2/],
    ['other corners', quad(1, 'f 1 2 3\nf 2 4 3\n'), /"b\.obj" has another triangle/],
  ])('are refused by name where one has %s', async (_, content, message) => {
    await expect(readSequence([file('a.obj', quad(1)), file('b.obj', content)])).rejects.toThrow(
      expect.objectContaining({ code: 'bad-input', message: expect.stringMatching(message) }),
    );
  });

  it('may not be more than the limit', async () => {
    const frames = [1, 2, 3].map((n) => file(`${n}.obj`, quad(n)));
    await expect(readSequence(frames, { limits: { maxElements: 11 } })).rejects.toThrow(
      /3 frames of 4 vertices are more than the limit of 11/,
    );
    expect((await readSequence(frames, { limits: { maxElements: 12 } })).frames.length).toBe(3);
    await expect(readSequence([])).rejects.toThrow(/there are no files/);
    await expect(readSequence(frames, { frameRate: 0 })).rejects.toThrow(
      expect.objectContaining({ code: 'bad-usage' }),
    );
  });

  it('stop when the caller gives up', async () => {
    const frames = [1, 2].map((n) => file(`${n}.obj`, quad(n)));
    await expect(readSequence(frames, { signal: AbortSignal.abort() })).rejects.toThrow(
      expect.objectContaining({ code: 'aborted' }),
    );
  });
});

/** A mesh below a node of scale 2 with two targets: +x for all, +y for all. */
function morphing(
  interpolation: 'LINEAR' | 'STEP' | 'CUBICSPLINE',
  values: readonly (readonly number[])[],
  times = [1, 2],
) {
  const scene = sketchScene();
  const primitive = scene.blob({ count: 6 });
  const target = (axis: number) => ({
    POSITION: scene.addAccessor(
      Float32Array.from({ length: 18 }, (_, i) => +(i % 3 === axis)),
      'VEC3',
      { usage: 'vertex', bounds: true },
    ),
  });
  const mesh = scene.mesh({ ...primitive, targets: [target(0), target(1)] });
  const node = scene.node({ mesh, scale: [2, 2, 2] });
  scene.animate('wobble', [{ node, path: 'weights', times, values, interpolation }]);
  return scene;
}

describe('morph targets', () => {
  const displacements = async (scene: ReturnType<typeof morphing>, frameRate: number) => {
    const model = await scene.read();
    const sequence = await readSequence([file('morph.glb', scene.glb())], { frameRate });
    expect(sequence.name).toBe('wobble');
    return {
      times: [...sequence.times],
      // Every vertex moves alike: that of the first stands for all.
      moved: sequence.frames.map((frame) =>
        [0, 1, 2].map((k) => {
          for (let i = k; i < frame.length; i += 3)
            expect(frame[i] - model.mesh.positions[i]).toBeCloseTo(frame[k] - model.mesh.positions[k], 5);
          return frame[k] - model.mesh.positions[k];
        }),
      ),
    };
  };

  it('go straight between keys, in scene space', async () => {
    // Weights come one per key and target, in rows of targets.
    const { times, moved } = await displacements(
      morphing('LINEAR', [
        [0, 0],
        [1, 0.5],
      ]),
      4,
    );
    expectClose(times, [0, 0.25, 0.5, 0.75, 1], 1e-6);
    expectClose(
      moved.flat(),
      [0, 0.25, 0.5, 0.75, 1].flatMap((u) => [2 * u, u, 0]),
      1e-5,
    );
  });

  it('jump where the file steps', async () => {
    const { moved } = await displacements(
      morphing('STEP', [
        [0, 0],
        [1, 0],
      ]),
      4,
    );
    expectClose(
      moved.map(([x]) => x),
      [0, 0, 0, 0, 2],
      1e-5,
    );
  });

  it('follow splines', async () => {
    const zero = [0, 0];
    const spline = morphing('CUBICSPLINE', [zero, zero, [3, 0], zero, [1, 0], zero]);
    const { moved } = await displacements(spline, 2);
    // Hermite at the middle: (0 + 1)/2 + (3 − 0)/8, twice as large in the scene.
    expectClose(
      moved.map(([x]) => x),
      [0, 2 * 0.875, 2],
      1e-5,
    );
  });

  it('of one key stand still', async () => {
    const { times, moved } = await displacements(morphing('LINEAR', [[1, 0]], [3]), 30);
    expect(times).toEqual([0]);
    expectClose(moved[0], [2, 0, 0], 1e-5);
  });

  it('are held against the limit before frames are made', async () => {
    const scene = morphing(
      'LINEAR',
      [
        [0, 0],
        [1, 0],
      ],
      [0, 1e9],
    );
    await expect(readSequence([file('long.glb', scene.glb())])).rejects.toThrow(/more than the limit/);
  });
});

describe('a rigged clip', () => {
  it('is baked to vertices', async () => {
    const model = await skinned().read();
    const clip = model.clips[0];
    const sequence = await sequenceOfModel(model, { frameRate: 12 });
    expect(sequence.frames.length).toBeGreaterThan(1);
    for (const [f, frame] of sequence.frames.entries()) {
      expectClose(frame, skinMesh(modelRig(model)!, sampleClip(clip, sequence.times[f])), 1e-5);
    }
    expect((await sequenceOfModel(model, { clip: clip.name })).name).toBe(clip.name);
    await expect(sequenceOfModel(model, { clip: 'no such' })).rejects.toThrow(
      /no animation "no such" that moves a mesh; it has "/,
    );
    await expect(sequenceOfModel(model, { limits: { maxElements: 30 } })).rejects.toThrow(
      /more than the limit/,
    );
  });

  it('may be missing: then there is one frame', async () => {
    const sequence = await readSequence([file('still.obj', quad(1))]);
    expect([sequence.frames.length, sequence.name]).toEqual([1, 'still']);
  });
});

describe('a folder', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posespace-sequence-'));
    await mkdir(join(folder, 'jump'));
    await mkdir(join(folder, 'mixed'));
    await mkdir(join(folder, 'empty'));
    for (const n of [1, 2, 11]) await writeFile(join(folder, 'jump', `f${n}.OBJ`), quad(n));
    await writeFile(join(folder, 'jump', 'readme.txt'), 'not a frame');
    await writeFile(join(folder, 'jump', '._f1.obj'), 'not a frame either');
    await writeFile(join(folder, 'mixed', 'a.obj'), quad(1));
    await writeFile(join(folder, 'mixed', 'b.ply'), 'ply');
    await writeFile(
      join(folder, 'wobble.glb'),
      morphing('LINEAR', [
        [0, 0],
        [1, 0],
      ]).glb(),
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('gives its frames in order and lends its name', async () => {
    const sequence = await readSequenceFolder(join(folder, 'jump'));
    expect(sequence.labels).toEqual(['f1.OBJ', 'f2.OBJ', 'f11.OBJ']);
    expect(sequence.name).toBe('jump');
    expect(sequence.frames.map((frame) => Math.max(...frame))).toEqual([1, 2, 11]);
  });

  it('or a file', async () => {
    expect((await readSequenceFolder(join(folder, 'wobble.glb'), { frameRate: 5 })).frames.length).toBe(6);
  });

  it.each([
    ['mixed', /1 OBJ and 1 PLY files/],
    ['empty', /holds no OBJ or PLY files/],
    ['nowhere.glb', /does not exist/],
  ])('%s is refused', async (name, message) => {
    await expect(readSequenceFolder(join(folder, name))).rejects.toThrow(message);
  });
});
