/**
 * @file Videos by Runway: a task is created and asked for, not more often than every five seconds, and says what it
 * costs. Protocol: `@runwayml/sdk` 4.20 (API version 2024-11-06) and the documentation of failure codes, November 2026;
 * not called live.
 */

import { PosespaceError } from '../../base/errors.js';
import { recordOf, shorten } from './json-answers.js';
import { createServiceClient } from './service-client.js';
import { ServiceError } from './service-error.js';
import type { ServiceTools } from './service-tools.js';
import type {
  ProviderFacts,
  VideoModel,
  VideoModelCall,
  VideoModelStatus,
  VideoModelWarning,
} from './video-model.js';
import { controlsOf, fileUri, frameOf } from './video-request.js';

/** Settings of Runway. */
export interface RunwayOptions {
  readonly key: string;
  readonly baseUrl?: string;
}

export const RUNWAY_API = 'https://api.dev.runwayml.com';
const VERSION = '2024-11-06';
const DOLLARS_PER_CREDIT = 0.01;
/** Bytes of a picture in a request. */
const LARGEST_PICTURE = 5 << 20;

interface RunwayTable {
  readonly ratios: readonly string[];
  readonly seconds: readonly [number, number];
  /** Whether the last frame can be given. */
  readonly last: boolean;
  /** Credits per second, the highest price found. */
  readonly credits: number;
}

const RATIOS = ['1280:720', '720:1280', '1104:832', '832:1104', '960:960', '1584:672'] as const;

/** Models of Runway whose fields are known. The first is the default. */
export const RUNWAY_MODELS: Readonly<Record<string, RunwayTable>> = Object.freeze({
  gen4_turbo: { ratios: RATIOS, seconds: [2, 10], last: false, credits: 5 },
  'gen4.5': { ratios: RATIOS, seconds: [2, 10], last: false, credits: 25 },
  'veo3.1': { ratios: RATIOS.slice(0, 2), seconds: [4, 8], last: true, credits: 40 },
});

/** A video model of Runway. */
export function createRunwayVideoModel(
  modelId: string,
  { key, baseUrl = RUNWAY_API }: RunwayOptions,
  tools: Pick<ServiceTools, 'fetch' | 'lookup'>,
): VideoModel {
  const table = RUNWAY_MODELS[modelId];
  if (!table) {
    const names = Object.keys(RUNWAY_MODELS).join(', ');
    throw new PosespaceError(
      'bad-usage',
      `video/runway: there is no model "${modelId}"; choose one of ${names}`,
    );
  }
  const headers = { authorization: `Bearer ${key}`, 'x-runway-version': VERSION };
  const client = createServiceClient({ name: 'runway', baseUrl, headers, secrets: [key] }, tools);
  return {
    provider: 'runway',
    modelId,
    async doStart(call) {
      const { body, warnings } = writeBody(table, modelId, call);
      const answer = await client.call('POST', '/v1/image_to_video', {
        json: body,
        headers: call.headers,
        signal: call.abortSignal,
      });
      const { id } = recordOf(answer);
      if (typeof id !== 'string' || !isTaskId(id)) {
        throw new ServiceError(
          'lost',
          'video/runway: the answer has no task; look at the page of the service',
        );
      }
      return { operation: { id }, warnings };
    },
    async doStatus({ operation, abortSignal }) {
      const answer = await client.call('GET', `/v1/tasks/${taskOf(operation)}`, { signal: abortSignal });
      return readTask(recordOf(answer));
    },
    async doCancel({ operation, abortSignal }) {
      await client.call('DELETE', `/v1/tasks/${taskOf(operation)}`, { signal: abortSignal });
    },
    fetchOutput: (url, options) => client.download(url, options),
    estimateCost(call) {
      const credits = secondsOf(table, call) * table.credits;
      return {
        dollars: credits * DOLLARS_PER_CREDIT,
        note: `${credits} credits at most, by the prices of November 2026`,
      };
    },
    describeCall: (call) => ({
      method: 'POST',
      url: `${baseUrl}/v1/image_to_video`,
      body: shorten(writeBody(table, modelId, call).body),
    }),
  };
}

