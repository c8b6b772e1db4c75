/** @file A part of a video, at its own rate or at another: each new frame is the nearest old one. */

import { requireInput } from '../../base/errors.js';
import { type VideoFrames, videoDuration } from './video-frames.js';

/** Which part of a video is read, and at which rate. */
export interface SliceVideoOptions {
  /** Where it starts, seconds. */
  readonly start?: number;
  /** Where it ends, seconds; absent: the end of the video. */
  readonly end?: number;
  /** Frames per second; absent: as the video has them. */
  readonly frameRate?: number;
}

/** The frames from `start` to `end`. */
export function sliceVideo(video: VideoFrames, options: SliceVideoOptions = {}): VideoFrames {
  const { start = 0, end = Infinity, frameRate = video.frameRate } = options;
  const duration = videoDuration(video);
  requireInput(
    start >= 0 && start < Math.min(end, duration) && frameRate > 0 && frameRate <= 1000,
    `video/sliceVideo: from ${start} to ${end} s at ${frameRate} frames a second of a video of ${duration.toFixed(2)} s; ` +
      'give a start before the end, inside the video',
  );
  const last = Math.min(end, duration);
  const count = Math.max(1, Math.round((last - start) * frameRate));
  const images = Array.from({ length: count }, (_, i) => {
    const frame = Math.floor((start + (i + 0.5) / frameRate) * video.frameRate);
    return video.images[Math.min(frame, video.images.length - 1)];
  });
  return { ...video, frameRate, images };
}
