/**
 * @file Batch work as it must hold, on the embedded database and on a real PostgreSQL: two submitters pay once, a poison input
 * ends dead with its reason, what is killed is taken up again, nothing is half-written. Processes are killed with SIGKILL.
 */

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JobQueue, openJobQueue } from '../src/batch/job-queue.js';
import { findRunStatus } from '../src/batch/run-status.js';
import type { RunCall } from '../src/batch/step-call.js';
import { hashBytes, type Job, keyOfStep, type Run, type StepResult } from '../src/batch/step-record.js';
import { openStorage } from '../src/batch/storage.js';
import type { Storage } from '../src/batch/storage-record.js';
import { submitRun } from '../src/batch/submit-run.js';
import { watchRun } from '../src/batch/watch-run.js';
import { workJobs } from '../src/batch/work-jobs.js';
import { type ObjectStorage, serveObjectStorage } from './support/object-storage.js';
import { createPostgresServer, type PostgresServer } from './support/postgres-server.js';
import { dressed } from './support/sample-documents.js';
import { PROGRAM, startProgram } from './support/start-program.js';
import { expectNoErrors } from './support/valid-glb.js';

const FILES = 8;

let folder: string;
let server: PostgresServer;
let objects: ObjectStorage;
const at = (...names: string[]) => join(folder, ...names);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-batch-'));
  [server, objects] = await Promise.all([createPostgresServer(), serveObjectStorage()]);
  await server.start();
  await mkdir(at('in', 'sub'), { recursive: true });
  const glb = dressed().glb();
  for (let i = 0; i < FILES; i++) {
    // Each its own content: otherwise they would be one job.
    const bytes = Uint8Array.from(glb);
    bytes[bytes.length - 1] = i;
    await writeFile(at('in', i % 2 ? 'sub' : '', `m${i}.glb`), bytes);
  }
});
afterAll(async () => {
  await Promise.all([server.remove(), objects.close()]);
  await rm(folder, { recursive: true, force: true });
});

/** A job whose command is only a name. */
function createJob(name: string): Job {
  const step = { command: name, version: '1', operands: [], flags: {}, files: [] };
  return { key: keyOfStep(step), name, step, reproduce: `posespace ${name}` };
}
const createRun = (id: string, jobs: readonly Job[]): Run => ({
  ...{ id, created: '', line: '', version: '1', seed: 0 },
  jobs: jobs.map(({ key, name }) => ({ key, name, outputs: {} })),
});

/** Works on a run until it ends. */
async function finish(
  { queue, storage, run }: { queue: JobQueue; storage: Storage; run: RunCall },
  jobs: readonly Job[],
  lanes = 4,
) {
  const drain = new AbortController();
  const after = await queue.lastEvent();
  const submitted = createRun(`0-${runs++}`, jobs);
  const { present } = await submitRun(submitted, jobs, queue, storage);
  const done: string[] = [];
  const working = workJobs({ queue, storage, run, lanes, drain: drain.signal });
  const onDone = async (job: { name: string }) => void done.push(job.name);
  const watch = { queue, storage, present, after, onDone, now: () => performance.now() };
  const ended = await watchRun(submitted, watch);
  drain.abort();
  await working;
  return { done, ended, present };
}
let runs = 0;

