/** @file Easing: the same motion in the same time, slow out of the start, into the end, or by a function. */

import { PosespaceError } from '../../base/errors.js';
import { type Clip, clipDuration } from '../clip.js';
import { retimeClip } from './resample-clip.js';

/** How far the motion is, 0 to 1, when this share of the time is over; rises from 0 to 1. */
export type Easing = (share: number) => number;

/** Paces by name: with no speed at the start, at the end, or at both. */
export const EASINGS = Object.freeze({
  steady: (u: number) => u,
  in: (u: number) => u * u,
  out: (u: number) => u * (2 - u),
  'in-out': (u: number) => u * u * (3 - 2 * u),
});

/** A name of `EASINGS`. */
export type EasingName = keyof typeof EASINGS;

/** The clip at another pace, on the times that it had. */
export function easeClip(clip: Clip, pace: EasingName | Easing): Clip {
  const law = typeof pace === 'function' ? pace : EASINGS[pace];
  if (!law) {
    throw new PosespaceError(
      'bad-usage',
      `motion/easeClip: no such pace, got ${String(pace)}; use one of ${Object.keys(EASINGS).join(', ')}`,
    );
  }
  const duration = clipDuration(clip);
  if (duration === 0) return clip;
  const start = clip.times[0];
  const easedTimes = clip.times.map((time) => {
    const share = law((time - start) / duration);
    if (!Number.isFinite(share)) {
      throw new PosespaceError(
        'bad-usage',
        `motion/easeClip: the pace gave ${share}; give a number from 0 to 1`,
      );
    }
    return start + Math.min(1, Math.max(0, share)) * duration;
  });
  return { ...retimeClip(clip, easedTimes), times: clip.times };
}
