/**
 * @file Appends to a glTF document: accessors and whatever refers to them. The only way posespace writes glTF,
 * whether it adds a clip to somebody's file or makes a new one out of nothing.
 */

import { concatenate, type GltfSource } from './container.js';
import type { GltfAccessor, GltfBufferView, GltfComponentType, GltfJson } from './gltf-json.js';

export type AccessorType = 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4' | 'MAT4';
export type AccessorArray = Float32Array | Uint32Array | Uint16Array | Uint8Array | Int16Array | Int8Array;

export interface AccessorOptions {
  /** Integers stand for 0..1 or −1..1. Default false. */
  readonly normalized?: boolean;
  /** Whether the data is vertex attributes or indices; anything else has no target. */
  readonly usage?: 'vertex' | 'index';
  /** Write `min` and `max`, which positions and animation inputs need. Default false. */
  readonly bounds?: boolean;
}

const ELEMENT_SIZES: Readonly<Record<AccessorType, number>> = Object.freeze({
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT4: 16,
});

export interface GltfBuilder {
  /** The document being built; changing it is how everything but bytes is added. */
  readonly json: GltfJson;
  /** Appends raw bytes as a buffer view and returns its index. */
  addBytes(bytes: Uint8Array, target?: number): number;
  /** Appends an accessor and returns its index. Rows of 1- and 2-byte vertex data are padded to 4 bytes. */
  addAccessor(array: AccessorArray, type: AccessorType, options?: AccessorOptions): number;
  /** Appends to a top-level list such as `nodes` and returns the index. */
  add<L extends ListName>(list: L, item: NonNullable<GltfJson[L]>[number]): number;
  /** The finished document. */
  finish(): GltfSource;
}

type ListName =
  | 'nodes'
  | 'meshes'
  | 'skins'
  | 'animations'
  | 'materials'
  | 'textures'
  | 'images'
  | 'samplers'
  | 'scenes';

/** Starts from a document, which is not changed, or from an empty one. */
export function createGltfBuilder(source?: GltfSource): GltfBuilder {
  const json: GltfJson = source
    ? structuredClone(source.json)
    : { asset: { version: '2.0', generator: 'posespace' }, scene: 0, scenes: [{ nodes: [] }] };
  const chunks: Uint8Array[] = source ? [source.bin] : [];
  let length = source?.bin.length ?? 0;

  const align = (): void => {
    const padding = (4 - (length & 3)) & 3;
    if (padding > 0) chunks.push(new Uint8Array(padding));
    length += padding;
  };

  const addBytes = (bytes: Uint8Array, target?: number): number => {
    align();
    const view: GltfBufferView = { buffer: 0, byteOffset: length, byteLength: bytes.byteLength };
    if (target !== undefined) view.target = target;
    chunks.push(bytes);
    length += bytes.byteLength;
    json.bufferViews ??= [];
    return json.bufferViews.push(view) - 1;
  };

  return {
    json,
    addBytes,
    addAccessor(array, type, options = {}) {
      const size = ELEMENT_SIZES[type];
      const rowBytes = size * array.BYTES_PER_ELEMENT;
      const padded = options.usage === 'vertex' && rowBytes % 4 !== 0;
      const bytes = padded
        ? padRows(array, size)
        : new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      const target = options.usage === 'vertex' ? 34962 : options.usage === 'index' ? 34963 : undefined;
      const bufferView = addBytes(bytes, target);
      if (padded) json.bufferViews![bufferView].byteStride = (rowBytes + 3) & ~3;
      const accessor: GltfAccessor = {
        bufferView,
        componentType: componentType(array),
        count: array.length / size,
        type,
      };
      if (options.normalized) accessor.normalized = true;
      if (options.bounds) Object.assign(accessor, bounds(array, size));
      json.accessors ??= [];
      return json.accessors.push(accessor) - 1;
    },
    add(list, item) {
      json[list] ??= [];
      return (json[list] as unknown[]).push(item) - 1;
    },
    finish() {
      if (source && length === source.bin.length) return { json, bin: source.bin };
      align();
      if (length > 0) {
        json.buffers ??= [];
        json.buffers[0] = { ...json.buffers[0], byteLength: length };
      }
      return { json, bin: concatenate(chunks, length) };
    },
  };
}

function componentType(array: AccessorArray): GltfComponentType {
  if (array instanceof Float32Array) return 5126;
  if (array instanceof Uint32Array) return 5125;
  if (array instanceof Uint16Array) return 5123;
  if (array instanceof Int16Array) return 5122;
  if (array instanceof Uint8Array) return 5121;
  return 5120;
}

function padRows(array: AccessorArray, size: number): Uint8Array {
  const rowBytes = size * array.BYTES_PER_ELEMENT;
  const stride = (rowBytes + 3) & ~3;
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  const out = new Uint8Array((array.length / size) * stride);
  for (let i = 0; i < array.length / size; i++) {
    out.set(bytes.subarray(i * rowBytes, (i + 1) * rowBytes), i * stride);
  }
  return out;
}

function bounds(array: AccessorArray, size: number): { min: number[]; max: number[] } {
  const min = new Array<number>(size).fill(Number.POSITIVE_INFINITY);
  const max = new Array<number>(size).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < array.length; i++) {
    const k = i % size;
    if (array[i] < min[k]) min[k] = array[i];
    if (array[i] > max[k]) max[k] = array[i];
  }
  return { min, max };
}
