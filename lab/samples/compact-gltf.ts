/**
 * @file A glTF document in fewer bytes that every reader of glTF 2.0 opens, as it takes no extension: rotations of clips
 * and skin weights are 16-bit fractions, off by at most 1/32767 and 1/65535, and all keys lie in one buffer view.
 */

import { type AccessorType, createGltfBuilder } from '../../src/io/gltf/builder.js';
import type { GltfSource } from '../../src/io/gltf/container.js';
import { decodeGltf, type RawArray } from '../../src/io/gltf/decode.js';
import type { GltfAccessor, GltfJson } from '../../src/io/gltf/gltf-json.js';

const VERTICES = 34962;
const INDICES = 34963;

/** The same document in fewer bytes. Its accessors must be plain: no sparse or compressed ones. */
export async function compactGltf(source: GltfSource): Promise<GltfSource> {
  const { accessors = [], bufferViews = [], buffers: _, ...rest } = source.json;
  const decoded = await decodeGltf(source);
  const rotations = rotationAccessors(source.json);
  const weights = weightAccessors(source.json);
  const matrices = new Set(source.json.skins?.map(({ inverseBindMatrices }) => inverseBindMatrices));
  const builder = createGltfBuilder({ json: { ...rest }, bin: new Uint8Array(0) });
  const keys: { accessor: GltfAccessor; array: RawArray }[] = [];
  // In the order of the document, so that indices stay what they are.
  for (const [i, { type, min, bufferView, normalized }] of accessors.entries()) {
    const { target } = bufferViews[bufferView!];
    // The keys of clips share a buffer view; whatever else it is has its own.
    if (target === VERTICES || target === INDICES || matrices.has(i)) {
      const isWeights = weights.has(i);
      builder.addAccessor(
        isWeights ? toWholeFractions(decoded.floats(i)) : decoded.raw(i),
        type as AccessorType,
        {
          normalized: isWeights || normalized,
          usage: target === VERTICES ? 'vertex' : target === INDICES ? 'index' : undefined,
          bounds: min !== undefined,
        },
      );
      continue;
    }
    const isRotation = rotations.has(i);
    const array = isRotation
      ? Int16Array.from(decoded.floats(i), (value) => Math.round(value * 32767))
      : decoded.raw(i);
    const accessor: GltfAccessor = {
      ...accessors[i],
      ...(isRotation && { componentType: 5122, normalized: true }),
    };
    keys.push({ accessor, array });
    builder.json.accessors ??= [];
    builder.json.accessors.push(accessor);
  }
  packKeys(keys, (bytes) => builder.addBytes(bytes));
  return builder.finish();
}

/** Lays arrays one after the other, each from a multiple of four bytes on. */
function packKeys(
  keys: readonly { readonly accessor: GltfAccessor; readonly array: RawArray }[],
  addBytes: (bytes: Uint8Array) => number,
): void {
  const starts: number[] = [];
  let length = 0;
  for (const { array } of keys) {
    starts.push(length);
    length += (array.byteLength + 3) & ~3;
  }
  const bytes = new Uint8Array(length);
  for (const [k, { array }] of keys.entries())
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), starts[k]);
  const bufferView = addBytes(bytes);
  for (const [k, { accessor }] of keys.entries())
    Object.assign(accessor, { bufferView, byteOffset: starts[k] });
}

const weightAccessors = ({ meshes = [] }: GltfJson): Set<number> =>
  new Set(meshes.flatMap(({ primitives }) => primitives.map(({ attributes }) => attributes.WEIGHTS_0)));

const rotationAccessors = ({ animations = [] }: GltfJson): Set<number> =>
  new Set(
    animations.flatMap(({ channels, samplers }) =>
      channels
        .filter(({ target }) => target.path === 'rotation')
        .map(({ sampler }) => samplers[sampler].output),
    ),
  );

/** Rows of four weights as 16-bit fractions that sum to one exactly: the largest takes what rounding leaves. */
function toWholeFractions(weights: Float32Array): Uint16Array {
  const out = Uint16Array.from(weights, (weight) => Math.round(weight * 65535));
  for (let v = 0; v < out.length; v += 4) {
    const row = out.subarray(v, v + 4);
    const largest = row.indexOf(Math.max(...row));
    row[largest] += 65535 - row.reduce((sum, weight) => sum + weight, 0);
  }
  return out;
}
