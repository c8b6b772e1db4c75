/** @file What a command thread is sent and what it answers. */

import type { ErrorCode } from '../../base/errors.js';
import type { Progress } from '../../base/progress.js';
import type { StepAnswer, StepCall } from '../../batch/step-call.js';
import type { VideoJobStore } from '../../video/models/video-job.js';

export type ThreadRequest =
  /** `paid`: requests to paid services are kept by the program that started the thread. */
  | { readonly call: StepCall; readonly paid: boolean }
  | { readonly reply: number; readonly value?: unknown; readonly error?: ThreadError }
  | 'stop';

export type ThreadMessage =
  | { readonly progress: Progress }
  | { readonly answer: StepAnswer }
  /** A call of the store of paid requests. */
  | { readonly ask: number; readonly method: keyof VideoJobStore; readonly values: readonly unknown[] };

export interface ThreadError {
  readonly code: ErrorCode | 'internal';
  readonly message: string;
}

/** Says to the worker's module that the pool started it. */
export const COMMAND_THREAD = 'posespace command thread';
