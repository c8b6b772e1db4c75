/**
 * @file What is asked of a video model, and its content hash: the same request to the same model has the same hash, under
 * which its job and its video are kept, so that nothing is paid for twice.
 */

import { PosespaceError } from '../../base/errors.js';
import type { JsonValue, VideoModelCall, VideoModelFile } from './video-model.js';

/** A file that goes with a request. */
export interface RequestFile {
  /** `image/png`, `video/mp4`. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** A point of a track, pixels from the top left corner. */
export interface TrackPoint {
  readonly x: number;
  readonly y: number;
}

/** What is asked of a video model. */
export interface VideoRequest {
  readonly prompt: string;
  /** The picture that the video starts with. */
  readonly firstFrame?: RequestFile;
  /** The picture that the video ends with. */
  readonly lastFrame?: RequestFile;
  /** A video of the depth: near is bright. */
  readonly depth?: RequestFile;
  /** Frames of the depth, for models that take pictures. */
  readonly depthFrames?: readonly RequestFile[];
  /** Where points of the first frame go, one point per frame. */
  readonly tracks?: readonly (readonly TrackPoint[])[];
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** Frames per second. */
  readonly fps: number;
  readonly seed: number;
  /** Fields that are sent to the service as they are. */
  readonly extra?: { readonly [field: string]: JsonValue };
}

/** What our own adapters read from `providerOptions.posespace` beside what the AI SDK has. */
export interface RequestControls {
  readonly frames?: number;
  readonly depth?: RequestFile;
  readonly depthFrames?: readonly RequestFile[];
  readonly tracks?: readonly (readonly TrackPoint[])[];
  readonly extra?: { readonly [field: string]: JsonValue };
  /** The id of the job, for services that let the caller choose one. */
  readonly jobId?: string;
}

const LARGEST_SIDE = 4096;
const MOST_FRAMES = 1000;

/** Throws unless the request can be sent. */
export function checkVideoRequest(request: VideoRequest): void {
  const { prompt, width, height, frames, fps, seed } = request;
  const wrong =
    prompt.trim() === ''
      ? 'the prompt is empty; say what the creature does'
      : ![width, height].every((side) => Number.isInteger(side) && side >= 16 && side <= LARGEST_SIDE)
        ? `the size is ${width} x ${height}; give whole numbers from 16 to ${LARGEST_SIDE}`
        : !(Number.isInteger(frames) && frames >= 1 && frames <= MOST_FRAMES)
          ? `there are ${frames} frames; give 1 to ${MOST_FRAMES}`
          : !(fps >= 1 && fps <= 120)
            ? `fps is ${fps}; give 1 to 120`
            : !Number.isSafeInteger(seed)
              ? `the seed is ${seed}; give a whole number`
              : undefined;
  if (wrong) throw new PosespaceError('bad-usage', `video/generateVideo: ${wrong}`);
}

/** The request as the AI SDK's models take it. What it has no field for goes to `providerOptions`. */
export function videoModelCall(request: VideoRequest, provider: string, jobId?: string): VideoModelCall {
  const { prompt, firstFrame, lastFrame, width, height, frames, fps, seed, extra } = request;
  const file = ({ mediaType, bytes }: RequestFile): VideoModelFile => ({
    type: 'file',
    mediaType,
    data: bytes,
  });
  const divisor = greatestCommonDivisor(width, height);
  const { depth, depthFrames, tracks } = request;
  const controls: RequestControls = { frames, depth, depthFrames, tracks, extra, jobId };
  return {
    prompt,
    n: 1,
    aspectRatio: `${width / divisor}:${height / divisor}`,
    resolution: `${width}x${height}`,
    duration: frames / fps,
    fps,
    seed,
    image: firstFrame && file(firstFrame),
    frameImages: lastFrame && [
      ...(firstFrame ? [{ image: file(firstFrame), frameType: 'first_frame' as const }] : []),
      { image: file(lastFrame), frameType: 'last_frame' as const },
    ],
    inputReferences: undefined,
    generateAudio: false,
    providerOptions: { posespace: controls, ...(extra && { [provider.split('.')[0]]: extra }) },
    ...(jobId !== undefined && { headers: { 'idempotency-key': jobId } }),
  };
}

/** The controls of a call, where it came from `videoModelCall`. */
export const controlsOf = (call: VideoModelCall): RequestControls => call.providerOptions?.posespace ?? {};

/** The first or last frame of a call. */
export function frameOf(call: VideoModelCall, which: 'first' | 'last'): VideoModelFile | undefined {
  const found = call.frameImages?.find(({ frameType }) => frameType === `${which}_frame`)?.image;
  return found ?? (which === 'first' ? call.image : undefined);
}

/** A file as a data URI, or its address. */
export function fileUri(file: VideoModelFile): string {
  if (file.type === 'url') return file.url;
  return `data:${file.mediaType};base64,${typeof file.data === 'string' ? file.data : base64Of(file.data)}`;
}

/** Base64 of bytes, in pieces that fit on the stack. */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
}

/** SHA-256 of the request and the name of the model, hexadecimal. */
export async function hashVideoRequest(request: VideoRequest, model: string): Promise<string> {
  const files: Uint8Array[] = [];
  // Files stand in the text by number and length, and follow it as they are.
  const text = JSON.stringify({ model, request: sorted(request) }, (_, value) => {
    if (!(value instanceof Uint8Array)) return value;
    files.push(value);
    return `bytes ${files.length}: ${value.length}`;
  });
  const parts = [new TextEncoder().encode(text), ...files];
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', all));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A value whose records have their fields in order, those that are undefined left out. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, sorted(one)]),
  );
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
