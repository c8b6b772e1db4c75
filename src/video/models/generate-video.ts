/**
 * @file A video from a model, paid for once: the video of the same request is taken from the store; a job that is under
 * way is waited for; only otherwise the request is sent, after its job was recorded.
 *
 * An answer that was lost is never taken for a refusal: the job stays, and the next run asks again. Where a request was
 * sent and no answer came, it is sent anew only if the service can say that it does not know it, or if told so (`again`).
 */

import { PosespaceError } from '../../base/errors.js';
import { throwIfAborted } from '../../base/progress.js';
import { collectOutput } from './collect-output.js';
import { createJobKeeper, type FoundJob, type GenerateVideoOptions, type JobKeeper } from './job-keeper.js';
import { PATIENCE, pollVideoJob } from './poll-video-job.js';
import { quoteService, ServiceError, troubleOf } from './service-error.js';
import type { VideoJob, VideoJobStore, VideoOutput } from './video-job.js';
import { type VideoCost, type VideoModel, videoModelName } from './video-model.js';
import { checkVideoRequest, hashVideoRequest, type VideoRequest, videoModelCall } from './video-request.js';

/** Defaults of `generateVideo`. */
export const GENERATE_VIDEO_DEFAULTS = Object.freeze({ again: false, patience: PATIENCE });

/** A video, and where it came from. */
export interface GeneratedVideo {
  readonly output: VideoOutput;
  readonly job?: VideoJob;
  /** `store`: it was there; `resumed`: its job was under way; `new`: the request was sent. */
  readonly origin: 'store' | 'resumed' | 'new';
}

/** What a request would do, without sending it. */
export interface VideoPlan {
  readonly model: string;
  readonly requestHash: string;
  /** What would happen: nothing is sent where the video or its job is there. */
  readonly action: 'take from store' | 'resume' | 'send';
  readonly cost: VideoCost;
  /** What would be sent. */
  readonly call?: unknown;
}

/** Most times that a service which is busy is asked to take a request. */
const MOST_STARTS = 20;

/** A video from a model. */
export async function generateVideo(
  model: VideoModel,
  request: VideoRequest,
  options: GenerateVideoOptions,
): Promise<GeneratedVideo> {
  checkVideoRequest(request);
  const { store, signal } = options;
  const name = videoModelName(model);
  const hash = await hashVideoRequest(request, name);
  throwIfAborted(signal);
  const [output, known] = [await store.readOutput(hash), await store.readJob(hash)];
  if (output) return { output, job: known, origin: 'store' };
  const keeper = createJobKeeper(model, request, hash, options);
  if (known) {
    const found = keeper.findOperation(known);
    const resumed = found && (await resume(model, found, options));
    if (resumed) return { ...resumed, origin: 'resumed' };
  }
  const started = await start(model, request, keeper, known, options);
  const made = started.output
    ? { ...started, output: started.output }
    : await pollVideoJob(model, started.job, options);
  return { ...made, origin: 'new' };
}

/** What `generateVideo` would do and cost. */
export async function planVideo(
  model: VideoModel,
  request: VideoRequest,
  store: VideoJobStore,
): Promise<VideoPlan> {
  checkVideoRequest(request);
  const name = videoModelName(model);
  const requestHash = await hashVideoRequest(request, name);
  const call = videoModelCall(request, model.provider);
  const facts = { model: name, requestHash };
  const free = { dollars: 0, note: 'nothing is sent' };
  if (await store.readOutput(requestHash)) return { ...facts, action: 'take from store', cost: free };
  const job = await store.readJob(requestHash);
  const under = job?.operation !== undefined && ['queued', 'running', 'done'].includes(job.state);
  if (under) return { ...facts, action: 'resume', cost: free };
  return {
    ...facts,
    action: 'send',
    cost: costOf(model, request),
    call: model.describeCall?.(call) ?? describeRequest(request),
  };
}

