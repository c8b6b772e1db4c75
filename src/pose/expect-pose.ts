/**
 * @file What to expect of a pose before handles are met: several opinions, each trusted as far as it fits the handles.
 *
 * The opinions: what the network predicts; what a body does that knows nothing but to stay near rest; and, in a space
 * that was taught, its examples. An opinion counts in inverse proportion to the square of its miss, the distance of its
 * handles from what they ask (inverse distance weighting: Shepard, "A two-dimensional interpolation function for
 * irregularly-spaced data", 1968). It needs no scale: where handles ask for nearly rest, rest misses by little and
 * decides; where the network does not know a creature, its own answer misses what it was told, and counts for little.
 *
 * On families that training did not see, with a network trained for three minutes (17 rigs, leaves and four given, share
 * of plain least squares): .603 and .702 without weighing, the worst rig 1.23 and 1.33; weighed .584 and .704, the worst
 * 1.05 and 1.06. With ten examples of another clip .42 and .60. A weight of the network that falls where handles are
 * near rest cured snakes that hardly move but no others. Tried and dropped, with examples: a normal kernel of any width
 * (2 to 4 % worse), weights for each rig from how well its examples complete each other (4 % worse: ten poses tell
 * too little), the model's samples among the examples (3 % worse), a covariance of the nearest examples alone (the same).
 */

import { normalizeQuaternion, slerpInto } from '../math/quaternion.js';
import type { BodyHandle } from './body-handle.js';
import { measureHandles } from './handle-residuals.js';
import { createHandleWorkspace, type HandleWorkspace } from './handle-workspace.js';
import { type PosePrior, restPrior } from './pose-prior.js';
import { type PoseTree, poseTreeInto } from './pose-tree.js';
import { type SolveWithPriorOptions, solveWithPrior } from './solve-with-prior.js';

export interface ExpectPoseOptions extends SolveWithPriorOptions {
  /** Share of what the prior alone would answer in what the network says, 0 to 1. */
  readonly priorShare?: number;
  /** Trust in staying near rest, against 1 for the network, where both miss alike. */
  readonly restTrust?: number;
  /** Trust in the examples of a taught space. */
  readonly exampleTrust?: number;
}

export const EXPECT_POSE_DEFAULTS = Object.freeze({ priorShare: 0.1, restTrust: 8, exampleTrust: 4 });

/** The prior's own answer need not be exact. */
const PRIOR_ITERATIONS = 3;
/** Misses below this do not differ, normalised units: 0.05 % of the diameter. */
const LEAST_MISS = 1e-3;
/** Among examples the nearest decide: the power of their distance. */
const EXAMPLE_POWER = 4;

/** Rotations to expect [J, 4]; `predicted` is the network's answer, absent where it could not be asked. */
export function expectPose(
  tree: PoseTree,
  prior: PosePrior,
  handles: readonly BodyHandle[],
  predicted: Float64Array | undefined,
  options: ExpectPoseOptions = {},
): Float64Array {
  const settings = { ...EXPECT_POSE_DEFAULTS, ...options };
  const meter = createHandleWorkspace(tree, restPrior(tree), handles, settings.rootSpread ?? 0);
  const sum = new Float64Array(tree.jointCount * 4);
  const likely = solveWithPrior(tree, prior, handles, prior.mean, {
    ...options,
    iterations: PRIOR_ITERATIONS,
  }).rotations;
  // (1) The network, or the prior in its place.
  const miss = measureMiss(meter, predicted ?? prior.mean, 0);
  if (predicted) blendInto(likely, predicted, 1 - settings.priorShare);
  addWeighted(sum, likely, 0, inverse(miss, 2));
  // (2) What meets the handles near rest.
  const { mean: rest } = meter.prior;
  const near = solveWithPrior(tree, meter.prior, handles, rest, options).rotations;
  addWeighted(sum, near, 0, settings.restTrust * inverse(measureMiss(meter, rest, 0), 2));
  // (3) Examples.
  if (prior.examples) {
    const mean = meanExample(meter, prior.examples);
    addWeighted(sum, mean, 0, settings.exampleTrust * inverse(measureMiss(meter, mean, 0), 2));
  }
  for (let j = 0; j < tree.jointCount; j++) normalizeQuaternion(sum, j * 4);
  return sum;
}

/** Every rotation goes a share of the way to the other's. */
export function blendInto(rotations: Float64Array, others: Float64Array, share: number): void {
  for (let i = 0; i < rotations.length; i += 4) slerpInto(rotations, i, rotations, i, others, i, share);
}

/** The mean of examples [N, J, 4], of which the nearest to the handles count most. */
function meanExample(meter: HandleWorkspace, examples: Float64Array): Float64Array {
  const length = meter.tree.jointCount * 4;
  const mean = new Float64Array(length);
  for (let o = 0; o < examples.length; o += length) {
    addWeighted(mean, examples, o, inverse(measureMiss(meter, examples, o), EXAMPLE_POWER));
  }
  for (let o = 0; o < length; o += 4) normalizeQuaternion(mean, o);
  return mean;
}

const inverse = (miss: number, power: number): number => (LEAST_MISS / (miss + LEAST_MISS)) ** power;

/** Quaternions are summed on the side of no turn: rotations gather there. */
function addWeighted(sum: Float64Array, rotations: Float64Array, offset: number, weight: number): void {
  for (let i = 0; i < sum.length; i += 4) {
    const o = offset + i;
    const signed = rotations[o + 3] < 0 ? -weight : weight;
    for (let k = 0; k < 4; k++) sum[i + k] += signed * rotations[o + k];
  }
}

/** Root mean square distance of all handles from what they ask; a root that may move is where that is least. */
function measureMiss(meter: HandleWorkspace, rotations: Float64Array, offset: number): number {
  const { tree, handles, residual, root, rootVariance } = meter;
  root.fill(0);
  poseTreeInto(
    meter.positions,
    meter.globals,
    tree,
    rotations.subarray(offset, offset + tree.jointCount * 4),
  );
  measureHandles(meter);
  let places = 0;
  for (let h = 0; h < handles.length; h++) {
    if (handles[h].kind !== 'place') continue;
    places++;
    for (let k = 0; k < 3; k++) root[k] += residual[h * 3 + k];
  }
  let squares = 0;
  for (let h = 0; h < handles.length; h++) {
    const moves = rootVariance > 0 && handles[h].kind === 'place';
    for (let k = 0; k < 3; k++) squares += (residual[h * 3 + k] - (moves ? root[k] / places : 0)) ** 2;
  }
  return handles.length > 0 ? Math.sqrt(squares / handles.length) : 0;
}
