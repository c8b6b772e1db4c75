/**
 * @file Reads from and writes to disk, for Node. Files are written under a temporary name and then renamed, so that an
 * interrupted run leaves either the old file or the new one, never half of one.
 */

import { mkdir, open, realpath, rename, rm, stat, writeFile as writeBytes } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve as resolvePath, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PosespaceError } from '../base/errors.js';
import { loadPoseModel, type PoseModelFiles } from '../pose/model/pose-model.js';
import type { OutputFile, WriteOptions } from './file-formats.js';
import { checkByteLimit, READ_LIMITS } from './limits.js';
import type { Model } from './model.js';
import { type ReadOptions, readModel } from './read.js';
import { encodeModel, type Written } from './write.js';

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

/** Writes one file, whole or not at all. */
export async function writeBytesFile(path: string, bytes: Uint8Array): Promise<void> {
  await writeFiles(dirname(path), [{ name: basename(path), bytes }]);
}

/** Writes files all or none: every one is complete under a temporary name before the first is renamed. */
export async function writeFiles(folder: string, files: readonly OutputFile[]): Promise<void> {
  const moves = files.map(({ name, bytes }) => {
    const path = join(folder, name);
    return { path, temporary: `${path}.${process.pid}.part`, bytes };
  });
  try {
    await mkdir(folder, { recursive: true });
    for (const { temporary, bytes } of moves) await writeBytes(temporary, bytes);
    // The one thing that makes moving the second file fail after the first has been moved.
    for (const { path } of moves) await refuseFolder(path);
    for (const { temporary, path } of moves) await rename(temporary, path);
  } catch (error) {
    // If the folder could not be made there is nothing to remove; the first error is the one to report.
    for (const { temporary } of moves) await rm(temporary, { force: true }).catch(() => {});
    throw fileError('write', join(folder, files[0]?.name ?? ''), error);
  }
}

async function refuseFolder(path: string): Promise<void> {
  const info = await stat(path).catch(() => undefined);
  if (info?.isDirectory()) throw Object.assign(new Error(path), { code: 'EISDIR' });
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
    throw fileError('read', path, error);
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
    throw fileError('read', path, error);
  }
  const allowed = await realpath(root).catch((error) => {
    throw fileError('read', root, error);
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

function fileError(verb: 'read' | 'write', path: string, error: unknown): PosespaceError {
  if (error instanceof PosespaceError) return error;
  const reasons: Record<string, string> = {
    ENOENT: 'it does not exist',
    EACCES: 'permission denied',
    EISDIR: 'it is a folder',
    ENOSPC: 'the disk is full',
    ENOTDIR: 'a part of its path is not a folder',
    EEXIST: 'a part of its path is not a folder',
    ENAMETOOLONG: 'the name is too long',
  };
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return new PosespaceError(
    'file',
    `io/${verb}: cannot ${verb} "${path}": ${reasons[code] ?? (error as Error).message}`,
  );
}

/** The folder of the pose model that ships with the package. */
export const POSE_MODEL_FOLDER = fileURLToPath(new URL('../../models/pose', import.meta.url));

/** Reads a pose model from a folder; by default the one that ships. */
export async function readPoseModel(folder: string = POSE_MODEL_FOLDER): Promise<PoseModelFiles> {
  return loadPoseModel((path) => readBytes(join(folder, path)));
}
