/** @file A command to run on files, and what came of it: all that a queue needs to know of the work it hands out. */

import type { WorkOptions } from '../base/progress.js';
import type { VideoJobStore } from '../video/models/video-job.js';

/** A command with its operands and flags, as they would be typed; flags by their names in camel case. */
export interface StepCall {
  /** The words of the command: `pose sample`. */
  readonly command: string;
  readonly operands: readonly string[];
  readonly flags: Readonly<Record<string, unknown>>;
}

/** What came of a command. */
export type StepAnswer =
  | { readonly ok: boolean; readonly data: object; readonly text: string }
  | { readonly error: { readonly code: string; readonly message: string } };

/** Runs a command; an aborted signal is the only thing that it throws for. */
export type RunCall = (call: StepCall, options: CallOptions) => Promise<StepAnswer>;

export interface CallOptions extends WorkOptions {
  /** Where requests to paid services are kept; by default in the home folder. */
  readonly paidRequests?: VideoJobStore;
}
