/**
 * @file The Clip record: poses over time. Between two frames rotations go the short way round (slerp),
 * positions go straight.
 */

import type { Pose } from '../rig/rig-records.js';

/** A scale channel of the source file, sampled at the clip's times; no pose holds it, files get it back. */
export interface ScaleTrack {
  readonly joint: number;
  /** The node's local scale. [F, 3] */
  readonly values: Float32Array;
}

export interface Clip {
  readonly name: string;
  /** Seconds, strictly increasing. [F] */
  readonly times: Float32Array;
  /** One pose per time. [F] */
  readonly poses: readonly Pose[];
  /** Scales kept aside for export. */
  readonly scales?: readonly ScaleTrack[];
}

/** Length in seconds, from the first frame to the last. */
export const clipDuration = (clip: Clip): number =>
  clip.times.length === 0 ? 0 : clip.times[clip.times.length - 1] - clip.times[0];
