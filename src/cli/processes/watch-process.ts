/**
 * @file A thread that watches its own process, whose main thread may be too busy to: ends it where it takes more memory than
 * allowed (V8's limit does not count typed arrays), or where the program that started it has gone.
 */

import { writeSync } from 'node:fs';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { MEMORY_WORDS } from './command-call.js';

/** Milliseconds between two looks. */
const INTERVAL = 100;
const STDERR = 2;
const MARK = 'posespace process watch';

interface Watch {
  readonly mark: typeof MARK;
  readonly parent: number;
  readonly bytes: number;
}

/** Starts the thread; it does not keep the process alive. */
export function watchProcess(bytes: number): void {
  const watch: Watch = { mark: MARK, parent: process.ppid, bytes };
  new Worker(new URL(import.meta.url), { workerData: watch }).unref();
}

function look({ parent, bytes }: Watch): void {
  const tooMuch = process.memoryUsage.rss() > bytes;
  if (tooMuch) writeSync(STDERR, `${MEMORY_WORDS}\n`);
  if (tooMuch || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}

if (!isMainThread && workerData?.mark === MARK) setInterval(look, INTERVAL, workerData as Watch);
