/** @file The tasks of `eval video`: one file, whose clip is filmed and fitted, remeshed frame by frame, or learnt from. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeJsonFile } from '../../src/cli/shared/command-files.js';
import type { ReadLimits } from '../../src/io/limits.js';
import { readModelFile, readPoseModel } from '../../src/io/node.js';
import { installWebCodecs, whileCoding } from '../../src/io/node-webcodecs.js';
import { openPoseModel } from '../../src/pose/model/pose-model.js';
import { decodeVideo } from '../../src/video/frames/decode-video.js';
import { encodeVideo } from '../../src/video/frames/encode-video.js';
import { type DiscoverRow, measureDiscover } from '../eval/evaluate-discover.js';
import { measureReconstructions, type ReconstructionRow } from '../eval/evaluate-reconstructions.js';
import { measureVideoFile, type VideoRow } from '../eval/evaluate-video.js';
import type { IndexRow } from '../eval/index-row.js';
import type { FileOutcome } from '../eval/outcome.js';
import { defineTask } from './task-pool.js';

export interface VideoTaskInput {
  readonly folder: string;
  readonly limits: Partial<ReadLimits>;
  readonly row: IndexRow;
  readonly measure: VideoMeasure;
  /** Whether clips are fitted to two views as well. */
  readonly twoViews: boolean;
  /** A folder with what was measured already. */
  readonly keep?: string;
}

export const VIDEO_MEASURES = ['clips', 'reconstructions', 'discover'] as const;
export type VideoMeasure = (typeof VIDEO_MEASURES)[number];
export type VideoTaskValue = FileOutcome<VideoRow | ReconstructionRow | DiscoverRow>;

export const videoTask = defineTask(
  import.meta.url,
  async (input: VideoTaskInput): Promise<VideoTaskValue> => {
    const { keep, measure, row } = input;
    const name = createHash('sha256').update(`${measure} ${row.file}`).digest('hex').slice(0, 16);
    const path = keep && join(keep, `${name}.json`);
    const known = path && (await readFile(path, 'utf8').catch(() => undefined));
    if (known) return JSON.parse(known);
    const outcome = await measureFile(input);
    if (path) await writeJsonFile(path, outcome);
    return outcome;
  },
);

async function measureFile({
  folder,
  limits,
  row,
  measure,
  twoViews,
}: VideoTaskInput): Promise<VideoTaskValue> {
  await installWebCodecs();
  const poseModel = await openPoseModel(await readPoseModel());
  const model = await readModelFile(join(folder, row.file), { limits });
  try {
    if (measure === 'reconstructions') return await measureReconstructions(row, model, poseModel);
    if (measure === 'discover') return await measureDiscover(row, model, poseModel);
    return await measureVideoFile(row, model, {
      poseModel,
      twoViews,
      compress: (video, bitrate) =>
        whileCoding(async () => decodeVideo(await encodeVideo(video, { format: 'mp4', bitrate }))),
      now: () => performance.now(),
      cpuSeconds: () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1e6;
      },
    });
  } finally {
    await poseModel.close();
  }
}
