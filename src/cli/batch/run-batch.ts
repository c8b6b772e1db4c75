/** @file One batch from submission to manifest: submits the jobs, works on them here if told to, follows them, collects files. */

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { takeRequests, writeSnapshot } from '../../batch/batch-folder.js';
import { type CollectedFile, collectOutputs } from '../../batch/collect-outputs.js';
import type { JobState } from '../../batch/job-queue.js';
import { findRunStatus } from '../../batch/run-status.js';
import { type Job, manifestKey, type Run, resultKey, type StepResult } from '../../batch/step-record.js';
import { readJson, writeJson } from '../../batch/storage.js';
import type { Storage } from '../../batch/storage-record.js';
import { submitRun } from '../../batch/submit-run.js';
import { watchRun } from '../../batch/watch-run.js';
import { workJobs } from '../../batch/work-jobs.js';
import { removeUnfinished } from '../../io/node-scratch.js';
import type { CommandLimits } from '../processes/command-processes.js';
import type { CommandContext, CommandDefinition, Outcome } from '../shared/shell.js';
import type { BuiltJobs } from './batch-jobs.js';
import { chooseLanes, findRun, type OpenBatch, openBatch, openRunner, queueFolder } from './open-batch.js';

export interface BatchOptions extends CommandLimits {
  readonly queue?: string;
  readonly storage?: string;
  readonly workers?: number;
  readonly tries: number;
  readonly detach: boolean;
  /** Most that all jobs may cost together, dollars. */
  readonly budget?: number;
}

/** One input in the manifest. */
export interface ManifestEntry {
  readonly name: string;
  readonly key: string;
  readonly status: 'done' | 'dead' | 'cancelled';
  readonly ok?: boolean;
  readonly seconds?: number;
  readonly cost: number;
  readonly files: readonly CollectedFile[];
  readonly data?: object;
  readonly reason?: string;
  readonly tries?: number;
  readonly reproduce: string;
}

/** Milliseconds between snapshots of the status and looks at requests. */
const SNAPSHOT = 1000;

export async function readVersion(): Promise<string> {
  return JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8')).version;
}

export const runBatch = async (...call: Parameters<typeof followBatch>): Promise<Outcome> =>
  (await followBatch(...call)).outcome;

/** The outcome of a batch, and what became of every input. */
export interface FinishedBatch {
  readonly outcome: Outcome;
  readonly entries: readonly ManifestEntry[];
}

/** Submits jobs and follows them to their end. */
export async function followBatch(
  context: CommandContext,
  options: BatchOptions,
  { jobs: built, runJobs }: BuiltJobs,
  about: {
    readonly line: string;
    readonly version: string;
    readonly definitions: readonly CommandDefinition[];
    /** Jobs of earlier runs that the same budget pays for. */
    readonly earlier?: readonly string[];
  },
): Promise<FinishedBatch> {
  const { signal, onProgress, seed } = context;
  const created = new Date();
  const { line, version, definitions, earlier = [] } = about;
  const run: Run = {
    id: nameRun(created),
    created: created.toISOString(),
    line,
    version,
    seed,
    jobs: runJobs,
  };
  const budget = options.budget === undefined ? undefined : { id: run.id, dollars: options.budget };
  const jobs = budget ? built.map((job) => ({ ...job, budget })) : built;
  const batch = await openBatch(options, { signal, onProgress });
  try {
    if (budget) {
      const keys = [...earlier, ...jobs.map(({ key }) => key)];
      await batch.queue.writeBudget(budget, keys);
    }
    const after = await batch.queue.lastEvent();
    const { present, queued } = await submitRun(run, jobs, batch.queue, batch.storage, {
      signal,
      onProgress,
    });
    context.onEvent({ event: 'submitted', run: run.id, jobs: jobs.length, present: present.size, queued });
    if (options.detach) return { outcome: detached(run, present.size, queued), entries: [] };
    return await followRun(context, options, {
      run,
      jobs,
      batch,
      present,
      after,
      definitions,
      earlier,
    });
  } finally {
    await batch.close();
  }
}

interface Following {
  readonly run: Run;
  readonly jobs: readonly Job[];
  readonly batch: OpenBatch;
  readonly present: ReadonlySet<string>;
  readonly after: number;
  readonly definitions: readonly CommandDefinition[];
  readonly earlier: readonly string[];
}

