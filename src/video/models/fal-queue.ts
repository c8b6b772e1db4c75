/**
 * @file The queue of fal.ai: POST starts a request, whose status and result have addresses of their own. The result of a
 * request that failed is an HTTP error of the result, not of the status. Protocol: fal's queue documentation and
 * `@fal-ai/client` 1.10, November 2026; not called live.
 */

import { PosespaceError } from '../../base/errors.js';
import { FAL_ENDPOINTS } from './fal-endpoints.js';
import { recordOf } from './json-answers.js';
import { createServiceClient, type ServiceClient } from './service-client.js';
import { ServiceError } from './service-error.js';
import type { ServiceTools } from './service-tools.js';
import type {
  JsonValue,
  VideoModel,
  VideoModelCall,
  VideoModelOutput,
  VideoModelStatus,
} from './video-model.js';

/** Settings of fal. */
export interface FalOptions {
  readonly key: string;
  /** Where the queue is; another address is for tests and proxies. */
  readonly baseUrl?: string;
}

export const FAL_QUEUE = 'https://queue.fal.run';

interface FalOperation {
  readonly id: string;
  readonly status: string;
  readonly response: string;
  readonly cancel: string;
}

/** The files of a result, or what is wrong with it. */
export type FindFalFiles = (result: Record<string, unknown>) => VideoModelOutput[] | string;

/** What adapters of fal share. */
export interface FalQueue extends Required<Pick<VideoModel, 'doStatus' | 'doCancel' | 'fetchOutput'>> {
  /** Starts a request; gives the operation. */
  start(body: Record<string, unknown>, call: VideoModelCall): Promise<JsonValue>;
}

/** The queue of an endpoint. */
export function createFalQueue(
  endpoint: string,
  { key, baseUrl = FAL_QUEUE }: FalOptions,
  tools: Pick<ServiceTools, 'fetch' | 'lookup'>,
  find: FindFalFiles,
): FalQueue {
  if (!/^[\w.-]+(\/[\w.-]+)+$/.test(endpoint) || endpoint.includes('..')) {
    throw new PosespaceError(
      'bad-usage',
      `video/fal: "${endpoint}" is no endpoint; give one like ${Object.keys(FAL_ENDPOINTS)[0]}`,
    );
  }
  const client = createServiceClient(
    { name: 'fal', baseUrl, headers: { authorization: `Key ${key}` }, secrets: [key] },
    tools,
  );
  return {
    async start(body, { headers, abortSignal: signal }) {
      return readStart(await client.call('POST', `/${endpoint}`, { json: body, headers, signal }), baseUrl);
    },
    doStatus: ({ operation, abortSignal }) =>
      readStatus(client, checkOperation(operation), find, abortSignal),
    async doCancel({ operation, abortSignal }) {
      await client.call('PUT', checkOperation(operation).cancel, { signal: abortSignal });
    },
    fetchOutput: (url, options) => client.download(url, options),
  };
}

function readStart(answer: unknown, baseUrl: string): JsonValue {
  const { request_id: id, status_url: status, response_url: response, cancel_url: cancel } = recordOf(answer);
  const operation = { id, status, response, cancel };
  if (!Object.values(operation).every((value) => typeof value === 'string' && value.length < 2000)) {
    // Accepted, for all we know: the key was charged and the id is lost.
    throw new ServiceError(
      'lost',
      'video/fal: the answer has no request id; look at the page of the service',
    );
  }
  const origin = new URL(baseUrl).origin;
  const foreign = [status, response, cancel].find((url) => originOf(String(url)) !== origin);
  if (foreign === undefined) return operation as JsonValue;
  throw new ServiceError('lost', 'video/fal: the answer leads to another server; nothing was sent there');
}

function checkOperation(operation: unknown): FalOperation {
  const { id, status, response, cancel } = recordOf(operation);
  if ([id, status, response, cancel].every((value) => typeof value === 'string')) {
    return operation as FalOperation;
  }
  throw new ServiceError('failed', 'video/fal: the job record has no addresses; delete it');
}

async function readStatus(
  client: ServiceClient,
  operation: FalOperation,
  find: FindFalFiles,
  signal?: AbortSignal,
): Promise<VideoModelStatus> {
  const answer = recordOf(await client.call('GET', operation.status, { signal }));
  if (answer.status !== 'COMPLETED') {
    const position = answer.status === 'IN_QUEUE' ? Number(answer.queue_position) : Number.NaN;
    return {
      status: 'pending',
      providerMetadata: { fal: Number.isFinite(position) ? { queuePosition: position } : {} },
    };
  }
  const result = recordOf(await client.call('GET', operation.response, { signal }));
  const videos = find(result);
  if (typeof videos === 'string') return { status: 'error', error: videos };
  return {
    status: 'completed',
    videos,
    warnings: [],
    providerMetadata: { fal: typeof result.seed === 'number' ? { seed: result.seed } : {} },
  };
}

function originOf(url: string): string | undefined {
  try {
    return new URL(url).origin;
  } catch {
    return undefined;
  }
}
