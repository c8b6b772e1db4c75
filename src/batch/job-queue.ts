/**
 * @file The queue of jobs: pg-boss on embedded PGlite, or unchanged on a PostgreSQL server that many machines share. A job's
 * singleton key is the key of its step, and the queue's policy admits a key once at a time: two submitters of the same work pay
 * once. Delivery is once, execution at least once; a worker that goes silent for ten seconds loses its job to another.
 * Beside pg-boss's tables stands one of events, from which progress and logs are read.
 */

import { hostname } from 'node:os';
import type { JobInsert, JobWithMetadata, PgBoss } from 'pg-boss';
import { PosespaceError } from '../base/errors.js';
import type { WorkOptions } from '../base/progress.js';
import type { VideoJobStore } from '../video/models/video-job.js';
import { type EmbeddedDatabase, openEmbeddedDatabase } from './embedded-database.js';
import { missingPackage } from './missing-package.js';
import { createPaidRequests, PAID_TABLES, readSpending, writeBudget } from './paid-requests.js';
import type { Job, RunBudget } from './step-record.js';
import type { Storage } from './storage-record.js';

export type JobStatus = 'waiting' | 'active' | 'done' | 'dead' | 'cancelled';

export interface JobState {
  readonly key: string;
  readonly status: JobStatus;
  /** How often it was started. */
  readonly tries: number;
  /** Why it failed last. */
  readonly reason?: string;
}

export interface TakenJob {
  readonly id: string;
  readonly job: Job;
  /** Whether it is the last try. */
  readonly last: boolean;
}

export type EventKind = 'done' | 'found' | 'failed' | 'dead' | 'cancelled';

/** Something that happened to a job; `found` is a result that was there already. */
export interface JobEvent {
  readonly id: number;
  readonly key: string;
  readonly kind: EventKind;
  /** ISO date. */
  readonly at: string;
  readonly worker: string;
  readonly detail: string;
  readonly seconds: number;
}

export interface JobQueue {
  readonly embedded: boolean;
  /** Queues what is neither queued nor dead; says how many that were. */
  submit(jobs: readonly Job[]): Promise<number>;
  states(keys: readonly string[]): Promise<ReadonlyMap<string, JobState>>;
  take(): Promise<TakenJob | undefined>;
  /** Says that a job is still worked on; false where it is no longer ours. */
  touch(taken: TakenJob): Promise<boolean>;
  complete(taken: TakenJob, event: NewEvent): Promise<void>;
  fail(taken: TakenJob, event: NewEvent, how: FailedHow): Promise<void>;
  /** Puts a job back as if it had not been taken. */
  release(taken: TakenJob): Promise<void>;
  cancel(keys: readonly string[]): Promise<number>;
  retry(keys: readonly string[]): Promise<number>;
  events(after: number, limit?: number): Promise<readonly JobEvent[]>;
  lastEvent(): Promise<number>;
  /** The store of requests that a job pays for. */
  paidRequests(job: Job, storage: Storage): VideoJobStore;
  writeBudget(budget: RunBudget, keys: readonly string[]): Promise<void>;
  /** What jobs have paid, dollars. */
  spending(keys: readonly string[]): Promise<number>;
  close(): Promise<void>;
}

export interface FailedHow {
  /** False: trying again would not help. */
  readonly again: boolean;
  /** It is queued again when it is submitted again. */
  readonly overBudget: boolean;
}

export type NewEvent = Pick<JobEvent, 'worker' | 'detail' | 'seconds'> & { readonly kind: EventKind };

export interface JobQueueOptions extends WorkOptions {
  /** `postgres://…`; without it the embedded database of `folder`. */
  readonly queue?: string;
  readonly folder: string;
  /** Times that a job is tried before it is dead. */
  readonly tries?: number;
  /** Wait for another process that has the embedded database. Default true. */
  readonly wait?: boolean;
}

const SCHEMA = 'posespace';
const QUEUE = 'steps';
const EVENTS = 'posespace_batch.event';
/** Seconds without a sign of life after which a job is given to another worker; the least that pg-boss takes. */
const SILENCE = 10;
/** A day: what takes longer is stuck. */
const EXPIRY = 86_400;
const MONTH = 30 * 86_400;

/** Names of job states in pg-boss, as people say them. */
const STATUS: Readonly<Record<string, JobStatus>> = {
  created: 'waiting',
  retry: 'waiting',
  active: 'active',
  completed: 'done',
  failed: 'dead',
  cancelled: 'cancelled',
};

