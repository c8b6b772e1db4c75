/**
 * @file Videos by ComfyUI, on one's own GPU: pictures are uploaded, a graph is queued under an id that we choose (a job
 * whose answer was lost is found again by it), and its frames are fetched from the history. Routes: ComfyUI's server
 * documentation and `server.py`, November 2026. A server that chooses ids itself (older than 0.3.50) is followed.
 */

import { PosespaceError } from '../../base/errors.js';
import {
  COMFY_GRAPHS,
  type ComfyGraph,
  type ComfySlots,
  type ComfyTask,
  fillComfyGraph,
} from './comfyui-graphs.js';
import { createComfyProgress } from './comfyui-progress.js';
import { recordOf, shorten } from './json-answers.js';
import { createServiceClient, type ServiceClient } from './service-client.js';
import { ServiceError } from './service-error.js';
import type { ServiceTools } from './service-tools.js';
import { ATI_TRACKS, resampleTrack } from './track-points.js';
import type {
  VideoModel,
  VideoModelCall,
  VideoModelFile,
  VideoModelOutput,
  VideoModelWarning,
} from './video-model.js';
import { controlsOf, frameOf } from './video-request.js';

/** Settings of ComfyUI. */
export interface ComfyuiOptions {
  readonly baseUrl?: string;
  /** A graph to run instead of ours. */
  readonly graph?: ComfyGraph;
  /** What the graph is called. */
  readonly name?: string;
  /** What the graph makes; absent: videos. */
  readonly makes?: 'mesh';
}

export const COMFYUI_URL = 'http://127.0.0.1:8188';

/** A video model of ComfyUI. */
export function createComfyuiVideoModel(
  { baseUrl = COMFYUI_URL, graph, name = 'wan', makes }: ComfyuiOptions,
  tools: Pick<ServiceTools, 'fetch' | 'lookup' | 'openSocket'>,
): VideoModel {
  const client = createServiceClient({ name: 'comfyui', baseUrl }, tools);
  const progress = createComfyProgress(baseUrl, tools.openSocket);
  return {
    provider: 'comfyui',
    modelId: name,
    ...(makes && { makes }),
    async doStart(call) {
      const { slots, warnings } = writeSlots(call, tracksOf(call, graph));
      const files = await uploadFiles(client, call);
      const filled = fillComfyGraph(graph ?? COMFY_GRAPHS[taskOf(call)], { ...slots, ...files });
      const { jobId } = controlsOf(call);
      const answer = await client.call('POST', '/prompt', {
        json: { prompt: filled, client_id: jobId ?? 'posespace', ...(jobId && { prompt_id: jobId }) },
        signal: call.abortSignal,
      });
      const { prompt_id: id } = recordOf(answer);
      if (typeof id !== 'string' || !/^[\w-]{1,100}$/.test(id)) {
        throw new ServiceError('lost', 'video/comfyui: the answer has no prompt id; is it ComfyUI?');
      }
      return { operation: { id, client: jobId ?? 'posespace' }, warnings };
    },
    doStatus: ({ operation, abortSignal }) => readStatus(client, progress, baseUrl, operation, abortSignal),
    async doCancel({ operation, abortSignal: signal }) {
      const id = idOf(operation);
      await client.call('POST', '/queue', { json: { delete: [id] }, signal });
      const { running } = await readQueue(client, signal);
      // Older servers stop whatever runs.
      if (running.includes(id)) await client.call('POST', '/interrupt', { json: { prompt_id: id }, signal });
    },
    operationOf: (id) => ({ id, client: id }),
    release: (operation) => progress.release(idOf(operation)),
    fetchOutput: (url, options) => client.download(url, options),
    estimateCost: () => ({ dollars: 0, note: 'your own GPU' }),
    describeCall(call) {
      const { slots } = writeSlots(call, tracksOf(call, graph));
      const names = { first: 'first.png', last: 'last.png', depth: 'depth.mp4' };
      const filled = fillComfyGraph(graph ?? COMFY_GRAPHS[taskOf(call)], { ...names, ...slots });
      return { method: 'POST', url: `${baseUrl}/prompt`, body: { prompt: shorten(filled) } };
    },
  };
}

