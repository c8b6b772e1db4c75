/**
 * @file What commands share that ask a video model: its flags, a dry run, and Ctrl-C, which leaves the job to be resumed,
 * or stops it at the service when it comes twice.
 */

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PosespaceError } from '../../base/errors.js';
import { nodeServiceTools, openVideoJobs } from '../../io/node-video-jobs.js';
import {
  createEmbeddedVideoModel,
  type EmbeddedVideoOptions,
} from '../../video/models/embedded-video-model.js';
import {
  cancelVideoJob,
  GENERATE_VIDEO_DEFAULTS,
  type GeneratedVideo,
  generateVideo,
  planVideo,
  type VideoPlan,
} from '../../video/models/generate-video.js';
import type { ServiceTools } from '../../video/models/service-tools.js';
import type { VideoJob } from '../../video/models/video-job.js';
import { checkVideoModel, type VideoModel } from '../../video/models/video-model.js';
import { openVideoModel, withPlanKeys } from '../../video/models/video-models.js';
import type { VideoRequest } from '../../video/models/video-request.js';
import { readJsonFile } from '../shared/command-files.js';
import { number, type OptionsOf, text, toggle } from '../shared/flags.js';
import type { CommandContext } from '../shared/shell.js';

/** The file in the name of a model: the graph of `comfyui:graph.json`. */
export const graphIn = (name: string): string | undefined => /^comfyui:(.+\.json)$/.exec(name)?.[1];

/** Flags of commands that ask a video model. */
export const VIDEO_MODEL_FLAGS = {
  model: text(
    'embedded, comfyui, comfyui:<graph.json>, fal:<endpoint>, runway:<model>, or a file that exports a model of the AI SDK',
    { default: 'embedded', fileIn: graphIn, forAssistants: ['embedded'] },
  ),
  budget: number('most that all requests may cost together', { min: 0, placeholder: 'dollars' }),
  dryRun: toggle('say what would be sent and what it costs at most, and send nothing'),
  again: toggle('send a request again that was refused, or whose answer was lost'),
  patience: number('how long to wait for a video; its job can be resumed afterwards', {
    min: 1,
    default: GENERATE_VIDEO_DEFAULTS.patience,
    placeholder: 'seconds',
  }),
};

/** The values of these flags. */
export type VideoModelOptions = OptionsOf<typeof VIDEO_MODEL_FLAGS>;

/** Opens the model that a flag names; `embedded` films what it is given. */
export async function openModelOf(
  name: string,
  { dryRun }: Pick<VideoModelOptions, 'dryRun'>,
  embedded: () => EmbeddedVideoOptions,
): Promise<VideoModel> {
  if (name === 'embedded') return createEmbeddedVideoModel(embedded());
  if (/\.m?js$/.test(name)) {
    const module = await import(pathToFileURL(resolve(name)).href).catch((error: Error) => {
      throw new PosespaceError('bad-usage', `--model: "${name}" cannot be loaded: ${error.message}`);
    });
    return checkVideoModel(module.default ?? module.model, `"${name}"`);
  }
  return openVideoModel(name, serviceToolsOf(dryRun), await readGraph(name));
}

/** The tools of services; a dry run needs no keys. */
export const serviceToolsOf = (dryRun: boolean): ServiceTools =>
  dryRun ? withPlanKeys(nodeServiceTools()) : nodeServiceTools();

/** The graph that `comfyui:<graph.json>` names; undefined for other models. */
export async function readGraph(name: string): Promise<unknown> {
  const path = graphIn(name);
  if (path === undefined) return undefined;
  return readJsonFile(path, () => {
    throw new PosespaceError('bad-usage', `--model: "${path}" is not JSON; export the graph anew`);
  });
}

/** A video, or in a dry run what would be done for it. */
export type MadeVideo = GeneratedVideo | { readonly plan: VideoPlan };

/** Asks a model for a video. `spent` is what earlier requests of the run cost. */
export async function askVideoModel(
  context: CommandContext<VideoModelOptions>,
  model: VideoModel,
  request: VideoRequest,
  spent = 0,
): Promise<MadeVideo> {
  const { options, signal, onProgress, askOnceMore } = context;
  // The motion library's videos are free and made where they are needed.
  const store = (options.model !== 'embedded' && context.paidRequests) || openVideoJobs();
  const tools = nodeServiceTools();
  if (options.dryRun) return { plan: await planVideo(model, request, store) };
  let job: VideoJob | undefined;
  const { again, patience, budget } = options;
  try {
    return await generateVideo(model, request, {
      ...{ store, tools, signal, onProgress, again, patience },
      ...(budget !== undefined && { budget: Math.max(0, budget - spent) }),
      onJob(changed) {
        job = changed;
      },
    });
  } catch (error) {
    const waiting = job && model.doCancel && (job.state === 'queued' || job.state === 'running');
    if (!signal.aborted || !job || !waiting) throw error;
    const words = `job ${job.id.slice(0, 8)} goes on at ${job.model}; run the same command to fetch its video, Ctrl-C within 3 s stops it there`;
    if (await askOnceMore(words, 3000)) await cancelVideoJob(model, job, { store, tools });
    throw error;
  }
}

/** A plan for people. */
export function describePlan({ model, action, cost, call }: VideoPlan): string {
  const price = cost.dollars === undefined ? cost.note : `at most $${cost.dollars.toFixed(3)} (${cost.note})`;
  return [
    `${action}: ${model}, ${price}`,
    ...(call === undefined ? [] : [JSON.stringify(call, null, 2)]),
  ].join('\n');
}
