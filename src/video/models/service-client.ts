/**
 * @file HTTP to one service, whose answers are hostile: sizes are limited while they stream, only http and https, API
 * calls go to the service's own origin and follow no redirects (the key would go with them), downloads follow a few, none
 * of them into a private network. The origin that the user configured is always allowed: ComfyUI runs on this machine.
 *
 * A name that answers with another address between our lookup and the connection (DNS rebinding) is not caught.
 */

import { PosespaceError } from '../../base/errors.js';
import { isPrivateHost } from './private-address.js';
import { isUnsent, quoteService, ServiceError, troubleOfStatus } from './service-error.js';
import type { ServiceTools } from './service-tools.js';

/** Settings of a client. */
export interface ServiceClientOptions {
  /** The service's name in messages. */
  readonly name: string;
  /** Where its API is. */
  readonly baseUrl: string;
  /** Sent with every call of the API, and to no other origin. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Texts that no message may contain. */
  readonly secrets?: readonly string[];
}

/** Limits of what a service may send. */
export const SERVICE_LIMITS = Object.freeze({
  /** Bytes of an answer of the API. */
  jsonBytes: 4 << 20,
  /** Bytes of a video. */
  outputBytes: 512 << 20,
  redirects: 5,
  /** Milliseconds of one call, and of one download. */
  callTime: 60_000,
  downloadTime: 600_000,
});

/** HTTP to one service. */
export interface ServiceClient {
  /** Calls the API; the path is relative to the base, or an address of the same origin. */
  call(method: string, path: string, options?: CallOptions): Promise<unknown>;
  /** The bytes at an address that the service gave. */
  download(url: string, options?: { signal?: AbortSignal; maxBytes?: number }): Promise<Uint8Array>;
}

/** Options of a call. */
export interface CallOptions {
  readonly json?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
}

/** A client of one service. */
export function createServiceClient(
  { name, baseUrl, headers = {}, secrets = [] }: ServiceClientOptions,
  tools: Pick<ServiceTools, 'fetch' | 'lookup'>,
): ServiceClient {
  const base = parseUrl(baseUrl, `video/${name}: the address of the service`);
  const quote = (text: string) => quoteService(text, secrets);

  const send = async (url: URL, init: RequestInit, time: number, signal?: AbortSignal) => {
    const limit = AbortSignal.timeout(time);
    const both = signal ? AbortSignal.any([signal, limit]) : limit;
    try {
      return await tools.fetch(url, { ...init, redirect: 'manual', signal: both });
    } catch (error) {
      if (signal?.aborted) throw new PosespaceError('aborted', 'stopped by the caller');
      const reason = limit.aborted ? `no answer within ${time / 1000} s` : reasonOf(error);
      const trouble = isUnsent(error) ? 'busy' : 'lost';
      throw new ServiceError(
        trouble,
        `video/${name}: ${url.host} cannot be reached (${quote(reason)}); check the network and try again`,
      );
    }
  };

  return {
    async call(method, path, options = {}) {
      const url = parseUrl(path, `video/${name}: the address in the answer`, base);
      if (url.origin !== base.origin) {
        throw new ServiceError(
          'failed',
          `video/${name}: the answer leads to another server, got ${quote(url.origin)}; nothing was sent there`,
        );
      }
      const { json, form, signal } = options;
      const body = form ?? (json === undefined ? undefined : JSON.stringify(json));
      const given = Object.entries(options.headers ?? {}).filter(([, value]) => value !== undefined);
      const init: RequestInit = {
        method,
        headers: {
          ...(Object.fromEntries(given) as Record<string, string>),
          ...headers,
          accept: 'application/json',
          ...(json !== undefined && { 'content-type': 'application/json' }),
        },
        body,
      };
      const response = await send(url, init, SERVICE_LIMITS.callTime, signal);
      const bytes = await readLimited(response, SERVICE_LIMITS.jsonBytes, name, quote, signal);
      const text = new TextDecoder().decode(bytes);
      if (!response.ok) throw errorOfResponse(name, response, text, quote);
      return text.trim() === '' ? undefined : parseJson(text, name, quote);
    },

    async download(address, { signal, maxBytes = SERVICE_LIMITS.outputBytes } = {}) {
      let url = parseUrl(address, `video/${name}: the address of the video`);
      for (let hop = 0; hop <= SERVICE_LIMITS.redirects; hop++) {
        await checkTarget(url, base, name, tools);
        const own = url.origin === base.origin ? headers : {};
        const response = await send(
          url,
          { method: 'GET', headers: own },
          SERVICE_LIMITS.downloadTime,
          signal,
        );
        const next = response.status >= 300 && response.status < 400 && response.headers.get('location');
        if (next) {
          await response.body?.cancel();
          url = parseUrl(next, `video/${name}: the redirect of the video`, url);
          continue;
        }
        if (!response.ok) {
          await response.body?.cancel();
          throw errorOfResponse(name, response, '', quote);
        }
        return readLimited(response, maxBytes, name, quote, signal);
      }
      throw new ServiceError(
        'failed',
        `video/${name}: the video is behind more than ${SERVICE_LIMITS.redirects} redirects; it was not fetched`,
      );
    },
  };
}

