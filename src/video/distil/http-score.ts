/**
 * @file A score model behind HTTP: a GPU machine runs a video diffusion model, this asks it for gradients.
 *
 * One POST per film: four bytes, the length of a JSON text `{version, frames, height, width, prompt, time, seed,
 * guidance}`, little-endian; the text; the frames as bytes, sRGB [F, H, W, 3]. The answer is the gradient as 16-bit floats,
 * little-endian, in the same layout. Any other status is an error, whose text is shown. Answers are hostile: their length is
 * known beforehand and nothing else is read.
 */

import { PosespaceError } from '../../base/errors.js';
import { pauseUnlessAborted } from '../../base/progress.js';
import type { ScoreModel, ScoreRequest } from './score-model.js';

/** What a score model needs of its surroundings. */
export interface HttpScoreTools {
  readonly fetch: typeof fetch;
  /** Waits so many milliseconds, or until it is stopped. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** Tries per film where the server is busy or cannot be reached, and the first wait between them, milliseconds. */
const TRIES = 5;
const FIRST_WAIT = 1000;
const MOST_ERROR_TEXT = 300;

/** The score model at an address. */
export function createHttpScore(address: string, tools: HttpScoreTools): ScoreModel {
  const url = parseAddress(address);
  return {
    name: url.host,
    async gradient(request) {
      const body = encodeRequest(request);
      for (let tried = 1; ; tried++) {
        await pauseUnlessAborted(request.signal);
        const answer = await ask(url, body, request, tools, tried === TRIES);
        if (answer) return answer;
        await tools.sleep(FIRST_WAIT * 2 ** (tried - 1), request.signal);
      }
    },
  };
}

/** The gradient; undefined where another try is worth it. */
async function ask(
  url: URL,
  body: Uint8Array<ArrayBuffer>,
  { frames, signal }: ScoreRequest,
  { fetch }: HttpScoreTools,
  last: boolean,
): Promise<Float32Array | undefined> {
  let answer: { readonly status: number; readonly bytes: Uint8Array };
  try {
    answer = await exchange(url, body, frames.length * 2, { fetch, signal });
  } catch (error) {
    if (error instanceof PosespaceError) throw error;
    if (signal?.aborted || !last) return undefined;
    throw new PosespaceError(
      'file',
      `video/distil: the score server at ${url.host} cannot be reached (${(error as Error).message}); start it, then go on with the same command`,
    );
  }
  const { status, bytes } = answer;
  if (status !== 200) {
    if ((status === 503 || status === 429) && !last) return undefined;
    const text = new TextDecoder().decode(bytes);
    throw new PosespaceError('file', `video/distil: the score server answered ${status}: ${text}`);
  }
  if (bytes.length !== frames.length * 2) {
    throw new PosespaceError(
      'bad-input',
      `video/distil: the score server should send ${frames.length * 2} bytes, got ${bytes.length}; it speaks another version`,
    );
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Float32Array.from(frames, (_, i) => decodeHalf(view.getUint16(i * 2, true)));
}

/** Sends a film; the answer's bytes, of an error the beginning. */
async function exchange(
  url: URL,
  body: Uint8Array<ArrayBuffer>,
  most: number,
  { fetch, signal }: Pick<HttpScoreTools, 'fetch'> & Pick<ScoreRequest, 'signal'>,
): Promise<{ readonly status: number; readonly bytes: Uint8Array }> {
  const headers = { 'content-type': 'application/octet-stream' };
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal });
  const bytes = response.ok
    ? await readUpTo(response, most, false)
    : await readUpTo(response, MOST_ERROR_TEXT, true);
  return { status: response.ok ? 200 : response.status, bytes };
}

function encodeRequest({
  frames,
  shape,
  prompt,
  time,
  seed,
  guidance,
}: ScoreRequest): Uint8Array<ArrayBuffer> {
  const [count, height, width] = shape;
  const json = new TextEncoder().encode(
    JSON.stringify({ version: 1, frames: count, height, width, prompt, time, seed, guidance }),
  );
  const body = new Uint8Array(4 + json.length + frames.length);
  new DataView(body.buffer).setUint32(0, json.length, true);
  body.set(json, 4);
  for (let i = 0; i < frames.length; i++) {
    body[4 + json.length + i] = Math.round(Math.min(1, Math.max(0, frames[i])) * 255);
  }
  return body;
}

/** Bytes of an answer; beyond `most` it fails, or is cut where `cut` says so. */
async function readUpTo(response: Response, most: number, cut: boolean): Promise<Uint8Array> {
  const out = new Uint8Array(most);
  let length = 0;
  const reader = response.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    if (length + value.length > most) {
      await reader.cancel();
      if (!cut)
        throw new PosespaceError('bad-input', `video/distil: the score server sent more than ${most} bytes`);
      out.set(value.subarray(0, most - length), length);
      return out;
    }
    out.set(value, length);
    length += value.length;
  }
  return out.subarray(0, length);
}

/** The number of 16 bits, IEEE 754. */
export function decodeHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

function parseAddress(address: string): URL {
  let url: URL | undefined;
  try {
    url = new URL(address);
  } catch {}
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  throw new PosespaceError(
    'bad-usage',
    `video/distil: a score server is an address such as http://127.0.0.1:8123, got "${address.slice(0, 80)}"`,
  );
}
