/** @file The flags that evaluations over folders share, and the tasks of their files run side by side. */

import { PosespaceError } from '../../src/base/errors.js';
import type { Progress } from '../../src/base/progress.js';
import type { CommandContext, CommandDefinition } from '../../src/cli/shared/shell.js';
import { wholeNumber } from '../../src/cli/shared/whole-number.js';
import { type IndexRow, type SelectRowsOptions, selectRows } from '../eval/index-row.js';
import { runTasks, type Task, type TaskResult } from './task-pool.js';

/** All measures of a pose space on a body of 98 joints take minutes: over five where others work beside it. */
const FILE_SECONDS = 900;

export const EVALUATION_FLAGS: NonNullable<CommandDefinition['flags']> = [
  ['--split <name>', 'only rows of this split'],
  ['--category <name>', 'only rows of this category'],
  ['--limit <count>', 'at most so many files, one of each rig family before the second of any'],
  ['--jobs <count>', 'threads; 0 runs everything in one, without protection from files that hang or crash'],
  ['--timeout <seconds>', 'how long one file may take', String(FILE_SECONDS)],
];

/** The rows that the flags choose; none is bad usage. */
export function chooseRows(index: readonly IndexRow[], options: CommandContext['options']): IndexRow[] {
  const chosen: SelectRowsOptions = {
    split: options.split as string | undefined,
    category: options.category as string | undefined,
    limit: wholeNumber('--limit', options.limit, 1),
  };
  const rows = selectRows(index, chosen);
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
  { options, signal, onProgress }: CommandContext,
  share: readonly [from: number, to: number] = [0, 1],
): Promise<TaskResult<Value>[]> {
  const jobs = wholeNumber('--jobs', options.jobs, 0);
  const timeout = wholeNumber('--timeout', options.timeout, 1);
  return runTasks(task, inputs, ({ row }) => row.file, {
    signal,
    ...(jobs !== undefined && { jobs }),
    ...(timeout !== undefined && { timeout }),
    onProgress: ({ stage, fraction }: Progress) =>
      onProgress?.({ stage, fraction: share[0] + (share[1] - share[0]) * fraction }),
  });
}
