import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { runPosespace } from '../../../test/support/fake-terminal.js';
import { expectNoErrors } from '../../../test/support/valid-glb.js';
import { readExamplePoses, withExamplePoses } from '../../io/example-poses.js';
import { readModelFile, writeModelFile } from '../../io/node.js';
import { createStage } from '../../video/stage/create-stage.js';
import { encodeStage } from '../../video/stage/stage-record.js';
import { poseDiscoverCommand } from './pose-discover.js';

const creature = sampleCreature('fish');
const model = creature.model;
let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-discover-'));
  const stage = createStage(creature.rig, { width: 64, height: 64 });
  await writeFile(at('stage.json'), encodeStage(stage));
  // Two poses of the user's own, then three of two videos.
  const poses = creature.clips[0].poses.slice(0, 5);
  const sources = [
    { label: '"swims", seed 0, fal:x', count: 1 },
    { label: '"turns", seed 0, fal:x', count: 2 },
  ];
  await writeModelFile(at('taught.glb'), withExamplePoses(model, poses, sources));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const discover = async (...words: string[]) => {
  const argv = ['pose', 'discover', at('taught.glb'), '--stage', at('stage.json'), ...words, '--json'];
  const { code, stdout } = await runPosespace(argv, { commands: [poseDiscoverCommand] });
  return { code, data: JSON.parse(stdout) };
};

it('keeps where poses came from in the file, and forgets those of videos alone', async () => {
  const taught = readExamplePoses(await readModelFile(at('taught.glb')));
  expect(taught.sources?.map(({ count }) => count)).toEqual([1, 2]);
  const { code, data } = await discover('--forget', '-o', at('plain.glb'));
  expect([code, data.removed, data.poses]).toEqual([0, 3, 2]);
  const plain = await readModelFile(at('plain.glb'));
  expect(readExamplePoses(plain)).toMatchObject({ poses: { length: 2 } });
  expect(readExamplePoses(plain).sources).toBeUndefined();
  await expectNoErrors(new Uint8Array(await readFile(at('plain.glb'))));
});

it('says what all videos would cost, and what it needs', async () => {
  const key = process.env.FAL_KEY;
  process.env.FAL_KEY = 'key-of-the-test';
  const { code, data } = await discover(
    '--prompts',
    'swims; turns left',
    '--seeds',
    '3',
    '--model',
    'fal',
    '--dry-run',
  );
  if (key === undefined) delete process.env.FAL_KEY;
  else process.env.FAL_KEY = key;
  expect([code, data.plans.length]).toEqual([0, 6]);
  expect(data.dollars).toBeCloseTo(0.3);
  // Every seed is another request.
  expect(new Set(data.plans.map((plan: { requestHash: string }) => plan.requestHash)).size).toBe(6);
  expect((await discover()).data.error.message).toMatch(/--prompts <list> or --videos/);
  expect((await discover('--prompts', 'x', '-o', at('x.obj'))).data.error.message).toMatch(/GLB and glTF/);
});
