import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { runPosespace } from '../../../test/support/fake-terminal.js';
import { expectNoErrors } from '../../../test/support/valid-glb.js';
import { readExamplePoses } from '../../io/example-poses.js';
import { readModelFile, writeModelFile } from '../../io/node.js';
import { poseAdaptCommand } from './pose-adapt.js';
import { poseSampleCommand } from './pose-sample.js';

const MODEL = fileURLToPath(new URL('../../../test/samples/pose-network/', import.meta.url));
const creature = sampleCreature('wolf');
const beast = creature.model;
let folder: string;
const at = (name: string) => join(folder, name);

const pose = async (...words: string[]) => {
  const commands = [poseAdaptCommand, poseSampleCommand];
  const { code, stdout } = await runPosespace(['pose', ...words, '--model', MODEL, '--json'], { commands });
  return { code, data: JSON.parse(stdout) };
};
const sampled = async (input: string, ...words: string[]) => {
  const { data } = await pose('sample', input, '--count', '1', '--steps', '1', '-o', at('s.glb'), ...words);
  return data.findings.map(({ code }: { code: string }) => code) as string[];
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-adapt-'));
  await writeModelFile(at('moving.glb'), beast);
  await writeModelFile(at('still.glb'), { ...beast, clips: [] });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('saves poses of another file, which are known wherever the file is opened, until they are forgotten', async () => {
  const [{ name }] = creature.clips;
  const { code, data } = await pose(
    ...['adapt', at('still.glb'), '--poses', at('moving.glb'), '--clips', name, '--count', '6'],
    ...['-o', at('adapted.glb'), '--sheet', at('kept.png')],
  );
  expect(code).toBe(0);
  expect(data).toMatchObject({ poses: 6, files: [at('adapted.glb'), at('kept.png')] });
  expect(data.errors.adapted).toBeLessThan(data.errors.unadapted);
  await expectNoErrors(await readFile(at('adapted.glb')));
  expect((await readFile(at('kept.png'))).subarray(1, 4).toString()).toBe('PNG');
  expect(readExamplePoses(await readModelFile(at('adapted.glb'))).poses).toHaveLength(6);

  expect(await sampled(at('still.glb'))).not.toContain('adapted-to-file');
  expect(await sampled(at('adapted.glb'))).toContain('adapted-to-file');
  expect(await sampled(at('adapted.glb'), '--no-adapt')).not.toContain('adapted-to-file');

  expect((await pose('adapt', at('adapted.glb'), '--forget', '-o', at('bare.glb'))).code).toBe(0);
  expect(await sampled(at('bare.glb'))).not.toContain('adapted-to-file');
  const [bare, still] = [await readModelFile(at('bare.glb')), await readModelFile(at('still.glb'))];
  expect(bare.anatomy).toBeDefined();
  expect({ ...bare, source: 0 }).toEqual({ ...still, source: 0, name: 'bare' });
});

it('learns from the clips of a file when it is opened, but not from what the model made up', async () => {
  expect(await sampled(at('moving.glb'))).toContain('adapted-to-file');
  expect(await sampled(at('moving.glb'), '--no-adapt')).not.toContain('adapted-to-file');
  await sampled(at('still.glb'));
  const [clip] = (await readModelFile(at('s.glb'))).clips;
  expect([clip.name, clip.source]).toEqual(['samples', 'model']);
  await writeModelFile(at('made-up.glb'), await readModelFile(at('s.glb')));
  expect(await sampled(at('made-up.glb'))).not.toContain('adapted-to-file');
});

it('says what is wrong', async () => {
  const bad = async (code: number, message: RegExp, ...words: string[]) => {
    const result = await pose('adapt', ...words);
    expect(result.code).toBe(code);
    expect(result.data.error.message).toMatch(message);
  };
  await bad(1, /has no clips to learn from/, at('still.glb'));
  await bad(2, /no clip "fly"/, at('moving.glb'), '--clips', 'fly');
  await bad(2, /not in ".*x\.fbx"/, at('moving.glb'), '-o', at('x.fbx'));
  await bad(2, /--count must be/, at('moving.glb'), '--count', '0');
  const snake = sampleCreature('snake');
  await writeModelFile(at('snake.glb'), snake.model);
  await bad(1, /joints of "moving"|give poses of the same rig/, at('moving.glb'), '--poses', at('snake.glb'));
});
