/** @file What evaluations over folders share: flags, the choice of rows, one task per file in parallel. */

import { PosespaceError } from '../../src/base/errors.js';
import type { Progress } from '../../src/base/progress.js';
import { count, type OptionsOf, text } from '../../src/cli/shared/flags.js';
import type { CommandContext } from '../../src/cli/shared/shell.js';
import { type IndexRow, type SelectRowsOptions, selectRows } from '../eval/index-row.js';
import { runTasks, type Task, type TaskResult } from './task-pool.js';

/** All measures of a pose space on a body of 98 joints take minutes: over five where others work beside it. */
const FILE_SECONDS = 900;

/** Flags of every evaluation. */
export const EVALUATION_FLAGS = {
  split: text('only rows of this split'),
  category: text('only rows of this category'),
  limit: count('at most this many files, one of each rig family before the second of any', { min: 1 }),
  jobs: count('threads; 0 runs everything in one, without protection from files that hang or crash'),
  timeout: count('time limit per file', { min: 1, default: FILE_SECONDS, placeholder: 'seconds' }),
};

export type EvaluationOptions = OptionsOf<typeof EVALUATION_FLAGS>;

/** The rows that the flags choose; none is bad usage. */
export function chooseRows(
  index: readonly IndexRow[],
  { split, category, limit }: SelectRowsOptions,
): IndexRow[] {
  const rows = selectRows(index, { split, category, limit });
  if (rows.length > 0) return rows;
  const listed = (key: 'split' | 'category') =>
    [...new Set(index.flatMap((row) => row[key] ?? []))].sort().join(', ') || 'none';
  throw new PosespaceError(
    'bad-usage',
    `eval: no row of the index is chosen; its splits are: ${listed('split')}; its categories: ${listed('category')}`,
  );
}

/** Runs a task on each file as the flags say; `share` is the part of the whole progress that these make up. */
export function runFileTasks<Input extends { readonly row: IndexRow }, Value>(
  task: Task<Input, Value>,
  inputs: readonly Input[],
  { options, signal, onProgress }: CommandContext<Pick<EvaluationOptions, 'jobs' | 'timeout'>>,
  share: readonly [from: number, to: number] = [0, 1],
): Promise<TaskResult<Value>[]> {
  const { jobs, timeout } = options;
  return runTasks(task, inputs, ({ row }) => row.file, {
    signal,
    ...(jobs !== undefined && { jobs }),
    ...(timeout !== undefined && { timeout }),
    onProgress: ({ stage, fraction }: Progress) =>
      onProgress?.({ stage, fraction: share[0] + (share[1] - share[0]) * fraction }),
  });
}
