/**
 * @file The task of `eval sequence`: one file, a clip of it baked (or a made body that morph targets move), a rig and its
 * motion recovered and measured.
 */

import { join } from 'node:path';
import type { ReadLimits } from '../../src/io/limits.js';
import { readModelFile } from '../../src/io/node.js';
import { readSequence } from '../../src/io/read-sequence.js';
import type { MeshSequence } from '../../src/mesh/mesh-sequence.js';
import { fitSequence } from '../../src/rig/sequence/fit-sequence.js';
import type { FrameRigger } from '../../src/rig/sequence/measure-frame-rigs.js';
import { rigAnchor } from '../../src/rig/sequence/rig-anchor.js';
import { rigFrame } from '../../src/rig/sequence/rig-frame.js';
import { openSkeletonNetwork } from '../../src/verbs/open-skeleton-network.js';
import {
  type EvaluateSequenceOptions,
  measureSequence,
  measureSequenceFile,
  type SequenceOutcome,
} from '../eval/evaluate-sequence.js';
import type { IndexRow } from '../eval/index-row.js';
import { makeMorphFile } from '../skins/morph-file.js';
import { defineTask } from './task-pool.js';

export interface SequenceTaskInput {
  /** Absent where the sequence is made. */
  readonly folder?: string;
  /** Seed of a body that morph targets move, made for this. */
  readonly morph?: number;
  readonly limits: Partial<ReadLimits>;
  readonly row: IndexRow;
  /** Riggers that are run frame by frame: `geometric`, or folders of skeleton networks by name. */
  readonly riggers: Readonly<Record<string, string>>;
  readonly settings: Pick<EvaluateSequenceOptions, 'clip' | 'maxFrames' | 'soloFrames' | 'seed'>;
}

export const sequenceTask = defineTask(
  import.meta.url,
  async ({ folder, morph, limits, row, riggers, settings }: SequenceTaskInput): Promise<SequenceOutcome> => {
    const rigger = {
      frames: await openRiggers(riggers),
      fit: (sequence: MeshSequence) => fitSequence(sequence),
    };
    const options = { ...settings, now: () => performance.now() };
    if (morph === undefined) {
      const read = (file: string) => readModelFile(join(folder ?? '', file), { limits });
      return measureSequenceFile(row, read, rigger, options);
    }
    const { kind, glb } = makeMorphFile(morph);
    const file = { name: `${row.file}.glb`, read: async () => glb };
    const sequence = await readSequence([file], { frameRate: MORPH_RATE });
    const told = { file: row.file, category: kind, clip: sequence.name };
    return { row: await measureSequence(sequence, told, rigger, options) };
  },
);

/** Frames per second of made sequences: 17 frames. */
const MORPH_RATE = 10;

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
