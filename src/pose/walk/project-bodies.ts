/**
 * @file The nearest pose that the network believes in, joint by joint and least of all changes: joints that go with the
 * rest of the body stay as they are, those that do not are replaced by what the rest of the body says.
 *
 * A pose with noise on it is shown to the network, which says what pose it takes it for; the mean over a few noises is
 * its opinion. Where a joint's rotation is far from the opinion, it is doubted and the opinion takes its place; then
 * the new pose is shown again with less noise, and all joints are judged anew against the pose that came in. Much noise
 * hides what is wrong with a joint so that the others speak, little noise brings the details; a joint that was
 * doubted because its neighbour was wrong is believed again once that is put right.
 *
 * All poses of a clip see the same noises: what the network says then changes as smoothly as the clip does.
 */

import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import { quaternionAngle, slerpInto } from '../../math/quaternion.js';
import type { BodySpace } from '../body-space.js';
import { turnRoot } from '../pose-state.js';
import { askOpinion, drawPairs } from './ask-opinion.js';
import { stateLength } from './batch-states.js';
import { type BodyPath, straighten } from './body-path.js';

export interface ProjectBodiesOptions extends WorkOptions {
  /** Shares of noise to look at a pose with, one after the other, 0 to 1. */
  readonly times?: readonly number[];
  /** Noises that an opinion is the mean of. */
  readonly noises?: number;
  /** Radians from the opinion up to which a joint is believed. */
  readonly believed?: number;
  /** Radians from the opinion from which on it is not. */
  readonly doubted?: number;
  /** Joints are believed up to so many times what is usual in the pose: three of four are nearer to the opinion. */
  readonly unusual?: number;
}

export const PROJECT_BODIES_DEFAULTS = Object.freeze({
  times: Object.freeze([0.65, 0.55, 0.45, 0.35]) as readonly number[],
  noises: 8,
  believed: 0.35,
  doubted: 0.7,
  unusual: 2,
});

/** What is usual in a pose: so large a share of the joints is nearer to the opinion. */
const QUANTILE = 0.75;
/** Every projection sees these noises. */
const SEED = 1;

export interface ProjectedBodies extends BodyPath {
  /** How much each joint is doubted, 0 to 1. [count, J] */
  readonly doubts: Float64Array;
}

/** Projects poses, each on its own. */
export async function projectBodies(
  space: BodySpace,
  path: BodyPath,
  options: ProjectBodiesOptions = {},
): Promise<ProjectedBodies> {
  const { times, noises, believed, doubted, unusual, signal, onProgress } = {
    ...PROJECT_BODIES_DEFAULTS,
    ...options,
  };
  const { jointCount } = space.tree;
  const size = jointCount * 4;
  const given = path.rotations.slice();
  const rotations = path.rotations.slice();
  const heights = path.heights.slice();
  const doubts = new Float64Array(path.count * jointCount);
  const headings = new Float64Array(path.count);
  const away = new Float64Array(jointCount);
  const draws = drawPairs(stateLength(space), noises, SEED);
  for (const [round, time] of times.entries()) {
    throwIfAborted(signal);
    onProgress?.({ stage: 'judging joints', fraction: round / times.length });
    // Whatever was put right may have turned the body: heading is measured anew, and the given pose turned along.
    for (let i = 0; i < path.count; i++) {
      const heading = straighten(space.tree, rotations.subarray(i * size, (i + 1) * size));
      turnRoot(given.subarray(i * size, (i + 1) * size), -heading);
      headings[i] += heading;
    }
    const opinion = await askOpinion(space, { count: path.count, rotations, heights }, time, draws, options);
    for (let i = 0; i < path.count; i++) {
      const o = i * jointCount;
      for (let j = 0; j < jointCount; j++) {
        away[j] = quaternionAngle(given, (o + j) * 4, opinion.rotations, (o + j) * 4);
      }
      const usual = Math.max(1, (unusual * quantile(away, QUANTILE)) / believed);
      for (let j = 0; j < jointCount; j++) {
        doubts[o + j] = smoothStep((away[j] / usual - believed) / (doubted - believed));
        const k = (o + j) * 4;
        slerpInto(rotations, k, given, k, opinion.rotations, k, doubts[o + j]);
      }
    }
  }
  for (let i = 0; i < path.count; i++) turnRoot(rotations.subarray(i * size, (i + 1) * size), headings[i]);
  return { count: path.count, rotations, heights, doubts };
}

/** The value that a share of the values is below. */
function quantile(values: Float64Array, share: number): number {
  return Float64Array.from(values).sort()[Math.min(values.length - 1, Math.floor(share * values.length))];
}

/** 0 below 0, 1 above 1, smooth between. */
function smoothStep(x: number): number {
  const t = Math.min(1, Math.max(0, x));
  return t * t * (3 - 2 * t);
}
