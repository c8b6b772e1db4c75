/**
 * @file Folders for what is not finished: beside a file that is being written, or in the system's temporary folder. The name
 * says whose process it is, so that a later run removes what a process that was killed has left; nobody can guess it, and
 * the folder is made anew and ours alone, so that nobody plants a link in it.
 */

import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

const START = '.posespace-';
const END = '.part';
const NAME = /^\.posespace-[0-9a-f-]{36}\.(\d+)@(.*)\.part$/;

/** Whether a name is that of a folder for what is not finished. */
export const isScratch = (name: string): boolean => NAME.test(name);

/** Folders that this process has cleaned up. */
const cleaned = new Set<string>();

/** Does something with a folder inside `parent` that is gone afterwards. */
export async function withScratch<Result>(
  parent: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  if (!cleaned.has(parent)) {
    cleaned.add(parent);
    await removeUnfinished(parent);
  }
  const folder = join(parent, `${START}${randomUUID()}.${process.pid}@${hostname()}${END}`);
  await mkdir(folder, { mode: 0o700 });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** Does something with a folder in the system's temporary folder that is gone afterwards. */
export const withTemporaryFolder = <Result>(work: (folder: string) => Promise<Result>): Promise<Result> =>
  withScratch(tmpdir(), work);

/** Removes what processes of this machine and user were making in a folder when they were killed. */
export async function removeUnfinished(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const [, writer, host] = NAME.exec(name) ?? [];
    if (host !== hostname() || isRunning(Number(writer))) continue;
    const folder = join(parent, name);
    const info = await lstat(folder).catch(() => undefined);
    if (info?.isDirectory() && info.uid === (process.getuid?.() ?? info.uid)) {
      await rm(folder, { recursive: true, force: true }).catch(() => {});
    }
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