export async function openJobQueue(options: JobQueueOptions): Promise<JobQueue> {
  const { queue, folder, tries = 3 } = options;
  if (queue !== undefined && !/^postgres(ql)?:\/\//.test(queue)) {
    throw new PosespaceError('bad-usage', 'batch: --queue is postgres://user@host/database');
  }
  const library = await import('pg-boss').catch(missingPackage);
  const embedded = queue === undefined ? await openEmbeddedDatabase(folder, options) : undefined;
  const settings = {
    schema: SCHEMA,
    schedule: false,
    superviseIntervalSeconds: 3,
    monitorIntervalSeconds: 3,
    persistWarnings: false,
  };
  const boss = embedded
    ? new library.PgBoss({ ...settings, db: library.fromPglite(embedded.lite), backend: 'pglite' })
    : new library.PgBoss({ ...settings, connectionString: queue, max: 8, application_name: 'posespace' });
  // Lost connections come here while pg-boss reconnects; every call of ours reports its own failure.
  boss.on('error', () => {});
  try {
    await boss.start();
    await prepare(boss, embedded !== undefined);
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {});
    await embedded?.close();
    if (embedded) throw error;
    throw new PosespaceError(
      isAway(error) ? 'service' : 'file',
      `batch: cannot use the queue: ${(error as Error).message || codeOf(error)}`,
    );
  }
  return createQueue(boss, embedded, tries);
}

/** Codes of Node and of PostgreSQL for a server that is not there, or is starting or ending. */
const AWAY =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|57P0[123])$/;

/** Several addresses of one server fail together, each with a code. */
const codeOf = (error: unknown): string => {
  const { code, errors } = Object(error) as { code?: string; errors?: { code?: string }[] };
  return String(code ?? errors?.[0]?.code ?? '');
};

const isAway = (error: unknown): boolean => AWAY.test(codeOf(error));

/** The queue, the table of events; jobs of an embedded database that were left active belong to a process that ended. */
async function prepare(boss: PgBoss, embedded: boolean): Promise<void> {
  const database = boss.getDb();
  await boss.createQueue(QUEUE, {
    policy: 'exclusive',
    expireInSeconds: EXPIRY,
    retentionSeconds: MONTH,
    deleteAfterSeconds: MONTH,
  });
  // One after the other, where several start at once.
  const tables = `
    SELECT pg_advisory_xact_lock(7265192);
    CREATE SCHEMA IF NOT EXISTS posespace_batch;
    CREATE TABLE IF NOT EXISTS ${EVENTS} (
      id bigserial PRIMARY KEY, key text NOT NULL, kind text NOT NULL, at timestamptz NOT NULL DEFAULT now(),
      worker text NOT NULL, detail text NOT NULL, seconds double precision NOT NULL);
    ${PAID_TABLES}`;
  // Two that start at once may both find nothing and collide: the second time it is there.
  await database.executeSql(tables).catch(() => database.executeSql(tables));
  if (!embedded) return;
  const { rows } = await database.executeSql(
    `SELECT id FROM ${SCHEMA}.job WHERE name = '${QUEUE}' AND state = 'active'`,
  );
  const ids = rows.map(({ id }) => id as string);
  if (ids.length > 0) await boss.fail(QUEUE, ids, { message: 'the process that ran it ended' });
}

