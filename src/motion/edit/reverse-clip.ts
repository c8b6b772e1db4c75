/** @file The same motion backwards. */

import type { Clip } from '../clip.js';

/** A clip played backwards. */
export function reverseClip(clip: Clip): Clip {
  const { times, poses, scales } = clip;
  const first = times[0] ?? 0;
  const last = times[times.length - 1] ?? 0;
  return {
    ...clip,
    times: times.map((_, f) => first + last - times[times.length - 1 - f]),
    poses: [...poses].reverse(),
    ...(scales && {
      scales: scales.map(({ joint, values }) => ({
        joint,
        values: values.map((_, i) => values[(times.length - 1 - Math.floor(i / 3)) * 3 + (i % 3)]),
      })),
    }),
  };
}
