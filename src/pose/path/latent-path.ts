/**
 * @file The path between two poses through their latents. Along the arc between two latents poses change unevenly:
 * hardly at all near the ends, then much within a hundredth of the arc. Where neighbours are farthest apart more
 * latents are decoded, until the path can be resampled evenly.
 */

import type { WorkOptions } from '../../base/progress.js';
import { decodeMany, stateLength } from '../model/batch-states.js';
import type { BoundRig } from '../model/bound-rig.js';
import { statesToPath } from '../model/convert-path.js';
import { slerpNoiseInto } from '../model/slerp-noise.js';
import { chordLengths, type PosePath } from '../records/pose-path.js';

export interface LatentPathOptions extends WorkOptions {
  /** Steps of decoding. */
  readonly steps: number;
  /** Rounds of eight decoded noises each; the first are spread evenly. */
  readonly rounds: number;
}

/** Noises decoded in a round: one batch. */
const PER_ROUND = 8;
/** No finer than this along the arc: what jumps there jumps. */
const FINEST = 1e-4;

/** Decodes a path between two noises, the ends included. */
export async function latentPath(
  space: BoundRig,
  from: Float32Array,
  to: Float32Array,
  { steps, rounds, signal }: LatentPathOptions,
): Promise<PosePath> {
  const length = stateLength(space);
  let parameters: number[] = [];
  let states: Float32Array[] = [];
  let wanted = Array.from({ length: PER_ROUND }, (_, i) => i / (PER_ROUND - 1));
  for (let round = 0; round < rounds; round++) {
    const noises = new Float32Array(wanted.length * length);
    for (const [i, t] of wanted.entries())
      slerpNoiseInto(noises.subarray(i * length, (i + 1) * length), from, to, t);
    const decoded = await decodeMany(space, noises, steps, { signal });
    const all = [...parameters, ...wanted];
    const found = [...states, ...wanted.map((_, i) => decoded.subarray(i * length, (i + 1) * length))];
    const order = [...all.keys()].sort((a, b) => all[a] - all[b]);
    parameters = order.map((i) => all[i]);
    states = order.map((i) => found[i]);
    wanted = widestGaps(space, parameters, states);
    if (wanted.length === 0) break;
  }
  return joinStates(space, states);
}

/** The middles of the gaps whose poses are furthest apart. */
function widestGaps(
  space: BoundRig,
  parameters: readonly number[],
  states: readonly Float32Array[],
): number[] {
  const chords = chordLengths(space.rig, joinStates(space, states));
  return [...chords.keys()]
    .filter((i) => parameters[i + 1] - parameters[i] > FINEST)
    .sort((a, b) => chords[b] - chords[a])
    .slice(0, PER_ROUND)
    .map((i) => (parameters[i] + parameters[i + 1]) / 2);
}

function joinStates(space: BoundRig, states: readonly Float32Array[]): PosePath {
  const length = stateLength(space);
  const joined = new Float32Array(states.length * length);
  for (const [i, state] of states.entries()) joined.set(state, i * length);
  return statesToPath(space, joined);
}
