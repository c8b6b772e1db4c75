/**
 * @file What a job costs beyond its work: 10,000 jobs that do nothing, on PGlite and on PostgreSQL, by 1, 2, 4 and 8 workers
 * of one process; then jobs that wait 20 ms, as work elsewhere would.
 *
 *     node --import ./lab/register.mjs bench/batch.mjs [jobs]
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJobQueue } from '../src/batch/job-queue.ts';
import { keyOfStep } from '../src/batch/step-record.ts';
import { openStorage } from '../src/batch/storage.ts';
import { workJobs } from '../src/batch/work-jobs.ts';
import { createPostgresServer } from '../test/support/postgres-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'posespace-bench-'));

function createJobs(count, label) {
  return Array.from({ length: count }, (_, i) => {
    const step = { command: `${label} ${i}`, version: '1', operands: [], flags: {}, files: [] };
    return { key: keyOfStep(step), name: `${label} ${i}`, step, reproduce: '' };
  });
}

/** Seconds of wall clock and of CPU that a run of jobs takes. */
async function measure(queue, storage, jobs, lanes, pause) {
  const submitting = performance.now();
  await queue.submit(jobs);
  const submitted = performance.now();
  const cpu = process.cpuUsage();
  const drain = new AbortController();
  let left = jobs.length;
  const run = async () => {
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    return { ok: true, data: {}, text: '' };
  };
  const onDone = () => {
    left--;
    if (left === 0) drain.abort();
  };
  await workJobs({ queue, storage, run, lanes, drain: drain.signal, onDone });
  const { user, system } = process.cpuUsage(cpu);
  return {
    submit: (submitted - submitting) / jobs.length,
    wall: (performance.now() - submitted) / jobs.length,
    cpu: (user + system) / 1000 / jobs.length,
  };
}

const row = (...cells) => console.log(cells.map((cell) => String(cell).padStart(14)).join(''));

async function benchQueue(name, address, count) {
  const storage = await openStorage(join(folder, name));
  const queue = await openJobQueue({ queue: address, folder: join(folder, name) });
  console.log(`\n${name}: milliseconds per job`);
  row('jobs', 'work', 'workers', 'submit', 'wall', 'CPU');
  for (const [jobs, pause, lanes] of [
    ...[1, 2, 4, 8].map((each) => [count / 4, 0, each]),
    ...[1, 2, 4, 8].map((each) => [200, 20, each]),
  ]) {
    const figures = await measure(queue, storage, createJobs(jobs, `${pause} ${lanes}`), lanes, pause);
    row(jobs, `${pause} ms`, lanes, ...Object.values(figures).map((value) => value.toFixed(2)));
  }
  await queue.close();
}

try {
  const count = Number(process.argv[2] ?? 10_000);
  await benchQueue('PGlite', undefined, count);
  const server = await createPostgresServer();
  await server.start();
  await benchQueue('PostgreSQL', server.address, count);
  await server.remove();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
