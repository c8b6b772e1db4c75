/** @file What a fit of constants is: data in, a parameter record and figures on held-out families out. */

import type { WorkOptions } from '../../src/base/progress.js';
import type { IndexRow } from '../eval/index-row.js';

export interface FitInput extends WorkOptions {
  readonly folder: string;
  readonly index: readonly IndexRow[];
  readonly seed: number;
  /** At most so many families; for a quick look. */
  readonly families?: number;
}

export interface FitResult {
  /** The record of `models/<name>/parameters.js`. */
  readonly parameters: object;
  readonly figures: Readonly<Record<string, number>>;
  readonly notes?: readonly string[];
}

export interface FitDefinition {
  /** Folder under models/. */
  readonly name: string;
  readonly summary: string;
  run(input: FitInput): Promise<FitResult>;
}
