/**
 * @file Waits for a job: asks for its status less and less often, and lets no outage end it. Only what the service says
 * of the job itself is final; when patience runs out, the job stays to be waited for by the next run.
 */

import { PosespaceError } from '../../base/errors.js';
import { throwIfAborted } from '../../base/progress.js';
import { collectOutput } from './collect-output.js';
import { type GenerateVideoOptions, secretsOf, writeJob } from './job-keeper.js';
import {
  quoteService,
  ServiceError,
  type ServiceTrouble,
  soundsLikeRefusal,
  troubleOf,
} from './service-error.js';
import type { VideoJob, VideoOutput } from './video-job.js';
import type { ProviderFacts, VideoModel, VideoModelStatus } from './video-model.js';

/** Milliseconds between two questions: the first, the longest, and how it grows. */
const POLL = Object.freeze({ first: 1000, longest: 10_000, growth: 1.4 });
/** Times that a video is fetched which turns out broken. */
const MOST_FETCHES = 3;
/** Seconds; see `GenerateVideoOptions`. */
export const PATIENCE = 3600;

/** Waits for a job and fetches its video. */
export async function pollVideoJob(
  model: VideoModel,
  started: VideoJob,
  options: GenerateVideoOptions,
): Promise<{ output: VideoOutput; job: VideoJob }> {
  try {
    return await poll(model, started, options);
  } finally {
    model.release?.(started.operation);
  }
}

async function poll(model: VideoModel, started: VideoJob, options: GenerateVideoOptions) {
  const { tools, signal, store, patience = PATIENCE } = options;
  const deadline = tools.now() + patience * 1000;
  let job = started;
  let trouble = '';
  let fetches = 0;
  for (let wait: number = POLL.first; ; wait = Math.min(POLL.longest, wait * POLL.growth)) {
    throwIfAborted(signal);
    const asked = await attempt(
      async () => model.doStatus!({ operation: job.operation, abortSignal: signal }),
      options,
    );
    if ('fault' in asked) {
      trouble = asked.fault;
      if (asked.kind === 'denied') throw asked.error;
      if (asked.kind === 'failed' || asked.kind === 'refused') {
        await writeJob({ ...job, state: asked.kind, message: trouble }, options);
        throw asked.error;
      }
    } else {
      const status = asked.value;
      trouble = '';
      if (status.status === 'error') throw await endJob(job, status.error, status.providerMetadata, options);
      job = await noteProgress(job, status, options);
      if (status.status === 'completed') {
        const got = await attempt(() => collectOutput(model, status.videos, options), options);
        if ('value' in got) {
          await store.writeOutput(job.requestHash, got.value);
          const cost = chargeOf(status.providerMetadata) ?? job.cost;
          const done = await writeJob({ ...job, state: 'done', message: undefined, cost }, options);
          return { output: got.value, job: done };
        }
        trouble = got.fault;
        if (++fetches >= MOST_FETCHES || got.kind === 'failed') throw unusable(job, trouble);
      }
    }
    if (tools.now() >= deadline) throw outOfPatience(job, patience, trouble);
    await tools.sleep(wait, signal);
  }
}

type Attempt<Result> =
  | { readonly value: Result }
  | { readonly fault: string; readonly kind: ServiceTrouble; readonly error: unknown };

/** What a service gives, or what went wrong there. Our own mistakes and Ctrl-C are thrown on. */
async function attempt<Result>(
  work: () => Promise<Result>,
  { tools, signal }: GenerateVideoOptions,
): Promise<Attempt<Result>> {
  try {
    return { value: await work() };
  } catch (error) {
    throwIfAborted(signal);
    if (error instanceof PosespaceError && !(error instanceof ServiceError)) throw error;
    const said = error instanceof Error ? error.message : String(error);
    return { fault: quoteService(said, secretsOf(tools)), kind: troubleOf(error), error };
  }
}

/** Records that the service gave up on a job. */
async function endJob(
  job: VideoJob,
  error: string,
  facts: ProviderFacts | undefined,
  options: GenerateVideoOptions,
): Promise<ServiceError> {
  const message = quoteService(String(error), secretsOf(options.tools));
  const flagged = Object.values(facts ?? {}).some((one) => one?.refused === true);
  const state = flagged || soundsLikeRefusal(message) ? 'refused' : 'failed';
  await writeJob({ ...job, state, message, cost: chargeOf(facts) ?? job.cost }, options);
  const advice = state === 'refused' ? 'change the prompt or the picture' : 'run again to send it anew';
  return new ServiceError(state, `video/${job.model}: ${state}: ${message}; ${advice}`);
}

/** Records what is new, and tells how far the job is. */
async function noteProgress(
  job: VideoJob,
  status: Exclude<VideoModelStatus, { status: 'error' }>,
  options: GenerateVideoOptions,
): Promise<VideoJob> {
  const facts = Object.values(status.providerMetadata ?? {});
  const number = (name: string) =>
    facts.map((one) => one?.[name]).find((value): value is number => Number.isFinite(value));
  const position = number('queuePosition');
  const progress = number('progress');
  const state = status.status === 'completed' ? 'done' : position === undefined ? 'running' : 'queued';
  const stage =
    state === 'done'
      ? 'fetching the video'
      : position === undefined
        ? 'the model is at work'
        : `in the queue, ${position} before it`;
  options.onProgress?.({ stage, fraction: state === 'done' ? 1 : Math.min(1, Math.max(0, progress ?? 0)) });
  return state === job.state ? job : writeJob({ ...job, state }, options);
}

/** What a service says that it charged. */
function chargeOf(facts: ProviderFacts | undefined): VideoJob['cost'] {
  for (const one of Object.values(facts ?? {})) {
    if (typeof one?.dollars !== 'number') continue;
    return { dollars: one.dollars, note: typeof one.note === 'string' ? one.note : 'charged' };
  }
  return undefined;
}

const unusable = (job: VideoJob, trouble: string): ServiceError =>
  new ServiceError(
    'failed',
    `video/${job.model}: the video is made but cannot be fetched: ${trouble}; ` +
      'run again to fetch it once more, or pay for another with --again',
  );

const outOfPatience = (job: VideoJob, patience: number, trouble: string): ServiceError =>
  new ServiceError(
    'busy',
    `video/${job.model}: not done after ${patience} s${trouble ? ` (${trouble})` : ''}; ` +
      'the job goes on: run the same command again to wait for it',
  );
