/** @file `batch poses` from end to end without a network: prompts by a language model on loopback, a bare mesh that is rigged. */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readModelFile, writeModelFile } from '../src/io/node.js';
import { sampleCreature } from './support/creatures.js';
import { playCreatures } from './support/play-creatures.js';
import { startProgram } from './support/start-program.js';
import { type PlayedService, playService } from './support/video-services.js';

let folder: string;
let endpoint: PlayedService;
const at = (...names: string[]) => join(folder, ...names);
const json = async (...names: string[]) => JSON.parse(await readFile(at(...names), 'utf8'));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-poses-'));
  endpoint = await playService(({ body }) => {
    const { messages } = JSON.parse(body);
    // One species is against the rules of the house.
    if (/hydra/.test(messages[1].content)) return { choices: [{ message: { refusal: 'no monsters' } }] };
    const content = JSON.stringify({ prompts: ['slithers in wide curves'] });
    return { choices: [{ message: { content } }], usage: { total_tokens: 500 } };
  });
  const { model } = sampleCreature('coral-snake');
  await writeModelFile(at('bare.obj'), { ...model, clips: [] });
  const rows = [
    { name: 'grass snake', body: 'snake', mesh: 'bare.obj', seeds: 1 },
    { name: 'hydra', body: 'snake', seeds: 1 },
    { name: 'lost snake', body: 'snake', mesh: 'lost.glb', seeds: 1 },
  ];
  await writeFile(at('species.json'), JSON.stringify(rows));
});
afterAll(async () => {
  await endpoint.close();
  await rm(folder, { recursive: true, force: true });
});

it('writes prompts, rigs a bare mesh, films, fits and reports; again it asks nobody', async () => {
  const line = [
    'batch',
    'poses',
    'species.json',
    '-o',
    'dataset',
    '--prompts-from',
    'endpoint',
    '--prompts',
    '1',
  ];
  const small = ['--frames', '3', '--width', '160', '--height', '96', '--budget', '1', '--token-price', '2'];
  const env = {
    POSESPACE_PROMPTS_URL: `${endpoint.url}/v1`,
    POSESPACE_PROMPTS_MODEL: 'small',
    POSESPACE_VIDEO_JOBS: at('jobs'),
  };
  const run = () => startProgram([...line, ...small, '--workers', '1'], { cwd: folder, env });
  const first = run();
  // Two species could not be prepared.
  expect(await first.ended).toBe(1);
  const report = await json('dataset', 'report.json');
  expect(report.unprepared).toEqual([
    { name: 'hydra', reason: expect.stringMatching(/refuses \(no monsters\)/) },
    { name: 'lost snake', reason: expect.stringMatching(/lost\.glb.*does not exist/) },
  ]);
  expect(report.species).toMatchObject([{ name: 'grass snake', videos: 1, failed: 0, frames: 3 }]);
  // 2 × 500 tokens of the answers, and what the refusal may have cost.
  expect(report.run.cost).toBeGreaterThanOrEqual(0.002);
  const [row] = await json('dataset', 'index.json');
  expect(row).toMatchObject({
    ...{ file: 'grass-snake.glb', rig: 'posespace rig', prompts: 'language model' },
    videos: [{ prompt: 'slithers in wide curves', seed: 0, model: 'embedded' }],
  });
  const { clips } = await readModelFile(at('dataset', 'grass-snake.glb'));
  expect(clips.map(({ source }) => source)).toEqual(['video']);

  const asked = endpoint.requests.length;
  const again = run();
  expect(await again.ended).toBe(1);
  expect(endpoint.requests.length).toBe(asked);
  expect(again.seen.at(-1)).toMatchObject({ event: 'finished', done: 1, present: 1 });
}, 120_000);

it('species without a mesh are drawn, made of the picture and rigged; again nothing is paid', async () => {
  const service = await playCreatures('dog');
  await writeFile(at('drawn.json'), JSON.stringify([{ name: 'red fox', body: 'quadruped', seeds: 1 }]));
  const env = {
    FAL_KEY: 'key-of-the-test',
    FAL_QUEUE_URL: service.url,
    POSESPACE_VIDEO_JOBS: at('jobs'),
  };
  const small = ['--prompts', '1', '--frames', '3', '--width', '160', '--height', '96', '--workers', '1'];
  const words = ['--pictures', 'fal:fal-ai/flux/dev', '--meshes', 'fal', '-o', 'drawn'];
  const run = () => startProgram(['batch', 'poses', 'drawn.json', ...words, ...small], { cwd: folder, env });
  const first = run();
  expect(await first.ended).toBe(0);
  const [row] = await json('drawn', 'index.json');
  expect(row).toMatchObject({ file: 'red-fox.glb', rig: 'picture', prompts: 'list' });
  expect((await readModelFile(at('drawn', 'red-fox.glb'))).clips).toHaveLength(1);
  expect(service.count('POST', /./)).toBe(2);
  const again = run();
  expect(await again.ended).toBe(0);
  expect(service.count('POST', /./)).toBe(2);
  await service.close();
}, 120_000);
