/**
 * @file The pose to expect before the handles are solved: a blend of estimates, each weighted by its handle error to
 * the power of −4 (inverse distance weighting: Shepard, 1968).
 *
 * Estimates: the network's prediction; the generic prior's solution near rest (`generic-prior.ts`); and the examples
 * of an adapted space. The network's error has a floor measured on its own samples (`network-uncertainty.ts`) or on
 * examples (`adapt-prior.ts`). Examples that disagree, or that explain little of the handles, count less.
 *
 * On 24 unseen families the error over plain least squares falls from .68 and .86 (network alone; leaves, four joints
 * observed) to .64 and .78, the worst rigs from 4.5 and 3.6 to 1.4 and 1.1. Tables: lab/notes/pose-estimate.md.
 */

import { POSE_BLEND_PARAMETERS } from '../../../models/pose-blend/parameters.js';
import { normalizeQuaternion, slerpInto } from '../../math/quaternion.js';
import { leafJoints } from '../../rig/joint-tree.js';
import { forwardKinematicsInto } from '../../rig/kinematics/forward-kinematics.js';
import { genericPrior } from '../prior/generic-prior.js';
import { type PosePrior, restPrior } from '../prior/pose-prior.js';
import type { SolverHandle } from '../records/solver-handle.js';
import type { SolverRig } from '../records/solver-rig.js';
import { measureHandles } from './handle-residuals.js';
import { createHandleWorkspace, type HandleWorkspace } from './handle-workspace.js';
import { type SolveWithPriorOptions, solveWithPrior } from './solve-with-prior.js';

export interface EstimatePoseOptions extends SolveWithPriorOptions {
  /** Share of what the prior alone would answer in what the network says, 0 to 1. */
  readonly priorShare?: number;
  /** Weight of the generic prior near rest, against 1 for the network at the same error. */
  readonly genericTrust?: number;
  /** Weight of the examples of an adapted space, where they explain all handles. */
  readonly exampleTrust?: number;
}

const BLEND = POSE_BLEND_PARAMETERS.estimate;

export const ESTIMATE_POSE_DEFAULTS = Object.freeze({
  priorShare: BLEND.priorShare,
  genericTrust: BLEND.genericTrust,
  exampleTrust: BLEND.exampleTrust,
});

/** Far from rest, handles that pull from afar and tighten slowly find better poses. */
const SLOW_TIGHTENING = { iterations: 24, firstNoise: 0.1, firstShare: 0.3, tightening: 0.5 };
/** The prior's own answer need not be exact. */
const PRIOR_ITERATIONS = 3;
/** Estimated rotations [J, 4]; `predicted` is the network's prediction, absent without position handles. */
export function estimatePose(
  rig: SolverRig,
  prior: PosePrior,
  handles: readonly SolverHandle[],
  predicted: Float64Array | undefined,
  options: EstimatePoseOptions = {},
): Float64Array {
  const settings = { ...ESTIMATE_POSE_DEFAULTS, ...options };
  const work = createHandleWorkspace(rig, restPrior(rig), handles, settings.rootDeviation ?? 0);
  const sum = new Float64Array(rig.jointCount * 4);
  const likely = solveWithPrior(rig, prior, handles, prior.mean, {
    ...options,
    iterations: PRIOR_ITERATIONS,
  }).rotations;
  if (handles.length === 0) return likely;
  // (1) The network, or the prior instead.
  const error = measureError(work, predicted ?? prior.mean, 0);
  if (predicted) blendInto(likely, predicted, 1 - settings.priorShare);
  const { mean: rest } = work.prior;
  const restError = measureError(work, rest, 0);
  const leaves = heldLeaves(rig, handles);
  addWeighted(sum, likely, 0, inverse(Math.hypot(error, errorFloorFor(prior, leaves, restError))));
  // (2) The generic prior near rest.
  const near = solveWithPrior(rig, genericPrior(rig), handles, rest, {
    ...options,
    ...SLOW_TIGHTENING,
  }).rotations;
  const restUncertainty = BLEND.restErrorScale * leaves * (prior.restError ?? 0);
  addWeighted(sum, near, 0, settings.genericTrust * inverse(Math.hypot(restError, restUncertainty)));
  // (3) Examples.
  if (prior.examples) {
    const { mean, deviation } = meanExample(work, prior.examples);
    const exampleError = Math.hypot(measureError(work, mean, 0), BLEND.exampleSpreadShare * deviation);
    // Where they fit no better than rest, they are of another motion.
    const explained = Math.max(0, 1 - (exampleError / (restError + BLEND.leastError)) ** 2);
    addWeighted(sum, mean, 0, settings.exampleTrust * explained * inverse(exampleError));
  }
  for (let j = 0; j < rig.jointCount; j++) normalizeQuaternion(sum, j * 4);
  return sum;
}

