/** @file How far a run is: counts, the jobs that failed and why. */

import type { JobQueue, JobState } from './job-queue.js';
import { type Run, resultKey } from './step-record.js';
import type { Storage } from './storage-record.js';

export interface RunCounts {
  readonly done: number;
  readonly waiting: number;
  readonly active: number;
  readonly dead: number;
  readonly cancelled: number;
  readonly total: number;
}

export interface RunStatus extends Pick<Run, 'id' | 'created' | 'line'> {
  readonly counts: RunCounts;
  readonly failures: readonly RunFailure[];
}

export interface RunFailure {
  readonly name: string;
  readonly key: string;
  readonly status: JobState['status'];
  readonly tries: number;
  readonly reason: string;
}

/** Failures that a status names; the logs have all. */
const MOST_FAILURES = 200;

/** The state of every job of a run; one that the queue has forgotten is done if its result is there. */
export async function findStates(
  run: Run,
  queue: JobQueue,
  storage: Storage,
): Promise<Map<string, JobState>> {
  const states = new Map(await queue.states(run.jobs.map(({ key }) => key)));
  for (const { key } of run.jobs) {
    const state = states.get(key);
    if (state && state.status !== 'done') continue;
    // A result may have been deleted since, and one that was there before needs no job.
    const there = state?.status === 'done' || (await storage.has(resultKey(key)));
    states.set(key, { key, status: there ? 'done' : 'cancelled', tries: state?.tries ?? 0 });
  }
  return states;
}

/** Counts and failures of a run. */
export async function findRunStatus(run: Run, queue: JobQueue, storage: Storage): Promise<RunStatus> {
  const states = await findStates(run, queue, storage);
  const counts = { done: 0, waiting: 0, active: 0, dead: 0, cancelled: 0, total: run.jobs.length };
  const failures: RunFailure[] = [];
  for (const { key, name } of run.jobs) {
    const { status, tries, reason } = states.get(key)!;
    counts[status]++;
    if (status === 'dead' || reason !== undefined)
      failures.push({ name, key, status, tries, reason: reason ?? '' });
  }
  const { id, created, line } = run;
  return { id, created, line, counts, failures: failures.slice(0, MOST_FAILURES) };
}
