/** @file Meshes of a folder that need not share vertices, one per frame, for Node. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PosespaceError } from '../base/errors.js';
import { throwIfAborted, type WorkOptions } from '../base/progress.js';
import type { Mesh } from '../mesh/mesh.js';
import { READ_LIMITS, type ReadLimits } from './limits.js';
import { readModelFile } from './node.js';
import { compareNaturally } from './read-sequence.js';

const FORMATS = ['glb', 'obj', 'ply', 'stl', 'gltf', 'off', 'fbx', 'dae'] as const;
const MOST_FILES = 10_000;

/** Options of `readMeshFolder`. */
export interface ReadMeshFolderOptions extends WorkOptions {
  /** Limits on each file; the vertices of all frames together count against `maxElements`. */
  readonly limits?: Partial<ReadLimits>;
}

/** Meshes of a folder, in the natural order of their names. */
export interface MeshFolder {
  readonly names: readonly string[];
  readonly meshes: readonly Mesh[];
}

/** Reads all meshes of a folder: those of the format that most of its files have. */
export async function readMeshFolder(
  folder: string,
  { limits, signal, onProgress }: ReadMeshFolderOptions = {},
): Promise<MeshFolder> {
  const listed = await readdir(folder).catch((error: Error) => {
    throw new PosespaceError('file', `io/readMeshFolder: cannot list "${folder}": ${error.message}`);
  });
  const byFormat = FORMATS.map((format) =>
    listed.filter((name) => !name.startsWith('.') && name.toLowerCase().endsWith(`.${format}`)),
  );
  const names = byFormat
    .reduce((most, one) => (one.length > most.length ? one : most))
    .sort(compareNaturally);
  if (names.length === 0 || names.length > MOST_FILES) {
    throw new PosespaceError(
      'bad-input',
      `io/readMeshFolder: "${folder}" holds ${names.length || 'no'} meshes; give 1 to ${MOST_FILES}, one per frame`,
    );
  }
  const meshes: Mesh[] = [];
  let left = { ...READ_LIMITS, ...limits }.maxElements;
  for (const [f, name] of names.entries()) {
    throwIfAborted(signal);
    onProgress?.({ stage: `reading ${name}`, fraction: f / names.length });
    const { mesh } = await readModelFile(join(folder, name), { limits });
    left -= mesh.positions.length / 3;
    if (left < 0) {
      throw new PosespaceError(
        'bad-input',
        `io/readMeshFolder: the meshes of "${folder}" have more vertices together than are read; give fewer frames`,
      );
    }
    meshes.push({ positions: mesh.positions, triangles: mesh.triangles });
  }
  return { names, meshes };
}
