import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { runPosespace } from '../../../test/support/fake-terminal.js';
import { readModelFile, writeModelFile } from '../../io/node.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-embedded-'));
  const dog = sampleCreature('dog');
  await writeModelFile(join(folder, 'dog.glb'), { ...dog.model, clips: [] });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const distil = (name: string, ...flags: string[]) =>
  runPosespace([
    ...['animate', 'distil', join(folder, 'dog.glb'), '-o', join(folder, name), '--json'],
    ...['--prompt', 'a dog walks', '--score', 'embedded', ...flags],
  ]);

it('distils the same clip of 16 frames twice, without a server, and another from another seed', async () => {
  const one = await distil('one.glb', '--iterations', '4');
  expect(one).toMatchObject({ code: 0 });
  expect(JSON.parse(one.stdout)).toMatchObject({ clip: 'a dog walks', iterations: 4 });
  await distil('two.glb', '--iterations', '4');
  await distil('other.glb', '--iterations', '4', '--seed', '9');
  const [a, b, c] = await Promise.all(
    ['one.glb', 'two.glb', 'other.glb'].map(
      async (name) => (await readModelFile(join(folder, name))).clips[0],
    ),
  );
  expect(a.poses).toHaveLength(16);
  expect(a.source).toBe('model');
  expect(b.poses).toEqual(a.poses);
  expect(c.poses).not.toEqual(a.poses);
});

it('makes legs of a walk stride in turn', async () => {
  await distil('walk.glb', '--iterations', '30');
  const { clips, skeleton } = await readModelFile(join(folder, 'walk.glb'));
  const swing = (name: string) => {
    const j = skeleton!.names.indexOf(name);
    expect(j).toBeGreaterThan(0);
    return clips[0].poses.map(({ rotations }) => 2 * Math.atan2(rotations[j * 4], rotations[j * 4 + 3]));
  };
  const correlate = (a: number[], b: number[]) => {
    const centre = (list: number[]) => list.map((x) => x - list.reduce((s, y) => s + y, 0) / list.length);
    const [p, q] = [centre(a), centre(b)];
    const dot = (x: number[], y: number[]) => x.reduce((s, v, i) => s + v * y[i], 0);
    return dot(p, q) / Math.sqrt(dot(p, p) * dot(q, q));
  };
  expect(correlate(swing('leftHindUpperLeg'), swing('rightHindUpperLeg'))).toBeLessThan(-0.5);
});

it.each([
  ['--frames', '8', /motions of 16 frames at 12 a second, got --frames 8/],
  ['--fps', '30', /motions of 16 frames at 12 a second, .* --fps 30/],
  ['--size', '128', /trajectories, no pictures; .*--size/],
  ['--preset', 'paper', /--preset.* are for score servers/],
])('refuses %s %s, which would have no effect', async (flag, value, message) => {
  const { code, stderr } = await distil('short.glb', flag, value);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});
