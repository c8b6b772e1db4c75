/**
 * @file Corrections that are known in some frames, carried softly through the others, and smoothed in time.
 */

import { findRuns } from './detect-contacts.js';

/** Frames over which a correction's own speed dies away outside of where it is known. */
const FADE = 1;

/**
 * Fills the frames in which a value is not known. The value goes on as it went and loses its speed within a few frames,
 * on both sides of a gap; between the two it passes over smoothly. Before the first and after the last it stays.
 */
export function bridgeGaps(values: Float64Array, known: Uint8Array, loop: boolean): void {
  const count = values.length;
  if (!known.includes(1)) {
    values.fill(0);
    return;
  }
  const at = (f: number) => ((f % count) + count) % count;
  const slope = (f: number, back: number): number => {
    const other = loop ? at(f - back) : f - back;
    return other >= 0 && other < count && known[other] ? values[at(f)] - values[other] : 0;
  };
  for (const { start, length } of findRuns(known, 0, loop)) {
    const before = start - 1;
    const after = start + length;
    const hasBefore = loop || before >= 0;
    const hasAfter = loop || after < count;
    const [a, b] = [values[at(before)], values[at(after)]];
    const slopeA = hasBefore ? slope(at(before), 1) : 0;
    const slopeB = hasAfter ? slope(at(after), -1) : 0;
    for (let i = 1; i <= length; i++) {
      const left = a + slopeA * FADE * (1 - Math.exp(-i / FADE));
      const right = b + slopeB * FADE * (1 - Math.exp(-(length + 1 - i) / FADE));
      const share = hasBefore && hasAfter ? easeBetween(i / (length + 1)) : hasAfter ? 1 : 0;
      values[at(before + i)] = (1 - share) * left + share * right;
    }
  }
}

/** From 0 to 1 with no speed and no acceleration at either end. */
const easeBetween = (u: number): number => u * u * u * (u * (6 * u - 15) + 10);

/** A value by frame, averaged over neighbours with the weights of a bell of `width` frames. */
export function smoothInTime(values: Float64Array, width: number, loop: boolean): Float64Array {
  const reach = Math.ceil(3 * width);
  if (!(width > 0) || values.length < 2) return values.slice();
  const bell = Float64Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * width * width)),
  );
  const count = values.length;
  return values.map((_, f) => {
    let [sum, total] = [0, 0];
    for (let i = -reach; i <= reach; i++) {
      const other = loop ? (((f + i) % count) + count) % count : Math.min(count - 1, Math.max(0, f + i));
      sum += bell[i + reach] * values[other];
      total += bell[i + reach];
    }
    return sum / total;
  });
}

/** The greatest value within `reach` frames of each. */
export function greatestNearby(values: Float64Array, reach: number, loop: boolean): Float64Array {
  const count = values.length;
  return values.map((_, f) => {
    let most = -Infinity;
    for (let i = -reach; i <= reach; i++) {
      const other = loop ? (((f + i) % count) + count) % count : Math.min(count - 1, Math.max(0, f + i));
      most = Math.max(most, values[other]);
    }
    return most;
  });
}

/**
 * What brings a limb to rest where it is held: against one of the numbers of its steps [S, width], with as little moving
 * as can be in each stretch. Known only there. [P]
 */
export function cancelSteps(
  steps: Float64Array,
  width: number,
  axis: number,
  held: Uint8Array,
  loop: boolean,
): Float64Array {
  const count = held.length;
  const out = new Float64Array(count);
  for (const { start, length } of findRuns(held, 1, loop)) {
    let [sum, mean] = [0, 0];
    for (let i = 0; i < length; i++) {
      out[(start + i) % count] = sum;
      mean += sum / length;
      sum -= steps[((start + i) % count) * width + axis] ?? 0;
    }
    // Held all the way round a loop, what is left over after a round is spread over it.
    const drift = loop && length === count ? sum / length : 0;
    const middle = mean - (drift * (length - 1)) / 2;
    for (let i = 0; i < length; i++) out[(start + i) % count] -= middle + drift * i;
  }
  return out;
}
