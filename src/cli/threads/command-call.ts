/** @file What a command thread is sent and what it answers. */

import type { Progress } from '../../base/progress.js';

/** A command with its operands and flags, as they would be typed; flags by their names in camel case. */
export interface CommandCall {
  /** The words of the command: `pose sample`. */
  readonly command: string;
  readonly operands: readonly string[];
  readonly flags: Readonly<Record<string, unknown>>;
}

/** What came of it. */
export type CommandAnswer =
  | { readonly ok: boolean; readonly data: object; readonly text: string }
  | { readonly error: { readonly code: string; readonly message: string } };

export type ThreadRequest = { readonly call: CommandCall } | 'stop';

export type ThreadMessage = { readonly progress: Progress } | { readonly answer: CommandAnswer };

/** Says to the worker's module that the pool started it. */
export const COMMAND_THREAD = 'posespace command thread';
