/**
 * @file One budget over everything that a batch pays for: workers that race for a paid service on loopback never spend more
 * together, two submitters pay once, and what did not fit is done when the budget is raised.
 */

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeModelFile } from '../src/io/node.js';
import { SAMPLE_NAMES, sampleCreature } from './support/creatures.js';
import { createPostgresServer, type PostgresServer } from './support/postgres-server.js';
import { startProgram } from './support/start-program.js';
import { type PlayedService, playService, reply, sketchMp4 } from './support/video-services.js';

const FILES = 6;
/** Dollars of a video, as the adapter of fal has it. */
const PRICE = 0.05;

let folder: string;
let server: PostgresServer;
let fal: PlayedService;
const at = (...names: string[]) => join(folder, ...names);
const paid = () => fal.count('POST', /^/);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-budget-'));
  [server, fal] = await Promise.all([createPostgresServer(), playFal()]);
  await server.start();
  // Each its own picture: otherwise they would be one request.
  for (const [i, name] of SAMPLE_NAMES.slice(0, FILES).entries()) {
    await writeModelFile(at('in', `fish${i}.glb`), { ...sampleCreature(name).model, clips: [] });
  }
});
afterAll(async () => {
  await Promise.all([server.remove(), fal.close()]);
  await rm(folder, { recursive: true, force: true });
});

/** fal's queue; it thinks a while before it accepts, so that several requests are under way at once. */
function playFal(): Promise<PlayedService> {
  let id = 0;
  return playService(({ method, path }, url) => {
    if (method === 'POST') {
      const at = `${url}/fal-ai/wan/requests/r${id++}`;
      const urls = { status_url: `${at}/status`, response_url: at, cancel_url: `${at}/cancel` };
      return (response) => {
        setTimeout(() => response.end(JSON.stringify({ request_id: `r${id}`, ...urls })), 200);
      };
    }
    if (path.endsWith('/status')) return { status: 'COMPLETED' };
    if (path.endsWith('.mp4')) return reply(200, sketchMp4(), { 'content-type': 'video/mp4' });
    return { video: { url: `${url}/video.mp4` }, seed: 0 };
  });
}

const start = (words: readonly string[], home: string) =>
  startProgram(words, {
    cwd: folder,
    env: { FAL_KEY: 'key-of-the-test', FAL_QUEUE_URL: fal.url, POSESPACE_VIDEO_JOBS: at(home) },
  });
const LINE = [
  'batch',
  'video',
  'generate',
  'in/*.glb',
  '--prompt',
  'swims',
  '--model',
  'fal',
  '--frames',
  '2',
];

it('two workers of two submitters never exceed a budget together; raised, the rest is paid once', async () => {
  const place = ['--queue', server.address, '--storage', at('shared')];
  const workers = ['one', 'two'].map((home) => start(['worker', '--workers', '2', ...place], home));
  await Promise.all(workers.map(({ until }) => until('ready')));
  const submit = (budget: number) =>
    start([...LINE, '-o', 'out', ...place, '--budget', `${budget}`], 'three');

  // Room for four, and some change.
  const first = [submit(0.22), submit(0.22)];
  expect(await Promise.all(first.map(({ ended }) => ended))).toEqual([1, 1]);
  expect(paid()).toBe(4);
  for (const { seen } of first) {
    expect(seen.at(-1)).toMatchObject({ event: 'finished', done: 4, dead: 2 });
    expect(seen.at(-1)!.cost).toBeCloseTo(4 * PRICE);
    const dead = seen.filter(({ event }) => event === 'dead');
    for (const { reason } of dead) expect(reason).toMatch(/over the budget of \$0\.22: \$0\.20 is spent/);
  }

  // The same budget again pays nothing more: earlier runs count.
  const same = submit(0.22);
  expect(await same.ended).toBe(1);
  expect(paid()).toBe(4);

  const raised = submit(0.3);
  expect(await raised.ended).toBe(0);
  expect(raised.seen.at(-1)).toMatchObject({ done: FILES, present: 4, dead: 0 });
  expect(paid()).toBe(FILES);
  const again = submit(0.3);
  expect(await again.ended).toBe(0);
  expect(paid()).toBe(FILES);
  expect((await readdir(at('out'))).length).toBe(FILES);
  for (const { child } of workers) child.kill('SIGTERM');
  expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0]);
}, 120_000);

it('threads of one machine neither; what a machine lost in its home is found in the storage', async () => {
  const before = paid();
  const line = [...LINE, '--seed', '7', '-o', 'own', '--storage', at('own-storage'), '--workers', '4'];
  const run = start([...line, '--budget', `${3 * PRICE}`], 'four');
  expect(await run.ended).toBe(1);
  expect(paid() - before).toBe(3);
  expect(run.seen.at(-1)).toMatchObject({ done: 3, dead: 3 });
  // Another command over the same videos, from another home: nothing is sent.
  const fitted = start([...line, '--fps', '16', '--patience', '99', '--budget', '0'], 'five');
  expect(await fitted.ended).toBe(1);
  expect(fitted.seen.at(-1)).toMatchObject({ done: 3, dead: 3 });
  expect(paid() - before).toBe(3);
}, 120_000);
