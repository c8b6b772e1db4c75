/**
 * @file Whether a video shows what its caption says (semantic adherence), and whether what happens in it could happen
 * (physical commonsense), each from 0 to 1, as VideoPhy asks (Bansal et al., 2024). Scores of one method can be compared
 * with each other, never with those of another method.
 */

import type { WorkOptions } from '../../base/progress.js';
import type { VideoFrames } from '../frames/video-frames.js';

/** What a judge says of a video. */
export interface JudgeScore {
  /** Whether it shows what the caption says, 0 to 1; null where the judge cannot tell. */
  readonly semantic: number | null;
  /** Whether it could happen, 0 to 1. */
  readonly physical: number | null;
  /** How it was judged: scores of different methods are not to be compared. */
  readonly method: string;
  /** The figures behind it. */
  readonly details: Readonly<Record<string, number | null>>;
}

/** A judge of videos. */
export interface Judge {
  score(video: VideoFrames, caption: string, options?: WorkOptions): Promise<JudgeScore>;
}
