/** @file The task of `eval imagine`: one file; its clips described, and where a prior is given, motions imagined on it. */

import type { ReadLimits } from '../../src/io/limits.js';
import { openMotionPrior } from '../../src/verbs/open-motion-prior.js';
import type { DatasetRow } from '../dataset/dataset-row.js';
import { type ImagineOutcome, type MeasureImagineOptions, measureImagine } from '../eval/evaluate-imagine.js';
import { readMovingBody } from '../motions/carry-body-clips.js';
import { defineTask } from './task-pool.js';

export interface ImagineTaskInput {
  readonly folder: string;
  readonly limits: Partial<ReadLimits>;
  readonly row: DatasetRow;
  /** Whether motions are imagined; otherwise the clips are described for the classifier. */
  readonly imagine: boolean;
  /** Folder of another motion prior. */
  readonly network?: string;
  readonly settings: MeasureImagineOptions;
}

/** Gives the outcome, or why the file is left out. */
export const imagineTask = defineTask(
  import.meta.url,
  async ({
    folder,
    limits,
    row,
    imagine,
    network,
    settings,
  }: ImagineTaskInput): Promise<ImagineOutcome | string> => {
    const moving = await readMovingBody(folder, row, limits);
    if (typeof moving === 'string') return moving;
    const prior = await openMotionPrior(network);
    const subject = { file: row.file, family: row.rigFamily ?? row.file, ...moving };
    return measureImagine(subject, imagine ? prior : undefined, prior.card.patch, {
      ...settings,
      frames: prior.card.frames,
    });
  },
);
