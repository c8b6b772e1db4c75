/**
 * @file The network's estimate of the clean pose behind each pose of a path: noise is added, removed in one step, and
 * the results are averaged over a few draws. All poses share the same draws, so that estimates change as smoothly
 * along the path as the poses do.
 */

import type { WorkOptions } from '../../base/progress.js';
import { createRng } from '../../base/rng.js';
import type { PosePath } from '../records/pose-path.js';
import { predictMany, stateLength } from './batch-states.js';
import type { BoundRig } from './bound-rig.js';
import { pathToStates, statesToPath } from './convert-path.js';
import { drawNoise } from './denoise.js';

/** Noises and their opposites, so that their mean is none. [count] of [length] */
export function drawAntitheticNoise(length: number, count: number, seed: number): Float32Array[] {
  const rng = createRng(seed);
  const draws: Float32Array[] = [];
  for (let i = 0; i < count; i++) {
    draws.push(i % 2 ? draws[i - 1].map((value) => -value) : drawNoise(length, rng));
  }
  return draws;
}

/** What the network takes each pose for under a share of noise, 0 to 1. */
export async function estimateCleanPath(
  space: BoundRig,
  path: PosePath,
  time: number,
  draws: readonly Float32Array[],
  { signal }: WorkOptions,
): Promise<PosePath> {
  const length = stateLength(space);
  const clean = pathToStates(space, path);
  const keep = Math.cos((time * Math.PI) / 2);
  const add = Math.sin((time * Math.PI) / 2);
  const noisy = new Float32Array(clean.length * draws.length);
  for (let i = 0; i < path.count; i++) {
    for (const [d, draw] of draws.entries()) {
      const o = (i * draws.length + d) * length;
      for (let k = 0; k < length; k++) noisy[o + k] = keep * clean[i * length + k] + add * draw[k];
    }
  }
  const said = await predictMany(space, noisy, time, { signal });
  const mean = new Float32Array(clean.length);
  for (let i = 0; i < path.count; i++) {
    for (let d = 0; d < draws.length; d++) {
      const o = (i * draws.length + d) * length;
      for (let k = 0; k < length; k++) mean[i * length + k] += said[o + k] / draws.length;
    }
  }
  return statesToPath(space, mean);
}