/**
 * Least error of the network with these handles: interpolated by the share of leaves that they hold. Examples bound it by the
 * error of rest.
 */
function errorFloorFor(
  { networkErrorFloor, networkUncertainty }: PosePrior,
  leaves: number,
  restError: number,
): number {
  if (!networkErrorFloor) return BLEND.networkErrorFloor;
  const least = networkErrorFloor.few + leaves * (networkErrorFloor.leaves - networkErrorFloor.few);
  return networkUncertainty
    ? Math.max(least, Math.min(networkUncertainty.most, networkUncertainty.restShare * restError))
    : least;
}

/** Share of the leaves that handles hold. */
function heldLeaves(rig: SolverRig, handles: readonly SolverHandle[]): number {
  const ends = leafJoints(rig.parents);
  const held = new Set(handles.map((handle) => (handle.kind === 'position' ? handle.points[0].joint : -1)));
  return ends.length > 0 ? ends.filter((joint) => held.has(joint)).length / ends.length : 0;
}

/** Slerps every rotation toward another by a share. */
export function blendInto(rotations: Float64Array, others: Float64Array, share: number): void {
  for (let i = 0; i < rotations.length; i += 4) slerpInto(rotations, i, rotations, i, others, i, share);
}

/** The mean of examples [N, J, 4] that fit the handles, and how far they are from it, normalised units. */
function meanExample(
  work: HandleWorkspace,
  examples: Float64Array,
): { mean: Float64Array; deviation: number } {
  const { jointCount } = work.rig;
  const length = jointCount * 4;
  const mean = new Float64Array(length);
  // Over the examples: Σ w p and Σ w p², p their joint positions.
  const meanPositions = new Float64Array(jointCount * 3);
  let squares = 0;
  let total = 0;
  for (let o = 0; o < examples.length; o += length) {
    const weight = inverse(measureError(work, examples, o));
    addWeighted(mean, examples, o, weight);
    for (let i = 0; i < meanPositions.length; i++) {
      meanPositions[i] += weight * work.positions[i];
      squares += weight * work.positions[i] ** 2;
    }
    total += weight;
  }
  for (let o = 0; o < length; o += 4) normalizeQuaternion(mean, o);
  for (const value of meanPositions) squares -= value ** 2 / total;
  return { mean, deviation: Math.sqrt(Math.max(0, squares) / (total * jointCount)) };
}

const inverse = (error: number): number => (BLEND.leastError / (error + BLEND.leastError)) ** BLEND.power;

/** Quaternions are summed in the hemisphere of the identity. */
function addWeighted(sum: Float64Array, rotations: Float64Array, offset: number, weight: number): void {
  for (let i = 0; i < sum.length; i += 4) {
    const o = offset + i;
    const signed = rotations[o + 3] < 0 ? -weight : weight;
    for (let k = 0; k < 4; k++) sum[i + k] += signed * rotations[o + k];
  }
}

/** Root mean square error of all handles; a free root is placed where it is least. */
function measureError(work: HandleWorkspace, rotations: Float64Array, offset: number): number {
  const { rig, handles, residual, root, rootVariance } = work;
  root.fill(0);
  forwardKinematicsInto(
    work.positions,
    work.globals,
    rig,
    rotations.subarray(offset, offset + rig.jointCount * 4),
  );
  measureHandles(work);
  let positionCount = 0;
  for (let h = 0; h < handles.length; h++) {
    if (handles[h].kind !== 'position') continue;
    positionCount++;
    for (let k = 0; k < 3; k++) root[k] += residual[h * 3 + k];
  }
  let squares = 0;
  for (let h = 0; h < handles.length; h++) {
    const moves = rootVariance > 0 && handles[h].kind === 'position';
    for (let k = 0; k < 3; k++) squares += (residual[h * 3 + k] - (moves ? root[k] / positionCount : 0)) ** 2;
  }
  return handles.length > 0 ? Math.sqrt(squares / handles.length) : 0;
}
