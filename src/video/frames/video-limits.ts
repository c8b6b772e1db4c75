/**
 * @file Limits on what a video may contain: a header of a hundred bytes can claim an hour of 16K. Checked before
 * pictures are allocated.
 */

import { PosespaceError } from '../../base/errors.js';

/** Limits on what is read from a video: one that exceeds them is refused. */
export interface VideoLimits {
  /** Most frames. */
  readonly maxFrames: number;
  /** Longest side of the pictures that are kept, pixels: larger ones are shrunk. */
  readonly maxSide: number;
  /** Most pixels over all frames that are kept. */
  readonly maxPixels: number;
}

/** Default limits on what is read from a video. */
export const VIDEO_LIMITS: VideoLimits = Object.freeze({
  maxFrames: 1800,
  maxSide: 1280,
  maxPixels: 600_000_000,
});

/** Sides beyond this are refused, whatever they would be shrunk to. */
const MAX_SOURCE_SIDE = 8192;

/** The size at which frames of a video are kept. */
export function keptSize(width: number, height: number, { maxSide }: VideoLimits): [number, number] {
  if (!(width > 0 && height > 0 && width <= MAX_SOURCE_SIDE && height <= MAX_SOURCE_SIDE)) {
    throw new PosespaceError(
      'bad-input',
      `video/decodeVideo: the video claims ${width} × ${height} pixels; sides are 1 to ${MAX_SOURCE_SIDE}`,
    );
  }
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}

/** Throws if so many frames of this size are more than allowed. */
export function checkFrameLimit(count: number, width: number, height: number, limits: VideoLimits): void {
  if (count <= limits.maxFrames && count * width * height <= limits.maxPixels) return;
  throw new PosespaceError(
    'bad-input',
    `video/decodeVideo: more than ${Math.min(limits.maxFrames, Math.floor(limits.maxPixels / (width * height)))} ` +
      `frames of ${width} × ${height}; read a part of it (start, end), a lower rate, or raise the limit`,
  );
}
