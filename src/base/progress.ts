/**
 * @file Progress and cancellation of long work.
 */

import { PosespaceError } from './errors.js';

/** How far a piece of work is. */
export interface Progress {
  /** What is being done now, a few words. */
  readonly stage: string;
  /** 0 to 1 over the whole piece of work. */
  readonly fraction: number;
}

/** Options of every long-running function. */
export interface WorkOptions {
  /** Stops the work with an `aborted` error. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** Throws if the signal is aborted. Call it between units of work that take milliseconds. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new PosespaceError('aborted', 'stopped by the caller');
}

/**
 * Yields to the event loop, then throws if the signal is aborted: synchronous work would otherwise never receive the
 * event that aborts it.
 */
export async function pauseUnlessAborted(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  throwIfAborted(signal);
}