function parseUrl(text: string, what: string, base?: URL): URL {
  let url: URL | undefined;
  try {
    url = new URL(text, base);
  } catch {
    url = undefined;
  }
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url;
  throw new ServiceError('failed', `${what} is not http or https, got ${quoteService(text.slice(0, 200))}`);
}

/** Throws where an address leads into a private network that the user did not configure. */
async function checkTarget(url: URL, base: URL, name: string, { lookup }: Pick<ServiceTools, 'lookup'>) {
  if (url.origin === base.origin) return;
  const host = url.hostname;
  let hidden = isPrivateHost(host);
  if (!hidden && lookup && !/^[\d.]+$|:/.test(host)) {
    const addresses = await lookup(host).catch(() => []);
    hidden = addresses.some(isPrivateHost);
  }
  if (!hidden) return;
  throw new ServiceError(
    'failed',
    `video/${name}: the video is said to be in a private network, got ${quoteService(url.origin)}; it was not fetched`,
  );
}

/** The body of a response, as long as it is not larger than allowed; a body that ends early is lost. */
async function readLimited(
  response: Response,
  maxBytes: number,
  name: string,
  quote: (text: string) => string,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const tooLarge = () =>
    new ServiceError('failed', `video/${name}: the answer is larger than ${maxBytes} bytes; it was not read`);
  const announced = Number(response.headers.get('content-length') ?? 0);
  if (announced > maxBytes) {
    await response.body?.cancel();
    throw tooLarge();
  }
  const reader = response.body?.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
      length += step.value.length;
      if (length > maxBytes) throw tooLarge();
      parts.push(step.value);
    }
  } catch (error) {
    await reader?.cancel().catch(() => undefined);
    if (error instanceof ServiceError) throw error;
    if (signal?.aborted) throw new PosespaceError('aborted', 'stopped by the caller');
    throw new ServiceError(
      'lost',
      `video/${name}: the answer broke off (${quote(reasonOf(error))}); try again`,
    );
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

function parseJson(text: string, name: string, quote: (text: string) => string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceError(
      'lost',
      `video/${name}: the answer is not JSON, got ${quote(text.slice(0, 80))}; try again later`,
    );
  }
}

/** An HTTP error in words. Services put the reason in `detail`, `error` or `message`. */
function errorOfResponse(
  name: string,
  { status, headers }: Response,
  text: string,
  quote: (text: string) => string,
): ServiceError {
  const reason = describeBody(text);
  const seconds = Number(headers.get('retry-after'));
  const retryAfter = seconds > 0 && seconds <= 3600 ? seconds * 1000 : undefined;
  const said = reason ? ` (${quote(reason)})` : '';
  const trouble = troubleOfStatus(status, reason);
  const what =
    trouble === 'denied'
      ? `the key was not accepted, or there is no credit${said}; check both`
      : trouble === 'refused'
        ? `refused${said}; change the prompt or the picture`
        : `answered ${status}${said}; ${trouble === 'failed' ? 'correct the request' : 'try again later'}`;
  return new ServiceError(trouble, `video/${name}: ${what}`, retryAfter);
}

/** The reason in an error body, whatever its shape. */
export function describeBody(text: string): string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return text.trimStart().startsWith('<') ? '' : text.slice(0, 300);
  }
  const pick = (value: unknown, depth: number): string => {
    if (typeof value === 'string') return value;
    if (typeof value !== 'object' || value === null || depth > 3) return '';
    if (Array.isArray(value)) {
      return value
        .slice(0, 5)
        .map((one) => pick(one, depth + 1))
        .filter(Boolean)
        .join('; ');
    }
    const { detail, error, message, msg, loc, type, node_errors: nodes } = value as Record<string, unknown>;
    const found = [detail, error, message, msg].map((one) => pick(one, depth + 1)).find(Boolean) ?? '';
    const where = Array.isArray(loc) ? `${loc.slice(0, 6).join('.')}: ` : '';
    const kind = typeof type === 'string' && msg !== undefined ? ` [${type}]` : '';
    return `${where}${found}${kind}${nodes ? describeNodes(nodes) : ''}`;
  };
  return pick(body, 0);
}

/** ComfyUI says per node what is wrong with a graph. */
function describeNodes(nodes: unknown): string {
  if (typeof nodes !== 'object' || nodes === null) return '';
  const lines = Object.values(nodes)
    .slice(0, 3)
    .flatMap((node) => {
      const { class_type: type, errors } = (node ?? {}) as { class_type?: unknown; errors?: unknown };
      const details = Array.isArray(errors)
        ? errors.slice(0, 2).map((one) => String(one?.details ?? one?.message ?? ''))
        : [];
      return `${String(type)}: ${details.join(', ')}`;
    });
  return lines.length > 0 ? ` (${lines.join('; ')})` : '';
}

function reasonOf(error: unknown): string {
  const cause = (error as { cause?: unknown })?.cause;
  const inner = cause instanceof Error ? ((cause as { code?: string }).code ?? cause.message) : undefined;
  return inner || (error instanceof Error ? error.message : String(error));
}
