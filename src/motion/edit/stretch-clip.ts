/** @file The same motion faster or slower. */

import { PosespaceError } from '../../base/errors.js';
import { type Clip, clipDuration } from '../clip.js';

/** Options of `stretchClip`. */
export type StretchOptions =
  | { /** How many times as fast, above 0. */ readonly speed: number }
  | { /** How long it shall last, above 0. */ readonly seconds: number };

/** All frames at other times; the first stays when it is. */
export function stretchClip(clip: Clip, options: StretchOptions): Clip {
  const duration = clipDuration(clip);
  const factor = 'speed' in options ? 1 / options.speed : duration > 0 ? options.seconds / duration : 1;
  if (!(factor > 0 && factor < Infinity)) {
    throw new PosespaceError(
      'bad-usage',
      `motion/stretchClip: speed and seconds are above 0, got ${JSON.stringify(options)}`,
    );
  }
  const start = clip.times[0] ?? 0;
  return { ...clip, times: clip.times.map((time) => start + (time - start) * factor) };
}
