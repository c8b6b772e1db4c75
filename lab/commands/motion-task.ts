/**
 * @file The task of `eval motion`: one file, read from the disk. In a first pass its gaits are read; in another
 * task, one of its clips is measured. Sample creatures are made, not read.
 */

import { join } from 'node:path';
import { PosespaceError } from '../../src/base/errors.js';
import type { ReadLimits } from '../../src/io/limits.js';
import { modelRig } from '../../src/io/model.js';
import { readModelFile } from '../../src/io/node.js';
import { trackMotion } from '../../src/motion/physics/track-motion.js';
import type { MotionChoice, MotionIndexRow } from '../eval/choose-motions.js';
import { type MotionRow, type MotionSubject, measureMotionClip } from '../eval/measure-motion-clip.js';
import { type GaitReading, readGaits } from '../eval/read-gaits.js';
import { createSampleMotion, type SampleMotion } from '../eval/sample-motions.js';
import { defineTask } from './task-pool.js';

interface FileInput {
  readonly folder: string;
  readonly limits: Partial<ReadLimits>;
  readonly row: MotionIndexRow;
}

export type MotionTaskInput =
  | (FileInput & { readonly kind: 'scan' })
  | (FileInput & { readonly kind: 'measure'; readonly choice: MotionChoice; readonly track: boolean })
  | {
      readonly kind: 'own';
      readonly row: MotionIndexRow;
      readonly own: SampleMotion;
      readonly track: boolean;
    };

export interface MotionTaskValue {
  /** Of a file that walks. */
  readonly reading?: GaitReading;
  /** Of a measurement. */
  readonly row?: MotionRow;
}

/** Frames per second that files are read at: the figures of smoothness depend on it. */
const FRAME_RATE = 30;

export const motionTask = defineTask(
  import.meta.url,
  async (input: MotionTaskInput): Promise<MotionTaskValue> => {
    const measure = async (subject: MotionSubject, track: boolean): Promise<MotionTaskValue> => ({
      row: await measureMotionClip(subject, {
        now: () => performance.now(),
        ...(track && { track: trackMotion }),
      }),
    });
    if (input.kind === 'own') return measure(createSampleMotion(input.own), input.track);
    const { folder, limits, row } = input;
    const model = await readModelFile(join(folder, row.file), { limits, frameRate: FRAME_RATE });
    const rig = modelRig(model);
    if (input.kind === 'scan') return { reading: rig && readGaits(rig, model.clips, row.category) };
    const { clip: name, plan, legs } = input.choice;
    const clip = model.clips.find((candidate) => candidate.name === name);
    if (!rig || !clip) throw new PosespaceError('bad-input', `eval: "${row.file}" has no clip "${name}"`);
    return measure({ rig, clip, name: `${row.file}: ${name}`, plan, legs }, input.track);
  },
);
