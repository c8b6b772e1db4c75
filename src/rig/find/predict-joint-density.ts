/**
 * @file How densely an artist would place joints around a point of the curve skeleton: a Poisson regression by a
 * network of 6 hidden units beside a linear term (models/joint-count), on the measures of `measure-curve`. Deviance
 * on families left out −6.20, of a constant −4.4.
 */

import { JOINT_COUNT_PARAMETERS, type JointCountParameters } from '../../../models/joint-count/parameters.js';

/** Features are clamped to this many standard deviations: there is no training data beyond. */
const FURTHEST = 4;

/** Joints per unit of length (the longest side of the body). Features in the order of `CURVE_FEATURES`. */
export function predictJointDensity(
  features: readonly number[],
  parameters: JointCountParameters = JOINT_COUNT_PARAMETERS,
): number {
  return Math.exp(Math.max(-6, Math.min(6, runNetwork(parameters, features))));
}

function runNetwork(
  { mean, spread, linear, bias, hidden }: JointCountParameters,
  features: readonly number[],
): number {
  const x = features.map((value, k) =>
    Math.max(-FURTHEST, Math.min(FURTHEST, (value - mean[k]) / spread[k])),
  );
  let sum = bias;
  for (let k = 0; k < x.length; k++) sum += x[k] * linear[k];
  for (const unit of hidden) {
    let inner = unit.bias;
    for (let k = 0; k < x.length; k++) inner += x[k] * unit.weights[k];
    sum += unit.out * Math.tanh(inner);
  }
  return sum;
}
