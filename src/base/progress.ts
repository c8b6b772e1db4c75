/**
 * @file Progress and cancelling for whatever takes longer than a blink.
 */

import { PosespaceError } from './errors.js';

/** How far a piece of work is. */
export interface Progress {
  /** What is being done now, a few words. */
  readonly stage: string;
  /** 0 to 1 over the whole piece of work. */
  readonly fraction: number;
}

/** Options of every verb that takes time. */
export interface WorkOptions {
  /** Stops the work with an `aborted` error. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** Throws if the caller gave up. Call it between units of work that take milliseconds. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new PosespaceError('aborted', 'stopped by the caller');
}

/**
 * Lets events in (a key pressed, a message, a frame drawn), then throws if the caller gave up: without it, work that
 * waits for nothing would never hear of it.
 */
export async function pauseUnlessAborted(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  throwIfAborted(signal);
}
