/** @file `posespace batch status|retry|cancel|logs`: what became of a run, and what to do about it. */

import { PosespaceError } from '../../base/errors.js';
import { BATCH_FOLDER, leaveRequest, readSnapshot } from '../../batch/batch-folder.js';
import { findOwner } from '../../batch/embedded-database.js';
import { findRunStatus, type RunStatus } from '../../batch/run-status.js';
import { openStorage } from '../../batch/storage.js';
import { count, type OptionsOf, text, toggle } from '../shared/flags.js';
import { formatTable } from '../shared/format-table.js';
import { type CommandContext, defineCommand, type Outcome } from '../shared/shell.js';
import { findRun, openBatch, PLACE_FLAGS, queueFolder } from './open-batch.js';
import { serveStatus } from './status-page.js';

type Place = OptionsOf<typeof PLACE_FLAGS>;

/** Reads the status again and again; what nobody works on does not change, so its database is opened once. */
function createStatusReader(options: Place, id: string | undefined): () => Promise<RunStatus> {
  let resting: RunStatus | undefined;
  return async () => {
    const folder = queueFolder(options);
    const owned = folder === undefined || (await findOwner(folder)) !== undefined;
    if (!owned && resting) return resting;
    const status = await readStatus(options, id);
    resting = owned ? undefined : status;
    return status;
  };
}

/** The status of a run; that of an embedded queue which another process has comes from its snapshot. */
async function readStatus(options: Place, id: string | undefined): Promise<RunStatus> {
  const folder = queueFolder(options);
  if (folder !== undefined && (await findOwner(folder))) {
    const snapshot = await readSnapshot(folder);
    if (snapshot && (id === undefined || snapshot.id === id)) return snapshot;
    throw new PosespaceError('file', `batch: another run works in "${folder}"; look again when it is done`);
  }
  const batch = await openBatch(options);
  try {
    return await findRunStatus(await findRun(batch.storage, id), batch.queue, batch.storage);
  } finally {
    await batch.close();
  }
}

export const batchStatusCommand = defineCommand({
  usage: 'batch status [run]',
  summary: 'Say how far a run is, what failed and why; by default the latest',
  flags: {
    ...PLACE_FLAGS,
    web: toggle('serve it as a page on 127.0.0.1 that renews itself'),
    port: count('port of the page, 0 for any free one', { max: 65_535, default: 0, placeholder: 'number' }),
  },
  examples: [
    ['posespace batch status', 'the latest run'],
    ['posespace batch status --web', 'a page to keep open'],
  ],
  async run({ options, signal }, id) {
    const read = createStatusReader(options, id);
    const status = await read();
    if (!options.web) return { data: status, text: describeRun(status).join('\n') };
    const page = await serveStatus(read, options.port);
    const stopped = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    return {
      data: { address: page.address },
      text: `Ctrl-C ends the page; only this machine can reach it.\nThe status is at ${page.address}`,
      until: stopped.then(() => page.close()),
    };
  },
});

function describeRun({ id, created, line, counts, failures }: RunStatus): string[] {
  const { done, waiting, active, dead, cancelled, total } = counts;
  return [
    `run ${id}, submitted ${created}`,
    line,
    ...formatTable(
      ['done', 'active', 'waiting', 'dead', 'cancelled', 'total'],
      [[done, active, waiting, dead, cancelled, total]],
    ),
    ...failures.map(({ name, status, tries, reason }) => `${status}: ${name} (${tries} tries): ${reason}`),
    ...(dead > 0 ? ['posespace batch retry tries the dead ones again'] : []),
  ];
}

/** Cancels or revives the jobs of a run, or leaves word for the process that has the queue. */
async function change(
  { options }: CommandContext<Place>,
  verb: 'cancel' | 'retry',
  id: string | undefined,
): Promise<Outcome> {
  const folder = queueFolder(options);
  if (folder !== undefined && (await findOwner(folder))) {
    const run = await findRun(await openStorage(options.storage ?? BATCH_FOLDER), id);
    await leaveRequest(folder, { verb, run: run.id });
    return {
      data: { run: run.id, asked: verb },
      text: `asked the process that works on ${run.id} to ${verb} it`,
    };
  }
  const batch = await openBatch(options);
  try {
    const run = await findRun(batch.storage, id);
    const jobs = await batch.queue[verb](run.jobs.map(({ key }) => key));
    const done = verb === 'cancel' ? 'cancelled' : 'queued again';
    const next = verb === 'retry' && jobs > 0 ? `\nrun it again to work on them: ${run.line}` : '';
    return { data: { run: run.id, jobs }, text: `${jobs} jobs of ${run.id} ${done}${next}` };
  } finally {
    await batch.close();
  }
}

export const batchRetryCommand = defineCommand({
  usage: 'batch retry [run]',
  summary: 'Queue the dead and cancelled jobs of a run again; by default of the latest',
  flags: PLACE_FLAGS,
  examples: [['posespace batch retry', 'after what they failed for has been mended']],
  run: (context, id) => change(context, 'retry', id),
});

export const batchCancelCommand = defineCommand({
  usage: 'batch cancel [run]',
  summary: 'Cancel the jobs of a run that are not done; by default of the latest',
  flags: PLACE_FLAGS,
  examples: [['posespace batch cancel 20260131-142503-9f3a', 'jobs that run are stopped']],
  run: (context, id) => change(context, 'cancel', id),
});

export const batchLogsCommand = defineCommand({
  usage: 'batch logs [run]',
  summary: 'Print what happened to the jobs of a run; by default the latest',
  flags: {
    ...PLACE_FLAGS,
    file: text('only jobs whose name contains this', { placeholder: 'name' }),
    last: count('only so many of the last events', { min: 1, default: 200 }),
  },
  examples: [['posespace batch logs --file wolf', 'every try, and what the command said']],
  async run({ options }, id) {
    const batch = await openBatch(options, { wait: false });
    try {
      const run = await findRun(batch.storage, id);
      const { file } = options;
      const names = new Map(run.jobs.map(({ key, name }) => [key, name]));
      const events = [];
      for (let after = 0; ; ) {
        const some = await batch.queue.events(after);
        if (some.length === 0) break;
        after = some[some.length - 1].id;
        events.push(...some.filter(({ key }) => names.has(key)));
      }
      const rows = events
        .map((event) => ({ name: names.get(event.key)!, ...event }))
        .filter(({ name }) => file === undefined || name.includes(file))
        .slice(-options.last);
      const lines = rows.flatMap(({ at, kind, name, worker, seconds, detail }) => [
        `${at}  ${kind}  ${name}  ${seconds.toFixed(1)} s  ${worker}`,
        ...detail.split('\n').map((line) => `    ${line}`),
      ]);
      return {
        data: { run: run.id, events: rows },
        text: lines.join('\n') || `nothing has happened to ${run.id} yet`,
      };
    } finally {
      await batch.close();
    }
  },
});
