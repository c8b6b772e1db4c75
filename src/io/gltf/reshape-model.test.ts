import { expect, it } from 'vitest';
import { expectClose } from '../../../test/support/numbers.js';
import { dressed } from '../../../test/support/sample-documents.js';
import { expectValidGlb } from '../../../test/support/valid-glb.js';
import type { Skeleton, Skin } from '../../rig/rig-records.js';
import { reshapeModel } from './reshape-model.js';

it('puts the surface elsewhere and keeps what it looks like', async () => {
  const model = await dressed().read();
  const positions = model.mesh.positions.map((x, i) => x * 2 + (i % 3));
  const reshaped = reshapeModel(model, positions);
  expect([reshaped.clips, reshaped.skeleton, reshaped.skin]).toEqual([[], undefined, undefined]);
  const again = await expectValidGlb(reshaped);
  expectClose(again.mesh.positions, positions, 1e-5);
  const { json } = again.source.gltf;
  const before = model.source.gltf.json;
  expect(json.materials).toEqual(before.materials);
  expect(json.images?.length).toBe(before.images?.length);
  expect(json.animations).toBeUndefined();
  expect(json.meshes!.flatMap(({ primitives }) => primitives).some(({ targets }) => targets)).toBe(false);
  // The model it came from is what it was.
  await expectValidGlb(model);
});

it('takes a new rig', async () => {
  const model = await dressed().read();
  const reshaped = reshapeModel(
    model,
    model.mesh.positions.map((x) => x * 3),
  );
  const vertices = model.mesh.positions.length / 3;
  const skeleton: Skeleton = {
    names: ['hips', 'chest'],
    parents: Int16Array.of(-1, 0),
    rest: Float32Array.of(0, 0, 0, 0, 1, 0),
    frames: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1),
  };
  const skin: Skin = {
    joints: Uint16Array.from({ length: vertices }, (_, v) => v % 2),
    weights: new Float32Array(vertices).fill(1),
    influenceCount: 1,
  };
  await expectValidGlb({ ...reshaped, skeleton, skin });
});

it('wants a position for every vertex', async () => {
  const model = await dressed().read();
  expect(() => reshapeModel(model, new Float32Array(3))).toThrow(/24 vertices, got 1;/);
});
