/** @file The task of `eval video`: one file, a clip of it filmed, encoded and fitted. */

import { join } from 'node:path';
import type { ReadLimits } from '../../src/io/limits.js';
import { readModelFile, readPoseModel } from '../../src/io/node.js';
import { installWebCodecs, whileCoding } from '../../src/io/node-webcodecs.js';
import { openPoseModel } from '../../src/pose/model/pose-model.js';
import { decodeVideo } from '../../src/video/frames/decode-video.js';
import { encodeVideo } from '../../src/video/frames/encode-video.js';
import { measureVideoFile, type VideoRow } from '../eval/evaluate-video.js';
import type { IndexRow } from '../eval/index-row.js';
import type { FileOutcome } from '../eval/outcome.js';
import { defineTask } from './task-pool.js';

export interface VideoTaskInput {
  readonly folder: string;
  readonly limits: Partial<ReadLimits>;
  readonly row: IndexRow;
}

export const videoTask = defineTask(
  import.meta.url,
  async ({ folder, limits, row }: VideoTaskInput): Promise<FileOutcome<VideoRow>> => {
    await installWebCodecs();
    const poseModel = await openPoseModel(await readPoseModel());
    try {
      return await measureVideoFile(row, await readModelFile(join(folder, row.file), { limits }), {
        poseModel,
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
  },
);
