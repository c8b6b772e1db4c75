/**
 * @file Fits the small network of `joint-count` to an inhomogeneous Poisson process along curves: the likelihood is
 * Σ_events log λ(x) − Σ_points λ(x) ds, by Adam with weight decay, gradients by hand.
 */

import type { JointCountParameters } from '../../models/joint-count/parameters.js';
import type { Rng } from '../../src/base/rng.js';

export interface PoissonPoint {
  readonly features: readonly number[];
  /** Length of curve that the point stands for. */
  readonly length: number;
  /** Joints of the artist that are nearest to it. */
  readonly events: number;
  readonly weight: number;
}

export interface FitSmallNetOptions {
  readonly hidden?: number;
  readonly epochs?: number;
  readonly rate?: number;
  readonly decay?: number;
}

export const FIT_SMALL_NET_DEFAULTS = Object.freeze({
  hidden: 6,
  epochs: 400,
  rate: 0.01,
  decay: 0.02,
} as const satisfies FitSmallNetOptions);

/** Inputs further out than this many standard deviations are clamped, as in `predictJointDensity`. */
const FURTHEST = 4;

/** Mean negative log-likelihood of a network. */
export function poissonDeviance(
  points: readonly PoissonPoint[],
  logRate: (features: readonly number[]) => number,
): number {
  let [sum, total] = [0, 0];
  for (const { features, length, events, weight } of points) {
    const eta = Math.max(-6, Math.min(6, logRate(features)));
    sum += weight * (Math.exp(eta) * length - events * eta);
    total += weight * events;
  }
  return sum / total;
}

/** Fits by full-batch Adam. */
export function fitSmallNet(
  points: readonly PoissonPoint[],
  rng: Rng,
  options: FitSmallNetOptions = {},
): JointCountParameters {
  const { hidden, epochs, rate, decay } = { ...FIT_SMALL_NET_DEFAULTS, ...options };
  const count = points[0].features.length;
  const { mean, spread } = standardise(points, count);
  const inputs = points.map(({ features }) =>
    Float64Array.from(features, (value, k) =>
      Math.max(-FURTHEST, Math.min(FURTHEST, (value - mean[k]) / spread[k])),
    ),
  );
  const total = points.reduce((sum, { weight, events }) => sum + weight * events, 0);
  // Layout: bias, linear [F], then per unit: bias, out, weights [F].
  const size = 1 + count + hidden * (2 + count);
  const parameters = new Float64Array(size);
  for (let u = 0; u < hidden; u++) {
    const at = 1 + count + u * (2 + count);
    parameters[at + 1] = rng.normal() * 0.3;
    for (let k = 0; k < count; k++) parameters[at + 2 + k] = rng.normal() * 0.3;
  }
  const gradient = new Float64Array(size);
  const first = new Float64Array(size);
  const second = new Float64Array(size);
  const active = new Float64Array(hidden);
  for (let epoch = 1; epoch <= epochs; epoch++) {
    gradient.fill(0);
    points.forEach(({ length, events, weight }, i) => {
      const x = inputs[i];
      let eta = parameters[0];
      for (let k = 0; k < count; k++) eta += x[k] * parameters[1 + k];
      for (let u = 0; u < hidden; u++) {
        const at = 1 + count + u * (2 + count);
        let inner = parameters[at];
        for (let k = 0; k < count; k++) inner += x[k] * parameters[at + 2 + k];
        active[u] = Math.tanh(inner);
        eta += parameters[at + 1] * active[u];
      }
      if (eta < -6 || eta > 6) return;
      const slope = (weight * (Math.exp(eta) * length - events)) / total;
      gradient[0] += slope;
      for (let k = 0; k < count; k++) gradient[1 + k] += slope * x[k];
      for (let u = 0; u < hidden; u++) {
        const at = 1 + count + u * (2 + count);
        gradient[at + 1] += slope * active[u];
        const inner = slope * parameters[at + 1] * (1 - active[u] * active[u]);
        gradient[at] += inner;
        for (let k = 0; k < count; k++) gradient[at + 2 + k] += inner * x[k];
      }
    });
    for (let p = 0; p < size; p++) {
      const g = gradient[p] + (p === 0 ? 0 : decay * parameters[p]);
      first[p] = 0.9 * first[p] + 0.1 * g;
      second[p] = 0.999 * second[p] + 0.001 * g * g;
      const step = first[p] / (1 - 0.9 ** epoch) / (Math.sqrt(second[p] / (1 - 0.999 ** epoch)) + 1e-8);
      parameters[p] -= rate * (1 - epoch / (epochs + 1)) * step;
    }
  }
  const rounded = Array.from(parameters, (value) => Number(value.toPrecision(4)));
  return {
    mean,
    spread,
    bias: rounded[0],
    linear: rounded.slice(1, 1 + count),
    hidden: Array.from({ length: hidden }, (_, u) => {
      const at = 1 + count + u * (2 + count);
      return { bias: rounded[at], out: rounded[at + 1], weights: rounded.slice(at + 2, at + 2 + count) };
    }),
  };
}

function standardise(points: readonly PoissonPoint[], count: number): { mean: number[]; spread: number[] } {
  const total = points.reduce((sum, { weight, length }) => sum + weight * length, 0);
  const averageOf = (value: (features: readonly number[]) => number) =>
    points.reduce((sum, { features, weight, length }) => sum + weight * length * value(features), 0) / total;
  const mean = Array.from({ length: count }, (_, k) => averageOf((features) => features[k]));
  const spread = mean.map(
    (middle, k) => Math.sqrt(averageOf((features) => (features[k] - middle) ** 2)) || 1,
  );
  return {
    mean: mean.map((value) => Number(value.toPrecision(4))),
    spread: spread.map((value) => Number(value.toPrecision(4))),
  };
}
