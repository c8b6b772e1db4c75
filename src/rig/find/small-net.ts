/**
 * @file A network of a few hidden units beside a linear term: what is fitted on rigs and small enough to be read.
 */

export interface SmallNet {
  /** Mean and spread of each measure over what it was fitted on. [F] */
  readonly mean: readonly number[];
  readonly spread: readonly number[];
  /** Weight of each measure. [F] */
  readonly linear: readonly number[];
  readonly bias: number;
  readonly hidden: readonly {
    readonly weights: readonly number[];
    readonly bias: number;
    readonly out: number;
  }[];
}

/** Measures further out than this many spreads count as that many: nothing is known about what lies there. */
const FURTHEST = 4;

/** The network's answer for some measures. */
export function runSmallNet(
  { mean, spread, linear, bias, hidden }: SmallNet,
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
