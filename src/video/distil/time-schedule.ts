/**
 * @file Noise levels and seeds of a distillation. `paper` is AKD's: t uniform in [0.02, t_end], t_end falling from 0.98
 * to 0.5 over the first half, new noise every time. `annealed`: one noise per view, t falling from 0.92 to 0.15: with the
 * embedded score model the first ends in a bob of the whole body, the second in striding legs.
 */

import type { Rng } from '../../base/rng.js';

/** How noise levels follow each other. */
export type TimeSchedule = 'paper' | 'annealed';

/** The noise level of an iteration, 0 to 1 of the way; `rng` draws where the schedule is random. */
export function noiseTime(schedule: TimeSchedule, progress: number, rng: Rng): number {
  if (schedule === 'annealed') return 0.92 + (0.15 - 0.92) * progress;
  return rng.range(0.02, 0.98 + (0.5 - 0.98) * Math.min(1, 2 * progress));
}

/** The seed of an iteration's noise in one view. */
export const noiseSeed = (schedule: TimeSchedule, seed: number, view: number, rng: Rng): number =>
  schedule === 'annealed' ? seed * 31 + view : rng.integer(2 ** 31);