/** The graph that a request needs. */
export function taskOf(call: VideoModelCall): ComfyTask {
  const { depth, tracks } = controlsOf(call);
  if (!frameOf(call, 'first')) {
    throw new PosespaceError(
      'bad-usage',
      'video/comfyui: needs a first frame; make one with posespace video stage',
    );
  }
  if (depth) return 'depth';
  if (tracks?.length) return 'tracks';
  return frameOf(call, 'last') ? 'first-last-frame' : 'image-to-video';
}

/** Tracks as text: as our graph's model reads them, or one point per frame for a graph of the user. */
function tracksOf(call: VideoModelCall, graph: ComfyGraph | undefined): string {
  const { tracks = [] } = controlsOf(call);
  if (graph) return JSON.stringify(tracks.map((track) => track.map(({ x, y }) => ({ x, y }))));
  return JSON.stringify(tracks.map((track) => resampleTrack(track, call.fps ?? ATI_TRACKS.rate, ATI_TRACKS)));
}

/** Sizes that Wan takes: sides in steps of 16, 4 n + 1 frames. */
function writeSlots(
  call: VideoModelCall,
  tracks: string,
): { slots: ComfySlots; warnings: VideoModelWarning[] } {
  const [wide, high] = (call.resolution ?? '832x480').split('x').map(Number);
  const [width, height] = [wide, high].map((side) => Math.max(16, Math.round(side / 16) * 16));
  const wanted = controlsOf(call).frames ?? 81;
  const frames = Math.ceil((wanted - 1) / 4) * 4 + 1;
  const warnings: VideoModelWarning[] = [];
  const differs = (feature: string, details: string) =>
    warnings.push({ type: 'compatibility', feature, details });
  if (width !== wide || height !== high) differs('size', `${width} x ${height} instead of ${wide} x ${high}`);
  if (frames !== wanted) differs('frames', `${frames} instead of ${wanted}`);
  const name = `posespace/${controlsOf(call).jobId ?? 'video'}`;
  const slots = {
    ...{ prompt: call.prompt ?? '', width, height, frames, fps: call.fps ?? 16, tracks, name },
    // The node's seed has no sign.
    seed: Math.abs(call.seed ?? 0),
  };
  return { slots, warnings };
}

/** Uploads the files of a request; gives the names that the server chose. */
async function uploadFiles(client: ServiceClient, call: VideoModelCall): Promise<ComfySlots> {
  const { depth, jobId = 'video' } = controlsOf(call);
  const files: [slot: string, file: VideoModelFile | undefined][] = [
    ['first', frameOf(call, 'first')],
    ['last', frameOf(call, 'last')],
    ['depth', depth && { type: 'file', mediaType: depth.mediaType, data: depth.bytes }],
  ];
  const names: Record<string, string> = {};
  for (const [slot, file] of files) {
    if (!file) continue;
    if (file.type !== 'file' || typeof file.data === 'string') {
      throw new PosespaceError('bad-usage', 'video/comfyui: pictures are given as bytes');
    }
    const form = new FormData();
    const ending = file.mediaType.split('/')[1];
    const bytes = new Uint8Array(file.data);
    form.set('image', new Blob([bytes], { type: file.mediaType }), `posespace-${jobId}-${slot}.${ending}`);
    form.set('overwrite', 'true');
    const answer = await client.call('POST', '/upload/image', { form, signal: call.abortSignal });
    const { name, subfolder } = recordOf(answer);
    if (typeof name !== 'string') {
      throw new ServiceError('failed', 'video/comfyui: a picture was not accepted; is it ComfyUI?');
    }
    names[slot] = typeof subfolder === 'string' && subfolder !== '' ? `${subfolder}/${name}` : name;
  }
  return names;
}

