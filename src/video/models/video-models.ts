/**
 * @file The registry of video models: `fal:fal-ai/wan-move`, `runway`, `comfyui`, `embedded`. Keys come from the
 * environment and nowhere else.
 */

import { PosespaceError } from '../../base/errors.js';
import { COMFY_FILES, type ComfyModelFile, checkComfyGraph } from './comfyui-graphs.js';
import { COMFYUI_URL, createComfyuiVideoModel } from './comfyui-video-model.js';
import { FAL_ENDPOINTS } from './fal-endpoints.js';
import { createFalVideoModel } from './fal-video-model.js';
import { recordOf } from './json-answers.js';
import { createRunwayVideoModel, RUNWAY_MODELS } from './runway-video-model.js';
import { createServiceClient } from './service-client.js';
import type { ServiceTools } from './service-tools.js';
import type { VideoModel } from './video-model.js';

/** One kind of video model. */
export interface VideoModelEntry {
  readonly name: string;
  /** What it is, in a few words. */
  readonly summary: string;
  /** Names that can follow the colon; the first is the default. */
  readonly models: readonly string[];
  /** The variable of the environment that holds its key. */
  readonly key?: string;
  /** The variable that holds its address, where it is not the usual one. */
  readonly address: string;
  /** How to get it ready. */
  readonly setup: string;
  open(modelId: string, tools: ServiceTools, graph?: unknown): VideoModel;
}

const keyOf = ({ name, key, setup }: VideoModelEntry, { environment }: ServiceTools): string => {
  const value = environment[key ?? '']?.trim();
  if (value) return value;
  throw new PosespaceError('bad-usage', `video/${name}: there is no ${key} in the environment; ${setup}`);
};

/** Services that make videos. The model `embedded` needs a rig, and no service: see `createEmbeddedVideoModel`. */
export const VIDEO_MODELS: readonly VideoModelEntry[] = Object.freeze([
  {
    name: 'comfyui',
    summary: 'Wan 2.2 in ComfyUI on your own GPU; comfyui:<graph.json> runs a graph of your own',
    models: ['wan'],
    address: 'COMFYUI_URL',
    setup: 'start ComfyUI with: comfy launch -- --listen 127.0.0.1 --port 8188',
    open: (modelId, tools, graph) =>
      createComfyuiVideoModel(
        {
          baseUrl: tools.environment.COMFYUI_URL ?? COMFYUI_URL,
          name: modelId,
          ...(graph !== undefined && { graph: checkComfyGraph(graph, modelId) }),
        },
        tools,
      ),
  },
  {
    name: 'fal',
    summary: 'models at fal.ai, paid per video',
    models: Object.keys(FAL_ENDPOINTS),
    key: 'FAL_KEY',
    address: 'FAL_QUEUE_URL',
    setup: 'get a key at https://fal.ai/dashboard/keys, then: export FAL_KEY=…',
    open(modelId, tools) {
      const { FAL_QUEUE_URL: baseUrl } = tools.environment;
      return createFalVideoModel(modelId, { key: keyOf(this, tools), ...(baseUrl && { baseUrl }) }, tools);
    },
  },
  {
    name: 'runway',
    summary: 'models of Runway, paid per second',
    models: Object.keys(RUNWAY_MODELS),
    key: 'RUNWAYML_API_SECRET',
    address: 'RUNWAYML_BASE_URL',
    setup: 'get a key at https://dev.runwayml.com, then: export RUNWAYML_API_SECRET=…',
    open(modelId, tools) {
      const { RUNWAYML_BASE_URL: baseUrl } = tools.environment;
      return createRunwayVideoModel(modelId, { key: keyOf(this, tools), ...(baseUrl && { baseUrl }) }, tools);
    },
  },
] satisfies VideoModelEntry[]);

/** Tools for plans alone, which send nothing: a service whose key is not set is opened without one. */
export function withPlanKeys(tools: ServiceTools): ServiceTools {
  const environment: Record<string, string | undefined> = { ...tools.environment };
  for (const { key } of VIDEO_MODELS) if (key && !environment[key]?.trim()) environment[key] = 'not-set';
  return { ...tools, environment };
}

/** The key of a service, from the environment. */
export const serviceKey = (name: string, tools: ServiceTools): string =>
  keyOf(VIDEO_MODELS.find((one) => one.name === name)!, tools);

/** Opens a model by its name: `fal`, `fal:fal-ai/wan-move`. `graph` is the JSON of a graph for ComfyUI. */
export function openVideoModel(name: string, tools: ServiceTools, graph?: unknown): VideoModel {
  const colon = name.indexOf(':');
  const kind = colon < 0 ? name : name.slice(0, colon);
  const entry = VIDEO_MODELS.find((one) => one.name === kind);
  if (entry) return entry.open(colon < 0 ? entry.models[0] : name.slice(colon + 1), tools, graph);
  const known = ['embedded', ...VIDEO_MODELS.map((one) => one.name)].join(', ');
  throw new PosespaceError(
    'bad-usage',
    `video/openVideoModel: there is no video model "${name}"; choose one of ${known}, or a file that exports one`,
  );
}

/** Whether a kind of model can be used, and what is missing. */
export interface VideoModelState {
  readonly name: string;
  readonly summary: string;
  readonly models: readonly string[];
  readonly ready: boolean;
  /** What is there. */
  readonly found: string;
  /** What is missing, each with the command or step that adds it. */
  readonly missing: readonly string[];
}

/** Looks at what is configured. Nothing is paid for; services with a key are not called. */
export async function listVideoModels(tools: ServiceTools): Promise<readonly VideoModelState[]> {
  return Promise.all(
    VIDEO_MODELS.map(async (entry): Promise<VideoModelState> => {
      const { name, summary, models, key, setup } = entry;
      if (!key) return { name, summary, models, ...(await lookAtComfyui(entry, tools)) };
      const ready = Boolean(tools.environment[key]?.trim());
      return {
        ...{ name, summary, models, ready },
        found: ready ? `${key} is set` : `${key} is not set`,
        missing: ready ? [] : [setup],
      };
    }),
  );
}

async function lookAtComfyui({ setup }: VideoModelEntry, tools: ServiceTools) {
  const baseUrl = tools.environment.COMFYUI_URL ?? COMFYUI_URL;
  const install = 'install it once with: pip install comfy-cli && comfy install';
  try {
    const client = createServiceClient({ name: 'comfyui', baseUrl }, tools);
    const { system, devices } = recordOf(await client.call('GET', '/system_stats'));
    const version = String(recordOf(system).comfyui_version ?? 'of an unknown version');
    const device = recordOf(Array.isArray(devices) ? devices[0] : undefined).name;
    const files = COMFY_FILES['image-to-video'];
    const folders = [...new Set(files.map(({ folder }) => folder))];
    const lists = await Promise.all(
      folders.map(async (folder) => [folder, await client.call('GET', `/models/${folder}`)] as const),
    );
    const there = new Map(lists.map(([folder, list]) => [folder, Array.isArray(list) ? list : []]));
    const absent = files.filter(({ folder, name }) => !there.get(folder)?.includes(name));
    return {
      ready: absent.length === 0,
      found: `ComfyUI ${version} at ${baseUrl}${typeof device === 'string' ? `, ${device}` : ''}`,
      missing: absent.map(describeFile),
    };
  } catch {
    return { ready: false, found: `nothing answers at ${baseUrl}`, missing: [install, setup] };
  }
}

const describeFile = ({ folder, name, url }: ComfyModelFile): string =>
  `comfy model download --url ${url} --relative-path models/${folder} --filename ${name}`;
