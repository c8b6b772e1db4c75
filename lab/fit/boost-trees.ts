/**
 * @file Fits boosted decision trees to a binary label: each tree takes one Newton step of the log loss (Friedman 2001;
 * leaf values and split gains as in XGBoost, Chen & Guestrin 2016), grown leaf by leaf, thresholds from quantile bins.
 */

import type { LimbClassifierParameters } from '../../models/limb-classifier/parameters.js';

export interface BoostTreesOptions {
  readonly trees?: number;
  readonly leaves?: number;
  /** Share of each step that is taken. */
  readonly rate?: number;
  /** Least weight (sum of curvatures) of a leaf. */
  readonly leastWeight?: number;
  /** Added to the curvature of every leaf. */
  readonly ridge?: number;
  /** Most thresholds tried per feature. */
  readonly bins?: number;
}

export const BOOST_TREES_DEFAULTS = Object.freeze({
  trees: 60,
  leaves: 12,
  rate: 0.1,
  leastWeight: 3,
  ridge: 1,
  bins: 64,
} as const satisfies BoostTreesOptions);

/** One row of the data: features, whether it is positive, and how much it counts. */
export interface LabelledRow {
  readonly features: readonly number[];
  readonly positive: boolean;
  readonly weight: number;
}

interface Leaf {
  readonly rows: readonly number[];
  split?: { readonly feature: number; readonly threshold: number; readonly gain: number };
  low?: Leaf;
  high?: Leaf;
}

/** Fits trees to rows. The same rows give the same trees. */
export function boostTrees(
  rows: readonly LabelledRow[],
  options: BoostTreesOptions = {},
): LimbClassifierParameters {
  const {
    trees: treeCount,
    leaves,
    rate,
    leastWeight,
    ridge,
    bins,
  } = { ...BOOST_TREES_DEFAULTS, ...options };
  const thresholds = quantileThresholds(rows, bins);
  const odds = new Float64Array(rows.length);
  const gradients = new Float64Array(rows.length);
  const curvatures = new Float64Array(rows.length);
  const leafValue = (indices: readonly number[]): number => {
    let [g, h] = [0, ridge];
    for (const i of indices) {
      g += gradients[i];
      h += curvatures[i];
    }
    return (-rate * g) / h;
  };
  const trees: number[][] = [];
  for (let round = 0; round < treeCount; round++) {
    // (1) Gradient and curvature of the log loss at the current odds.
    rows.forEach(({ positive, weight }, i) => {
      const chance = 1 / (1 + Math.exp(-odds[i]));
      gradients[i] = weight * (chance - (positive ? 1 : 0));
      curvatures[i] = weight * Math.max(1e-6, chance * (1 - chance));
    });
    // (2) The leaf whose best split gains most is split, until there are enough.
    const root: Leaf = { rows: rows.map((_, i) => i) };
    const open = [root];
    for (const leaf of open)
      leaf.split = bestSplit(rows, leaf.rows, thresholds, gradients, curvatures, leastWeight, ridge);
    while (open.length < leaves) {
      const next = open.reduce((best, leaf) =>
        (leaf.split?.gain ?? 0) > (best.split?.gain ?? 0) ? leaf : best,
      );
      if (!next.split || next.split.gain <= 1e-9) break;
      const { feature, threshold } = next.split;
      next.low = { rows: next.rows.filter((i) => rows[i].features[feature] <= threshold) };
      next.high = { rows: next.rows.filter((i) => rows[i].features[feature] > threshold) };
      open.splice(open.indexOf(next), 1, next.low, next.high);
      for (const leaf of [next.low, next.high]) {
        leaf.split = bestSplit(rows, leaf.rows, thresholds, gradients, curvatures, leastWeight, ridge);
      }
    }
    for (const leaf of open) for (const i of leaf.rows) odds[i] += leafValue(leaf.rows);
    trees.push(flatten(root, leafValue));
  }
  return { start: 0, trees };
}

/** Nodes of three numbers, as `LimbClassifierParameters` has them. */
function flatten(root: Leaf, leafValue: (rows: readonly number[]) => number): number[] {
  const out: number[] = [];
  const write = (leaf: Leaf): void => {
    if (!leaf.low || !leaf.high || !leaf.split) {
      out.push(-1, Number(leafValue(leaf.rows).toPrecision(3)), 0);
      return;
    }
    const at = out.push(leaf.split.feature, Number(leaf.split.threshold.toPrecision(4)), 0) - 3;
    write(leaf.low);
    out[at + 2] = out.length;
    write(leaf.high);
  };
  write(root);
  return out;
}

function quantileThresholds(rows: readonly LabelledRow[], bins: number): number[][] {
  return rows[0].features.map((_, feature) => {
    const values = [...new Set(rows.map((row) => row.features[feature]))].sort((a, b) => a - b);
    const step = Math.max(1, values.length / bins);
    const out: number[] = [];
    for (let k = step; k < values.length; k += step) {
      const i = Math.floor(k);
      out.push((values[i - 1] + values[i]) / 2);
    }
    return out;
  });
}

function bestSplit(
  rows: readonly LabelledRow[],
  indices: readonly number[],
  thresholds: readonly (readonly number[])[],
  gradients: Float64Array,
  curvatures: Float64Array,
  leastWeight: number,
  ridge: number,
): Leaf['split'] {
  let best: Leaf['split'];
  for (const [feature, cuts] of thresholds.entries()) {
    if (cuts.length === 0) continue;
    const g = new Float64Array(cuts.length + 1);
    const h = new Float64Array(cuts.length + 1);
    for (const i of indices) {
      const bin = binOf(cuts, rows[i].features[feature]);
      g[bin] += gradients[i];
      h[bin] += curvatures[i];
    }
    const total = { g: g.reduce((a, b) => a + b, 0), h: h.reduce((a, b) => a + b, 0) };
    const scoreOf = (a: number, b: number) => (a * a) / (b + ridge);
    let [lowG, lowH] = [0, 0];
    for (let bin = 0; bin < cuts.length; bin++) {
      lowG += g[bin];
      lowH += h[bin];
      if (lowH < leastWeight || total.h - lowH < leastWeight) continue;
      const gain = scoreOf(lowG, lowH) + scoreOf(total.g - lowG, total.h - lowH) - scoreOf(total.g, total.h);
      if (gain > (best?.gain ?? 0)) best = { feature, threshold: cuts[bin], gain };
    }
  }
  return best;
}

/** The first bin whose upper threshold is not below the value. */
function binOf(cuts: readonly number[], value: number): number {
  let [low, high] = [0, cuts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= cuts[middle]) high = middle;
    else low = middle + 1;
  }
  return low;
}
