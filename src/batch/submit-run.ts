/** @file Submits a run: what has been made is left alone, the rest is queued; inputs are uploaded where workers are elsewhere. */

import { throwIfAborted, type WorkOptions } from '../base/progress.js';
import { readBytes } from '../io/node.js';
import type { JobQueue } from './job-queue.js';
import { blobKey, type Job, type Run, resultKey, runKey, type StepFile } from './step-record.js';
import { storeBlob, writeJson } from './storage.js';
import type { Storage } from './storage-record.js';

export interface Submitted {
  /** Keys whose results were there. */
  readonly present: ReadonlySet<string>;
  /** Jobs that were queued; others were queued or dead already. */
  readonly queued: number;
}

/** Requests to a storage at once. */
const AT_ONCE = 16;

export async function submitRun(
  run: Run,
  jobs: readonly Job[],
  queue: JobQueue,
  storage: Storage,
  { signal, onProgress }: WorkOptions = {},
): Promise<Submitted> {
  const present = new Set<string>();
  const missing: Job[] = [];
  let seen = 0;
  await forEach(jobs, async (job) => {
    throwIfAborted(signal);
    const there = await storage.has(resultKey(job.key));
    if (there) present.add(job.key);
    else missing.push(queue.embedded ? job : await upload(job, storage));
    onProgress?.({ stage: 'submitting', fraction: ++seen / jobs.length });
  });
  await writeJson(storage, runKey(run.id), run);
  const order = new Map(jobs.map(({ key }, i) => [key, i]));
  missing.sort((a, b) => order.get(a.key)! - order.get(b.key)!);
  return { present, queued: missing.length === 0 ? 0 : await queue.submit(missing) };
}

/** A job whose inputs are in the storage. */
async function upload(job: Job, storage: Storage): Promise<Job> {
  const files: StepFile[] = [];
  for (const { path, ...file } of job.step.files) {
    if (path !== undefined && !(await storage.has(blobKey(file.sha256)))) {
      await storeBlob(storage, await readBytes(path));
    }
    files.push(file);
  }
  return { ...job, step: { ...job.step, files } };
}

/** Does something to every item, a few at once. */
export async function forEach<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < items.length) await work(items[next++]);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, lane));
}
