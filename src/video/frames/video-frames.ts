/**
 * @file The VideoFrames record: pictures of one size at an even rate, as everything in this room makes or reads them.
 */

import { requireInput } from '../../base/errors.js';
import type { Image } from '../../render/image.js';

/** A video in memory: pictures of one size at an even rate. */
export interface VideoFrames {
  readonly width: number;
  readonly height: number;
  /** Frames per second. */
  readonly frameRate: number;
  /** At least one. [F] */
  readonly images: readonly Image[];
}

/** Pictures as a video; throws where they are not of one size. */
export function createVideoFrames(images: readonly Image[], frameRate: number): VideoFrames {
  requireInput(images.length > 0, 'video/createVideoFrames: there are no pictures; give at least one');
  requireInput(
    frameRate > 0 && frameRate <= 1000,
    `video/createVideoFrames: frameRate is ${frameRate}; give frames per second, above 0`,
  );
  const [{ width, height }] = images;
  images.forEach((image, i) => {
    requireInput(
      image.width === width && image.height === height,
      `video/createVideoFrames: picture ${i} is ${image.width} × ${image.height} and the first ${width} × ${height}; give pictures of one size`,
    );
  });
  return { width, height, frameRate, images };
}

/** Length in seconds: each frame lasts one interval. */
export const videoDuration = ({ images, frameRate }: VideoFrames): number => images.length / frameRate;
