/**
 * @file Decodes the accessors of a glTF document.
 *
 * Plain data is a view onto the file's bytes, or one copy where it is interleaved. Sparse data, meshopt and Draco
 * are handed to glTF-Transform, and only what holds numbers: nodes, skins, animations and materials stay in our
 * JSON. (Handing it everything copied every accessor and built an object for each: twice the time of the rest.)
 */

import { PosespaceError } from '../../base/errors.js';
import type { GltfSource } from './container.js';
import { dracoAttributes, type GltfAccessor, type GltfJson } from './gltf-json.js';

export type RawArray = Float32Array | Uint32Array | Uint16Array | Uint8Array | Int16Array | Int8Array;

/** Reads accessors by their index in the document. Arrays may be views onto the file: not to be written to. */
export interface DecodedGltf {
  /** Values as the file stores them; integers where it stores integers. */
  raw(index: number): RawArray;
  /** Values as floats, normalised integers mapped to 0..1 or −1..1. */
  floats(index: number): Float32Array;
  /** Numbers per element, e.g. 3 for VEC3. */
  elementSize(index: number): number;
  /** Elements of accessors whose Draco data holds another number than the document says. */
  readonly counts: ReadonlyMap<number, number>;
}

const ARRAYS = {
  5120: Int8Array,
  5121: Uint8Array,
  5122: Int16Array,
  5123: Uint16Array,
  5125: Uint32Array,
  5126: Float32Array,
} as const;
const ELEMENT_SIZES: Readonly<Record<string, number>> = {
  ...{ SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 },
  ...{ MAT2: 4, MAT3: 9, MAT4: 16 },
};
const CODECS = ['EXT_meshopt_compression', 'KHR_meshopt_compression', 'KHR_draco_mesh_compression'];

/** Decodes everything that `checkGltf` has passed. */
export async function decodeGltf(source: GltfSource): Promise<DecodedGltf> {
  const { json } = source;
  const accessors = json.accessors ?? [];
  const coded =
    json.extensionsUsed?.some((name) => CODECS.includes(name)) || accessors.some(({ sparse }) => sparse);
  const library = coded ? await decodeWithLibrary(source) : undefined;
  const elementSize = (index: number) => ELEMENT_SIZES[accessors[index].type];
  const counts = library ? dracoCounts(json, library) : new Map<number, number>();

  const raw = (index: number): RawArray => {
    const array = library ? library(index) : plainArray(source, accessors[index]);
    const length = (counts.get(index) ?? accessors[index].count) * elementSize(index);
    // An accessor without a buffer view is all zeros.
    if (!array) return new Float32Array(length);
    if (array.length !== length) {
      throw new PosespaceError(
        'bad-input',
        `io/gltf: accessor ${index} should hold ${length} numbers, its data decodes to ${array.length}`,
      );
    }
    return array;
  };
  return {
    raw,
    floats(index) {
      const array = raw(index);
      if (array instanceof Float32Array) return array;
      return accessors[index].normalized ? normalized(array) : Float32Array.from(array);
    },
    elementSize,
    counts,
  };
}

/** Where Draco data and document disagree on how much there is, the data is right: it has been decoded. */
function dracoCounts(json: GltfJson, library: (index: number) => RawArray | null): Map<number, number> {
  const counts = new Map<number, number>();
  for (const primitive of (json.meshes ?? []).flatMap(({ primitives }) => primitives)) {
    const coded = dracoAttributes(primitive);
    if (!coded) continue;
    const indices = Object.keys(coded).map((name) => primitive.attributes[name]);
    for (const index of [...indices, primitive.indices]) {
      const accessor = index === undefined ? undefined : json.accessors?.[index];
      const length = accessor && (library(index!)?.length ?? 0) / ELEMENT_SIZES[accessor.type];
      if (length !== undefined && Number.isInteger(length) && length !== accessor!.count) {
        counts.set(index!, length);
      }
    }
  }
  return counts;
}

