/** @file Storage in a folder, also one that several machines share. */

import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PosespaceError } from '../base/errors.js';
import { isScratch } from '../io/node-scratch.js';
import { writeBytesFile } from '../io/node-write-files.js';
import type { Storage } from './storage-record.js';

/** Opens a folder and makes it if it is not there. */
export async function openFolderStorage(folder: string): Promise<Storage> {
  const at = (key: string) => join(folder, ...key.split('/'));
  await guard(folder, () => mkdir(folder, { recursive: true }));
  return {
    address: folder,
    has: async (key) => (await stat(at(key)).catch(absent)) !== undefined,
    read: (key) => guard(at(key), async () => readFile(at(key)).catch(absent)),
    write: (key, bytes) => guard(at(key), () => writeBytesFile(at(key), bytes)),
    delete: (key) => guard(at(key), () => rm(at(key), { force: true })),
    async list(prefix) {
      const base = prefix.slice(0, prefix.lastIndexOf('/') + 1);
      const names = await readdir(join(folder, base), { recursive: true, withFileTypes: true }).catch(absent);
      const files = (names ?? []).filter((entry) => entry.isFile() && !isScratch(basename(entry.parentPath)));
      const keys = files.map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(join(folder).length + 1)
          .replaceAll('\\', '/'),
      );
      return keys.filter((key) => key.startsWith(prefix)).sort();
    },
  };
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}

async function guard<Value>(path: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw new PosespaceError('file', `batch: storage cannot use "${path}": ${(error as Error).message}`);
  }
}
