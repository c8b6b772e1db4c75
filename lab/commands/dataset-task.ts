/** @file The task of `dataset build`: one file read and converted, or one sample creature made. */

import { join } from 'node:path';
import { createRng } from '../../src/base/rng.js';
import type { ReadLimits } from '../../src/io/limits.js';
import { readModelFile } from '../../src/io/node.js';
import { sketchCreature } from '../creatures/sketch-creature.js';
import { chooseCreature, convertCreature } from '../dataset/convert-creature.js';
import { type Converted, convertModel } from '../dataset/convert-model.js';
import type { DatasetRow } from '../dataset/dataset-row.js';
import { TRANSFER_CLIPS_DEFAULTS } from '../dataset/transfer-clips.js';
import { libraryClips } from '../motions/library-clips.js';
import { defineTask } from './task-pool.js';

export type DatasetTaskInput =
  | { readonly folder: string; readonly limits: Partial<ReadLimits>; readonly row: DatasetRow }
  | { readonly creature: number; readonly split: string };

export const datasetTask = defineTask(
  import.meta.url,
  async (input: DatasetTaskInput): Promise<Converted> => {
    if ('creature' in input) {
      const { kind, seed } = chooseCreature(input.creature);
      const creature = sketchCreature(kind, { seed });
      // By index, not by seed: equal seeds of two kinds would draw the same motions in the same order.
      const clips = libraryClips(creature.rig, createRng(input.creature));
      return { rig: convertCreature(creature, clips, input.split) };
    }
    const { folder, limits, row } = input;
    const { frameRate } = TRANSFER_CLIPS_DEFAULTS;
    const read = (file: string) => readModelFile(join(folder, file), { limits, frameRate });
    const model = await read(row.file);
    const lender = row.clipsFrom === undefined ? undefined : await read(row.clipsFrom);
    return convertModel(row, model, lender);
  },
);
