import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { runPosespace } from '../../../test/support/fake-terminal.js';
import { readModelFile, writeModelFile } from '../../io/node.js';

const TINY = fileURLToPath(new URL('../../../test/samples/motion-prior', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-imagine-'));
  const dog = sampleCreature('dog');
  await writeModelFile(join(folder, 'dog.glb'), { ...dog.model, clips: dog.clips.slice(0, 1) });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const imagine = (name: string, ...flags: string[]) =>
  runPosespace([
    ...['animate', 'imagine', join(folder, 'dog.glb'), '-o', join(folder, name), '--json'],
    ...['--network', TINY, '--steps', '3', ...flags],
  ]);

it('adds clips of a model to the file, the same for the same seed', async () => {
  const first = await imagine('a.glb', '--action', 'attack', '--seed', '3', '--motions', '2');
  expect(first).toMatchObject({ code: 0 });
  expect(JSON.parse(first.stdout).clips).toMatchObject([
    { clip: 'attack 3', frames: 38, seconds: 1.25, source: 'model' },
    { clip: 'attack 4', frames: 38, seconds: 1.25, source: 'model' },
  ]);
  await imagine('b.glb', '--action', 'attack', '--seed', '4');
  const [two, one] = await Promise.all(['a.glb', 'b.glb'].map((name) => readModelFile(join(folder, name))));
  expect(two.clips.map(({ source }) => source).slice(-2)).toEqual(['model', 'model']);
  expect(two.clips).toHaveLength(3);
  expect(one.clips[1].poses).toEqual(two.clips[2].poses);
  expect(one.clips[1].poses).not.toEqual(two.clips[1].poses);
});

it('makes a larger motion with more strength, in as many frames as are asked for', async () => {
  await imagine('small.glb', '--strength', '0.2', '--frames', '9', '--no-clean-feet');
  await imagine('large.glb', '--strength', '2', '--frames', '9', '--no-clean-feet');
  const [small, large] = await Promise.all(
    ['small.glb', 'large.glb'].map(async (name) => {
      const { clips } = await readModelFile(join(folder, name));
      const { poses } = clips[1];
      expect(poses).toHaveLength(9);
      let sum = 0;
      for (const { rotations } of poses) {
        for (let j = 0; j < rotations.length; j += 4)
          sum += Math.acos(Math.min(1, Math.abs(rotations[j + 3])));
      }
      return sum;
    }),
  );
  expect(large).toBeGreaterThan(1.5 * small);
});

it('says which actions there are', async () => {
  const { code, stderr } = await imagine('c.glb', '--action', 'moonwalk');
  expect(code).toBe(2);
  expect(stderr).toMatch(/one of idle, walk.*got moonwalk/);
});