function writeBody(table: RunwayTable, model: string, call: VideoModelCall) {
  const warnings: VideoModelWarning[] = [];
  const miss = (feature: string) =>
    warnings.push({ type: 'unsupported', feature, details: `${model} takes none` });
  const [first, last] = [frameOf(call, 'first'), frameOf(call, 'last')];
  if (!first) throw new PosespaceError('bad-usage', `video/runway: ${model} needs a first frame`);
  const images = [{ uri: uriOf(first), position: 'first' }];
  if (last && table.last) images.push({ uri: uriOf(last), position: 'last' });
  else if (last) miss('last frame');
  const { depth, tracks, extra } = controlsOf(call);
  if (depth) miss('depth video');
  if (tracks?.length) miss('point tracks');
  const body = {
    model,
    promptText: (call.prompt ?? '').slice(0, 1000),
    promptImage: images,
    ratio: nearestRatio(table.ratios, call.resolution ?? '1280x720'),
    duration: secondsOf(table, call),
    // The API takes 32 bits without a sign.
    ...(call.seed !== undefined && { seed: call.seed >>> 0 }),
    ...extra,
  };
  return { body, warnings };
}

function uriOf(file: NonNullable<ReturnType<typeof frameOf>>): string {
  const uri = fileUri(file);
  if (uri.length <= LARGEST_PICTURE) return uri;
  throw new PosespaceError(
    'bad-usage',
    `video/runway: a picture has ${uri.length} bytes as text, ${LARGEST_PICTURE} are allowed; make it smaller`,
  );
}

const secondsOf = ({ seconds: [least, most] }: RunwayTable, { duration = 5 }: VideoModelCall): number =>
  Math.min(most, Math.max(least, Math.ceil(duration)));

/** The ratio whose shape is nearest. */
function nearestRatio(ratios: readonly string[], resolution: string): string {
  const shape = (text: string) => {
    const [width, height] = text.split(/[x:]/).map(Number);
    return Math.log(width / height);
  };
  const wanted = shape(resolution);
  const distance = (ratio: string) => Math.abs(shape(ratio) - wanted);
  return ratios.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}

const isTaskId = (id: string): boolean => /^[\w-]{1,100}$/.test(id);

function taskOf(operation: unknown): string {
  const { id } = recordOf(operation);
  if (typeof id === 'string' && isTaskId(id)) return id;
  throw new ServiceError('failed', 'video/runway: the job record has no task; delete it');
}

function readTask(task: Record<string, unknown>): VideoModelStatus {
  const { status, failure, failureCode, output, progress, cost } = task;
  const { credits } = recordOf(cost);
  const charged =
    typeof credits === 'number' && Number.isFinite(credits)
      ? { dollars: credits * DOLLARS_PER_CREDIT, note: `${credits} credits charged` }
      : {};
  const facts = (more: Record<string, number | boolean>): ProviderFacts => ({
    runway: { ...charged, ...more },
  });
  switch (status) {
    case 'SUCCEEDED': {
      const urls = Array.isArray(output) ? output.filter((url) => typeof url === 'string') : [];
      const videos = urls.slice(0, 1).map((url) => ({ type: 'url' as const, url, mediaType: 'video/mp4' }));
      return { status: 'completed', videos, warnings: [], providerMetadata: facts({}) };
    }
    case 'FAILED':
      return {
        status: 'error',
        error:
          [failure, failureCode].filter((text) => typeof text === 'string').join(' ') || 'no reason given',
        providerMetadata: facts({ refused: String(failureCode).startsWith('SAFETY') }),
      };
    case 'CANCELLED':
      return { status: 'error', error: 'the task was cancelled at the service', providerMetadata: facts({}) };
    case 'RUNNING':
      return { status: 'pending', providerMetadata: facts({ progress: Number(progress) || 0 }) };
    case 'PENDING':
    case 'THROTTLED':
      return { status: 'pending', providerMetadata: facts({ queuePosition: 0 }) };
    default:
      throw new ServiceError(
        'busy',
        'video/runway: the answer has no status that is known; asked again later',
      );
  }
}
