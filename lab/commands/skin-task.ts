/** @file The task of `eval skin`: one file, read from the disk, its weights solved and measured. */

import { join } from 'node:path';
import type { ReadLimits } from '../../src/io/limits.js';
import { readModelFile } from '../../src/io/node.js';
import { solveWeights } from '../../src/rig/weights/solve-weights.js';
import { measureSkinFile, type SkinRow } from '../eval/evaluate-skin.js';
import type { IndexRow } from '../eval/index-row.js';
import type { FileOutcome } from '../eval/outcome.js';
import { defineTask } from './task-pool.js';

export interface SkinTaskInput {
  readonly folder: string;
  readonly limits: Partial<ReadLimits>;
  readonly row: IndexRow;
}

export const skinTask = defineTask(
  import.meta.url,
  ({ folder, limits, row }: SkinTaskInput): Promise<FileOutcome<SkinRow>> =>
    measureSkinFile(
      row,
      (file) => readModelFile(join(folder, file), { limits }),
      (mesh, skeleton) => solveWeights(mesh, skeleton),
      () => performance.now(),
    ),
);
