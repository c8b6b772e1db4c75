import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Progress } from '../../src/base/progress.js';
import { runTasks, type Task } from './task-pool.js';

/** A task in plain JavaScript: it serves as `defineTask` does, which it cannot import, the sources being TypeScript. */
const MODULE = `
import { parentPort, workerData } from 'node:worker_threads';
let count = 0;
export async function runTask(task) {
  count++;
  if (task === 'throw') throw new Error('it is broken');
  if (task === 'exit') process.exit(3);
  if (task === 'hang') for (;;);
  if (task === 'crash') setTimeout(() => { throw new Error('a late one'); });
  if (task === 'crash') await new Promise(() => {});
  if (task === 'late') setTimeout(() => { throw new Error('after the answer'); });
  if (task === 'memory') { const all = []; for (;;) all.push(new Array(1e5).fill(count)); }
  if (task === 'print') console.log('noise');
  if (task === 'slow') await new Promise((resolve) => setTimeout(resolve, 100));
  return { task, count };
}
if (parentPort && workerData === 'posespace task pool') {
  parentPort.on('message', async (task) => {
    try {
      parentPort.postMessage({ value: await runTask(task) });
    } catch (error) {
      parentPort.postMessage({ error: error.message });
    }
  });
}
`;

let folder: string;
let task: Task<string, { task: string; count: number }>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-pool-'));
  const path = join(folder, 'task.mjs');
  await writeFile(path, MODULE);
  const { runTask } = await import(pathToFileURL(path).href);
  task = { url: pathToFileURL(path), run: runTask };
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const run = (tasks: string[], options = {}) => runTasks(task, tasks, String, options);

describe('a pool of threads', () => {
  it.each([0, 1, 3])('gives results in the order of the tasks, with %i jobs', async (jobs) => {
    const tasks = ['slow', 'a', 'throw', 'b', 'c', 'print', 'd'];
    const seen: Progress[] = [];
    const results = await run(tasks, { jobs, onProgress: (progress: Progress) => seen.push(progress) });
    expect(results.map((result) => ('value' in result ? result.value.task : result.error))).toEqual(
      tasks.map((task) => (task === 'throw' ? 'it is broken' : task)),
    );
    expect(seen.map(({ stage }) => stage).sort()).toEqual([...tasks].sort());
    expect(seen.map(({ fraction }) => fraction)).toEqual(tasks.map((_, i) => (i + 1) / tasks.length));
  });

  it('loses only the task by which a thread is lost', async () => {
    const tasks = ['a', 'exit', 'b', 'hang', 'c', 'crash', 'd', 'late', 'slow', 'memory', 'e'];
    const results = await run(tasks, { jobs: 2, timeout: 2, memory: 64 });
    expect(results.map((result) => ('value' in result ? result.value.task : result.error))).toEqual([
      'a',
      'its thread ended with code 3',
      'b',
      'it took longer than 2 s and was stopped',
      'c',
      'a late one',
      'd',
      'late',
      expect.any(String),
      'it ran out of memory',
      'e',
    ]);
  });

  it('keeps a thread for many tasks', async () => {
    const results = await run(['a', 'b', 'throw', 'c'], { jobs: 1 });
    expect(results[3]).toEqual({ value: { task: 'c', count: 4 } });
  });

  it.each([0, 2])('stops where it is told to, with %i jobs', async (jobs) => {
    const controller = new AbortController();
    const tasks = ['slow', 'slow', 'slow', 'slow', 'slow', 'slow', 'slow', 'slow'];
    let done = 0;
    const running = run(tasks, {
      jobs,
      signal: controller.signal,
      onProgress: () => {
        done++;
        controller.abort();
      },
    });
    await expect(running).rejects.toThrow(expect.objectContaining({ code: 'aborted' }));
    expect(done).toBe(1);
  });

  it('stops a task that hangs when it is told to', async () => {
    const controller = new AbortController();
    const running = run(['hang'], { jobs: 1, signal: controller.signal });
    setTimeout(() => controller.abort(), 100);
    await expect(running).rejects.toThrow(expect.objectContaining({ code: 'aborted' }));
  });

  it('has nothing to do for no tasks', async () => {
    expect(await run([], { jobs: 2 })).toEqual([]);
  });

  it('a module that is not there fails every task, in words', async () => {
    const results = await runTasks({ ...task, url: new URL('gone.mjs', task.url) }, ['a', 'b'], String, {
      jobs: 1,
    });
    expect(results.length).toBe(2);
    for (const result of results) expect((result as { error: string }).error).toMatch(/gone\.mjs/);
  });
});
