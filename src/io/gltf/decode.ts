/**
 * @file Decodes the accessors of a glTF document (component types, strides, sparse data, quantisation, meshopt
 * and Draco compression) with glTF-Transform. Only what holds numbers is handed to it: nodes, skins, animations
 * and materials stay in our JSON.
 */

import { type Accessor, type GLTF, WebIO } from '@gltf-transform/core';
import {
  EXTMeshoptCompression,
  KHRDracoMeshCompression,
  KHRMeshQuantization,
} from '@gltf-transform/extensions';
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { PosespaceError } from '../../base/errors.js';
import type { GltfSource } from './container.js';

const CODECS = [EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization];

/** Reads accessors by their index in the document. */
export interface DecodedGltf {
  /** Values as the file stores them; integers where it stores integers. */
  raw(index: number): Float32Array | Uint32Array | Uint16Array | Uint8Array | Int16Array | Int8Array;
  /** Values as floats, normalised integers mapped to 0..1 or −1..1. */
  floats(index: number): Float32Array;
  /** Numbers per element, e.g. 3 for VEC3. */
  elementSize(index: number): number;
}

/** Decodes everything that `checkGltf` has passed. */
export async function decodeGltf({ json, bin }: GltfSource): Promise<DecodedGltf> {
  const used = (json.extensionsUsed ?? []).filter((name) => CODECS.some((c) => c.EXTENSION_NAME === name));
  const io = new WebIO().registerExtensions(CODECS);
  await MeshoptDecoder.ready;
  io.registerDependencies({ 'meshopt.decoder': MeshoptDecoder });
  if (used.includes(KHRDracoMeshCompression.EXTENSION_NAME)) {
    io.registerDependencies({ 'draco3d.decoder': await loadDraco() });
  }
  const stripped: GLTF.IGLTF = {
    asset: { version: '2.0' },
    extensionsUsed: used,
    buffers: json.buffers,
    bufferViews: json.bufferViews,
    accessors: json.accessors,
    meshes: json.meshes?.map(({ primitives }) => ({
      primitives: primitives.map(({ material: _, ...geometry }) => geometry),
    })),
  };
  let accessors: Accessor[];
  try {
    const document = await io.readJSON({
      json: stripped,
      resources: { '@glb.bin': bin as Uint8Array<ArrayBuffer> },
    });
    accessors = document.getRoot().listAccessors();
  } catch (error) {
    throw new PosespaceError(
      'bad-input',
      `io/gltf: the data cannot be decoded (${(error as Error).message})`,
    );
  }

  const raw = (index: number) => {
    const array = accessors[index].getArray();
    const length = json.accessors![index].count * accessors[index].getElementSize();
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
      const out = Float32Array.from(array);
      if (accessors[index].getNormalized()) normalize(out, array.BYTES_PER_ELEMENT, array);
      return out;
    },
    elementSize: (index) => accessors[index].getElementSize(),
  };
}

function normalize(out: Float32Array, bytes: number, array: object): void {
  const signed = array instanceof Int8Array || array instanceof Int16Array;
  const scale = 1 / (2 ** (bytes * 8 - (signed ? 1 : 0)) - 1);
  for (let i = 0; i < out.length; i++) out[i] = Math.max(-1, out[i] * scale);
}

/** Large and rarely needed, so only loaded for files that use it. */
let loadDraco = async (): Promise<unknown> => {
  const { default: draco3d } = await import('draco3dgltf');
  return draco3d.createDecoderModule();
};

/**
 * Says where the decoder module of `draco3dgltf` comes from. Node finds the installed one by itself; a web page that
 * wants to read Draco must call this, because only its bundler knows where the decoder's WASM file lies.
 */
export function useDracoDecoder(load: () => Promise<unknown>): void {
  loadDraco = load;
}
