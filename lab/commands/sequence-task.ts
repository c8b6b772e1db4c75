/** @file The task of `eval sequence`: one file, a clip of it baked, a rig and its motion recovered and measured. */

import { join } from 'node:path';
import type { ReadLimits } from '../../src/io/limits.js';
import { readModelFile } from '../../src/io/node.js';
import { fitSequence } from '../../src/rig/sequence/fit-sequence.js';
import { rigAnchor } from '../../src/rig/sequence/rig-anchor.js';
import {
  type EvaluateSequenceOptions,
  measureSequenceFile,
  type SequenceOutcome,
} from '../eval/evaluate-sequence.js';
import type { IndexRow } from '../eval/index-row.js';
import { defineTask } from './task-pool.js';

export interface SequenceTaskInput {
  readonly folder: string;
  readonly limits: Partial<ReadLimits>;
  readonly row: IndexRow;
  readonly settings: Pick<EvaluateSequenceOptions, 'clip' | 'maxFrames' | 'soloFrames' | 'seed'>;
}

export const sequenceTask = defineTask(
  import.meta.url,
  ({ folder, limits, row, settings }: SequenceTaskInput): Promise<SequenceOutcome> =>
    measureSequenceFile(
      row,
      (file) => readModelFile(join(folder, file), { limits }),
      { rig: (mesh) => rigAnchor(mesh), fit: (sequence) => fitSequence(sequence) },
      { ...settings, now: () => performance.now() },
    ),
);
