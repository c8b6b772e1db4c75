/** @file The frames of dropped files: a video, or pictures in the order of their names. */

import { PosespaceError } from 'posespace';
import { compareNaturally } from 'posespace/io';
import { decodePicture } from 'posespace/render';
import { createVideoFrames, decodeVideo, resizeImage, sliceVideo, type VideoFrames } from 'posespace/video';
import type { NamedBytes, VideoPart } from '../../../workers/worker-protocol.js';
import { isVideoName } from '../actions/video-kind.js';

/** Longest side of the frames that are kept, pixels: the fit works on smaller ones. */
const MOST_SIDE = 640;
/** Most pixels of all frames, half a gigabyte: 500 frames of 640 × 360. */
const LIMITS = { maxSide: MOST_SIDE, maxPixels: 120_000_000 };
/** Frames per second of pictures, which have no rate of their own. */
const PICTURE_RATE = 24;

/** Decodes a part of the files. */
export async function readVideoFrames(
  files: readonly NamedBytes[],
  { start, end }: VideoPart,
  signal: AbortSignal,
): Promise<VideoFrames> {
  const [{ name, bytes }] = files;
  if (!isVideoName(name)) return sliceVideo(await readPictures(files, signal), { start, end });
  try {
    return await decodeVideo(bytes, { start, end, limits: LIMITS, signal });
  } catch (error) {
    const { code = 'bad-input', message } = error as PosespaceError;
    // Says which file, and not which function.
    throw new PosespaceError(code, `"${name}": ${message.replace(/^[a-zA-Z]+\/[a-zA-Z]+: /, '')}`);
  }
}

async function readPictures(files: readonly NamedBytes[], signal: AbortSignal): Promise<VideoFrames> {
  const sorted = [...files].sort((a, b) => compareNaturally(a.name, b.name));
  const images = [];
  for (const { bytes } of sorted) {
    if (signal.aborted) throw new PosespaceError('aborted', 'stopped');
    const image = await decodePicture(bytes);
    const scale = Math.min(1, MOST_SIDE / Math.max(image.width, image.height));
    images.push(resizeImage(image, Math.round(image.width * scale), Math.round(image.height * scale)));
  }
  return createVideoFrames(images, PICTURE_RATE);
}
