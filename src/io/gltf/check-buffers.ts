/** @file Holds the buffer views and accessors of a glTF document against the bytes that are there. */

import { requireInput } from '../../base/errors.js';
import { checkElementLimit, type ReadLimits } from '../limits.js';
import { checkIndex, checkRange } from './check-values.js';
import type { GltfSource } from './container.js';
import { dracoAttributes, type GltfBufferView, type GltfJson } from './gltf-json.js';

// Maps: a table would also know what every object has, such as a "constructor".
const COMPONENT_BYTES: ReadonlyMap<unknown, number> = new Map([
  [5120, 1],
  [5121, 1],
  [5122, 2],
  [5123, 2],
  [5125, 4],
  [5126, 4],
]);
const TYPE_SIZES: ReadonlyMap<unknown, number> = new Map([
  ['SCALAR', 1],
  ['VEC2', 2],
  ['VEC3', 3],
  ['VEC4', 4],
  ['MAT2', 4],
  ['MAT3', 9],
  ['MAT4', 16],
]);
/** Components that indices may have. */
export const UNSIGNED: ReadonlySet<unknown> = new Set([5121, 5123, 5125]);

const MESHOPT = ['EXT_meshopt_compression', 'KHR_meshopt_compression'];
const DRACO = 'KHR_draco_mesh_compression';

interface MeshoptView {
  buffer: number;
  byteOffset?: number;
  byteLength: number;
  byteStride: number;
  count: number;
}

export function checkBufferViews({ json, bin }: GltfSource, limits: ReadLimits): void {
  let decoded = 0;
  for (const [i, view] of (json.bufferViews ?? []).entries()) {
    const what = `buffer view ${i}`;
    checkIndex(view.buffer, json.buffers, what);
    // Decoders go by the list of extensions: a view that it does not cover must have bytes of its own.
    const compressed = meshoptView(json, view);
    if (compressed) {
      checkRange(
        compressed.byteOffset ?? 0,
        compressed.byteLength,
        compressed.buffer === 0 ? bin.length : 0,
        what,
      );
      const size = compressed.count * compressed.byteStride;
      requireInput(
        Number.isInteger(compressed.count) &&
          compressed.byteStride >= 1 &&
          compressed.byteStride <= 256 &&
          size <= view.byteLength,
        `io/gltf: ${what} claims ${compressed.count} rows of ${compressed.byteStride} bytes`,
      );
      decoded += size;
      requireInput(
        decoded <= limits.maxBytes,
        `io/gltf: compressed data unpacks to more than ${limits.maxBytes} bytes`,
      );
    } else {
      checkRange(view.byteOffset ?? 0, view.byteLength, view.buffer === 0 ? bin.length : 0, what);
    }
  }
}

function meshoptView(json: GltfJson, view: GltfBufferView): MeshoptView | undefined {
  const codec = MESHOPT.find((name) => json.extensionsUsed?.includes(name) && view.extensions?.[name]);
  return codec === undefined ? undefined : (view.extensions![codec] as MeshoptView);
}

export function checkAccessors(json: GltfJson, limits: ReadLimits): void {
  let total = 0;
  for (const [i, accessor] of (json.accessors ?? []).entries()) {
    const what = `accessor ${i}`;
    const size = TYPE_SIZES.get(accessor.type);
    const bytes = COMPONENT_BYTES.get(accessor.componentType);
    requireInput(
      size && bytes,
      `io/gltf: ${what} has type ${accessor.type} of ${accessor.componentType}, which glTF does not know`,
    );
    requireInput(
      Number.isInteger(accessor.count) && accessor.count >= 0,
      `io/gltf: ${what} has count ${accessor.count}`,
    );
    total += accessor.count;
    checkElementLimit('elements', total, limits);
    if (accessor.bufferView !== undefined) {
      checkIndex(accessor.bufferView, json.bufferViews, what);
      const view = json.bufferViews![accessor.bufferView];
      const stride = view.byteStride ?? size * bytes;
      requireInput(
        Number.isInteger(stride) && stride > 0,
        `io/gltf: ${what} has a stride of ${stride} bytes`,
      );
      const length = accessor.count === 0 ? 0 : (accessor.count - 1) * stride + size * bytes;
      checkRange(accessor.byteOffset ?? 0, length, view.byteLength, what);
    }
    const { sparse } = accessor;
    if (sparse) {
      requireInput(
        Number.isInteger(sparse.count) && sparse.count >= 0 && sparse.count <= accessor.count,
        `io/gltf: ${what} replaces ${sparse.count} of its ${accessor.count} elements`,
      );
      checkIndex(sparse.indices?.bufferView, json.bufferViews, what);
      checkIndex(sparse.values?.bufferView, json.bufferViews, what);
      requireInput(
        UNSIGNED.has(sparse.indices.componentType),
        `io/gltf: ${what} has sparse indices of ${sparse.indices.componentType}, which glTF does not know`,
      );
      const indexBytes = COMPONENT_BYTES.get(sparse.indices.componentType)!;
      const indexView = json.bufferViews![sparse.indices.bufferView];
      const valueView = json.bufferViews![sparse.values.bufferView];
      checkRange(sparse.indices.byteOffset ?? 0, sparse.count * indexBytes, indexView.byteLength, what);
      checkRange(sparse.values.byteOffset ?? 0, sparse.count * size * bytes, valueView.byteLength, what);
    }
  }
}

/** An accessor without bytes is all zeros: as many as something that the file has bytes for, and no more. */
export function checkZeros(json: GltfJson): void {
  const coded = new Set<number | undefined>();
  for (const primitive of json.meshes?.flatMap(({ primitives }) => primitives ?? []) ?? []) {
    const attributes = json.extensionsUsed?.includes(DRACO) && dracoAttributes(primitive);
    if (!attributes) continue;
    coded.add(primitive.indices);
    for (const name of Object.keys(attributes)) coded.add(primitive.attributes?.[name]);
  }
  const accessors = json.accessors ?? [];
  const backed = accessors.map(({ bufferView, count }, i) =>
    bufferView !== undefined || coded.has(i) ? count : 0,
  );
  const most = backed.reduce((a, b) => Math.max(a, b), 0);
  for (const [i, { count }] of accessors.entries()) {
    requireInput(
      backed[i] > 0 || count <= most,
      `io/gltf: accessor ${i} claims ${count} elements without bytes, the file has bytes for ${most}; it is damaged`,
    );
  }
}
