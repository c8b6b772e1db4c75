/** @file The video of a model as files: one file, or a folder of frames. */

import { join } from 'node:path';
import { writeBytesFile, writeFiles } from '../../io/node.js';
import { withTemporaryFolder } from '../../io/node-scratch.js';
import { readVideoFile } from '../../io/node-video-file.js';
import { decodePicture } from '../../render/decode-picture.js';
import { createVideoFrames, type VideoFrames } from '../../video/frames/video-frames.js';
import type { VideoOutput } from '../../video/models/video-job.js';

const ENDINGS: Readonly<Record<string, string>> = {
  'video/mp4': '.mp4',
  'video/webm': '.webm',
  'image/gif': '.gif',
  'image/png': '.png',
};

/** Writes a video: under the path with the ending that it really has; frames as `0000.png` in a folder. */
export async function writeOutputFiles(path: string, { files }: VideoOutput): Promise<string[]> {
  const stem = path.replace(/\.(mp4|webm|gif|png|mov)$/i, '');
  if (files.length === 1) {
    const target = `${stem}${ENDINGS[files[0].mediaType] ?? ''}`;
    await writeBytesFile(target, files[0].bytes);
    return [target];
  }
  const named = files.map(({ bytes }, i) => ({ name: `${`${i}`.padStart(4, '0')}.png`, bytes }));
  await writeFiles(stem, named);
  return named.map(({ name }) => join(stem, name));
}

/** The frames of a video; `fps` is the rate of a model that gives pictures. */
export async function readOutputFrames(
  { files }: VideoOutput,
  fps: number,
  signal?: AbortSignal,
): Promise<VideoFrames> {
  if (files.every(({ mediaType }) => mediaType === 'image/png')) {
    const images = [];
    for (const { bytes } of files) images.push(await decodePicture(bytes));
    return createVideoFrames(images, fps);
  }
  // Decoders of Node read files.
  return withTemporaryFolder(async (folder) => {
    const [path] = await writeOutputFiles(join(folder, 'video'), { files });
    return readVideoFile(path, { signal });
  });
}
