import { createModel } from 'posespace/io';
import { kindOf, restPose, type Skeleton, type Skin, tail } from 'posespace/rig';
import { expect, it } from 'vitest';
import { correctAnatomy, rerig } from './rig-work.js';

/** A tube of twelve rings along z, closed by thin ends. */
function tube() {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i < 12 * 8; i++) {
    const [ring, angle] = [Math.floor(i / 8), ((i % 8) * Math.PI) / 4];
    const radius = ring % 11 === 0 ? 0.01 : 0.5;
    positions.push(radius * Math.cos(angle), radius * Math.sin(angle), ring - 5.5);
    const next = ring * 8 + ((i + 1) % 8);
    if (ring < 11) triangles.push(i, next, next + 8, i, next + 8, i + 8);
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

const work = { signal: new AbortController().signal, onProgress: () => undefined };

it('rigs a model again: every clip comes along on the new skeleton, in order, empty ones too', async () => {
  const mesh = tube();
  const { positions } = mesh;
  const skeleton: Skeleton = {
    names: ['back', 'front'],
    parents: Int16Array.of(-1, 0),
    rest: Float32Array.of(0, 0, -3, 0, 0, 0),
    frames: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1),
  };
  const skin: Skin = {
    joints: Uint16Array.from({ length: positions.length / 3 }, (_, v) => +(positions[v * 3 + 2] > 0)),
    weights: new Float32Array(positions.length / 3).fill(1),
    influenceCount: 1,
  };
  const moved = { ...restPose(skeleton), root: Float32Array.of(1, 2, 3) };
  const clips = [
    { name: 'go', times: Float32Array.of(0, 1), poses: [restPose(skeleton), moved] },
    { name: '', times: new Float32Array(0), poses: [] },
  ];
  const model = createModel({ name: 'worm', mesh, skeleton, skin, clips });
  const rigged = await rerig(work, model, { jointCount: 6 });
  const count = rigged.skeleton.parents.length;
  expect(count).toBeGreaterThan(2);
  expect(rigged.confidence).toHaveLength(count);
  expect(rigged.clips.map(({ name, poses }) => [name, poses.length])).toEqual([
    ['go', 2],
    ['', 0],
  ]);
  expect(rigged.clips[0].poses[1].rotations).toHaveLength(count * 4);
  const [x, y, z] = rigged.clips[0].poses[1].root;
  expect([y / x, z / x]).toEqual([expect.closeTo(2, 4), expect.closeTo(3, 4)]);
});

it('rigs as the user says, and locked joints keep their names', async () => {
  const model = createModel({ name: 'worm', mesh: tube() });
  const first = await rerig(work, model, { body: 'serpent' });
  const { skeleton, skin, anatomy } = first;
  expect(kindOf(anatomy)).toBe('serpent');
  // Said once, it holds for the next skeleton too.
  const head = skeleton.names.indexOf('head');
  const labels = [{ joint: head, is: 'tail' }];
  const said = correctAnatomy(work, { skeleton, skin, mesh: model.mesh, anatomy, examples: [] }, { labels });
  expect(tail(said)).toContain(head);
  const landmarks = [{ name: 'middle', position: [0, 0, 0] as const }];
  const again = await rerig(work, { ...model, skeleton, skin, anatomy: said }, { landmarks });
  const { names, rest } = again.skeleton;
  const z = (joint: number) => rest[joint * 3 + 2];
  expect(z(names.indexOf('middle'))).toBeCloseTo(0);
  expect(new Set(names).size).toBe(names.length);
  const end = tail(again.anatomy).at(-1)!;
  expect(Math.sign(z(end))).toBe(Math.sign(skeleton.rest[head * 3 + 2]));
  expect(again.anatomy.confidence[end]).toBe(1);
});
