/**
 * @file How a rig's poses are distributed: a Gaussian with a mean rotation per joint and a covariance of rotation
 * vectors (left, in the parent's axes), fitted to samples of the network. It is the metric of the solver: a leg then
 * bends as that creature's legs bend.
 *
 * The covariance is kept as the samples themselves plus a variance per joint: a product costs 48 columns instead of a
 * dense 3J × 3J matrix, and joints that no sample moved can still move. 48 samples of 4 steps are as good as 64 of 6;
 * 24 cost 5 % of error.
 */

import { POSE_BLEND_PARAMETERS } from '../../../models/pose-blend/parameters.js';
import { requireInput } from '../../base/errors.js';
import { logRotationInto, multiplyQuaternionInto, normalizeQuaternion } from '../../math/quaternion.js';
import type { SolverRig } from '../records/solver-rig.js';

export interface PosePrior {
  /** Mean local rotations. [J, 4] */
  readonly mean: Float64Array;
  readonly sampleCount: number;
  /** Turns of the samples away from the mean, scaled so that Σ d dᵀ is the shared part of the covariance. [N, J, 3] */
  readonly deviations: Float64Array;
  /** Variance of each joint on its own, the same about all axes, radians². [J] */
  readonly variances: Float64Array;
  /** What couples single joints besides; absent where nothing does. */
  readonly couplings?: readonly Coupling[];
  /** The samples themselves, local rotations. [N, J, 4] */
  readonly samples: Float64Array;
  /** Examples, local rotations without heading; absent where there are none. [M, J, 4] */
  readonly examples?: Float64Array;
  /** Least error of the network's predictions; absent where unknown. */
  readonly networkErrorFloor?: NetworkErrorFloor;
  /** Mean error of the rest prior on samples with observed leaves, normalised units; absent where unknown. */
  readonly restError?: number;
  /** Uncertainty of the network's predictions, from examples; absent where there are none. */
  readonly networkUncertainty?: NetworkUncertainty;
}

/** Turns of one joint or several that happen together, about one axis of their parents'. */
export interface Coupling {
  readonly axis: number;
  readonly joints: readonly number[];
  /** Standard deviation of each, radians; the covariance holds their products. */
  readonly angles: readonly number[];
}

/** By which joints are observed, normalised units. */
export interface NetworkErrorFloor {
  /** Some joints. */
  readonly few: number;
  /** All leaves. */
  readonly leaves: number;
}

/** How far off the network's answers are taken to be. */
export interface NetworkUncertainty {
  /** As a share of the handle error of rest. */
  readonly restShare: number;
  /** At most, normalised units. */
  readonly most: number;
}

export interface PosePriorOptions {
  /** Share of the covariance between joints that is kept, 0 to 1; the rest stays with each joint alone. */
  readonly sharedShare?: number;
  /** Standard deviation that every joint has at least, radians. */
  readonly leastDeviation?: number;
  /** Weight of each sample; equal by default. [N] */
  readonly weights?: ArrayLike<number>;
}

/** Variance of joints about which nothing is known, radians². */
export const PLAIN_VARIANCE = 0.1;

export const POSE_PRIOR_DEFAULTS = Object.freeze({
  sharedShare: POSE_BLEND_PARAMETERS.prior.sharedShare,
  leastDeviation: POSE_BLEND_PARAMETERS.prior.leastDeviation,
});

/** Fits a prior to sampled local rotations, [N, J, 4]. */
export function fitPosePrior(
  rotations: Float32Array | Float64Array,
  jointCount: number,
  options: PosePriorOptions = {},
): PosePrior {
  const { sharedShare, leastDeviation, weights } = { ...POSE_PRIOR_DEFAULTS, ...options };
  const sampleCount = rotations.length / (jointCount * 4);
  requireInput(
    Number.isInteger(sampleCount) && sampleCount >= 2,
    `pose/fitPosePrior: ${sampleCount} samples of ${jointCount} joints; give two or more whole ones`,
  );
  const shares = weights
    ? normalise(weights, sampleCount)
    : new Float64Array(sampleCount).fill(1 / sampleCount);
  const mean = meanRotations(rotations, jointCount, shares);
  const deviations = new Float64Array(sampleCount * jointCount * 3);
  const variances = new Float64Array(jointCount);
  const turn = [0, 0, 0, 1];
  const inverse = [0, 0, 0, 1];
  for (let s = 0; s < sampleCount; s++) {
    const scale = Math.sqrt(sharedShare * shares[s]);
    for (let j = 0; j < jointCount; j++) {
      const o = (s * jointCount + j) * 3;
      for (let k = 0; k < 3; k++) inverse[k] = -mean[j * 4 + k];
      inverse[3] = mean[j * 4 + 3];
      multiplyQuaternionInto(turn, 0, rotations, (s * jointCount + j) * 4, inverse, 0);
      normalizeQuaternion(turn, 0);
      logRotationInto(deviations, o, turn, 0);
      for (let k = 0; k < 3; k++) {
        variances[j] += (shares[s] * deviations[o + k] ** 2) / 3;
        deviations[o + k] *= scale;
      }
    }
  }
  for (let j = 0; j < jointCount; j++) variances[j] = (1 - sharedShare) * variances[j] + leastDeviation ** 2;
  return { mean, sampleCount, deviations, variances, samples: Float64Array.from(rotations) };
}

function normalise(weights: ArrayLike<number>, sampleCount: number): Float64Array {
  const shares = Float64Array.from(weights);
  const total = shares.reduce((sum, weight) => sum + weight, 0);
  requireInput(
    shares.length === sampleCount && shares.every((weight) => weight >= 0) && total > 0 && total < Infinity,
    `pose/fitPosePrior: ${shares.length} weights for ${sampleCount} samples; give one from 0 up for each`,
  );
  return shares.map((weight) => weight / total);
}

/** Chordal means: rotations gather around them, so the normalised sum of quaternions on one side serves. */
function meanRotations(
  rotations: Float32Array | Float64Array,
  jointCount: number,
  shares: Float64Array,
): Float64Array {
  const mean = new Float64Array(jointCount * 4);
  for (let i = 0; i < rotations.length; i += 4) {
    const o = i % (jointCount * 4);
    const share = shares[Math.floor(i / (jointCount * 4))];
    const signed = rotations[i + 3] < 0 ? -share : share;
    for (let k = 0; k < 4; k++) mean[o + k] += signed * rotations[i + k];
  }
  for (let j = 0; j < jointCount; j++) normalizeQuaternion(mean, j * 4);
  return mean;
}

/** The uninformed prior: every joint varies equally about rest. */
export function plainPrior(jointCount: number): PosePrior {
  const mean = new Float64Array(jointCount * 4);
  for (let j = 0; j < jointCount; j++) mean[j * 4 + 3] = 1;
  return {
    mean,
    sampleCount: 0,
    deviations: new Float64Array(0),
    variances: new Float64Array(jointCount).fill(PLAIN_VARIANCE),
    samples: new Float64Array(0),
  };
}

/**
 * The rest prior: joints vary about rest, the less the larger their subtree. On unseen families it leaves .90 and .99 of the
 * error of `DLS_DEFAULTS` (leaves, four joints observed), at worst 1.05 and 1.01.
 */
export function restPrior({ jointCount, sizes }: SolverRig): PosePrior {
  return { ...plainPrior(jointCount), variances: sizes.map((size) => PLAIN_VARIANCE / size) };
}
