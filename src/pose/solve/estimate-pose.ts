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
import { genericPrior } from '../prior/generic-prior.js';
import { type PosePrior, restPrior } from '../prior/pose-prior.js';
import type { SolverHandle } from '../records/solver-handle.js';
import { forwardKinematicsInto, leafJoints, type SolverRig } from '../records/solver-rig.js';
import { measureHandles } from './handle-residuals.js';
import { createHandleWorkspace, type HandleWorkspace } from './handle-workspace.js';
import { type SolveWithPriorOptions, solveWithPrior } from './solve-with-prior.js';

export interface EstimatePoseOptions extends SolveWithPriorOptions {
  /** Share of what the prior alone would answer in what the network says, 0 to 1. */
  readonly priorShare?: number;
  /** Trust in what any body would do near rest, against 1 for the network, where both miss alike. */
  readonly genericTrust?: number;
  /** Trust in the examples of a taught space, where they explain all that handles ask. */
  readonly exampleTrust?: number;
}

const BLEND = POSE_BLEND_PARAMETERS.estimate;

export const ESTIMATE_POSE_DEFAULTS = Object.freeze({
  priorShare: BLEND.priorShare,
  genericTrust: BLEND.genericTrust,
  exampleTrust: BLEND.exampleTrust,
});

/** Far from rest, handles that pull from afar and tighten slowly find better poses. */
const SLOWLY = { iterations: 24, firstNoise: 0.1, firstShare: 0.3, tightening: 0.5 };
/** The prior's own answer need not be exact. */
const PRIOR_ITERATIONS = 3;
/** Rotations to expect [J, 4]; `predicted` is the network's answer, absent where it could not be asked. */
export function estimatePose(
  rig: SolverRig,
  prior: PosePrior,
  handles: readonly SolverHandle[],
  predicted: Float64Array | undefined,
  options: EstimatePoseOptions = {},
): Float64Array {
  const settings = { ...ESTIMATE_POSE_DEFAULTS, ...options };
  const meter = createHandleWorkspace(rig, restPrior(rig), handles, settings.rootDeviation ?? 0);
  const sum = new Float64Array(rig.jointCount * 4);
  const likely = solveWithPrior(rig, prior, handles, prior.mean, {
    ...options,
    iterations: PRIOR_ITERATIONS,
  }).rotations;
  if (handles.length === 0) return likely;
  // (1) The network, or the prior in its place.
  const miss = measureError(meter, predicted ?? prior.mean, 0);
  if (predicted) blendInto(likely, predicted, 1 - settings.priorShare);
  const { mean: rest } = meter.prior;
  const restMiss = measureError(meter, rest, 0);
  const leaves = heldLeaves(rig, handles);
  addWeighted(sum, likely, 0, inverse(Math.hypot(miss, errorFloorFor(prior, leaves, restMiss))));
  // (2) What meets the handles near rest.
  const near = solveWithPrior(rig, genericPrior(rig), handles, rest, { ...options, ...SLOWLY }).rotations;
  const restDoubt = BLEND.restErrorScale * leaves * (prior.restError ?? 0);
  addWeighted(sum, near, 0, settings.genericTrust * inverse(Math.hypot(restMiss, restDoubt)));
  // (3) Examples.
  if (prior.examples) {
    const { mean, doubt } = meanExample(meter, prior.examples);
    const exampleMiss = Math.hypot(measureError(meter, mean, 0), BLEND.exampleSpreadShare * doubt);
    // Where they fit no better than rest, they tell of another moment.
    const explained = Math.max(0, 1 - (exampleMiss / (restMiss + BLEND.leastError)) ** 2);
    addWeighted(sum, mean, 0, settings.exampleTrust * explained * inverse(exampleMiss));
  }
  for (let j = 0; j < rig.jointCount; j++) normalizeQuaternion(sum, j * 4);
  return sum;
}

