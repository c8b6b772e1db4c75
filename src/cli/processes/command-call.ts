/** @file What a command process is sent and what it answers. */

import type { ErrorCode } from '../../base/errors.js';
import type { Progress } from '../../base/progress.js';
import type { StepAnswer, StepCall } from '../../batch/step-call.js';
import type { VideoJobStore } from '../../video/models/video-job.js';

export type ProcessRequest =
  /** `paid`: requests to paid services are kept by the program that started the process. */
  | { readonly call: StepCall; readonly paid: boolean }
  | { readonly reply: number; readonly value?: unknown; readonly error?: ProcessError }
  | 'stop';

export type ProcessMessage =
  | { readonly progress: Progress }
  | { readonly answer: StepAnswer }
  /** A call of the store of paid requests. */
  | { readonly ask: number; readonly method: keyof VideoJobStore; readonly values: readonly unknown[] };

export interface ProcessError {
  readonly code: ErrorCode | 'internal';
  readonly message: string;
}

/** What a process says on stderr before it ends for lack of memory: ours, and V8's. */
export const MEMORY_WORDS = 'posespace: more memory than allowed';
export const OUT_OF_MEMORY = new RegExp(
  `${MEMORY_WORDS}|heap out of memory|heap limit|allocation failed|invalid (table|array) (size|length)`,
  'i',
);
