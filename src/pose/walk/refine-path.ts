/**
 * @file A path pulled to where the network believes in poses: the string method (E, Ren, Vanden-Eijnden, 2002) on the
 * density of a diffusion model. Every pose of the path is shown to the network under some noise, goes part of the way
 * to what the network takes it for, and the path is taken in even steps again; the ends stay. In the end the path runs
 * where poses are likely, and crosses over where that costs least.
 */

import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import { slerpInto } from '../../math/quaternion.js';
import type { BodySpace } from '../body-space.js';
import { askOpinion, drawPairs } from './ask-opinion.js';
import { stateLength } from './batch-states.js';
import { type BodyPath, evenPath } from './body-path.js';

export interface RefinePathOptions extends WorkOptions {
  /** Share of noise that poses are shown with, 0 to 1: more makes the path follow the larger features alone. */
  readonly time: number;
  readonly rounds: number;
  /** Share of the way to the network's opinion that a pose goes each round. */
  readonly rate: number;
  /** Steps of the path. */
  readonly steps: number;
}

/** An opinion is the mean over a noise and its opposite. */
const DRAWS = 2;

/** Refines a path; it comes out in even steps. */
export async function refinePath(
  space: BodySpace,
  path: BodyPath,
  { time, rounds, rate, steps, signal, onProgress }: RefinePathOptions,
): Promise<BodyPath> {
  const size = space.tree.jointCount * 4;
  let refined = evenPath(space.tree, path, steps);
  const inner = steps - 1;
  for (let round = 0; round < rounds && inner > 0; round++) {
    throwIfAborted(signal);
    onProgress?.({ stage: 'refining the path', fraction: round / rounds });
    const rotations = refined.rotations.slice();
    const heights = refined.heights.slice();
    const between = {
      count: inner,
      rotations: rotations.subarray(size, (inner + 1) * size),
      heights: heights.subarray(1, inner + 1),
    };
    // Other noises each round: what one of them suggests wrongly, the next does not.
    const draws = drawPairs(stateLength(space), DRAWS, round);
    const opinion = await askOpinion(space, between, time, draws, { signal });
    for (let k = 0; k < between.rotations.length; k += 4) {
      slerpInto(between.rotations, k, between.rotations, k, opinion.rotations, k, rate);
    }
    for (let i = 0; i < inner; i++) between.heights[i] += rate * (opinion.heights[i] - between.heights[i]);
    refined = evenPath(space.tree, { count: refined.count, rotations, heights }, steps);
  }
  return refined;
}
