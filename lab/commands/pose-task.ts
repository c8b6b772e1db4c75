/**
 * @file The task of `eval pose`: one file, read from the disk. First its tree is asked for, as an example to retarget
 * from; then, in another task, the pose space is measured on it.
 */

import { join } from 'node:path';
import type { ReadLimits } from '../../src/io/limits.js';
import { readModelFile, writeBytesFile } from '../../src/io/node.js';
import { readVertexColors } from '../../src/io/vertex-colors.js';
import { encodePng } from '../../src/render/encode-png.js';
import { CARRY_CLIPS_DEFAULTS } from '../dataset/carry-clips.js';
import {
  measurePoseFile,
  type PoseIndexRow,
  type PoseSources,
  type PoseTask,
  type ReadPoses,
  readPoseExample,
} from '../eval/evaluate-pose.js';
import type { MeasurePoseRigOptions } from '../eval/measure-pose-rig.js';
import type { PoseOutcome } from '../eval/pose-outcome.js';
import { readPoseSubject } from '../eval/read-pose-subject.js';
import type { PoseExample } from '../eval/retarget-rig.js';
import { openMeasuredSpace } from './open-measured-space.js';
import { drawPoseSheet } from './pose-sheet.js';
import { defineTask } from './task-pool.js';

interface FileInput {
  readonly folder: string;
  readonly limits: Partial<ReadLimits>;
}

export type PoseTaskInput =
  | (FileInput & { readonly kind: 'example'; readonly row: PoseIndexRow })
  | (FileInput &
      PoseTask & {
        readonly kind: 'measure';
        /** Folder of the model; absent: references alone. */
        readonly model?: string;
        /** Folder that pictures go to. */
        readonly sheets?: string;
        readonly settings: Pick<MeasurePoseRigOptions, 'measures' | 'samples' | 'seed'>;
      });

export interface PoseTaskValue {
  /** Of an example that has poses. */
  readonly example?: PoseExample;
  /** Of a measurement. */
  readonly outcome?: PoseOutcome;
}

export const poseTask = defineTask(import.meta.url, async (input: PoseTaskInput): Promise<PoseTaskValue> => {
  const read = reader(input, 'sheets' in input && input.sheets !== undefined);
  if (input.kind === 'example') return { example: await readPoseExample(input.row, read) };
  const { row, model, sheets, settings } = input;
  const sources: PoseSources = {
    read,
    ...(model !== undefined && { open: await openMeasuredSpace(model) }),
    ...(sheets !== undefined && {
      onSamples: async (subject, real, samples) => {
        const image = drawPoseSheet(subject, real.poses, samples, row.name ?? row.file);
        await writeBytesFile(join(sheets, sheetName(row.file)), encodePng(image));
      },
    }),
  };
  return { outcome: await measurePoseFile(input, sources, { ...settings, now: () => performance.now() }) };
});

/** Reads bodies from the folder; what others were painted with only matters in pictures. */
function reader({ folder, limits }: FileInput, painted: boolean): ReadPoses {
  const { frameRate } = CARRY_CLIPS_DEFAULTS;
  const get = (file: string) => readModelFile(join(folder, file), { limits, frameRate });
  return async (row: PoseIndexRow) => {
    const model = await get(row.file);
    const lender = row.clipsFrom === undefined ? undefined : await get(row.clipsFrom);
    const subject = readPoseSubject(row, model, lender);
    return painted && typeof subject !== 'string'
      ? { ...subject, colors: await readVertexColors(model) }
      : subject;
  };
}

/** The file's path with nothing that a folder could be. */
const sheetName = (file: string): string => `${file.replace(/\.[^.\\/]*$/, '').replace(/[\\/]+/g, '-')}.png`;
