/**
 * @file A glTF file as plain data: its JSON and one block of bytes.
 *
 * posespace changes a file by appending to it: new accessors, nodes, skins and animations go behind what is
 * there, so every index that a material, a texture or an extension we have never heard of holds stays valid.
 * (A document model that is written back whole, such as glTF-Transform's, drops unknown extensions and
 * renumbers textures, which breaks VRM.)
 */

import { PosespaceError, requireInput } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import { checkByteLimit, type ReadLimits } from '../limits.js';
import type { GltfBuffer, GltfJson } from './gltf-json.js';

export interface GltfSource {
  readonly json: GltfJson;
  /** The content of buffer 0. */
  readonly bin: Uint8Array;
  /** Where the reader of another format has renumbered the vertices. */
  readonly fileOrder?: FileOrder;
}

/** Which vertex of the file each vertex of the mesh is. */
export interface FileOrder {
  /** Vertices in the file. */
  readonly count: number;
  /** [V] */
  readonly vertices: Uint32Array;
}

const MAGIC = 0x46546c67;
const CHUNK_JSON = 0x4e4f534a;
const CHUNK_BIN = 0x004e4942;

/**
 * Reads the bytes of a relative URI. Never called with a scheme or an absolute path, nor with one that leaves the folder
 * unless `parentPaths` allows it.
 */
export type ResolveUri = (uri: string) => Promise<Uint8Array>;

export const isGlb = (bytes: Uint8Array): boolean =>
  bytes.length >= 4 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === MAGIC;

/** Splits a GLB into its JSON and binary chunk. */
export function splitGlb(
  bytes: Uint8Array,
  findings: Finding[] = [],
): { json: GltfJson; bin: Uint8Array | undefined } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  requireInput(bytes.length >= 20 && isGlb(bytes), 'io/gltf: not a GLB file; it should begin with "glTF"');
  const version = view.getUint32(4, true);
  requireInput(version === 2, `io/gltf: GLB version ${version}; only version 2 is read, convert it first`);
  const length = view.getUint32(8, true);
  requireInput(
    length <= bytes.length,
    `io/gltf: the GLB is truncated, ${bytes.length} of ${length} bytes; fetch it again`,
  );
  let unaligned = 0;
  let json: GltfJson | undefined;
  let bin: Uint8Array | undefined;
  for (let at = 12; at + 8 <= length; ) {
    const size = view.getUint32(at, true);
    const type = view.getUint32(at + 4, true);
    requireInput(
      at + 8 + size <= length,
      'io/gltf: a GLB chunk reaches past the end of the file; fetch it again',
    );
    const chunk = bytes.subarray(at + 8, at + 8 + size);
    if (type === CHUNK_JSON && !json) json = parseJson(chunk);
    else if (type === CHUNK_BIN && !bin) bin = chunk;
    const next = at + 8 + size;
    const padding = (4 - (size & 3)) & 3;
    // Chunks should be padded to four bytes; where one is not, the next begins right behind it.
    const bare = padding > 0 && isChunk(view, next, length) && !isChunk(view, next + padding, length);
    if (bare || (padding > 0 && next === length)) unaligned++;
    at = bare ? next : next + padding;
  }
  requireInput(json, 'io/gltf: the GLB has no JSON chunk');
  if (unaligned > 0) {
    findings.push({
      code: 'unaligned-chunks',
      severity: 'warning',
      message: `${unaligned} chunks of the GLB do not end at a multiple of four bytes`,
      fix: 'nothing to do here; write the file again for readers that are stricter',
    });
  }
  return { json, bin };
}

/** Whether a known chunk that fits begins at a position. */
function isChunk(view: DataView, at: number, length: number): boolean {
  if (at + 8 > length) return false;
  const type = view.getUint32(at + 4, true);
  return (type === CHUNK_JSON || type === CHUNK_BIN) && at + 8 + view.getUint32(at, true) <= length;
}

