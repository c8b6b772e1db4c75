/**
 * @file Requests to paid services, kept in the queue's database: what a run may cost is reserved there before a request is
 * sent, in one function call that locks, so workers on any machines never exceed a budget together. A budget counts what all
 * jobs of its run have cost, also in earlier runs; a request that the service did not accept costs nothing.
 */

import { PosespaceError } from '../base/errors.js';
import { openVideoJobs } from '../io/node-video-jobs.js';
import type { VideoJob, VideoJobStore, VideoOutput } from '../video/models/video-job.js';
import type { RequestFile } from '../video/models/video-request.js';
import type { Job, RunBudget } from './step-record.js';
import { readBlob, readJson, storeBlob, writeJson } from './storage.js';
import type { Storage } from './storage-record.js';

/** Sends SQL to the queue's database. */
export type Query = (
  sql: string,
  values: unknown[],
  // biome-ignore lint/suspicious/noExplicitAny: rows have the columns of their statement
) => Promise<any[]>;

const SCHEMA = 'posespace_batch';

/** Tables and the function that reserves; every statement can be repeated. */
export const PAID_TABLES = `
  CREATE TABLE IF NOT EXISTS ${SCHEMA}.budget_job (budget text NOT NULL, key text NOT NULL, PRIMARY KEY (budget, key));
  CREATE TABLE IF NOT EXISTS ${SCHEMA}.request (
    hash text NOT NULL, attempt int NOT NULL, key text NOT NULL, dollars double precision NOT NULL,
    record jsonb NOT NULL, PRIMARY KEY (hash, attempt));
  CREATE INDEX IF NOT EXISTS request_key ON ${SCHEMA}.request (key);
  CREATE OR REPLACE FUNCTION ${SCHEMA}.reserve(
    a_hash text, a_attempt int, a_key text, a_dollars double precision, a_record jsonb, a_budget text, most double precision
  ) RETURNS double precision LANGUAGE plpgsql AS $body$
  DECLARE spent double precision;
  BEGIN
    -- One at a time: the statements below see what the one before wrote.
    PERFORM pg_advisory_xact_lock(7265191);
    IF EXISTS (SELECT 1 FROM ${SCHEMA}.request r WHERE r.hash = a_hash AND r.attempt >= a_attempt) THEN RETURN -1; END IF;
    IF most IS NOT NULL THEN
      SELECT coalesce(sum(r.dollars), 0) INTO spent FROM ${SCHEMA}.request r
        JOIN ${SCHEMA}.budget_job b ON b.key = r.key WHERE b.budget = a_budget;
      IF spent + a_dollars > most + 1e-9 THEN RETURN spent; END IF;
    END IF;
    INSERT INTO ${SCHEMA}.request VALUES (a_hash, a_attempt, a_key, a_dollars, a_record);
    RETURN NULL;
  END $body$`;

/** Says which jobs a budget is for. */
export async function writeBudget(query: Query, { id }: RunBudget, keys: readonly string[]): Promise<void> {
  await query(`INSERT INTO ${SCHEMA}.budget_job SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING`, [
    id,
    keys,
  ]);
}

/** What the jobs of some keys have cost. */
export async function readSpending(query: Query, keys: readonly string[]): Promise<number> {
  const [row] = await query(
    `SELECT coalesce(sum(dollars), 0) AS spent FROM ${SCHEMA}.request WHERE key = ANY($1::text[])`,
    [keys],
  );
  return Number(row?.spent ?? 0);
}

/**
 * The store of one job's requests: records in the database, videos in the storage; both also in the home folder, where single
 * commands look, and what those have paid for is found.
 */
export function createPaidRequests(
  query: Query,
  storage: Storage,
  { key, budget }: Pick<Job, 'key' | 'budget'>,
  home: VideoJobStore = openVideoJobs(),
): VideoJobStore {
  return {
    async readJob(hash) {
      const [row] = await query(
        `SELECT record FROM ${SCHEMA}.request WHERE hash = $1 ORDER BY attempt DESC LIMIT 1`,
        [hash],
      );
      return row ? (row.record as VideoJob) : home.readJob(hash);
    },
    async createJob(job) {
      const { requestHash, attempt, cost } = job;
      const dollars = cost?.dollars;
      if (budget && dollars === undefined) {
        throw new PosespaceError(
          'over-budget',
          `batch: the budget of $${budget.dollars} cannot be kept: ${cost?.note ?? 'the price is not known'}; leave --budget out`,
        );
      }
      const values = [requestHash, attempt, key, dollars ?? 0, JSON.stringify(job)];
      const [row] = await query(
        `SELECT ${SCHEMA}.reserve($1, $2::int, $3, $4::double precision, $5::jsonb, $6, $7::double precision) AS spent`,
        [...values, budget?.id ?? null, budget?.dollars ?? null],
      );
      if (row.spent === null) {
        await home.writeJob(job);
        return true;
      }
      if (Number(row.spent) < 0) return false;
      throw new PosespaceError(
        'over-budget',
        `batch: over the budget of $${budget!.dollars}: $${Number(row.spent).toFixed(2)} is spent, this costs up to $${dollars!.toFixed(2)}; raise --budget and run the line again`,
      );
    },
    async writeJob(job) {
      const { requestHash, attempt } = job;
      // What a single command paid for is known here from now on, and no cost of this batch.
      await query(
        `INSERT INTO ${SCHEMA}.request VALUES ($1, $2::int, '', 0, $4::jsonb)
         ON CONFLICT (hash, attempt) DO UPDATE SET dollars = $3::double precision, record = $4::jsonb`,
        [requestHash, attempt, spentBy(job), JSON.stringify(job)],
      );
      await home.writeJob(job);
    },
    listJobs: () => home.listJobs(),
    async readOutput(hash) {
      const output = await readJson<{ readonly files: readonly OutputFile[] }>(storage, outputKey(hash));
      if (!output) return home.readOutput(hash);
      const files: RequestFile[] = [];
      for (const { mediaType, sha256 } of output.files) {
        files.push({ mediaType, bytes: await readBlob(storage, sha256) });
      }
      return { files };
    },
    async writeOutput(hash, output) {
      await home.writeOutput(hash, output);
      await storeOutput(storage, hash, output);
    },
  };
}

interface OutputFile {
  readonly mediaType: string;
  readonly sha256: string;
}

const outputKey = (hash: string): string => `outputs/${hash.slice(0, 2)}/${hash}.json`;

async function storeOutput(storage: Storage, hash: string, output: VideoOutput): Promise<void> {
  const files: OutputFile[] = [];
  for (const { mediaType, bytes } of output.files) {
    files.push({ mediaType, sha256: await storeBlob(storage, bytes) });
  }
  await writeJson(storage, outputKey(hash), { files });
}

/** What a job counts: nothing where the service never accepted it; what was refused or lost may have been charged. */
const spentBy = ({ state, operation, cost }: VideoJob): number =>
  state === 'failed' && operation === undefined ? 0 : (cost?.dollars ?? 0);
