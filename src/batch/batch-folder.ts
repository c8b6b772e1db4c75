/**
 * @file What lies beside an embedded queue, which one process alone can open: a snapshot of its status that others read, and
 * requests that they leave for it.
 */

import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeBytesFile } from '../io/node-write-files.js';
import type { RunStatus } from './run-status.js';

/** The folder of queue and storage where none are named. */
export const BATCH_FOLDER = '.posespace';

export interface BatchRequest {
  readonly verb: 'cancel' | 'retry';
  readonly run: string;
}

const encode = (value: object) => new TextEncoder().encode(JSON.stringify(value));

export const writeSnapshot = (folder: string, status: RunStatus): Promise<void> =>
  writeBytesFile(join(folder, 'status.json'), encode(status));

export async function readSnapshot(folder: string): Promise<RunStatus | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, 'status.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Leaves a request for the process that has the queue. */
export const leaveRequest = (folder: string, request: BatchRequest): Promise<void> =>
  writeBytesFile(join(folder, 'requests', `${randomUUID()}.json`), encode(request));

/** Takes what others left. */
export async function takeRequests(folder: string): Promise<BatchRequest[]> {
  const names = await readdir(join(folder, 'requests')).catch(() => []);
  const requests: BatchRequest[] = [];
  for (const name of names.filter((one) => one.endsWith('.json'))) {
    const path = join(folder, 'requests', name);
    const request = JSON.parse(await readFile(path, 'utf8').catch(() => 'null'));
    await rm(path, { force: true });
    if (request?.verb === 'cancel' || request?.verb === 'retry') requests.push(request);
  }
  return requests;
}
