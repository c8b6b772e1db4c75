/** @file Sums, means, medians and quantiles of plain numbers. Nothing here changes its input. */

export function sum(values: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i];
  return total;
}

/** Arithmetic mean; NaN for no values. */
export const mean = (values: ArrayLike<number>): number => sum(values) / values.length;

/** The middle value, or the mean of the two middle ones; NaN for no values. */
export function median(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The smallest value with a fraction `share` of the values below it, 0 to 1; NaN for no values. Never interpolates. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The smallest value at which the weights of the values up to it reach `share`. Weights sum to 1. */
export function weightedQuantile(
  values: ArrayLike<number>,
  weights: ArrayLike<number>,
  share: number,
): number {
  const order = Array.from({ length: values.length }, (_, i) => i).sort((a, b) => values[a] - values[b]);
  let below = 0;
  for (const i of order) {
    below += weights[i];
    if (below >= share) return values[i];
  }
  return values[order[order.length - 1]];
}
