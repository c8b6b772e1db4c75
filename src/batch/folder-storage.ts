/** @file Storage in a folder, also one that several machines share: files are written beside and renamed into place. */

import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { PosespaceError } from '../base/errors.js';
import type { Storage } from './storage-record.js';

/** Opens a folder and makes it if it is not there. */
export async function openFolderStorage(folder: string): Promise<Storage> {
  const at = (key: string) => join(folder, ...key.split('/'));
  await guard(folder, () => mkdir(folder, { recursive: true }));
  return {
    address: folder,
    has: async (key) => (await stat(at(key)).catch(absent)) !== undefined,
    read: (key) => guard(at(key), async () => readFile(at(key)).catch(absent)),
    write: (key, bytes) => guard(at(key), () => writeWhole(at(key), bytes)),
    delete: (key) => guard(at(key), () => rm(at(key), { force: true })),
    async list(prefix) {
      const base = prefix.slice(0, prefix.lastIndexOf('/') + 1);
      const names = await readdir(join(folder, base), { recursive: true, withFileTypes: true }).catch(absent);
      const files = (names ?? []).filter((entry) => entry.isFile() && !entry.name.endsWith('.part'));
      const keys = files.map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(join(folder).length + 1)
          .replaceAll('\\', '/'),
      );
      return keys.filter((key) => key.startsWith(prefix)).sort();
    },
  };
}

/** Writes under a name of its own, then renames: a reader sees the old file or the new one. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.${process.pid}@${hostname()}.part`;
  await mkdir(dirname(path), { recursive: true });
  try {
    const handle = await open(unfinished, 'wx');
    await handle.writeFile(bytes).finally(() => handle.close());
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
}

/** Removes what processes of this machine were writing to a folder when they were killed. */
export async function removeUnfinished(folder: string): Promise<void> {
  const end = `@${hostname()}.part`;
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(end));
  for (const name of names) {
    const writer = /\.[0-9a-f-]{36}\.(\d+)$/.exec(name.slice(0, -end.length))?.[1];
    if (writer && !isRunning(Number(writer))) await rm(join(folder, name), { force: true }).catch(() => {});
  }
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    // Somebody else's process may not be signalled, but it is there.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
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
