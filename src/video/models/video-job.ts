/**
 * @file The record of one request to a video model, written before the request is sent and again when the service has
 * accepted it: a run that was killed finds the job again instead of paying for another. Records have no keys in them.
 */

import { PosespaceError } from '../../base/errors.js';
import type { JsonValue, VideoCost } from './video-model.js';
import type { RequestFile } from './video-request.js';

export const JOB_STATES = ['queued', 'running', 'done', 'refused', 'failed', 'cancelled'] as const;

/** Where a job stands. */
export type VideoJobState = (typeof JOB_STATES)[number];

/** One request to a video model. */
export interface VideoJob {
  /** Also the id at the service, where it lets the caller choose. */
  readonly id: string;
  /** `fal:fal-ai/wan-move`. */
  readonly model: string;
  readonly requestHash: string;
  /** What the service calls it; absent as long as it has not accepted the request, as far as we know. */
  readonly operation?: JsonValue;
  readonly state: VideoJobState;
  readonly prompt: string;
  readonly seed: number;
  readonly cost?: VideoCost;
  readonly warnings: readonly string[];
  /** Why it was refused or failed. */
  readonly message?: string;
  /** How often the request was sent, this time included. */
  readonly attempt: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A video that a model made: one file, or its frames as pictures. */
export interface VideoOutput {
  readonly files: readonly RequestFile[];
}

/** Where jobs and their videos are kept, by the hash of the request. */
export interface VideoJobStore {
  readJob(hash: string): Promise<VideoJob | undefined>;
  /** Writes a job about to be sent; false where another has one for the request, beside an earlier attempt that is known. */
  createJob(job: VideoJob): Promise<boolean>;
  writeJob(job: VideoJob): Promise<void>;
  listJobs(): Promise<readonly VideoJob[]>;
  readOutput(hash: string): Promise<VideoOutput | undefined>;
  writeOutput(hash: string, output: VideoOutput): Promise<void>;
}

/** Jobs that are kept as long as the program runs. */
export function createMemoryJobStore(): VideoJobStore {
  const jobs = new Map<string, VideoJob>();
  const outputs = new Map<string, VideoOutput>();
  return {
    readJob: async (hash) => jobs.get(hash),
    async createJob(job) {
      if ((jobs.get(job.requestHash)?.attempt ?? 0) >= job.attempt) return false;
      jobs.set(job.requestHash, job);
      return true;
    },
    async writeJob(job) {
      jobs.set(job.requestHash, job);
    },
    listJobs: async () => [...jobs.values()],
    readOutput: async (hash) => outputs.get(hash),
    async writeOutput(hash, output) {
      outputs.set(hash, output);
    },
  };
}

/** A job from a file that somebody may have edited. */
export function checkVideoJob(value: unknown, origin: string): VideoJob {
  const job = (typeof value === 'object' && value !== null ? value : {}) as Partial<VideoJob>;
  const texts = [job.id, job.model, job.requestHash, job.prompt];
  const numbers = [job.seed, job.attempt, job.createdAt, job.updatedAt];
  const whole =
    texts.every((text) => typeof text === 'string') &&
    numbers.every((number) => Number.isFinite(number)) &&
    /^[0-9a-f]{64}$/.test(job.requestHash ?? '') &&
    JOB_STATES.includes(job.state as VideoJobState) &&
    Array.isArray(job.warnings) &&
    job.warnings.every((warning) => typeof warning === 'string');
  if (whole) return job as VideoJob;
  throw new PosespaceError('bad-input', `video/checkVideoJob: "${origin}" is no job record; delete the file`);
}

/** An id for the n-th attempt at a request, in the form of a UUID: the same for the same request. */
export function jobIdOf(requestHash: string, attempt: number): string {
  const digits = [...requestHash.slice(0, 32)];
  // The attempt in the last digits; version and variant where a UUID has them.
  const suffix = attempt.toString(16).padStart(4, '0').slice(-4);
  digits.splice(28, 4, ...suffix);
  digits[12] = '4';
  digits[16] = '8';
  const text = digits.join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join(
    '-',
  );
}