/** Parses the JSON of a glTF file. */
export function parseJson(bytes: Uint8Array): GltfJson {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new PosespaceError('bad-input', `io/gltf: the JSON cannot be parsed (${(error as Error).message})`);
  }
  requireInput(
    typeof json === 'object' && json !== null && !Array.isArray(json) && 'asset' in json,
    'io/gltf: the JSON is not a glTF document; it has no "asset"',
  );
  return json as GltfJson;
}

interface BufferSlice {
  buffer: number;
  byteOffset?: number;
}

/**
 * Brings a document into the normal form: one buffer with all bytes, images in buffer views. `bin` is the GLB's
 * binary chunk where there is one; other buffers and images come from data URIs or from `resolve`.
 */
export async function packGltf(
  json: GltfJson,
  bin: Uint8Array | undefined,
  resolve: ResolveUri,
  limits: ReadLimits,
  findings: Finding[] = [],
  parentPaths = false,
): Promise<GltfSource> {
  const files: FileAccess = { resolve, limits, parentPaths };
  const buffers = json.buffers ?? [];
  const external = (json.images ?? []).some((image) => image.uri !== undefined);
  if (buffers.length <= 1 && buffers[0]?.uri === undefined && !external) {
    checkBufferLength(buffers[0], bin?.length ?? 0);
    return { json, bin: bin ?? new Uint8Array(0) };
  }

  // (1) Lay all buffers that have bytes one behind the other.
  const packed: GltfJson = structuredClone(json);
  const chunks: Uint8Array[] = [];
  let length = 0;
  const append = (bytes: Uint8Array): number => {
    const at = length;
    length += bytes.length;
    checkByteLimit(length, limits);
    chunks.push(bytes);
    const padding = (4 - (length & 3)) & 3;
    if (padding > 0) chunks.push(new Uint8Array(padding));
    length += padding;
    return at;
  };
  const fallbacks: GltfBuffer[] = [];
  const place: { buffer: number; byteOffset: number }[] = [];
  for (const [index, buffer] of buffers.entries()) {
    const own = index === 0 && buffer.uri === undefined ? bin : undefined;
    const bytes = buffer.uri !== undefined ? await resolveUri(buffer.uri, files) : own;
    if (bytes) {
      checkBufferLength(buffer, bytes.length);
      place.push({ buffer: 0, byteOffset: append(bytes.subarray(0, buffer.byteLength)) });
    } else {
      // A fallback buffer of EXT_meshopt_compression: a size, no bytes.
      fallbacks.push(buffer);
      place.push({ buffer: fallbacks.length, byteOffset: 0 });
    }
  }
  const move = (slice: BufferSlice | undefined): void => {
    const target = slice && place[slice.buffer];
    if (!target) return;
    slice.buffer = target.buffer;
    slice.byteOffset = (slice.byteOffset ?? 0) + target.byteOffset;
  };
  for (const view of packed.bufferViews ?? []) {
    move(view);
    for (const extension of Object.values(view.extensions ?? {})) move(extension as BufferSlice);
  }

  // (2) Images into buffer views.
  for (const image of packed.images ?? []) {
    if (image.uri === undefined) continue;
    const bytes = await resolveImage(image.uri, files, findings);
    if (!bytes) continue;
    packed.bufferViews ??= [];
    packed.bufferViews.push({ buffer: 0, byteOffset: append(bytes), byteLength: bytes.length });
    image.mimeType ??= pictureType(bytes) ?? /^data:([^;,]+)/.exec(image.uri)?.[1] ?? 'image/png';
    image.name ??= image.uri.startsWith('data:') ? undefined : image.uri.replace(/^.*\/|\.\w+$/g, '');
    image.bufferView = packed.bufferViews.length - 1;
    delete image.uri;
  }
  packed.buffers = [{ byteLength: length }, ...fallbacks];
  return { json: packed, bin: concatenate(chunks, length) };
}

function checkBufferLength(buffer: GltfBuffer | undefined, available: number): void {
  const claimed = buffer?.byteLength ?? 0;
  requireInput(
    Number.isInteger(claimed) && claimed >= 0 && claimed <= available,
    `io/gltf: a buffer claims ${claimed} bytes, ${available} are there; the file is truncated, fetch it again`,
  );
}

