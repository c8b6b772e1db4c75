/**
 * @file Projects poses to the nearest natural ones, joint by joint: joints consistent with the rest of the body stay,
 * outliers are replaced by the network's estimate.
 *
 * Noise is added to a pose and removed by the network; the mean over a few draws is the estimate. Joints far from it
 * are replaced, then the pose is tested again with less noise, always against the original: a joint rejected because
 * of a wrong neighbour is accepted again. A joint must also be far by the standard of this pose, or poses of unseen
 * creatures would move (4.1 % of the diameter instead of 0.4 %).
 *
 * On 23 unseen rigs one joint rotated by 60° goes from 3.0 to 1.3 % from the real pose; real poses move by 0.18 %. See
 * lab/notes/pose-projection.md.
 */

import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import { quaternionAngle, slerpInto } from '../../math/quaternion.js';
import { smoothStep } from '../../math/scalar.js';
import { quantile } from '../../math/statistics.js';
import { stateLength } from '../model/batch-states.js';
import type { BoundRig } from '../model/bound-rig.js';
import { drawAntitheticNoise, estimateCleanPath } from '../model/estimate-clean-path.js';
import { type PosePath, straighten } from '../records/pose-path.js';
import { rotateRoot } from '../records/pose-state.js';

export interface ProjectPathOptions extends WorkOptions {
  /** Shares of noise to look at a pose with, one after the other, 0 to 1. */
  readonly times?: readonly number[];
  /** Noise draws per estimate. */
  readonly noises?: number;
  /** Angle to the estimate up to which a joint is kept, radians. */
  readonly accepted?: number;
  /** Angle to the estimate from which on it is replaced, radians. */
  readonly rejected?: number;
  /** Joints are kept up to so many times the usual angle in the pose, its 75 % quantile. */
  readonly unusual?: number;
  /** Natural poses without heading: each joint is kept up to its angle there. */
  readonly examples?: PosePath;
}

export const PROJECT_PATH_DEFAULTS = Object.freeze({
  times: Object.freeze([0.65, 0.55, 0.45, 0.35]) as readonly number[],
  noises: 4,
  accepted: 0.4,
  rejected: 0.75,
  unusual: 2.5,
});

/** Quantile of the angles that counts as usual in a pose. */
const QUANTILE = 0.75;
/** A few examples do not show all that a joint does. */
const KNOWN_SHARE = 1.2;
/** Every projection sees these noises. */
const SEED = 1;

export interface ProjectedPath extends PosePath {
  /** How much of an outlier each joint is, 0 to 1. [count, J] */
  readonly outliers: Float64Array;
}

/** Projects poses, each on its own. */
export async function projectPath(
  space: BoundRig,
  path: PosePath,
  options: ProjectPathOptions = {},
): Promise<ProjectedPath> {
  const { times, noises, accepted, rejected, unusual, signal, onProgress } = {
    ...PROJECT_PATH_DEFAULTS,
    ...options,
  };
  const { jointCount } = space.rig;
  const size = jointCount * 4;
  const given = path.rotations.slice();
  const rotations = path.rotations.slice();
  const heights = path.heights.slice();
  const outliers = new Float64Array(path.count * jointCount);
  const headings = new Float64Array(path.count);
  const away = new Float64Array(jointCount);
  const draws = drawAntitheticNoise(stateLength(space), noises, SEED);
  for (const [round, time] of times.entries()) {
    throwIfAborted(signal);
    onProgress?.({ stage: 'finding unnatural joints', fraction: round / times.length });
    // Corrections may have rotated the body: measure the heading anew and rotate the given pose along.
    for (let i = 0; i < path.count; i++) {
      const heading = straighten(space.rig, rotations.subarray(i * size, (i + 1) * size));
      rotateRoot(given.subarray(i * size, (i + 1) * size), -heading);
      headings[i] += heading;
    }
    const shown = { count: path.count, rotations, heights };
    const estimate = await estimateCleanPath(space, shown, time, draws, { signal });
    const known = await measureExampleAngles(space, options.examples, time, draws, signal);
    for (let i = 0; i < path.count; i++) {
      const o = i * jointCount;
      for (let j = 0; j < jointCount; j++) {
        away[j] = quaternionAngle(given, (o + j) * 4, estimate.rotations, (o + j) * 4);
      }
      const scale = Math.max(1, (unusual * quantile(away, QUANTILE)) / accepted);
      for (let j = 0; j < jointCount; j++) {
        const limit = Math.max(accepted * scale, known[j]);
        outliers[o + j] = smoothStep(0, 1, (away[j] - limit) / ((rejected - accepted) * scale));
        const k = (o + j) * 4;
        slerpInto(rotations, k, given, k, estimate.rotations, k, outliers[o + j]);
      }
    }
  }
  for (let i = 0; i < path.count; i++) rotateRoot(rotations.subarray(i * size, (i + 1) * size), headings[i]);
  return { count: path.count, rotations, heights, outliers };
}

/** Largest angle of each joint to its estimate in natural poses, with a margin. [J] */
async function measureExampleAngles(
  space: BoundRig,
  examples: PosePath | undefined,
  time: number,
  draws: readonly Float32Array[],
  signal: AbortSignal | undefined,
): Promise<Float64Array> {
  const { jointCount } = space.rig;
  const known = new Float64Array(jointCount);
  if (!examples || examples.count === 0) return known;
  const { rotations } = await estimateCleanPath(space, examples, time, draws, { signal });
  for (let k = 0; k < rotations.length; k += 4) {
    const j = (k / 4) % jointCount;
    known[j] = Math.max(known[j], KNOWN_SHARE * quaternionAngle(examples.rotations, k, rotations, k));
  }
  return known;
}

/** The value that a share of the values is below. */
