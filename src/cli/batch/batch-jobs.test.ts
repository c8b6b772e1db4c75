import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderCommand } from '../files/render-command.js';
import { poseDiscoverCommand } from '../pose/pose-discover.js';
import type { CommandDefinition } from '../shared/shell.js';
import { buildJobs } from './batch-jobs.js';

let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-jobs-'));
  for (const name of ['hero.glb', 'hero.ply', 'graph.json', 'a.mp4']) await writeFile(at(name), name);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const build = async (definition: CommandDefinition, options: Record<string, unknown>) => {
  const line = { definition, writesOperand: false, inputs: [at('hero.glb')], output: 'out', options };
  const [job] = (await buildJobs({ ...line, seed: 0, version: '1' })).jobs;
  return job;
};

it('files that words of flags name are inputs, hashed and given to the worker', async () => {
  const { step, key, reproduce } = await build(renderCommand as never, { splats: at('hero.ply') });
  expect(step.flags.splats).toEqual({ read: 'splats/hero.ply' });
  expect(step.files.map(({ name }) => name)).toEqual(['input/hero.glb', 'splats/hero.ply']);
  expect(reproduce).toContain(`--splats ${at('hero.ply')}`);
  await writeFile(at('hero.ply'), 'other splats');
  expect((await build(renderCommand as never, { splats: at('hero.ply') })).key).not.toBe(key);
  expect((await build(renderCommand as never, { splats: '500' })).step.flags.splats).toBe('500');

  const asked = { model: `comfyui:${at('graph.json')}`, videos: [at('a.mp4'), at('hero.glb')] };
  const found = await build(poseDiscoverCommand as never, asked);
  expect(found.step.flags).toMatchObject({
    model: { read: 'model/graph.json', before: 'comfyui:' },
    videos: [{ read: 'videos/0/a.mp4' }, { read: 'videos/1/hero.glb' }],
  });
  expect(found.reproduce).toContain(
    `--videos ${at('a.mp4')},${at('hero.glb')} --model comfyui:${at('graph.json')}`,
  );
});
