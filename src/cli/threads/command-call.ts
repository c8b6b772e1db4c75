/** @file What a command thread is sent and what it answers. */

import type { Progress } from '../../base/progress.js';
import type { StepAnswer, StepCall } from '../../batch/step-call.js';

export type ThreadRequest = { readonly call: StepCall } | 'stop';

export type ThreadMessage = { readonly progress: Progress } | { readonly answer: StepAnswer };

/** Says to the worker's module that the pool started it. */
export const COMMAND_THREAD = 'posespace command thread';
