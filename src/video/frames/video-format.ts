/** @file The formats that videos are written in. */

import type { WorkOptions } from '../../base/progress.js';

/** File formats of a video. */
export type VideoFormat = 'mp4' | 'webm' | 'gif';

/** Options of `encodeVideo`. */
export interface EncodeVideoOptions extends Pick<WorkOptions, 'signal'> {
  readonly format?: VideoFormat;
  /** Bits per second; absent: high quality. */
  readonly bitrate?: number;
}
