/** @file The task of `eval sequence`: one file, a clip of it baked, a rig and its motion recovered and measured. */

import { join } from 'node:path';
import type { ReadLimits } from '../../src/io/limits.js';
import { readModelFile } from '../../src/io/node.js';
import { fitSequence } from '../../src/rig/sequence/fit-sequence.js';
import type { FrameRigger } from '../../src/rig/sequence/measure-frame-rigs.js';
import { rigAnchor } from '../../src/rig/sequence/rig-anchor.js';
import { rigFrame } from '../../src/rig/sequence/rig-frame.js';
import { openSkeletonNetwork } from '../../src/verbs/open-skeleton-network.js';
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
  /** Riggers that are run frame by frame: `geometric`, or folders of skeleton networks by name. */
  readonly riggers: Readonly<Record<string, string>>;
  readonly settings: Pick<EvaluateSequenceOptions, 'clip' | 'maxFrames' | 'soloFrames' | 'seed'>;
}

export const sequenceTask = defineTask(
  import.meta.url,
  async ({ folder, limits, row, riggers, settings }: SequenceTaskInput): Promise<SequenceOutcome> =>
    measureSequenceFile(
      row,
      (file) => readModelFile(join(folder, file), { limits }),
      { frames: await openRiggers(riggers), fit: (sequence) => fitSequence(sequence) },
      { ...settings, now: () => performance.now() },
    ),
);

async function openRiggers(riggers: SequenceTaskInput['riggers']) {
  const opened: [string, FrameRigger][] = [];
  for (const [name, place] of Object.entries(riggers)) {
    if (place === 'geometric') {
      opened.push([name, (mesh) => rigAnchor(mesh)]);
      continue;
    }
    const network = await openSkeletonNetwork(place === '' ? undefined : place);
    opened.push([name, (mesh) => rigFrame(mesh, network)]);
  }
  return Object.fromEntries(opened);
}
