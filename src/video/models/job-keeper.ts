/** @file Keeps the record of a job: in which order it is written, what trouble makes of it, and that no key is in it. */

import type { WorkOptions } from '../../base/progress.js';
import { quoteService, ServiceError, troubleOf } from './service-error.js';
import type { ServiceTools } from './service-tools.js';
import { jobIdOf, type VideoJob, type VideoJobStore } from './video-job.js';
import { type VideoCost, type VideoModel, videoModelName } from './video-model.js';
import type { VideoRequest } from './video-request.js';

/** Options of `generateVideo`. */
export interface GenerateVideoOptions extends WorkOptions {
  /** Where jobs and videos are kept. */
  readonly store: VideoJobStore;
  readonly tools: ServiceTools;
  /** Most that the request may cost, dollars; absent: any price. */
  readonly budget?: number;
  /** Sends a request again that was refused, or whose answer was lost. */
  readonly again?: boolean;
  /** How long to wait for the video before giving up for now, seconds. */
  readonly patience?: number;
  /** Told of every change of the job. */
  readonly onJob?: (job: VideoJob) => void;
}

/** A job of the store with what the service calls it. */
export interface FoundJob {
  readonly job: VideoJob;
  /** False where the service may never have got the request. */
  readonly certain: boolean;
}

/** The keeper of one request's job. */
export interface JobKeeper {
  /** The job to wait for, where there is one; throws where it must not be sent again. */
  findOperation(known: VideoJob): FoundJob | undefined;
  /** Records that the request is about to be sent. */
  record(known: VideoJob | undefined, cost: VideoCost): Promise<VideoJob>;
  /** Sends it; records what an error means. */
  guard<Result>(job: VideoJob, send: () => PromiseLike<Result>): Promise<Result>;
  update(job: VideoJob, change: Partial<VideoJob>): Promise<VideoJob>;
}

export function createJobKeeper(
  model: VideoModel,
  { prompt, seed }: VideoRequest,
  requestHash: string,
  options: GenerateVideoOptions,
): JobKeeper {
  const { store, tools, again } = options;
  const update: JobKeeper['update'] = (job, change) => writeJob({ ...job, ...change }, options);
  return {
    update,
    findOperation(known) {
      const { state, operation, message } = known;
      if (state === 'refused' && !again) throw refusedBefore(known);
      if (state === 'failed' || state === 'cancelled' || state === 'refused') return undefined;
      if (operation !== undefined)
        return again && state === 'done' ? undefined : { job: known, certain: true };
      const chosen = model.operationOf?.(known.id);
      if (chosen !== undefined) return { job: { ...known, operation: chosen }, certain: false };
      if (again) return undefined;
      throw new ServiceError(
        'lost',
        `video/generateVideo: this request was sent to ${known.model} before and its answer was lost` +
          `${message ? ` (${message})` : ''}: it may have been charged; look at the service's page, then repeat with --again`,
      );
    },
    async record(known, cost) {
      const attempt = (known?.attempt ?? 0) + 1;
      const time = tools.now();
      const job: VideoJob = {
        id: jobIdOf(requestHash, attempt),
        model: videoModelName(model),
        requestHash,
        state: 'queued',
        prompt,
        seed,
        cost,
        warnings: [],
        attempt,
        createdAt: time,
        updatedAt: time,
      };
      if (await store.createJob(job)) {
        options.onJob?.(job);
        return job;
      }
      throw new ServiceError(
        'busy',
        'video/generateVideo: another run is sending the same request; wait for it, then run again',
      );
    },
    async guard(job, send) {
      try {
        return await send();
      } catch (error) {
        const trouble = troubleOf(error);
        const said = error instanceof Error ? error.message : String(error);
        const message = quoteService(said, secretsOf(tools));
        // Lost: the state stays queued without an operation, which the next run knows how to read.
        const state = trouble === 'lost' ? 'queued' : trouble === 'refused' ? 'refused' : 'failed';
        await update(job, { state, message });
        if (error instanceof ServiceError || options.signal?.aborted) throw error;
        throw new ServiceError(trouble, `video/${model.provider}: ${message}`);
      }
    },
  };
}

/** Writes a job, without any key that a service may have sent back. */
export async function writeJob(job: VideoJob, options: GenerateVideoOptions): Promise<VideoJob> {
  const { store, tools, onJob } = options;
  let text = JSON.stringify({ ...job, updatedAt: tools.now() });
  for (const secret of secretsOf(tools)) text = text.replaceAll(JSON.stringify(secret).slice(1, -1), '***');
  const written: VideoJob = JSON.parse(text);
  await store.writeJob(written);
  onJob?.(written);
  return written;
}

/** Keys of the environment. */
export const secretsOf = ({ environment }: Pick<ServiceTools, 'environment'>): string[] =>
  Object.entries(environment).flatMap(([name, value]) =>
    /KEY|SECRET|TOKEN|PASSWORD/i.test(name) && value && value.length >= 8 ? [value] : [],
  );

const refusedBefore = ({ model, message }: VideoJob): ServiceError =>
  new ServiceError(
    'refused',
    `video/generateVideo: ${model} refused this request before${message ? ` (${message})` : ''}; ` +
      'change the prompt or the picture, or send it once more with --again',
  );