/**
 * How far off the network may be, told these handles: the more leaves they hold, the more as if told all. Examples tell
 * how much it is behind rest.
 */
function errorFloorFor(
  { networkErrorFloor, networkUncertainty }: PosePrior,
  leaves: number,
  restMiss: number,
): number {
  if (!networkErrorFloor) return BLEND.networkErrorFloor;
  const least = networkErrorFloor.few + leaves * (networkErrorFloor.leaves - networkErrorFloor.few);
  return networkUncertainty
    ? Math.max(least, Math.min(networkUncertainty.most, networkUncertainty.restShare * restMiss))
    : least;
}

/** Share of the leaves that handles hold. */
function heldLeaves(rig: SolverRig, handles: readonly SolverHandle[]): number {
  const ends = leafJoints(rig.parents);
  const held = new Set(handles.map((handle) => (handle.kind === 'position' ? handle.points[0].joint : -1)));
  return ends.length > 0 ? ends.filter((joint) => held.has(joint)).length / ends.length : 0;
}

/** Every rotation goes a share of the way to the other's. */
export function blendInto(rotations: Float64Array, others: Float64Array, share: number): void {
  for (let i = 0; i < rotations.length; i += 4) slerpInto(rotations, i, rotations, i, others, i, share);
}

/** The mean of examples [N, J, 4] that fit the handles, and how far they are from it, normalised units. */
function meanExample(meter: HandleWorkspace, examples: Float64Array): { mean: Float64Array; doubt: number } {
  const { jointCount } = meter.rig;
  const length = jointCount * 4;
  const mean = new Float64Array(length);
  // Over the examples: Σ w p and Σ w p², p the places of their joints.
  const places = new Float64Array(jointCount * 3);
  let squares = 0;
  let total = 0;
  for (let o = 0; o < examples.length; o += length) {
    const weight = inverse(measureError(meter, examples, o));
    addWeighted(mean, examples, o, weight);
    for (let i = 0; i < places.length; i++) {
      places[i] += weight * meter.positions[i];
      squares += weight * meter.positions[i] ** 2;
    }
    total += weight;
  }
  for (let o = 0; o < length; o += 4) normalizeQuaternion(mean, o);
  for (const place of places) squares -= place ** 2 / total;
  return { mean, doubt: Math.sqrt(Math.max(0, squares) / (total * jointCount)) };
}

const inverse = (miss: number): number => (BLEND.leastError / (miss + BLEND.leastError)) ** BLEND.power;

/** Quaternions are summed on the side of no turn: rotations gather there. */
function addWeighted(sum: Float64Array, rotations: Float64Array, offset: number, weight: number): void {
  for (let i = 0; i < sum.length; i += 4) {
    const o = offset + i;
    const signed = rotations[o + 3] < 0 ? -weight : weight;
    for (let k = 0; k < 4; k++) sum[i + k] += signed * rotations[o + k];
  }
}

/** Root mean square distance of all handles from what they ask; a root that may move is where that is least. */
function measureError(meter: HandleWorkspace, rotations: Float64Array, offset: number): number {
  const { rig, handles, residual, root, rootVariance } = meter;
  root.fill(0);
  forwardKinematicsInto(
    meter.positions,
    meter.globals,
    rig,
    rotations.subarray(offset, offset + rig.jointCount * 4),
  );
  measureHandles(meter);
  let places = 0;
  for (let h = 0; h < handles.length; h++) {
    if (handles[h].kind !== 'position') continue;
    places++;
    for (let k = 0; k < 3; k++) root[k] += residual[h * 3 + k];
  }
  let squares = 0;
  for (let h = 0; h < handles.length; h++) {
    const moves = rootVariance > 0 && handles[h].kind === 'position';
    for (let k = 0; k < 3; k++) squares += (residual[h * 3 + k] - (moves ? root[k] / places : 0)) ** 2;
  }
  return handles.length > 0 ? Math.sqrt(squares / handles.length) : 0;
}
