/** @file `posespace worker`: works on the jobs of a shared queue until it is told to stop. */

import { PosespaceError } from '../../base/errors.js';
import type { WorkOptions } from '../../base/progress.js';
import { workJobs } from '../../batch/work-jobs.js';
import { LIMIT_FLAGS } from '../processes/command-processes.js';
import { count } from '../shared/flags.js';
import { type CommandDefinition, defineCommand } from '../shared/shell.js';
import { chooseLanes, type OpenBatch, openBatch, openRunner, PLACE_FLAGS, WORK_FLAGS } from './open-batch.js';

/** The worker that knows some commands. */
export const workerCommand = (definitions: readonly CommandDefinition[]): CommandDefinition =>
  defineCommand({
    usage: 'worker',
    summary: 'Work on the jobs of a shared queue; Ctrl-C or SIGTERM finishes those that run and ends',
    flags: {
      ...PLACE_FLAGS,
      workers: count('jobs at once; by default one per core', { min: 1, max: 256 }),
      tries: WORK_FLAGS.tries,
      ...LIMIT_FLAGS,
    },
    examples: [
      [
        'posespace worker --queue postgres://queue/jobs --storage s3://bucket',
        'on each machine; AWS_ACCESS_KEY_ID and the like are read from the environment',
      ],
    ],
    async run({ options, signal, onProgress, onEvent }) {
      const batch = await openWhenThere(options, { signal, onProgress }, onEvent);
      if (!batch) return { data: { event: 'ended', done: 0, failed: 0 }, text: 'the queue was never there' };
      const lanes = chooseLanes(options.workers);
      const { run, processes } = openRunner(definitions, lanes, options);
      let [done, failed] = [0, 0];
      const say = (what: string) =>
        onProgress?.({ stage: `${done} done, ${failed} failed; ${what}`, fraction: 0 });
      onEvent({ event: 'ready', workers: lanes });
      say('ready');
      try {
        await workJobs({
          ...{ ...batch, run, lanes, drain: signal },
          onStarted: ({ key, name }) => onEvent({ event: 'started', name, key }),
          onDone: ({ key, name }, { seconds }, found) => {
            done++;
            say(name);
            onEvent({ event: found ? 'found' : 'done', name, key, seconds });
          },
          onFailed: ({ key, name }, reason) => {
            failed++;
            say(name);
            onEvent({ event: 'failed', name, key, reason });
          },
        });
      } finally {
        await processes.close();
        await batch.close();
      }
      return { data: { event: 'ended', done, failed }, text: `${done} done, ${failed} failed` };
    },
  });

/** Milliseconds between two tries to reach a database that is away. */
const AWAY = 1000;

/** Queue and storage, once the database is there; undefined where the worker is told to end before. */
async function openWhenThere(
  place: Parameters<typeof openBatch>[0],
  work: WorkOptions & { readonly signal: AbortSignal },
  onEvent: (event: object) => void,
): Promise<OpenBatch | undefined> {
  while (!work.signal.aborted) {
    try {
      return await openBatch(place, work);
    } catch (error) {
      if (!(error instanceof PosespaceError && error.code === 'service')) throw error;
      onEvent({ event: 'waiting', reason: error.message });
      work.onProgress?.({ stage: 'waiting for the database', fraction: 0 });
      await new Promise((resolve) => setTimeout(resolve, AWAY));
    }
  }
  return undefined;
}
