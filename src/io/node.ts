/** @file Models from and to the disk, for Node. */

import { open, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve as resolvePath, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PosespaceError } from '../base/errors.js';
import { loadPoseModel, type PoseModelFiles } from '../pose/model/pose-model.js';
import type { WriteOptions } from './file-formats.js';
import { checkByteLimit, READ_LIMITS } from './limits.js';
import type { Model } from './model.js';
import { fileError } from './node-file-error.js';
import { writeBytesFile, writeFiles } from './node-write-files.js';
import { type ReadOptions, readModel } from './read.js';
import { encodeModel, type Written } from './write.js';

export { writeBytesFile, writeFiles };

/** Options of `readModelFile`. */
export interface ReadFileOptions extends ReadOptions {
  /** Folder below which files that the model refers to may lie; by default the model's own. */
  readonly root?: string;
}

/** Reads a model from a file; files that it refers to are read from its folder and below, or from below `root`. */
export async function readModelFile(path: string, options: ReadFileOptions = {}): Promise<Model> {
  const limits = { ...READ_LIMITS, ...options.limits };
  const { root, ...rest } = options;
  const folder = dirname(resolvePath(path));
  const resolve = async (name: string) => readBeside(folder, name, limits.maxBytes, root);
  const bytes = await readBytes(path, limits.maxBytes);
  return readModel(path, bytes, { resolve, parentPaths: root !== undefined, ...rest });
}

/** Writes a model to a file, and to files beside it where the format needs several. */
export async function writeModelFile(
  path: string,
  model: Model,
  options: WriteOptions = {},
): Promise<Written> {
  const written = await encodeModel(model, path, options);
  await writeFiles(dirname(path), written.files);
  return written;
}

/** Reads a file that is not larger than allowed; a pipe or device is not a file. */
export async function readBytes(path: string, maxBytes = READ_LIMITS.maxBytes): Promise<Uint8Array> {
  try {
    // Before opening: opening a pipe waits for somebody to write to it.
    if (!(await stat(path)).isFile()) throw new PosespaceError('file', `io/read: "${path}" is not a file`);
    const handle = await open(path);
    try {
      const info = await handle.stat();
      checkByteLimit(info.size, { ...READ_LIMITS, maxBytes });
      return new Uint8Array(await handle.readFile());
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw fileError('read', `"${path}"`, error);
  }
}

/** Follows no link and no `..` out of the allowed folder: the name was checked, its target was not. */
async function readBeside(
  folder: string,
  name: string,
  maxBytes: number,
  root = folder,
): Promise<Uint8Array> {
  const path = join(folder, name);
  try {
    await stat(path);
  } catch (error) {
    throw fileError('read', `"${path}"`, error);
  }
  const allowed = await realpath(root).catch((error) => {
    throw fileError('read', `"${root}"`, error);
  });
  const inside = relative(allowed, await realpath(path));
  if (inside === '..' || inside.startsWith(`..${sep}`) || resolvePath(inside) === inside) {
    throw new PosespaceError(
      'bad-input',
      `io/read: "${name}" leads out of the folder; copy the file there or allow a folder above with root`,
    );
  }
  return readBytes(path, maxBytes);
}

/** The folder of the pose model that ships with the package. */
export const POSE_MODEL_FOLDER = fileURLToPath(new URL('../../models/pose', import.meta.url));

/** Reads a pose model from a folder; by default the one that ships. */
export async function readPoseModel(folder: string = POSE_MODEL_FOLDER): Promise<PoseModelFiles> {
  return loadPoseModel((path) => readBytes(join(folder, path)));
}
