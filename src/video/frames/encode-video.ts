/** @file Frames to the bytes of a video: GIF everywhere, MP4 and WebM where the engine has WebCodecs. */

import { PosespaceError } from '../../base/errors.js';
import { encodeGif } from './gif-frames.js';
import { encodeMedia, hasWebCodecs } from './media-frames.js';
import type { EncodeVideoOptions } from './video-format.js';
import type { VideoFrames } from './video-frames.js';

/** Defaults of `encodeVideo`. */
export const ENCODE_VIDEO_DEFAULTS = Object.freeze({ format: 'mp4' } as const satisfies EncodeVideoOptions);

/** Encodes frames as a video file. */
export async function encodeVideo(video: VideoFrames, options: EncodeVideoOptions = {}): Promise<Uint8Array> {
  const settings = { ...ENCODE_VIDEO_DEFAULTS, ...options };
  if (settings.format === 'gif') return encodeGif(video);
  if (hasWebCodecs()) return encodeMedia(video, settings);
  throw new PosespaceError(
    'unsupported',
    `video/encodeVideo: this engine has no WebCodecs to write ${settings.format}; write a GIF, or in Node use writeVideoFile of posespace/io/node`,
  );
}
