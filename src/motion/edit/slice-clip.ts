/**
 * @file Cuts a time range out of a clip and moves it to time zero. Frames inside are kept; both ends are sampled.
 */

import { PosespaceError } from '../../base/errors.js';
import type { Clip } from '../clip.js';
import { retimeClip } from './resample-clip.js';

/** The part of a clip between two times, seconds; a range that reaches past the clip is cut to it. */
export function sliceClip(clip: Clip, start: number, end: number): Clip {
  // In the precision of the frames: 0.7 is above the frame at 0.7, which would come out twice.
  const first = Math.max(Math.fround(start), clip.times[0] ?? 0);
  const last = Math.min(Math.fround(end), clip.times[clip.times.length - 1] ?? 0);
  if (!(last >= first)) {
    throw new PosespaceError(
      'bad-usage',
      `motion/sliceClip: ${start} to ${end} s is no part of clip "${clip.name}", ` +
        `which lasts from ${clip.times[0]} to ${clip.times[clip.times.length - 1]} s`,
    );
  }
  const inner = clip.times.filter((time) => time > first && time < last);
  const times = Float32Array.from(last > first ? [first, ...inner, last] : [first]);
  const cut = retimeClip(clip, times);
  return { ...cut, times: cut.times.map((time) => time - times[0]) };
}
