/**
 * @file The files that a command reads through one of its arguments, with their hashes: the file itself and those it refers to
 * (materials and textures of OBJ and FBX, buffers of glTF), or everything in a folder.
 */

import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { hashBytes, type StepFile } from '../../batch/step-record.js';
import { readBytes } from '../../io/node.js';
import { readModel } from '../../io/read.js';

export interface FoundFiles {
  /** What the command gets: the name of the file or folder. */
  readonly read: string;
  readonly files: readonly StepFile[];
}

/** Formats that refer to other files. */
const REFERS = /\.(gltf|obj|fbx|dae)$/i;

/** Files of the argument `role`. */
export async function findStepFiles(role: string, path: string, folder: boolean): Promise<FoundFiles> {
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
  const beside = REFERS.test(path) ? await findReferences(path, bytes) : [];
  const others = await Promise.all(
    beside.map((name) => toStepFile(`${role}/${name}`, join(dirname(path), ...name.split('/')))),
  );
  return { read, files: [main, ...others] };
}

async function toStepFile(name: string, path: string): Promise<StepFile> {
  const bytes = await readBytes(path);
  return { name, sha256: hashBytes(bytes), bytes: bytes.length, path: resolve(path) };
}

/** Names of files beside it that reading a file asks for and that are there. A file that cannot be read fails as a job. */
async function findReferences(path: string, bytes: Uint8Array): Promise<string[]> {
  const names = new Set<string>();
  const resolveName = async (name: string) => {
    const found = await readBytes(join(dirname(path), ...name.split('/')));
    if (!name.split('/').includes('..')) names.add(name);
    return found;
  };
  await readModel(path, bytes, { resolve: resolveName }).catch(() => undefined);
  return [...names].sort();
}
