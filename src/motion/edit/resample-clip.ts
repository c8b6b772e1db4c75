/**
 * @file Resamples a clip to other frame times.
 */

import { PosespaceError } from '../../base/errors.js';
import { type Clip, clipDuration, inheritSource } from '../clip.js';
import { locate, mix, sampleClip } from '../sample-clip.js';

/** Options of `resampleClip`. */
export interface ResampleOptions {
  /** Frames per second, above 0. */
  readonly frameRate: number;
}

/** Defaults of `resampleClip`. */
export const RESAMPLE_DEFAULTS: ResampleOptions = Object.freeze({ frameRate: 30 });

/** Frames at a constant rate; the first and last moment are kept exactly, so the rate is met to within one frame. */
export function resampleClip(clip: Clip, options: Partial<ResampleOptions> = {}): Clip {
  const { frameRate } = { ...RESAMPLE_DEFAULTS, ...options };
  if (!(frameRate > 0 && frameRate <= 1000)) {
    throw new PosespaceError(
      'bad-usage',
      `motion/resampleClip: frameRate must lie in (0, 1000], got ${frameRate}`,
    );
  }
  const duration = clipDuration(clip);
  const steps = Math.max(duration > 0 ? 1 : 0, Math.round(duration * frameRate));
  const start = clip.times[0] ?? 0;
  const times = Float32Array.from(
    { length: steps + 1 },
    (_, i) => start + (steps > 0 ? (duration * i) / steps : 0),
  );
  return retimeClip(clip, times);
}

/** The clip's poses and scales at the given times. */
export function retimeClip(clip: Clip, times: Float32Array): Clip {
  const poses = Array.from(times, (time) => sampleClip(clip, time));
  const scales = clip.scales?.map(({ joint, values }) => {
    const out = new Float32Array(times.length * 3);
    for (const [f, time] of times.entries()) {
      const { index, fraction } = locate(clip, time);
      const next = Math.min(index + 1, clip.times.length - 1);
      out.set(
        mix(values.subarray(index * 3, index * 3 + 3), values.subarray(next * 3, next * 3 + 3), fraction),
        f * 3,
      );
    }
    return { joint, values: out };
  });
  return { name: clip.name, ...inheritSource(clip), times, poses, ...(scales && { scales }) };
}
