import { expect, it } from 'vitest';
import { createRng } from '../../src/base/rng.js';
import { classifyLimb } from '../../src/rig/find/classify-limb.js';
import { predictJointDensity } from '../../src/rig/find/predict-joint-density.js';
import { boostTrees, type LabelledRow } from './boost-trees.js';
import { fitLogistic, logisticOdds } from './fit-logistic.js';
import { fitSmallNet, poissonDeviance } from './fit-small-net.js';
import { searchNumbers } from './search-numbers.js';

/** Rows whose label follows from features by a rule. */
function rowsOf(rule: (x: readonly number[]) => boolean, seed: number): LabelledRow[] {
  const rng = createRng(seed);
  return Array.from({ length: 400 }, () => {
    const features = [rng.normal(), rng.normal(), rng.normal()];
    return { features, positive: rule(features), weight: 1 };
  });
}
const shareRight = (rows: readonly LabelledRow[], oddsOf: (features: readonly number[]) => number) =>
  rows.filter(({ features, positive }) => oddsOf(features) > 0 === positive).length / rows.length;

it('boosted trees learn what no linear rule can, and generalise', () => {
  const rule = ([x, y]: readonly number[]) => x * y > 0;
  const trees = boostTrees(rowsOf(rule, 1));
  const linear = fitLogistic(rowsOf(rule, 1));
  const fresh = rowsOf(rule, 2);
  expect(shareRight(fresh, (features) => classifyLimb(features, trees))).toBeGreaterThan(0.93);
  expect(shareRight(fresh, (features) => logisticOdds(linear, features))).toBeLessThan(0.6);
  expect(boostTrees(rowsOf(rule, 1))).toEqual(trees);
});

it('logistic regression finds the coefficients of its own data', () => {
  const rng = createRng(3);
  const rows = Array.from({ length: 4000 }, () => {
    const features = [rng.normal(), rng.normal()];
    const chance = 1 / (1 + Math.exp(-(0.5 + 2 * features[0] - features[1])));
    return { features, positive: rng.next() < chance, weight: 1 };
  });
  const [bias, a, b] = fitLogistic(rows);
  expect([bias, a, b].map((value) => Math.round(value * 2) / 2)).toEqual([0.5, 2, -1]);
});

it('the Poisson network beats a constant rate and comes near to the true one', () => {
  const rng = createRng(4);
  const rateOf = ([x]: readonly number[]) => Math.exp(Math.tanh(2 * x));
  const points = Array.from({ length: 3000 }, () => {
    const features = [rng.normal(), rng.normal()];
    const length = 0.2;
    return { features, length, events: rng.next() < rateOf(features) * length ? 1 : 0, weight: 1 };
  });
  const net = fitSmallNet(points, createRng(5), { epochs: 200, decay: 0.001 });
  const total = points.reduce((sum, { events }) => sum + events, 0) / (points.length * 0.2);
  const own = poissonDeviance(points, (features) => Math.log(predictJointDensity(features, net)));
  expect(own).toBeLessThan(poissonDeviance(points, () => Math.log(total)) - 0.1);
  expect(own).toBeLessThan(poissonDeviance(points, (features) => Math.log(rateOf(features))) + 0.02);
});

it('pattern search finds the bottom of a bowl', async () => {
  const { numbers, value } = await searchNumbers([1, 1], ([x, y]) => (x - 0.3) ** 2 + 3 * (y + 0.2) ** 2, {
    sweeps: 20,
  });
  expect(numbers[0]).toBeCloseTo(0.3, 1);
  expect(numbers[1]).toBeCloseTo(-0.2, 1);
  expect(value).toBeLessThan(1e-2);
});