async function followRun(
  { signal, onProgress, onEvent, now }: CommandContext,
  options: BatchOptions,
  { run, jobs, batch, present, after, definitions, earlier }: Following,
): Promise<FinishedBatch> {
  const { queue, storage } = batch;
  const start = now();
  const lanes = options.queue !== undefined ? (options.workers ?? 0) : chooseLanes(options.workers);
  const { run: runCall, processes } = openRunner(definitions, Math.min(lanes, jobs.length), options);
  const drain = new AbortController();
  const onStarted = ({ key, name }: Job) => onEvent({ event: 'started', name, key });
  const working = workJobs({
    queue,
    storage,
    run: runCall,
    lanes,
    drain: drain.signal,
    stop: signal,
    onStarted,
  });
  const stopSnapshots = keepSnapshots(run, batch, queueFolder(options));
  const reproduce = new Map(jobs.map((job) => [job.key, job.reproduce]));
  const entries: ManifestEntry[] = [];
  try {
    const folders = new Set(run.jobs.flatMap(({ outputs }) => Object.values(outputs)));
    await Promise.all([...folders].map(removeUnfinished));
    const ended = await watchRun(run, {
      ...{ queue, storage, present, after, signal, onProgress, now },
      onDone: async (job, event) => {
        const result = await readJson<StepResult>(storage, resultKey(job.key));
        const { ok, seconds = 0, data = {} } = result ?? {};
        const files = result ? await collectOutputs(job, result, storage) : [];
        const cost = Number((data as { cost?: number }).cost ?? 0);
        const { key, name } = job;
        const spoken = reproduce.get(key) ?? '';
        entries.push({ name, key, status: 'done', ok, seconds, cost, files, data, reproduce: spoken });
        onEvent({
          event: event?.kind ?? 'present',
          name,
          key,
          ok,
          seconds,
          files: files.map(({ path }) => path),
        });
      },
      onFailed: ({ key, name }, { kind, detail, worker }) =>
        onEvent({ event: kind, name, key, reason: detail, worker }),
    });
    for (const [key, state] of ended) entries.push(endedEntry(run, key, state, reproduce.get(key) ?? ''));
  } finally {
    drain.abort();
    await stopSnapshots();
    await working;
    await processes.close();
  }
  const seconds = (now() - start) / 1000;
  const spent = await queue.spending([...earlier, ...jobs.map(({ key }) => key)]);
  return {
    outcome: await concludeRun(run, entries, { present: present.size, seconds, spent }, storage),
    entries,
  };
}

/** Writes what others may read while the embedded queue is ours, and does what they asked for. */
function keepSnapshots(
  run: Run,
  { queue, storage }: OpenBatch,
  folder: string | undefined,
): () => Promise<void> {
  if (folder === undefined) return async () => {};
  let busy: Promise<void> = Promise.resolve();
  const look = async () => {
    for (const request of await takeRequests(folder)) {
      const keys = (await findRun(storage, request.run)).jobs.map(({ key }) => key);
      await queue[request.verb](keys);
    }
    await writeSnapshot(folder, await findRunStatus(run, queue, storage));
  };
  const timer = setInterval(() => {
    busy = busy.then(() => look().catch(() => {}));
  }, SNAPSHOT);
  return async () => {
    clearInterval(timer);
    await busy;
    await look().catch(() => {});
  };
}

function endedEntry(
  run: Run,
  key: string,
  { status, tries, reason }: JobState,
  reproduce: string,
): ManifestEntry {
  const name = run.jobs.find((job) => job.key === key)!.name;
  const dead = status === 'dead' ? 'dead' : 'cancelled';
  return { name, key, status: dead, cost: 0, files: [], tries, reason: reason ?? status, reproduce };
}

async function concludeRun(
  run: Run,
  entries: readonly ManifestEntry[],
  { present, seconds, spent }: { readonly present: number; readonly seconds: number; readonly spent: number },
  storage: Storage,
): Promise<Outcome> {
  const sorted = [...entries].sort((a, b) => (a.name < b.name ? -1 : 1));
  const failed = sorted.filter(({ status }) => status !== 'done');
  const done = sorted.length - failed.length;
  const { jobs: _, ...facts } = run;
  const totals = { done, present, dead: failed.length, cost: spent };
  await writeJson(storage, manifestKey(run.id), { ...facts, seconds, totals, entries: sorted });
  const manifest = `${storage.address}/${manifestKey(run.id)}`;
  const lines = failed.flatMap(({ name, reason, reproduce }) => [
    `failed: ${name}: ${reason}`,
    `  → ${reproduce}`,
  ]);
  return {
    data: { event: 'finished', run: run.id, manifest, ...totals, seconds },
    ok: failed.length === 0,
    text: [
      ...lines,
      `${done} of ${sorted.length} done${present > 0 ? `, ${present} of them before` : ''}, ${failed.length} failed`,
      ...(failed.length > 0 ? ['posespace batch retry tries them again'] : []),
      ...(spent > 0 ? [`$${spent.toFixed(2)} at most, all runs of these files together`] : []),
      `run ${run.id}, manifest ${manifest}`,
      `${seconds.toFixed(1)} s`,
    ].join('\n'),
  };
}

const detached = (run: Run, present: number, queued: number): Outcome => ({
  data: { event: 'detached', run: run.id, jobs: run.jobs.length, present, queued },
  text: `run ${run.id}: ${queued} jobs queued, ${present} done before\nposespace batch status ${run.id} says how far it is; the same line without --detach collects the files`,
});

/** `20260131-142503-9f3a`: in order of time. */
function nameRun(date: Date): string {
  const stamp = date.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `${stamp}-${randomBytes(2).toString('hex')}`;
}
