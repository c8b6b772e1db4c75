/** @file Videos by fal.ai: the fields of a request, by endpoint. Not called live. */

import { PosespaceError } from '../../base/errors.js';
import { FAL_ENDPOINTS, type FalEndpoint, USUAL_ENDPOINT } from './fal-endpoints.js';
import { createFalQueue, FAL_QUEUE, type FalOptions } from './fal-queue.js';
import { recordOf, shorten } from './json-answers.js';
import type { ServiceTools } from './service-tools.js';
import { ATI_TRACKS, resampleTrack, speedTrack } from './track-points.js';
import type { VideoModel, VideoModelCall, VideoModelWarning } from './video-model.js';
import { controlsOf, fileUri, frameOf } from './video-request.js';

/** A video model of fal. */
export function createFalVideoModel(
  endpoint: string,
  { key, baseUrl = FAL_QUEUE }: FalOptions,
  tools: Pick<ServiceTools, 'fetch' | 'lookup'>,
): VideoModel {
  const queue = createFalQueue(endpoint, { key, baseUrl }, tools, findVideos);
  const table = FAL_ENDPOINTS[endpoint] ?? USUAL_ENDPOINT;
  return {
    provider: 'fal',
    modelId: endpoint,
    async doStart(call) {
      const { body, warnings } = writeBody(table, endpoint, call);
      return { operation: await queue.start(body, call), warnings };
    },
    doStatus: queue.doStatus,
    doCancel: queue.doCancel,
    fetchOutput: queue.fetchOutput,
    estimateCost: (call) => estimateCost(table, endpoint, call),
    describeCall: (call) => ({
      method: 'POST',
      url: `${baseUrl}/${endpoint}`,
      body: shorten(writeBody(table, endpoint, call).body),
    }),
  };
}

/** Addresses of the videos, or of the pictures of image models, of a result. */
function findVideos(result: Record<string, unknown>) {
  const listed = [result.videos, result.images].flatMap((list) => (Array.isArray(list) ? list : []));
  const files = [result.video, ...listed].map(recordOf);
  const urls = files.flatMap(({ url }) => (typeof url === 'string' ? [url] : []));
  if (urls.length === 0) return 'the result has no video';
  return urls.slice(0, 1).map((url) => ({ type: 'url' as const, url, mediaType: 'video/mp4' }));
}

/** The fields of a request. */
function writeBody(table: FalEndpoint, endpoint: string, call: VideoModelCall) {
  const warnings: VideoModelWarning[] = [];
  const miss = (feature: string, details: string) =>
    warnings.push({ type: 'unsupported', feature, details: `${endpoint} ${details}` });
  const { frames, depth, tracks, extra } = controlsOf(call);
  const body: Record<string, unknown> = { ...table.fixed, prompt: call.prompt };
  for (const which of ['first', 'last'] as const) {
    const file = frameOf(call, which);
    const field = table[which];
    if (file && field) body[field] = fileUri(file);
    else if (file) miss(`${which} frame`, 'takes none');
  }
  if (table.depth) {
    if (!depth) throw needs(endpoint, 'a depth video; make one with posespace video guide');
    body[table.depth] = fileUri({ type: 'file', mediaType: depth.mediaType, data: depth.bytes });
  } else if (depth) miss('depth video', 'takes none');
  if (table.tracks) {
    if (!tracks?.length) throw needs(endpoint, 'point tracks; make them with posespace video guide');
    body[table.tracks] = tracks.map((points) =>
      table.speeds ? speedTrack(points) : resampleTrack(points, call.fps ?? ATI_TRACKS.rate, ATI_TRACKS),
    );
  } else if (tracks?.length) miss('point tracks', 'takes none');
  // Seed 0 is a seed.
  if (table.seed && call.seed !== undefined) body.seed = call.seed;
  else if (call.seed !== undefined) miss('seed', 'takes none, every request gives another video');
  if (table.picture) {
    const [width, height] = sizeOf(call);
    return { body: { ...body, image_size: { width, height }, ...extra }, warnings };
  }
  if (frames !== undefined && table.frames) body[table.frames[0]] = clampTo(table.frames, frames);
  if (call.fps !== undefined && table.fps) body[table.fps[0]] = clampTo(table.fps, call.fps);
  if (table.seconds) body.duration = `${secondsOf(table, call)}`;
  else if (!table.frames && call.duration) miss('duration', 'decides on the length itself');
  if (table.resolutions) body.resolution = `${linesOf(table, call)}p`;
  if (table.silent) body.generate_audio = false;
  return { body: { ...body, ...extra }, warnings };
}

const needs = (endpoint: string, what: string): PosespaceError =>
  new PosespaceError('bad-usage', `video/fal: ${endpoint} needs ${what}`);

const clampTo = ([, least, most]: readonly [string, number, number], value: number): number =>
  Math.min(most, Math.max(least, Math.round(value)));

const secondsOf = ({ seconds }: FalEndpoint, { duration }: VideoModelCall): number =>
  seconds ? clampTo(['', ...seconds], Math.ceil(duration ?? 5)) : (duration ?? 5);

const sizeOf = ({ resolution }: VideoModelCall): [number, number] => {
  const [width, height] = (resolution ?? '832x480').split('x').map(Number);
  return [width, height];
};

/** The smallest height on offer that is not below the one asked for. */
function linesOf({ resolutions }: FalEndpoint, call: VideoModelCall): number {
  const wanted = Math.min(...sizeOf(call));
  return resolutions?.find((lines) => lines >= wanted) ?? resolutions?.at(-1) ?? wanted;
}

function estimateCost(table: FalEndpoint, endpoint: string, call: VideoModelCall) {
  const [width, height] = sizeOf(call);
  const seconds = secondsOf(table, call);
  const frames = controlsOf(call).frames ?? 81;
  const dollars = table.price?.({ lines: linesOf(table, call), seconds, frames, width, height });
  if (dollars === undefined) return { note: `see https://fal.ai/models/${endpoint} for the price` };
  return { dollars, note: 'at most, by the prices of November 2026' };
}