describe.each([
  ['PGlite', () => undefined],
  ['PostgreSQL', () => server.address],
])('the queue on %s', (kind, addressOf) => {
  let queue: JobQueue;
  let storage: Storage;
  const parts = () => ({ queue, storage, run });
  const calls = new Map<string, number>();
  const run: RunCall = async ({ command }, { signal }) => {
    calls.set(command, (calls.get(command) ?? 0) + 1);
    if (command === 'poison') return { error: { code: 'bad-input', message: 'io/read: no model' } };
    if (command === 'flaky' && calls.get(command) === 1) return { error: { code: 'file', message: 'away' } };
    if (command === 'crash') return { error: { code: 'internal', message: 'its thread ended' } };
    if (command === 'slow') await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    if (signal?.aborted)
      throw Object.assign(new Error('stopped'), { name: 'PosespaceError', code: 'aborted' });
    return { ok: true, data: { command }, text: `made ${command}` };
  };
  beforeAll(async () => {
    storage = await openStorage(at(kind));
    queue = await openJobQueue({ queue: addressOf(), folder: at(kind), tries: 2 });
  });
  afterAll(() => queue.close());

  it('does the work of two submitters once, and of a third not at all', async () => {
    const jobs = Array.from({ length: 20 }, (_, i) => createJob(`job ${i}`));
    const [one, two] = await Promise.all([finish(parts(), jobs), finish(parts(), jobs)]);
    expect([one.done.length, two.done.length]).toEqual([20, 20]);
    expect([...calls.values()]).toEqual(Array(20).fill(1));
    const third = await finish(parts(), jobs, 0);
    expect(third.present.size).toBe(20);
    expect(calls.size).toBe(20);
  });

  it('gives up on poison at once, on crashes after all tries, and blocks nobody', async () => {
    const jobs = ['poison', 'flaky', 'fine', 'crash'].map(createJob);
    const { done, ended } = await finish(parts(), jobs, 1);
    expect(done.sort()).toEqual(['fine', 'flaky']);
    expect(Object.fromEntries(calls)).toMatchObject({ poison: 1, flaky: 2, crash: 2 });
    const reasons = [...ended.values()].map(({ status, reason }) => [status, reason]).sort();
    expect(reasons).toEqual([
      ['dead', 'io/read: no model'],
      ['dead', 'its thread ended'],
    ]);
    const status = await findRunStatus(createRun('status', jobs), queue, storage);
    expect(status.counts).toEqual({ done: 2, dead: 2, waiting: 0, active: 0, cancelled: 0, total: 4 });
    // Submitted again they stay dead; retried they are tried again.
    expect((await finish(parts(), jobs, 1)).ended.size).toBe(2);
    expect(calls.get('poison')).toBe(1);
    expect(await queue.retry([jobs[0].key])).toBe(1);
    await finish(parts(), [jobs[0]], 1);
    expect(calls.get('poison')).toBe(2);
  });

  it('cancels what waits and what runs', async () => {
    const slow = createJob('slow');
    const working = finish(parts(), [slow], 1);
    while (!calls.has('slow')) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await queue.cancel([slow.key])).toBe(1);
    expect([...(await working).ended.values()]).toMatchObject([{ status: 'cancelled' }]);
  });
});

it('a job of a process that ended goes to the next that opens the embedded queue', async () => {
  const open = () => openJobQueue({ folder: at('PGlite') });
  const job = createJob('left');
  const before = await open();
  await before.submit([job]);
  expect((await before.take())?.job.name).toBe('left');
  await before.close();
  const queue = await open();
  expect((await queue.states([job.key])).get(job.key)).toMatchObject({
    status: 'waiting',
    reason: expect.stringMatching(/ended/),
  });
  const run: RunCall = async () => ({ ok: true, data: {}, text: '' });
  expect((await finish({ queue, storage: await openStorage(at('PGlite')), run }, [job])).done).toEqual([
    'left',
  ]);
  await queue.close();
});

