/**
 * @file A path pulled to where the network believes in poses: the string method (E, Ren, Vanden-Eijnden, 2002) on the
 * density of a diffusion model. Every pose of the path is shown to the network under some noise, goes part of the way
 * to what the network takes it for, and the path is taken in even steps again; the ends stay. In the end the path runs
 * where poses are likely, and crosses over where that costs least.
 *
 * A creature that the network has not seen it takes for another one, and would pull the whole path there. But both ends
 * are poses of this creature: by what the network is wrong about them, it is taken to be wrong in between.
 */

import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import type { BodySpace } from '../body-space.js';
import { askOpinion, drawPairs } from './ask-opinion.js';
import { stateLength } from './batch-states.js';
import { type BodyPath, evenPath } from './body-path.js';
import { addTurns, turnsBetween } from './path-turns.js';

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
  let refined = evenPath(space.tree, path, steps);
  for (let round = 0; round < rounds && steps > 1; round++) {
    throwIfAborted(signal);
    onProgress?.({ stage: 'refining the path', fraction: round / rounds });
    // Other noises each round: what one of them suggests wrongly, the next does not.
    const draws = drawPairs(stateLength(space), DRAWS, round);
    const opinion = await askOpinion(space, refined, time, draws, { signal });
    const turns = turnsBetween(refined.rotations, opinion.rotations);
    const rises = opinion.heights.map((height, i) => height - refined.heights[i]);
    takeBiasAway(turns, refined.count);
    takeBiasAway(rises, refined.count);
    const rotations = addTurns(
      refined.rotations,
      turns.map((turn) => rate * turn),
    );
    const heights = refined.heights.map((height, i) => height + rate * rises[i]);
    refined = evenPath(space.tree, { count: refined.count, rotations, heights }, steps);
  }
  return refined;
}

/** Subtracts what is said of the ends, blended along the path, in place; nothing is left to be said of those. */
function takeBiasAway(values: Float64Array, count: number): void {
  const width = values.length / count;
  const last = (count - 1) * width;
  for (let k = 0; k < width; k++) {
    const [first, end] = [values[k], values[last + k]];
    for (let i = 0; i < count; i++) {
      const share = i / (count - 1);
      values[i * width + k] -= (1 - share) * first + share * end;
    }
  }
}