/** Stops a job at its service, and records it. */
export async function cancelVideoJob(
  model: VideoModel,
  job: VideoJob,
  { store, tools, signal }: Pick<GenerateVideoOptions, 'store' | 'tools' | 'signal'>,
): Promise<VideoJob> {
  if (!['queued', 'running'].includes(job.state)) return job;
  const operation = job.operation ?? model.operationOf?.(job.id);
  if (operation !== undefined) {
    if (!model.doCancel) {
      throw new ServiceError(
        'failed',
        `video/cancelVideoJob: ${job.model} cannot be cancelled from here; use the service's own page`,
      );
    }
    await model.doCancel({ operation, abortSignal: signal });
  }
  const cancelled: VideoJob = { ...job, state: 'cancelled', updatedAt: tools.now() };
  await store.writeJob(cancelled);
  return cancelled;
}

/** The greatest cost of a request. */
export const costOf = (model: VideoModel, request: VideoRequest): VideoCost =>
  model.estimateCost?.(videoModelCall(request, model.provider)) ?? {
    note: 'the price of this model is not known; see the page of the service',
  };

/** Waits for a job that was started before; undefined where the service certainly never got it. */
async function resume(model: VideoModel, { job, certain }: FoundJob, options: GenerateVideoOptions) {
  try {
    return await pollVideoJob(model, job, options);
  } catch (error) {
    if (!certain && error instanceof ServiceError && error.trouble === 'failed') return undefined;
    throw error;
  }
}

/** Records a job, sends the request, and records what the service calls it. */
async function start(
  model: VideoModel,
  request: VideoRequest,
  keeper: JobKeeper,
  known: VideoJob | undefined,
  options: GenerateVideoOptions,
): Promise<{ job: VideoJob; output?: VideoOutput }> {
  const cost = costOf(model, request);
  checkBudget(cost, options.budget, videoModelName(model));
  const job = await keeper.record(known, cost);
  const call = { ...videoModelCall(request, model.provider, job.id), abortSignal: options.signal };
  if (!model.doStart || !model.doStatus) {
    const { videos, warnings } = await keeper.guard(job, async () => model.doGenerate!(call));
    const output = await collectOutput(model, videos, options);
    await options.store.writeOutput(job.requestHash, output);
    return {
      output,
      job: await keeper.update(job, { state: 'done', warnings: warnings.map(describeWarning) }),
    };
  }
  const { operation, warnings } = await keeper.guard(job, () => startPatiently(model, call, options));
  const facts = { operation: plainJson(operation), warnings: warnings.map(describeWarning) };
  return { job: await keeper.update(job, facts) };
}

/** Asks a service that is busy again, later and later. */
async function startPatiently(
  model: VideoModel,
  call: Parameters<NonNullable<VideoModel['doStart']>>[0],
  { tools, signal, onProgress }: GenerateVideoOptions,
) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await model.doStart!(call);
    } catch (error) {
      throwIfAborted(signal);
      if (troubleOf(error) !== 'busy' || attempt >= MOST_STARTS) throw error;
      const wait = error instanceof ServiceError ? error.retryAfter : undefined;
      onProgress?.({ stage: 'the service is busy', fraction: 0 });
      await tools.sleep(wait ?? Math.min(60_000, 1000 * 2 ** attempt), signal);
      throwIfAborted(signal);
    }
  }
}

function checkBudget({ dollars, note }: VideoCost, budget: number | undefined, name: string): void {
  if (budget === undefined || (dollars !== undefined && dollars <= budget + 1e-9)) return;
  const cost = dollars === undefined ? note : `it costs up to $${dollars.toFixed(2)} (${note})`;
  throw new PosespaceError(
    'over-budget',
    `video/generateVideo: ${name} is over the budget of $${budget.toFixed(2)}: ${cost}; raise --budget, or leave it out`,
  );
}

/** A warning in words. */
export function describeWarning(warning: unknown): string {
  const { type, feature, details, setting, message } = (warning ?? {}) as Record<string, unknown>;
  const text = [type, feature ?? setting, details ?? message].filter((part) => typeof part === 'string');
  return quoteService(text.join(': ') || String(warning));
}

/** An operation as it is after it was written to a file. */
const plainJson = (value: unknown): VideoJob['operation'] => JSON.parse(JSON.stringify(value ?? null));

/** A request for people: files by their size. */
const describeRequest = (request: VideoRequest): unknown =>
  JSON.parse(
    JSON.stringify(request, (_, value) => (value instanceof Uint8Array ? `${value.length} bytes` : value)),
  );
