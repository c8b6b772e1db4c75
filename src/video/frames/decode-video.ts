/**
 * @file Bytes of a video to frames: GIF everywhere, MP4, MOV and WebM where the engine has WebCodecs. The bytes decide
 * what it is, not a name.
 */

import { PosespaceError } from '../../base/errors.js';
import type { WorkOptions } from '../../base/progress.js';
import { decodeGif } from './gif-frames.js';
import { decodeMedia, hasWebCodecs } from './media-frames.js';
import { type SliceVideoOptions, sliceVideo } from './slice-video.js';
import type { VideoFrames } from './video-frames.js';
import { VIDEO_LIMITS, type VideoLimits } from './video-limits.js';

/** Options of `decodeVideo`. */
export interface DecodeVideoOptions extends SliceVideoOptions, Pick<WorkOptions, 'signal'> {
  /** Limits on what is read. */
  readonly limits?: Partial<VideoLimits>;
}

/**
 * Decodes a video to frames.
 *
 * @example
 * const video = await decodeVideo(new Uint8Array(await file.arrayBuffer()), { end: 3 });
 */
export async function decodeVideo(bytes: Uint8Array, options: DecodeVideoOptions = {}): Promise<VideoFrames> {
  const limits = { ...VIDEO_LIMITS, ...options.limits };
  try {
    if (isGif(bytes)) return sliceVideo(await decodeGif(bytes, limits, options.signal), options);
    if (hasWebCodecs()) return await decodeMedia(bytes, { ...options, limits });
  } catch (error) {
    if (error instanceof PosespaceError) throw error;
    throw new PosespaceError(
      'bad-input',
      `video/decodeVideo: the file is damaged or no video (${(error as Error).message}); give MP4, WebM, MOV or GIF`,
    );
  }
  throw new PosespaceError(
    'unsupported',
    'video/decodeVideo: this engine has no WebCodecs; in Node read the file with readVideoFile of posespace/io/node',
  );
}

/** Whether the bytes are those of a GIF. */
export const isGif = (bytes: Uint8Array): boolean => String.fromCharCode(...bytes.subarray(0, 4)) === 'GIF8';
