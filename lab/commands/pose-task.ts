/**
 * @file The task of `eval pose` on one file: in a first pass its rig and poses are read, to retarget from; in a second,
 * the pose space is measured on it.
 */

import { join } from 'node:path';
import type { ReadLimits } from '../../src/io/limits.js';
import { readBytes, readModelFile, writeBytesFile } from '../../src/io/node.js';
import { readVertexColors } from '../../src/io/vertex-colors.js';
import { loadPoseModel, openPoseModel, type PoseModel } from '../../src/pose/model/pose-model.js';
import { openRigPoseSpace } from '../../src/pose/space/open-rig-pose-space.js';
import { encodePng } from '../../src/render/encode-png.js';
import { TRANSFER_CLIPS_DEFAULTS } from '../dataset/transfer-clips.js';
import {
  measurePoseFile,
  type OpenSpace,
  type PoseIndexRow,
  type PoseSources,
  type PoseTask,
  type ReadPoses,
  readPoseExample,
} from '../eval/evaluate-pose.js';
import type { ReopenSpace } from '../eval/measure-division.js';
import type { MeasurePoseRigOptions } from '../eval/measure-pose-rig.js';
import type { PoseOutcome } from '../eval/pose-outcome.js';
import { readPoseSubject } from '../eval/read-pose-subject.js';
import type { PoseExample } from '../eval/retarget-rig.js';
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
  const { frameRate } = TRANSFER_CLIPS_DEFAULTS;
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

/** Models by folder: each thread reads one once and opens it for one rig after the other. */
const models = new Map<string, Promise<PoseModel>>();

/** Opens the model of a folder for rigs that are anatomical already. */
export async function openMeasuredSpace(folder: string): Promise<OpenSpace> {
  let opening = models.get(folder);
  if (!opening) {
    opening = loadPoseModel((path) => readBytes(join(folder, path))).then((files) => openPoseModel(files));
    models.set(folder, opening);
  }
  const model = await opening;
  return async ({ skeleton, rig }) => {
    const whole = await openRigPoseSpace(rig ?? { skeleton }, model, { anatomy: 'as-is' });
    const reopen: ReopenSpace = (other, asIs) =>
      openRigPoseSpace(other.rig ?? other, model, asIs ? { anatomy: 'as-is' } : {});
    return { ...whole, whole, reopen };
  };
}
