/**
 * @file The one way in which files are written: whole, in a folder of their own beside the place, on the disk and not only
 * in its cache, then renamed into place. Whoever looks, also after a power cut, sees the old file or the new one; of two
 * that write one path at once, the later one wins whole. What is there and is no file is refused: a link would be replaced
 * or would lead elsewhere, a pipe or device would be replaced by a file.
 */

import { lstat, mkdir, open, rename } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { PosespaceError } from '../base/errors.js';
import type { OutputFile } from './file-formats.js';
import { fileError } from './node-file-error.js';
import { withScratch } from './node-scratch.js';

/** Writes one file, whole or not at all. */
export async function writeBytesFile(path: string, bytes: Uint8Array): Promise<void> {
  await writeFiles(dirname(path), [{ name: basename(path), bytes }]);
}

/** Writes files all or none: every one is whole and on the disk before the first is renamed into place. */
export async function writeFiles(folder: string, files: readonly OutputFile[]): Promise<void> {
  await placeFiles(
    folder,
    files.map(({ name }) => name),
    async (scratch) => {
      for (const { name, bytes } of files) await writeNew(join(scratch, name), bytes);
    },
  );
}

/** Lets `make` write files into a scratch folder and puts those of the given names in their place, all or none. */
export async function placeFiles(
  folder: string,
  names: readonly string[],
  make: (scratch: string) => Promise<void>,
): Promise<void> {
  try {
    const created = await mkdir(folder, { recursive: true });
    // Before the work, and again before renaming: what makes the second fail after the first has been moved.
    for (const name of names) await refuseOther(join(folder, name));
    await withScratch(folder, async (scratch) => {
      await make(scratch);
      for (const name of names) await refuseOther(join(folder, name));
      for (const name of names) await rename(join(scratch, name), join(folder, name));
    });
    await syncFolders(folder, created);
  } catch (error) {
    throw fileError('write', `"${join(folder, names[0] ?? '')}"`, error);
  }
}

/** Writes a file that is not there yet, onto the disk. */
export async function writeNew(path: string, bytes: Uint8Array, mode?: number): Promise<void> {
  const handle = await open(path, 'wx', mode);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Waits until the disk has what another program wrote. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  await handle.sync().finally(() => handle.close());
}

async function refuseOther(path: string): Promise<void> {
  const info = await lstat(path).catch(() => undefined);
  if (!info || info.isFile()) return;
  if (info.isDirectory()) throw Object.assign(new Error(path), { code: 'EISDIR' });
  const what = info.isSymbolicLink() ? 'a link; give the path it leads to' : 'a pipe or device; write to -';
  throw new PosespaceError('file', `io/write: cannot write "${path}": it is ${what}`);
}

/** The names in a folder are on the disk, and those of the folders that had to be made for it. */
async function syncFolders(folder: string, created: string | undefined): Promise<void> {
  const last = created === undefined ? resolve(folder) : dirname(resolve(created));
  for (let at = resolve(folder); ; at = dirname(at)) {
    await syncFolder(at);
    if (at === last || at === dirname(at)) return;
  }
}

/** Not every system lets a folder be opened: where it does not, its names are as safe as it makes them. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
