/** @file Logistic regression by Newton's method with a ridge: a few features, a few thousand rows, ten exact steps. */

import { factorCholesky, solveCholesky } from '../../src/math/cholesky.js';
import type { LabelledRow } from './boost-trees.js';

const STEPS = 12;

/** Coefficients: the bias first, then one per feature. */
export function fitLogistic(rows: readonly LabelledRow[], ridge = 0.1): number[] {
  const size = rows[0].features.length + 1;
  const coefficients = new Float64Array(size);
  for (let step = 0; step < STEPS; step++) {
    const gradient = Float64Array.from(coefficients, (value, k) => (k === 0 ? 0 : -ridge * value));
    const curvature = new Float64Array(size * size);
    for (let k = 0; k < size; k++) curvature[k * size + k] = k === 0 ? 1e-9 : ridge;
    for (const { features, positive, weight } of rows) {
      const x = [1, ...features];
      const chance = 1 / (1 + Math.exp(-x.reduce((sum, value, k) => sum + value * coefficients[k], 0)));
      for (let i = 0; i < size; i++) {
        gradient[i] += weight * ((positive ? 1 : 0) - chance) * x[i];
        for (let j = 0; j <= i; j++) curvature[i * size + j] += weight * chance * (1 - chance) * x[i] * x[j];
      }
    }
    if (!factorCholesky(curvature, size)) break;
    solveCholesky(curvature, size, gradient);
    for (let k = 0; k < size; k++) coefficients[k] += gradient[k];
  }
  return Array.from(coefficients);
}

/** Log odds of some features. */
export const logisticOdds = (coefficients: readonly number[], features: readonly number[]): number =>
  features.reduce((sum, value, k) => sum + value * coefficients[k + 1], coefficients[0]);

/** Weighted mean of the negative log-likelihood of the labels. */
export function logLoss(rows: readonly { readonly row: LabelledRow; readonly odds: number }[]): number {
  let [sum, total] = [0, 0];
  for (const { row, odds } of rows) {
    sum += row.weight * Math.log1p(Math.exp(row.positive ? -odds : odds));
    total += row.weight;
  }
  return sum / total;
}