async function readStatus(
  client: ServiceClient,
  progress: ReturnType<typeof createComfyProgress>,
  baseUrl: string,
  operation: unknown,
  signal?: AbortSignal,
) {
  const id = idOf(operation);
  const readEntry = async () =>
    recordOf(recordOf(await client.call('GET', `/history/${id}`, { signal }))[id]);
  let entry = await readEntry();
  if (Object.keys(entry).length === 0) {
    const { running, pending } = await readQueue(client, signal);
    const position = pending.indexOf(id);
    if (position >= 0) {
      const before = position + running.length;
      return { status: 'pending' as const, providerMetadata: { comfyui: { queuePosition: before } } };
    }
    if (running.includes(id)) {
      const share = progress.follow(id, String(recordOf(operation).client ?? id));
      return { status: 'pending' as const, providerMetadata: { comfyui: { progress: share } } };
    }
    // It may have ended between the two questions.
    entry = await readEntry();
  }
  if (Object.keys(entry).length === 0) {
    throw new ServiceError(
      'failed',
      'video/comfyui: the server does not know the job; it was started anew since',
    );
  }
  const { status_str: result, messages } = recordOf(entry.status);
  if (result === 'error') return { status: 'error' as const, error: describeFailure(messages) };
  const videos = readOutputs(recordOf(entry.outputs), baseUrl);
  if (videos.length === 0)
    return { status: 'error' as const, error: 'the graph saved no pictures, no video and no mesh' };
  return { status: 'completed' as const, videos, warnings: [] };
}

async function readQueue(client: ServiceClient, signal?: AbortSignal) {
  const answer = recordOf(await client.call('GET', '/queue', { signal }));
  const ids = (value: unknown): string[] =>
    (Array.isArray(value) ? value : [])
      .filter(Array.isArray)
      .sort((a, b) => Number(a[0]) - Number(b[0]))
      .map((item) => String(item[1]));
  return { running: ids(answer.queue_running), pending: ids(answer.queue_pending) };
}

/** Addresses of what the graph saved: a video where there is one, else the pictures in their order. */
function readOutputs(outputs: Record<string, unknown>, baseUrl: string): VideoModelOutput[] {
  const entries = Object.values(outputs).flatMap((output) => {
    const { images, gifs, videos, video, '3d': meshes } = recordOf(output);
    const lists = [images, gifs, videos, video, meshes];
    return lists.flatMap((list) => (Array.isArray(list) ? list : [])).map(recordOf);
  });
  const kept = entries.filter(({ filename, type }) => typeof filename === 'string' && type !== 'input');
  const videos = kept.filter(({ filename }) => /\.(mp4|webm|gif|mov|mkv|glb)$/i.test(String(filename)));
  return (videos.length > 0 ? videos.slice(0, 1) : kept).map(({ filename, subfolder, type }) => {
    const query = new URLSearchParams({
      filename: String(filename),
      subfolder: String(subfolder ?? ''),
      type: String(type ?? 'output'),
    });
    const mediaType = videos.length > 0 ? 'video/mp4' : 'image/png';
    return { type: 'url', url: new URL(`/view?${query}`, baseUrl).href, mediaType };
  });
}

/** The exception of a node, from the messages of a job. */
function describeFailure(messages: unknown): string {
  for (const message of Array.isArray(messages) ? messages : []) {
    if (!Array.isArray(message)) continue;
    if (message[0] === 'execution_interrupted') return 'the job was interrupted';
    if (message[0] !== 'execution_error') continue;
    const { node_type: type, exception_message: text } = recordOf(message[1]);
    return `${String(type)}: ${String(text)}`;
  }
  return 'the graph failed; see the console of ComfyUI';
}

function idOf(operation: unknown): string {
  const { id } = recordOf(operation);
  if (typeof id === 'string' && /^[\w-]{1,100}$/.test(id)) return id;
  throw new ServiceError('failed', 'video/comfyui: the job record has no prompt id; delete it');
}
