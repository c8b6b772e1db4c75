/**
 * @file A path pulled to where the network believes in poses: the string method (E, Ren, Vanden-Eijnden, 2002) on the
 * density of a diffusion model. Every pose of the path is shown to the network under some noise, goes part of the way
 * to what the network takes it for, and the path is taken in even steps again; the ends stay. In the end the path runs
 * where poses are likely, and crosses over where that costs least.
 *
 * The ends are shown as well and may drift, aside from the path: where the network would draw poses that are right tells how
 * far to follow it between them (`trust-leg.ts`).
 */

import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import type { BodySpace } from '../body-space.js';
import { askOpinion, drawPairs } from './ask-opinion.js';
import { stateLength } from './batch-states.js';
import { type BodyPath, blendPaths, evenPath, slicePath, stackPaths } from './body-path.js';

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

export interface RefinedPath {
  /** The path in even steps. */
  readonly path: BodyPath;
  /** Where its two ends would have gone, had they been free. */
  readonly drifted: BodyPath;
}

/** Refines a path of at least two steps. */
export async function refinePath(
  space: BodySpace,
  start: BodyPath,
  { time, rounds, rate, steps, signal, onProgress }: RefinePathOptions,
): Promise<RefinedPath> {
  const { tree } = space;
  let path = evenPath(tree, start, steps);
  const ends = [slicePath(tree, path, 0, 1), slicePath(tree, path, steps, steps + 1)];
  let drifted = stackPaths(ends);
  for (let round = 0; round < rounds; round++) {
    throwIfAborted(signal);
    onProgress?.({ stage: 'refining the path', fraction: round / rounds });
    // Other noises each round: what one of them suggests wrongly, the next does not.
    const draws = drawPairs(stateLength(space), DRAWS, round);
    const asked = stackPaths([slicePath(tree, path, 1, steps), drifted]);
    const opinion = await askOpinion(space, asked, time, draws, { signal });
    const inner = slicePath(tree, opinion, 0, steps - 1);
    const free = slicePath(tree, opinion, steps - 1, steps + 1);
    path = evenPath(tree, blendPaths(path, stackPaths([ends[0], inner, ends[1]]), rate), steps);
    drifted = blendPaths(drifted, free, rate);
  }
  return { path, drifted };
}
