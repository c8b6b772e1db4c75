/** @file An armature without a mesh was "neither a surface nor a skeleton", where other tools read its bones. */

import { expect, it } from 'vitest';
import { writeFbx } from '../../src/io/formats/write-fbx.js';
import { readModel } from '../../src/io/read.js';
import { encodeModel } from '../../src/io/write.js';
import { encodeText, WALK_BVH } from '../samples/formats.js';
import { expectNoErrors } from '../support/valid-glb.js';

const skeleton = {
  names: ['hips', 'spine', 'head', 'leg'],
  parents: Int16Array.of(-1, 0, 1, 0),
  rest: Float32Array.of(0, 1, 0, 0, 1.3, 0, 0, 1.6, 0, 0.1, 0.5, 0),
  frames: Float32Array.from({ length: 16 }, (_, i) => +(i % 4 === 3)),
};

const DAE = `<COLLADA version="1.4.1"><library_visual_scenes><visual_scene id="s">
  <node id="hips" type="JOINT"><translate>0 1 0</translate>
    <node id="spine" type="JOINT"><translate>0 0.3 0</translate></node>
    <node id="leg" type="JOINT"><translate>0.1 -0.5 0</translate></node></node>
  </visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>`;

it.each([
  ['an FBX', 'a.fbx', writeFbx({ skeleton }), 4],
  ['a Collada file', 'a.dae', encodeText(DAE), 3],
  [
    'a BVH without frames',
    'a.bvh',
    encodeText(WALK_BVH.replace(/Frames:\s*\d+([\s\S]*?Frame Time:[^\n]*\n)[\s\S]*/, 'Frames: 0$1')),
    undefined,
  ],
])('%s of bones alone is a skeleton', async (_, name, bytes, count) => {
  const model = await readModel(name, bytes);
  expect(model.findings.map(({ code }) => code)).not.toContain('nothing-to-show');
  expect(model.skeleton!.names.length).toBe(
    count ?? (await readModel('walk.bvh', encodeText(WALK_BVH))).skeleton!.names.length,
  );
  const { files } = await encodeModel(model, 'a.glb');
  await expectNoErrors(files[0].bytes);
  expect((await readModel('a.glb', files[0].bytes)).skeleton!.names).toEqual(model.skeleton!.names);
});
