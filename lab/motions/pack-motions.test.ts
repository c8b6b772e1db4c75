import { expect, it } from 'vitest';
import { readAnatomy } from '../../src/rig/reading/read-anatomy.js';
import { restPose } from '../../src/rig/rig-records.js';
import { MOTION_ACTIONS } from '../../src/video/distil/motion-actions.js';
import { sampleCreature } from '../../test/support/creatures.js';
import { encodeMotions } from './encode-motions.js';
import { LENGTH_STEPS, PACKED_CELLS, packMover } from './pack-motions.js';

const { rig, clips } = sampleCreature('dog');
const found = readAnatomy(rig).anatomy;

it('packs cells by joint with weights that sum to one, and clips that move', () => {
  const still = { name: 'idle', poses: [restPose(rig.skeleton), restPose(rig.skeleton)] };
  const mover = packMover(rig, found, [...clips, still])!;
  const patches = mover.patches.length;
  expect(mover.points.length).toBe(patches * PACKED_CELLS * 3);
  for (let i = 0; i < mover.weights.length; i += 4) {
    expect(mover.weights.subarray(i, i + 4).reduce((sum, w) => sum + w, 0)).toBe(255);
  }
  expect(mover.clips.map(({ name }) => name)).toEqual(clips.map(({ name }) => name));
  expect(mover.clips[0].rotations.length).toBe(mover.clips[0].frames * mover.parents.length * 3);
  expect(MOTION_ACTIONS[mover.clips.find(({ name }) => /walk/i.test(name))!.action]).toBe('walk');
});

it('places the body around its middle, its front in +z', () => {
  const mover = packMover(rig, found, clips)!;
  const z = Array.from(mover.rest).filter((_, i) => i % 3 === 2);
  const head = rig.skeleton.names.findIndex((name) => /head/i.test(name));
  expect(z[head]).toBeGreaterThan(0.2 * LENGTH_STEPS);
  expect(Math.max(...mover.rest.map(Math.abs))).toBeLessThan(2 * LENGTH_STEPS);
});

it('turns a clip so that it faces forward in the mean', () => {
  const turned = {
    ...clips[0],
    poses: clips[0].poses.map(({ rotations, root }) => {
      const out = rotations.slice();
      const [x, y, z, w] = rotations;
      const [s, c] = [Math.sin(0.6), Math.cos(0.6)];
      out.set([c * x + s * z, c * y + s * w, c * z - s * x, c * w - s * y]);
      return { rotations: out, root };
    }),
  };
  const [one, other] = [clips[0], turned].map((clip) => packMover(rig, found, [clip])!.clips[0].rotations);
  for (let i = 0; i < one.length; i++) expect(Math.abs(one[i] - other[i])).toBeLessThan(40);
});

it('writes one row per rig and all numbers behind each other', () => {
  const mover = packMover(rig, found, clips)!;
  const told = {
    name: 'a',
    file: 'a.glb',
    family: 'f',
    source: 's',
    licence: 'CC0-1.0',
    plan: 'quadruped',
    heldOut: false,
  };
  const [json, tensors] = encodeMotions([
    { ...told, mover },
    { ...told, mover },
  ]);
  const { rows, cells } = JSON.parse(new TextDecoder().decode(json.bytes));
  expect(cells).toBe(PACKED_CELLS);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({ joints: mover.parents.length, patches: mover.patches.length });
  const size = Number(new DataView(tensors.bytes.buffer).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(tensors.bytes.subarray(8, 8 + size)));
  expect(header.points.shape).toEqual([2 * mover.patches.length * PACKED_CELLS, 3]);
});
