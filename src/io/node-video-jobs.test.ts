import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { type PlayedService, playService, reply, sketchMp4 } from '../../test/support/video-services.js';
import type { VideoJob } from '../video/models/video-job.js';
import { openVideoJobs } from './node-video-jobs.js';

const root = await mkdtemp(join(tmpdir(), 'posespace-jobs-'));
afterAll(() => rm(root, { recursive: true }));
const services: PlayedService[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});

const HASH = 'ab'.repeat(32);
const job: VideoJob = {
  ...{ id: 'i', model: 'fal:x', requestHash: HASH, state: 'queued', prompt: 'p', seed: 0, warnings: [] },
  ...{ attempt: 1, createdAt: 1, updatedAt: 1 },
};

it('keeps jobs and videos, and creates a job once', async () => {
  const folder = join(root, 'store');
  const store = openVideoJobs(folder);
  expect([await store.readJob(HASH), await store.readOutput(HASH), await store.listJobs()]).toEqual([
    undefined,
    undefined,
    [],
  ]);
  expect(await Promise.all([store.createJob(job), store.createJob(job)])).toEqual(
    expect.arrayContaining([true, false]),
  );
  await store.writeJob({ ...job, state: 'running', operation: { id: 7 } });
  const output = { files: [{ mediaType: 'video/mp4', bytes: sketchMp4() }] };
  await store.writeOutput(HASH, output);
  expect(await store.readOutput(HASH)).toEqual(output);
  expect((await store.listJobs()).map(({ state }) => state)).toEqual(['running']);
  expect((await readdir(folder)).sort()).toEqual([HASH, `${HASH}.json`]);
  // A video that was damaged on disk is as good as none.
  await writeFile(join(folder, HASH, '0000.mp4'), sketchMp4().subarray(0, 70));
  expect(await store.readOutput(HASH)).toBeUndefined();
});

it('says which record is broken, and reads no path out of its folder', async () => {
  const folder = join(root, 'broken');
  const store = openVideoJobs(folder);
  await store.createJob(job);
  for (const text of ['{', '[]', '{"state":"odd"}', JSON.stringify({ ...job, requestHash: '../../etc' })]) {
    await writeFile(join(folder, `${HASH}.json`), text);
    await expect(store.readJob(HASH)).rejects.toThrow(/no job record; delete the file/);
    expect(await store.listJobs()).toEqual([]);
  }
  expect(() => store.readJob('../secret')).toThrow(/no hash/);
});

const CHILD = `
import { openVideoJobs, nodeServiceTools } from './src/io/node-video-jobs.ts';
import { generateVideo } from './src/video/models/generate-video.ts';
import { openVideoModel } from './src/video/models/video-models.ts';
const tools = { ...nodeServiceTools(), sleep: () => new Promise((end) => setTimeout(end, 20)) };
const request = { prompt: 'a walk', width: 64, height: 64, frames: 5, fps: 5, seed: 1 };
const made = await generateVideo(openVideoModel('fal', tools), request, { store: openVideoJobs(), tools });
process.stdout.write(made.origin);
`;

/** Runs the script above as a process of its own. */
async function runChild(environment: Record<string, string>, killWhen?: (kill: () => void) => void) {
  const script = join(root, 'child.mjs');
  await writeFile(script, CHILD.replaceAll("'./src", `'${process.cwd()}/src`));
  const child = spawn(process.execPath, ['--import', './lab/register.mjs', script], {
    env: { ...process.env, ...environment },
  });
  killWhen?.(() => child.kill('SIGKILL'));
  let text = '';
  child.stdout.on('data', (part) => {
    text += part;
  });
  child.stderr.on('data', (part) => {
    text += part;
  });
  const code = await new Promise((resolve) =>
    child.on('close', (status, signal) => resolve(signal ?? status)),
  );
  return { code, text };
}

it('a run killed while it waits is resumed by the next, which pays nothing', async () => {
  const folder = join(root, 'killed');
  let kill = () => {};
  let polls = 0;
  const service = await playService(({ method, path }, url) => {
    const at = `${url}/fal-ai/wan/requests/r`;
    if (method === 'POST')
      return { request_id: 'r', status_url: `${at}/status`, response_url: at, cancel_url: at };
    if (path.endsWith('video.mp4')) return reply(200, sketchMp4());
    if (!path.endsWith('/status')) return { video: { url: `${url}/video.mp4` } };
    // The third question is answered by the end of the first run.
    if (++polls === 3) kill();
    return { status: polls < 6 ? 'IN_PROGRESS' : 'COMPLETED' };
  });
  services.push(service);
  const environment = {
    FAL_KEY: 'key-of-the-test',
    FAL_QUEUE_URL: service.url,
    POSESPACE_VIDEO_JOBS: folder,
  };
  expect((await runChild(environment, (end) => (kill = end))).code).toBe('SIGKILL');
  const [name] = await readdir(folder);
  const record = await readFile(join(folder, name), 'utf8');
  expect(JSON.parse(record)).toMatchObject({ state: 'running', operation: { id: 'r' } });
  expect(record).not.toContain('key-of-the-test');
  expect(await runChild(environment)).toEqual({ code: 0, text: 'resumed' });
  expect(await runChild(environment)).toEqual({ code: 0, text: 'store' });
  expect(service.count('POST', /./)).toBe(1);
});
