/**
 * @file The embedded database: PGlite, PostgreSQL as WebAssembly, in a folder. It is one process with one connection, so a lock
 * says whose it is; a lock whose process has ended is taken over. Starting it the first time costs 3 s, later 0.6 s.
 */

import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { PosespaceError } from '../base/errors.js';
import { throwIfAborted, type WorkOptions } from '../base/progress.js';
import { reasonOf } from '../io/node-file-error.js';
import { missingPackage } from './missing-package.js';

export interface EmbeddedDatabase {
  readonly lite: PGlite;
  close(): Promise<void>;
}

export interface EmbeddedOwner {
  readonly pid: number;
  readonly host: string;
  readonly token: string;
}

/** Milliseconds between two looks at a lock that another process holds. */
const INTERVAL = 300;

/** Opens the database of a folder; waits while another process has it, unless `wait` is false. */
export async function openEmbeddedDatabase(
  folder: string,
  { signal, onProgress, wait = true }: WorkOptions & { readonly wait?: boolean } = {},
): Promise<EmbeddedDatabase> {
  await mkdir(folder, { recursive: true });
  const lock = join(folder, 'queue.lock');
  for (let owner = await takeLock(lock); owner; owner = await takeLock(lock)) {
    throwIfAborted(signal);
    const who = `process ${owner.pid} on ${owner.host}`;
    if (!wait) {
      throw new PosespaceError(
        'file',
        `batch: ${who} uses "${folder}"; wait for it, or use a PostgreSQL by --queue`,
      );
    }
    onProgress?.({ stage: `waiting for ${who}, which works in ${folder}`, fraction: 0 });
    await new Promise((resolve) => setTimeout(resolve, INTERVAL));
  }
  const release = () => rm(lock, { force: true });
  try {
    const { PGlite } = await import('@electric-sql/pglite').catch(missingPackage);
    const lite = await PGlite.create(join(folder, 'queue'));
    return {
      lite,
      async close() {
        await lite.close().finally(release);
      },
    };
  } catch (error) {
    await release();
    throw inWords(folder, error);
  }
}

/** Numbers of errors of WebAssembly's file systems (WASI), which throw plain objects. */
const ERRNO: Readonly<Record<number, string>> = {
  2: 'EACCES',
  19: 'EDQUOT',
  22: 'EFBIG',
  29: 'EIO',
  51: 'ENOSPC',
  69: 'EROFS',
};

/** Whatever the database says when it cannot start, a full disk above all. */
function inWords(folder: string, error: unknown): PosespaceError {
  if (error instanceof PosespaceError) return error;
  const { errno, code, message = 'no reason given' } = Object(error) as Record<string, string | number>;
  const said = { code: ERRNO[errno as number] ?? code, message: String(message) } as NodeJS.ErrnoException;
  return new PosespaceError(
    'file',
    `batch: the embedded queue in "${folder}" cannot start: ${reasonOf(said)}; free space on the disk, and if it persists delete "${join(folder, 'queue')}"`,
  );
}

/** Whose the database of a folder is, if the process lives. */
export async function findOwner(folder: string): Promise<EmbeddedOwner | undefined> {
  const owner = await readLock(join(folder, 'queue.lock'));
  return owner && isAlive(owner) ? owner : undefined;
}

/** Undefined when the lock is ours; otherwise who has it. */
async function takeLock(path: string): Promise<EmbeddedOwner | undefined> {
  const mine: EmbeddedOwner = { pid: process.pid, host: hostname(), token: randomUUID() };
  try {
    const handle = await open(path, 'wx');
    await handle.writeFile(JSON.stringify(mine)).finally(() => handle.close());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new PosespaceError('file', `batch: cannot write "${path}": ${reasonOf(error as Error)}`);
    }
    const owner = await readLock(path);
    if (owner && isAlive(owner)) return owner;
    await rm(path, { force: true });
    return takeLock(path);
  }
  // Two that found the same dead owner may both have removed and made the lock: the later one has it.
  await new Promise((resolve) => setTimeout(resolve, 30));
  const owner = await readLock(path);
  return owner?.token === mine.token ? undefined : (owner ?? takeLock(path));
}

async function readLock(path: string): Promise<EmbeddedOwner | undefined> {
  try {
    const owner = JSON.parse(await readFile(path, 'utf8'));
    return Number.isSafeInteger(owner?.pid) ? owner : undefined;
  } catch {
    return undefined;
  }
}

/** A process of another machine cannot be asked: it is taken to live. */
function isAlive({ pid, host }: EmbeddedOwner): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
