/**
 * @file Reads any file that posespace knows, from bytes; works in Node and in browsers. `node.ts` adds the disk.
 */

import { PosespaceError } from '../base/errors.js';
import type { Finding } from '../base/finding.js';
import { formatOf } from './file-formats.js';
import type { ReadContext } from './formats/read-context.js';
import { checkShape } from './gltf/check.js';
import { type GltfSource, isGlb, packGltf, parseJson, splitGlb } from './gltf/container.js';
import { readGltfModel } from './gltf/read-model.js';
import { checkByteLimit, READ_LIMITS, type ReadLimits } from './limits.js';
import type { Model } from './model.js';

export interface ReadOptions {
  /** Gets a file that the read one refers to, by relative path. Without it such files count as missing. */
  readonly resolve?: (relativePath: string) => Promise<Uint8Array>;
  /** What a file may ask for. */
  readonly limits?: Partial<ReadLimits>;
  /** Frames per second of the clips; by default the file's own keys are kept. */
  readonly frameRate?: number;
}

/** Reads a file. `fileName` decides the format and names the model. */
export async function readModel(
  fileName: string,
  bytes: Uint8Array,
  options: ReadOptions = {},
): Promise<Model> {
  const limits = { ...READ_LIMITS, ...options.limits };
  checkByteLimit(bytes.length, limits);
  const resolve =
    options.resolve ??
    (async (path: string) => {
      throw new PosespaceError('file', `io/read: "${fileName}" needs "${path}", which was not given`);
    });
  const findings: Finding[] = [];
  const gltf = await readSource({ name: fileName, resolve, limits, findings }, bytes);
  const name = fileName.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '');
  return readGltfModel(gltf, { name, limits, frameRate: options.frameRate, findings });
}

function packChecked(
  json: GltfSource['json'],
  bin: Uint8Array | undefined,
  { resolve, limits, findings }: ReadContext,
): Promise<GltfSource> {
  checkShape(json);
  return packGltf(json, bin, resolve, limits, findings);
}

async function readSource(context: ReadContext, bytes: Uint8Array): Promise<GltfSource> {
  // The content decides where it can: a GLB by any name is a GLB.
  if (isGlb(bytes)) {
    const { json, bin } = splitGlb(bytes);
    return packChecked(json, bin, context);
  }
  switch (formatOf(context.name)) {
    case 'glb':
    case 'vrm':
      throw new PosespaceError(
        'bad-input',
        `io/read: "${context.name}" is not a GLB file; it should begin with "glTF"`,
      );
    case 'gltf':
      return packChecked(parseJson(bytes), undefined, context);
    case 'obj':
      return (await import('./formats/read-obj.js')).readObj(bytes, context);
    case 'ply':
      return (await import('./formats/read-ply.js')).readPly(bytes, context);
    case 'stl':
      return (await import('./formats/read-stl.js')).readStl(bytes, context);
    case 'fbx':
      return (await import('./formats/read-fbx.js')).readFbx(bytes, context);
    case 'bvh':
      return (await import('./formats/read-bvh.js')).readBvh(bytes, context);
  }
}
