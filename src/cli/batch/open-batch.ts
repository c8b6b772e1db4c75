/** @file What the batch commands share: their flags, the queue and the storage that these name. */

import { availableParallelism } from 'node:os';
import { PosespaceError } from '../../base/errors.js';
import type { WorkOptions } from '../../base/progress.js';
import { BATCH_FOLDER } from '../../batch/batch-folder.js';
import { type JobQueue, openJobQueue } from '../../batch/job-queue.js';
import type { RunCall } from '../../batch/step-call.js';
import { type Run, runKey } from '../../batch/step-record.js';
import { openStorage, readJson } from '../../batch/storage.js';
import type { Storage } from '../../batch/storage-record.js';
import {
  type CommandLimits,
  type CommandProcesses,
  createCommandProcesses,
  LIMIT_FLAGS,
} from '../processes/command-processes.js';
import { count, number, type OptionsOf, text } from '../shared/flags.js';
import { type CommandDefinition, commandName } from '../shared/shell.js';

/** Where jobs and files are. */
export const PLACE_FLAGS = {
  queue: text('PostgreSQL that machines share, postgres://user@host/database (default: an embedded one)', {
    placeholder: 'address',
  }),
  storage: text(`folder or s3://bucket/prefix of inputs and results (default: ${BATCH_FOLDER})`, {
    placeholder: 'address',
  }),
};

/** Who works, and how long. */
export const WORK_FLAGS = {
  workers: count('jobs at once; by default one per core, and none where --queue names a server', {
    max: 256,
  }),
  tries: count('times that a job is tried before it is dead', { min: 1, max: 100, default: 3 }),
  ...LIMIT_FLAGS,
};

/** What a run may cost. */
export const RUN_BUDGET = number(
  'most that all files may cost together, earlier runs included; what does not fit is not sent',
  { min: 0, placeholder: 'dollars' },
);

export interface OpenBatch {
  readonly queue: JobQueue;
  readonly storage: Storage;
  close(): Promise<void>;
}

type Place = Partial<OptionsOf<typeof PLACE_FLAGS>> & { readonly tries?: number };

/** Opens queue and storage. */
export async function openBatch(
  place: Place,
  work: WorkOptions & { wait?: boolean } = {},
): Promise<OpenBatch> {
  const storage = await openStorage(place.storage ?? BATCH_FOLDER);
  if (place.queue !== undefined && place.storage === undefined) {
    throw new PosespaceError('bad-usage', 'batch: --queue needs --storage, a place that all machines reach');
  }
  // An embedded queue lies in the storage where that is a folder: the same files, the same jobs.
  const folder = place.storage === undefined || /^s3:/.test(place.storage) ? BATCH_FOLDER : place.storage;
  const { queue, tries } = place;
  const opened = await openJobQueue({ queue, folder, tries, ...work });
  return { queue: opened, storage, close: () => opened.close() };
}

/** The folder of the embedded queue. */
export const queueFolder = ({ queue, storage }: Place): string | undefined =>
  queue !== undefined ? undefined : storage === undefined || /^s3:/.test(storage) ? BATCH_FOLDER : storage;

/** Commands in processes, each with one thread of its own: the jobs are what runs at once. */
export function openRunner(
  definitions: readonly CommandDefinition[],
  lanes: number,
  limits: CommandLimits,
): { readonly run: RunCall; readonly processes: CommandProcesses } {
  const processes = createCommandProcesses(Math.max(1, lanes), limits);
  const run: RunCall = (call, options) => {
    const flags = definitions.find((one) => commandName(one) === call.command)?.flags ?? {};
    const single = { ...('threads' in flags && { threads: 1 }), ...('jobs' in flags && { jobs: 0 }) };
    return processes.run({ ...call, flags: { ...single, ...call.flags } }, options);
  };
  return { run, processes };
}

/** Jobs at once: as said, else one per core. */
export const chooseLanes = (workers: number | undefined): number => workers ?? availableParallelism();

/** The named run, or the latest. */
export async function findRun(storage: Storage, id: string | undefined): Promise<Run> {
  const keys = await storage.list('runs/');
  const key = id === undefined ? keys.at(-1) : runKey(id);
  const run = key === undefined ? undefined : await readJson<Run>(storage, key);
  if (run) return run;
  const known = keys.slice(-5).map((one) => one.slice('runs/'.length, -'.json'.length));
  throw new PosespaceError(
    'bad-usage',
    id === undefined
      ? `batch: ${storage.address} has no runs; submit one with posespace batch`
      : `batch: ${storage.address} has no run "${id}"; the latest are ${known.join(', ') || 'none'}`,
  );
}