function createQueue(boss: PgBoss, embedded: EmbeddedDatabase | undefined, tries: number): JobQueue {
  const database = boss.getDb();
  const query = async (sql: string, values: unknown[]) => (await database.executeSql(sql, values)).rows;
  const note = async (key: string, { kind, worker, detail, seconds }: NewEvent) => {
    await query(`INSERT INTO ${EVENTS} (key, kind, worker, detail, seconds) VALUES ($1, $2, $3, $4, $5)`, [
      ...[key, kind, worker, detail.slice(0, 4000), seconds],
    ]);
  };
  const findRows = (keys: readonly string[], states?: readonly string[]) =>
    query(
      `SELECT DISTINCT ON (singleton_key) singleton_key AS key, id, state, retry_count, output
       FROM ${SCHEMA}.job WHERE name = '${QUEUE}' AND singleton_key = ANY($1::text[])
       ORDER BY singleton_key, created_on DESC, state`,
      [keys],
    ).then((rows) => rows.filter(({ state }) => states === undefined || states.includes(state)));

  return {
    embedded: embedded !== undefined,
    async submit(jobs) {
      const dead = await findRows(
        jobs.map(({ key }) => key),
        ['failed'],
      );
      const lasting = dead.filter(({ output }) => !(output?.overBudget ?? output?.value?.overBudget));
      const barred = new Set(lasting.map(({ key }) => key));
      const rows: JobInsert[] = jobs
        .filter(({ key }) => !barred.has(key))
        .map((job) => ({
          data: job,
          singletonKey: job.key,
          retryLimit: tries - 1,
          retryDelay: 1,
          retryBackoff: true,
          retryDelayMax: 60,
          ...(!embedded && { heartbeatSeconds: SILENCE }),
        }));
      let count = 0;
      for (let start = 0; start < rows.length; start += 500) {
        const ids = await boss.insert(QUEUE, rows.slice(start, start + 500), { returnId: true });
        count += ids?.length ?? 0;
      }
      return count;
    },
    async states(keys) {
      const rows = await findRows(keys);
      return new Map(rows.map((row) => [row.key as string, stateOf(row)]));
    },
    async take() {
      const [taken] = await boss.fetch<Job>(QUEUE, { includeMetadata: true });
      return taken && toTaken(taken);
    },
    // The declared type of the answer is empty.
    touch: async ({ id }) => ((await boss.touch(QUEUE, id)) as { affected: number }).affected > 0,
    async complete({ id, job }, event) {
      await note(job.key, event);
      await boss.complete(QUEUE, id, {});
    },
    async fail({ id, job, last: lastTry }, event, { again, overBudget }) {
      const last = lastTry || !again;
      if (last)
        await query(
          `UPDATE ${SCHEMA}.job SET retry_limit = retry_count WHERE name = '${QUEUE}' AND id = $1`,
          [id],
        );
      await boss.fail(QUEUE, id, { message: event.detail, ...(overBudget && { overBudget }) });
      await note(job.key, { ...event, kind: last ? 'dead' : 'failed' });
    },
    async release({ id }) {
      await query(
        `UPDATE ${SCHEMA}.job SET state = 'created', started_on = NULL, heartbeat_on = NULL
         WHERE name = '${QUEUE}' AND id = $1 AND state = 'active'`,
        [id],
      );
    },
    async cancel(keys) {
      const rows = await findRows(keys, ['created', 'retry', 'active']);
      if (rows.length > 0)
        await boss.cancel(
          QUEUE,
          rows.map(({ id }) => id),
        );
      for (const { key } of rows) {
        await note(key, { kind: 'cancelled', worker: workerName(), detail: 'cancelled', seconds: 0 });
      }
      return rows.length;
    },
    async retry(keys) {
      const [dead, cancelled] = [await findRows(keys, ['failed']), await findRows(keys, ['cancelled'])];
      if (dead.length > 0) {
        const ids = dead.map(({ id }) => id);
        await boss.retry(QUEUE, ids);
        // All tries again, not one.
        await query(
          `UPDATE ${SCHEMA}.job SET retry_limit = retry_count + $2 WHERE name = '${QUEUE}' AND id = ANY($1::uuid[])`,
          [ids, tries],
        );
      }
      if (cancelled.length > 0)
        await boss.resume(
          QUEUE,
          cancelled.map(({ id }) => id),
        );
      return dead.length + cancelled.length;
    },
    async events(after, limit = 5000) {
      const rows = await query(`SELECT * FROM ${EVENTS} WHERE id > $1 ORDER BY id LIMIT $2`, [after, limit]);
      return rows.map((row) => ({ ...row, id: Number(row.id), at: new Date(row.at).toISOString() }));
    },
    lastEvent: async () => Number((await query(`SELECT max(id) AS id FROM ${EVENTS}`, []))[0]?.id ?? 0),
    paidRequests: (job, storage) => createPaidRequests(query, storage, job),
    writeBudget: (budget, keys) => writeBudget(query, budget, keys),
    spending: (keys) => readSpending(query, keys),
    async close() {
      await boss.stop({ graceful: false }).catch(() => {});
      await embedded?.close();
    },
  };
}

const toTaken = ({ id, data, retryCount, retryLimit }: JobWithMetadata<Job>): TakenJob => ({
  id,
  job: data,
  last: retryCount >= retryLimit,
});

function stateOf(row: { key: string; state: string; retry_count: number; output: unknown }): JobState {
  const { message, value } = (row.output ?? {}) as { message?: string; value?: { message?: string } };
  const reason = message ?? value?.message;
  const status = STATUS[row.state];
  const started = row.state === 'created' ? 0 : row.retry_count + (row.state === 'retry' ? 0 : 1);
  return {
    key: row.key,
    status,
    tries: started,
    ...(reason !== undefined && status !== 'done' && { reason }),
  };
}

/** A name for a worker that says where it runs. */
export const workerName = (): string => `${hostname()}:${process.pid}`;