/** A picture that is missing is no reason not to read the body: the reference stays as it is. */
async function resolveImage(
  uri: string,
  files: FileAccess,
  findings: Finding[],
): Promise<Uint8Array | undefined> {
  try {
    return await resolveUri(uri, files);
  } catch (error) {
    if (error instanceof PosespaceError && error.code === 'bad-input') throw error;
    findings.push({
      code: 'missing-file',
      severity: 'warning',
      message: `the picture "${uri.slice(0, 80)}" could not be read (${(error as Error).message.slice(0, 120)})`,
      fix: 'put it beside the file and read again; until then the reference is kept',
    });
    return undefined;
  }
}

/** How files that a document names are reached. */
interface FileAccess {
  readonly resolve: ResolveUri;
  readonly limits: ReadLimits;
  /** Paths with `..` are handed to `resolve`, which guards them. */
  readonly parentPaths: boolean;
}

async function resolveUri(uri: string, { resolve, limits, parentPaths }: FileAccess): Promise<Uint8Array> {
  requireInput(typeof uri === 'string', 'io/gltf: a URI is not a string');
  if (uri.startsWith('data:')) return decodeDataUri(uri);
  let path: string;
  try {
    path = decodeURIComponent(uri);
  } catch {
    throw new PosespaceError('bad-input', 'io/gltf: a URI is not properly encoded');
  }
  const escapes = path.includes('\0') || (!parentPaths && path.split(/[\\/]/).includes('..'));
  if (escapes || /^[a-z][a-z0-9+.-]*:/i.test(path) || /^[\\/]/.test(path)) {
    throw new PosespaceError(
      'bad-input',
      `io/gltf: refuses to open "${path.slice(0, 80)}"; only files beside or below the document are read; allow a folder above with root`,
    );
  }
  const bytes = await resolve(path).catch((error: unknown) => {
    if (error instanceof PosespaceError) throw error;
    throw new PosespaceError(
      'file',
      `io/gltf: "${path.slice(0, 80)}" could not be read (${String(error).slice(0, 120)})`,
    );
  });
  checkByteLimit(bytes.length, limits);
  return bytes;
}

function decodeDataUri(uri: string): Uint8Array {
  const comma = uri.indexOf(',');
  requireInput(comma > 0, 'io/gltf: a data URI has no content');
  const payload = uri.slice(comma + 1);
  try {
    if (!uri.slice(0, comma).endsWith(';base64'))
      return new TextEncoder().encode(decodeURIComponent(payload));
    return Uint8Array.from(atob(payload), (c) => c.charCodeAt(0));
  } catch {
    throw new PosespaceError('bad-input', 'io/gltf: a data URI cannot be decoded');
  }
}

/** What a picture is by its bytes, because file names lie. */
export function pictureType(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47) return 'image/png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'image/jpeg';
  if (bytes[8] === 0x57 && bytes[9] === 0x45) return 'image/webp';
  if (bytes[0] === 0xab && bytes[1] === 0x4b) return 'image/ktx2';
  return undefined;
}

export function concatenate(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const out = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    out.set(chunk, at);
    at += chunk.length;
  }
  return out;
}

/** Joins JSON and bytes into a GLB. */
export function encodeGlb(source: GltfSource): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(source.json));
  const jsonLength = (text.length + 3) & ~3;
  const binLength = (source.bin.length + 3) & ~3;
  const length = 12 + 8 + jsonLength + (binLength > 0 ? 8 + binLength : 0);
  const out = new Uint8Array(length);
  const view = new DataView(out.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, length, true);
  view.setUint32(12, jsonLength, true);
  view.setUint32(16, CHUNK_JSON, true);
  out.set(text, 20);
  out.fill(0x20, 20 + text.length, 20 + jsonLength);
  if (binLength > 0) {
    view.setUint32(20 + jsonLength, binLength, true);
    view.setUint32(24 + jsonLength, CHUNK_BIN, true);
    out.set(source.bin, 28 + jsonLength);
  }
  return out;
}