function plainArray({ json, bin }: GltfSource, accessor: GltfAccessor): RawArray | undefined {
  if (accessor.bufferView === undefined) return undefined;
  const view = json.bufferViews![accessor.bufferView];
  const ArrayType = ARRAYS[accessor.componentType as keyof typeof ARRAYS];
  const size = ELEMENT_SIZES[accessor.type];
  const rowBytes = size * ArrayType.BYTES_PER_ELEMENT;
  const stride = view.byteStride ?? rowBytes;
  const start = bin.byteOffset + (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
  const length = accessor.count * size;
  if (stride === rowBytes && start % ArrayType.BYTES_PER_ELEMENT === 0) {
    return new ArrayType(bin.buffer as ArrayBuffer, start, length);
  }
  const bytes = new Uint8Array(
    bin.buffer,
    start,
    accessor.count === 0 ? 0 : (accessor.count - 1) * stride + rowBytes,
  );
  const packed = new Uint8Array(accessor.count * rowBytes);
  for (let from = 0, to = 0; to < packed.length; from += stride, to += rowBytes) {
    for (let k = 0; k < rowBytes; k++) packed[to + k] = bytes[from + k];
  }
  return new ArrayType(packed.buffer, 0, length);
}

/**
 * KHR_meshopt_compression is EXT_meshopt_compression with a newer stream version and a colour filter, which the decoder
 * knows; glTF-Transform knows only the older name (Khronos, extension registry).
 */
const knownCodec = (name: string): string =>
  name === 'KHR_meshopt_compression' ? 'EXT_meshopt_compression' : name;

async function decodeWithLibrary({ json, bin }: GltfSource): Promise<(index: number) => RawArray | null> {
  const { WebIO, EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization, MeshoptDecoder } =
    await import('./gltf-codecs.js');
  const codecs = [EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization];
  const used = [...new Set((json.extensionsUsed ?? []).map(knownCodec))].filter((name) =>
    codecs.some((codec) => codec.EXTENSION_NAME === name),
  );
  const io = new WebIO().registerExtensions(codecs);
  await MeshoptDecoder.ready;
  io.registerDependencies({ 'meshopt.decoder': MeshoptDecoder });
  if (used.includes(KHRDracoMeshCompression.EXTENSION_NAME)) {
    io.registerDependencies({ 'draco3d.decoder': await loadDraco() });
  }
  const stripped = {
    asset: { version: '2.0' },
    extensionsUsed: used,
    buffers: json.buffers,
    bufferViews: json.bufferViews?.map(({ extensions, ...view }) => ({
      ...view,
      ...(extensions && {
        extensions: Object.fromEntries(Object.entries(extensions).map(([k, v]) => [knownCodec(k), v])),
      }),
    })),
    accessors: json.accessors,
    meshes: json.meshes?.map(({ primitives }) => ({
      primitives: primitives.map(({ material: _, ...geometry }) => geometry),
    })),
  };
  try {
    const resources = { '@glb.bin': bin as Uint8Array<ArrayBuffer> };
    const document = await io.readJSON({ json: stripped, resources });
    const accessors = document.getRoot().listAccessors();
    return (index) => accessors[index].getArray();
  } catch (error) {
    throw new PosespaceError(
      'bad-input',
      `io/gltf: the data cannot be decoded (${(error as Error).message})`,
    );
  }
}

function normalized(array: Exclude<RawArray, Float32Array>): Float32Array {
  const signed = array instanceof Int8Array || array instanceof Int16Array;
  const scale = 1 / (2 ** (array.BYTES_PER_ELEMENT * 8 - (signed ? 1 : 0)) - 1);
  const out = new Float32Array(array.length);
  for (let i = 0; i < out.length; i++) out[i] = Math.max(-1, array[i] * scale);
  return out;
}

/** Large and rarely needed, so only loaded for files that use it. */
let loadDraco = async (): Promise<unknown> => {
  const { default: draco3d } = await import('#draco');
  return draco3d.createDecoderModule();
};

/**
 * Replaces the Draco decoder, for pages whose bundler does not copy the decoder's WASM file beside the bundle. The
 * function returns a decoder module of `draco3dgltf`.
 */
export function useDracoDecoder(load: () => Promise<unknown>): void {
  loadDraco = load;
}
