/**
 * @file Pulls a path toward natural poses: the string method (E, Ren, Vanden-Eijnden, 2002) on the density of a
 * diffusion model. Each pose moves part of the way to the network's clean estimate, then the path is resampled evenly;
 * the ends stay. How far the result is followed is decided by `path-trust.ts`.
 */

import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import { stateLength } from '../model/batch-states.js';
import type { BoundRig } from '../model/bound-rig.js';
import { drawAntitheticNoise, estimateCleanPath } from '../model/estimate-clean-path.js';
import { blendPaths, concatPaths, type PosePath, resamplePath, slicePath } from '../records/pose-path.js';

export interface RefinePathOptions extends WorkOptions {
  /** Share of noise that poses are shown with, 0 to 1: more makes the path follow the larger features alone. */
  readonly time: number;
  readonly rounds: number;
  /** How far a pose moves to the network's estimate each round, 0 to 1. */
  readonly rate: number;
  /** Steps of the path. */
  readonly steps: number;
}

/** Draws per estimate: a noise and its negative. */
const DRAWS = 2;

/** Refines a path; it comes out in even steps. */
export async function refinePath(
  space: BoundRig,
  path: PosePath,
  { time, rounds, rate, steps, signal, onProgress }: RefinePathOptions,
): Promise<PosePath> {
  const { rig } = space;
  let refined = resamplePath(rig, path, steps);
  for (let round = 0; round < rounds && steps > 1; round++) {
    throwIfAborted(signal);
    onProgress?.({ stage: 'refining the path', fraction: round / rounds });
    // Other noises each round: what one of them suggests wrongly, the next does not.
    const draws = drawAntitheticNoise(stateLength(space), DRAWS, round);
    const estimate = await estimateCleanPath(space, slicePath(rig, refined, 1, steps), time, draws, {
      signal,
    });
    const ends = [slicePath(rig, refined, 0, 1), slicePath(rig, refined, steps, steps + 1)];
    const whole = concatPaths([ends[0], estimate, ends[1]]);
    refined = resamplePath(rig, blendPaths(refined, whole, rate), steps);
  }
  return refined;
}