const start = (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  startProgram(words, { cwd: folder, env });

/** Everything under a folder: whole, and what its name says. */
async function expectWhole(store: string, out: string): Promise<void> {
  const files = await readdir(at(out), { recursive: true, withFileTypes: true });
  const models = files.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  expect(models.length).toBe(FILES);
  for (const model of models) await expectNoErrors(await readFile(model));
  const blobs = (await readdir(at(store, 'sha256'), { recursive: true, withFileTypes: true })).filter((one) =>
    one.isFile(),
  );
  for (const { parentPath, name } of blobs) {
    if (!name.endsWith('.part')) expect(hashBytes(await readFile(join(parentPath, name)))).toBe(name);
  }
}

// Side by side: one of them mostly waits for a worker that will not come back.
describe.concurrent('kill -9', () => {
  const line = ['batch', 'convert', 'in/**/*.glb', '-o', 'out/{name}.glb', '--storage', 'PGlite'];

  it('of an embedded batch at any moment: the next run finishes the work, nothing is half-written', async () => {
    // During the start of the database, after the first file, after the fifth.
    const first = start([...line, '--workers', '2']);
    await first.until('submitted');
    first.child.kill('SIGKILL');
    await first.ended;
    const second = start([...line, '--workers', '2']);
    await second.until('done', 3);
    second.child.kill('SIGKILL');
    await second.ended;
    const left = (await readdir(at('out'), { recursive: true })).filter((name) => name.endsWith('.glb'));
    for (const name of left) await expectNoErrors(await readFile(at('out', name)));
    const last = start([...line, '--workers', '2']);
    expect(await last.ended).toBe(0);
    expect(last.seen.at(-1)).toMatchObject({ event: 'finished', done: FILES, dead: 0 });
    // What the killed runs made is not made again.
    expect(last.seen.at(-1)!.present).toBeGreaterThanOrEqual(3);
    await expectWhole('PGlite', 'out');
    await expectReports();
  }, 120_000);

  it('of a worker: another takes its job; the database restarts: workers reconnect; two submitters pay once', async () => {
    const place = ['--queue', server.address, '--storage', 's3://bucket/jobs'];
    const worker = () => start(['worker', '--workers', '1', ...place], objects.env);
    const killed = worker();
    await killed.until('ready');
    const render = ['batch', 'render', 'in/**/*.glb', '--size', '512', '-o', 'pictures', ...place];
    const submitters = [start(render, objects.env), start(render, objects.env)];
    await killed.until('started');
    killed.child.kill('SIGKILL');
    await killed.ended;

    const workers = [worker(), worker()];
    await workers[0].until('done');
    await server.kill();
    await server.start();
    expect(await Promise.all(submitters.map(({ ended }) => ended))).toEqual([0, 0]);
    for (const { child } of workers) child.kill('SIGTERM');
    expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0]);

    const results = [...objects.objects].filter(([name]) => name.startsWith('jobs/results/'));
    expect(results.length).toBe(FILES);
    for (const [, bytes] of results) {
      const [file] = (JSON.parse(bytes.toString()) as StepResult).files;
      const blob = objects.objects.get(`jobs/sha256/${file.sha256.slice(0, 2)}/${file.sha256}`)!;
      expect(hashBytes(blob)).toBe(file.sha256);
    }
    const made = workers.flatMap(({ seen }) => seen.filter(({ event }) => event === 'done'));
    // One may have been made by the worker that was killed, before it could say so.
    expect(made.length).toBeGreaterThanOrEqual(FILES - 1);
    expect(made.length).toBeLessThanOrEqual(FILES);
    const pictures = await readdir(at('pictures'), { recursive: true });
    expect(pictures.filter((name) => name.endsWith('.png')).length).toBe(FILES);
    expect(pictures.filter((name) => name.endsWith('.part'))).toEqual([]);
  }, 120_000);
});

const posespace = (...words: string[]) =>
  new Promise<{ code: number; out: string }>((resolve) => {
    const line = [PROGRAM, ...words, '--storage', 'PGlite'];
    execFile(process.execPath, line, { cwd: folder }, (error, out) =>
      resolve({ code: Number(error?.code ?? 0), out }),
    );
  });

/** Commands say how far a run is, why something failed and how to do it alone; the page says it too. */
async function expectReports(): Promise<void> {
  await writeFile(at('poison.glb'), 'no model');
  const ran = await posespace('batch', 'inspect', 'poison.glb', 'in/m0.glb', '--workers', '1');
  expect(ran.code).toBe(1);
  expect(ran.out).toMatch(/failed: poison\.glb: .*not a GLB file[\s\S]*→ posespace inspect poison\.glb/);
  const page = start(['batch', 'status', '--web', '--storage', 'PGlite']);
  while (page.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  const address = page.seen[0].address as string;
  const html = await (await fetch(address)).text();
  expect(html).toMatch(/1 of 2 done/);
  expect(html).toMatch(/poison\.glb.*not a GLB file/);
  expect((await fetch(address, { method: 'POST' })).status).toBe(405);
  page.child.kill('SIGTERM');
  expect(await page.ended).toBe(0);
  const logs = await posespace('batch', 'logs', '--file', 'poison');
  expect(logs.out).toMatch(/dead {2}poison\.glb.*\n {4}io\/read: .*not a GLB/);
}
