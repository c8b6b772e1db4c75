/**
 * @file The files that a command reads through one of its arguments, with their hashes: the file itself and those it refers to
 * (materials and textures of OBJ and FBX, buffers of glTF), or everything in a folder.
 */

import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { hashBytes, type StepFile } from '../../batch/step-record.js';
import { readBytes } from '../../io/node.js';

export interface FoundFiles {
  /** What the command gets: the name of the file or folder. */
  readonly read: string;
  readonly files: readonly StepFile[];
}

/** Formats that refer to other files. */
const REFERS = /\.(gltf|obj|fbx|dae)$/i;

/** Names of files beside it that a file refers to. */
export type FindReferences = (path: string) => Promise<readonly string[]>;

/** Files of the argument `role`. */
export async function findStepFiles(
  role: string,
  path: string,
  folder: boolean,
  findReferences: FindReferences,
): Promise<FoundFiles> {
  const read = `${role}/${basename(resolve(path))}`;
  if (folder) {
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const files = await Promise.all(
      paths.sort().map((file) => toStepFile(`${read}/${relative(path, file).split(sep).join('/')}`, file)),
    );
    return { read, files };
  }
  const bytes = await readBytes(path);
  const main: StepFile = { name: read, sha256: hashBytes(bytes), bytes: bytes.length, path: resolve(path) };
  const beside = REFERS.test(path) ? await findReferences(path) : [];
  const others = await Promise.all(
    beside.map((name) => toStepFile(`${role}/${name}`, join(dirname(path), ...name.split('/')))),
  );
  return { read, files: [main, ...others] };
}

async function toStepFile(name: string, path: string): Promise<StepFile> {
  const bytes = await readBytes(path);
  return { name, sha256: hashBytes(bytes), bytes: bytes.length, path: resolve(path) };
}
