/**
 * @file A worker: takes jobs from a queue and runs them, several at once, until it is told to stop or nothing is left. It says
 * every few seconds that a job is still worked on; a job that is no longer its own (cancelled, given to another) is stopped. When
 * the database goes away it waits for it; when it comes back the work goes on.
 */

import { PosespaceError } from '../base/errors.js';
import { type JobQueue, type TakenJob, workerName } from './job-queue.js';
import { runStep, StepFailure } from './run-step.js';
import type { RunCall } from './step-call.js';
import type { Job, StepResult } from './step-record.js';
import type { Storage } from './storage-record.js';

export interface WorkJobsOptions {
  readonly queue: JobQueue;
  readonly storage: Storage;
  readonly run: RunCall;
  /** Jobs at once. */
  readonly lanes: number;
  /** Takes no more jobs and finishes those that run. */
  readonly drain: AbortSignal;
  /** Stops the jobs that run and puts them back. */
  readonly stop?: AbortSignal;
  readonly now?: () => number;
  readonly onStarted?: (job: Job) => void;
  readonly onDone?: (job: Job, result: StepResult, found: boolean) => void;
  readonly onFailed?: (job: Job, reason: string) => void;
}

/** Milliseconds between looks at an empty queue, signs of life, and tries to reach a database that is away. */
const IDLE = 500;
const PULSE = 2500;
const AWAY = 1000;
/** Tries to report an outcome; after that the job is taken up again, and its result is found. */
const REPORTS = 60;

/** Works until `drain` is aborted. */
export async function workJobs(options: WorkJobsOptions): Promise<void> {
  await Promise.all(Array.from({ length: options.lanes }, () => runLane(options)));
}

async function runLane(options: WorkJobsOptions): Promise<void> {
  const { queue, drain } = options;
  while (!drain.aborted) {
    const taken = await queue.take().catch(() => 'away' as const);
    if (taken === 'away') await pause(AWAY, drain);
    else if (!taken) await pause(IDLE, drain);
    else await work(taken, options);
  }
}

async function work(taken: TakenJob, options: WorkJobsOptions): Promise<void> {
  const { queue, storage, run, stop, now = () => performance.now(), onDone, onFailed } = options;
  const controller = new AbortController();
  const abort = () => controller.abort();
  stop?.addEventListener('abort', abort);
  if (stop?.aborted) abort();
  // A database that is away says nothing about whose the job is.
  const pulse = setInterval(async () => {
    if (!(await queue.touch(taken).catch(() => true))) abort();
  }, PULSE);
  options.onStarted?.(taken.job);
  const start = now();
  const worker = workerName();
  const seconds = () => (now() - start) / 1000;
  try {
    const { signal } = controller;
    const paidRequests = queue.paidRequests(taken.job, storage);
    const { result, found } = await runStep(taken.job, { storage, run, now, signal, paidRequests });
    const event = {
      kind: found ? 'found' : 'done',
      worker,
      detail: result.text,
      seconds: seconds(),
    } as const;
    await report(() => queue.complete(taken, event));
    onDone?.(taken.job, result, found);
  } catch (error) {
    if (error instanceof PosespaceError && error.code === 'aborted') {
      if (stop?.aborted) await queue.release(taken).catch(() => {});
      return;
    }
    const detail = error instanceof Error ? error.message : String(error);
    const failure = error instanceof StepFailure ? error : { again: true, overBudget: false };
    const event = { kind: 'failed', worker, detail, seconds: seconds() } as const;
    await report(() => queue.fail(taken, event, failure));
    onFailed?.(taken.job, detail);
  } finally {
    clearInterval(pulse);
    stop?.removeEventListener('abort', abort);
  }
}

/** Tells the queue, again and again while it cannot be reached. */
async function report(tell: () => Promise<void>): Promise<void> {
  for (let i = 0; i < REPORTS; i++) {
    try {
      await tell();
      return;
    } catch {
      await pause(AWAY);
    }
  }
}

/** Waits, at most until the signal. */
const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', done);
    if (signal?.aborted) done();
  });
