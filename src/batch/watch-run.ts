/**
 * @file Follows a run until every job is done, dead or cancelled. Events tell of it; every few seconds the states are looked at,
 * for jobs that ended without one: cancelled, or lost with their worker.
 */

import { throwIfAborted, type WorkOptions } from '../base/progress.js';
import type { JobEvent, JobQueue, JobState } from './job-queue.js';
import { findStates } from './run-status.js';
import type { Run, RunJob } from './step-record.js';
import type { Storage } from './storage-record.js';

export interface WatchRunOptions extends WorkOptions {
  readonly queue: JobQueue;
  readonly storage: Storage;
  /** Keys whose results are there. */
  readonly present: ReadonlySet<string>;
  /** The last event before the run was submitted. */
  readonly after: number;
  /** A job is done: its result is in the storage. */
  readonly onDone: (job: RunJob, event?: JobEvent) => Promise<void>;
  readonly onFailed?: (job: RunJob, event: JobEvent) => void;
  readonly now: () => number;
}

/** Milliseconds between looks at events and at states. */
const EVENTS = 250;
const STATES = 4000;

/** Jobs that ended otherwise than well, by key. */
export async function watchRun(run: Run, options: WatchRunOptions): Promise<ReadonlyMap<string, JobState>> {
  const { queue, storage, present, signal, onProgress, onDone, onFailed, now } = options;
  const open = new Map<string, RunJob>();
  const ended = new Map<string, JobState>();
  const start = now();
  for (const job of run.jobs) {
    if (present.has(job.key)) await onDone(job);
    else open.set(job.key, job);
  }
  const waitingAtFirst = open.size;
  const done = async (key: string, event?: JobEvent) => {
    const job = open.get(key);
    if (!job) return;
    open.delete(key);
    await onDone(job, event);
  };
  const say = () => {
    const finished = waitingAtFirst - open.size;
    const left = finished > 0 ? ((now() - start) / 1000 / finished) * open.size : undefined;
    const parts = [
      `${run.jobs.length - open.size - ended.size} of ${run.jobs.length} done`,
      ...(ended.size > 0 ? [`${ended.size} failed`] : []),
      ...(left !== undefined && open.size > 0 ? [`${Math.ceil(left)} s left`] : []),
    ];
    onProgress?.({ stage: parts.join(', '), fraction: 1 - open.size / Math.max(1, run.jobs.length) });
  };
  let [cursor, lookedAt] = [options.after, Number.NEGATIVE_INFINITY];
  while (open.size > 0) {
    throwIfAborted(signal);
    say();
    // A database that is away comes back, or the user gives up.
    const events = await queue.events(cursor).catch(() => []);
    for (const event of events) {
      cursor = event.id;
      const job = open.get(event.key);
      if (!job) continue;
      if (event.kind === 'done' || event.kind === 'found') await done(event.key, event);
      else onFailed?.(job, event);
    }
    if (now() - lookedAt > STATES || events.some(({ kind }) => kind === 'dead' || kind === 'cancelled')) {
      lookedAt = now();
      const jobs = [...open.values()];
      const states = await findStates({ ...run, jobs }, queue, storage).catch(
        () => new Map<string, JobState>(),
      );
      for (const [key, state] of states) {
        if (state.status === 'done') await done(key);
        else if (state.status === 'dead' || state.status === 'cancelled') {
          open.delete(key);
          ended.set(key, state);
        }
      }
    }
    if (open.size > 0 && events.length === 0) await new Promise((resolve) => setTimeout(resolve, EVENTS));
  }
  say();
  return ended;
}
