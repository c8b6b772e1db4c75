import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeModelFile } from '../../src/io/node.js';
import { sampleCreature } from '../../test/support/creatures.js';
import { runPosespace } from '../../test/support/fake-terminal.js';
import { evaluateMotionCommand } from './eval-motion.js';

let folder: string;
const evaluate = (...words: string[]) =>
  runPosespace(['eval', 'motion', ...words, '--jobs', '0', '--measure', 'clean'], {
    commands: [evaluateMotionCommand],
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-eval-motion-'));
  const beast = sampleCreature('wolf');
  await writeModelFile(join(folder, 'beast.glb'), beast.model);
  const rows = [
    { file: 'beast.glb', category: 'quadruped', split: 'test', clips: beast.clips.map(({ name }) => name) },
    { file: 'statue.glb', category: 'human', split: 'train', clips: ['Idle'] },
  ];
  await writeFile(join(folder, 'index.json'), JSON.stringify(rows));
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

it('measures what walks in a folder', async () => {
  const out = join(folder, 'motion.json');
  const { code, stdout, stderr } = await evaluate(folder, '--limit', '1', '--json', '-o', out);
  expect([code, stderr]).toEqual([0, '']);
  const evaluation = JSON.parse(stdout);
  expect(evaluation).toMatchObject({ clips: 1, failed: [] });
  expect(evaluation.perClip[0]).toMatchObject({ plan: 'quadruped', legs: 4 });
  expect(Object.keys(evaluation.median)).toEqual(['before', 'cleaned', 'tracked']);
  expect(JSON.parse(await readFile(out, 'utf8'))).toEqual(evaluation);
});

it('measures our own animals, as a table', async () => {
  const { code, stdout } = await evaluate('--own', '1');
  expect(code).toBe(0);
  expect(stdout).toMatch(/own biped-0: \w+ \(biped\)/);
  expect(stdout).toMatch(/cleaned +1 of 1/);
});

it('says what is wrong', async () => {
  const none = await evaluate(folder, '--split', 'train');
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('nothing walks')]);
  const bad = await runPosespace(['eval', 'motion', '--measure', 'weigh'], {
    commands: [evaluateMotionCommand],
  });
  expect([bad.code, bad.stderr]).toEqual([2, expect.stringContaining('"weigh" is none of them')]);
});
