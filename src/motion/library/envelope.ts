/** @file Curves over the frames of a motion. */

import { clamp } from '../../math/scalar.js';

export interface EnvelopeOptions {
  /** Whether the last frame is followed by the first. */
  readonly loop: boolean;
  /** Frames to each side. */
  readonly width: number;
}

/** The greatest of neighbouring values, then their mean: smooth, and nowhere below the values. */
export function envelope(values: ArrayLike<number>, { loop, width }: EnvelopeOptions): Float64Array {
  const n = values.length;
  const at = (list: ArrayLike<number>, i: number) => list[loop ? (i + n) % n : clamp(i, 0, n - 1)];
  const reach = Math.min(width, n - 1);
  const greatest = Float64Array.from(values, (_, f) => {
    let most = -Infinity;
    for (let k = -reach; k <= reach; k++) most = Math.max(most, at(values, f + k));
    return most;
  });
  // A triangle of the same width: smoother than a box.
  return greatest.map((_, f) => {
    let [sum, weight] = [0, 0];
    for (let k = -reach; k <= reach; k++) {
      const w = reach + 1 - Math.abs(k);
      sum += w * at(greatest, f + k);
      weight += w;
    }
    return sum / weight;
  });
}
