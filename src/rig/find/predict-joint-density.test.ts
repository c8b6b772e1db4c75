import { expect, it } from 'vitest';
import { predictJointDensity } from './predict-joint-density.js';

it('adds hidden units to a linear term and clamps features far from the training data', () => {
  const network = {
    mean: [1, 0],
    spread: [2, 1],
    linear: [0.5, -1],
    bias: 0.25,
    hidden: [{ weights: [1, 1], bias: -0.5, out: 2 }],
  };
  const run = (features: number[]) => Math.log(predictJointDensity(features, network));
  expect(run([3, 2])).toBeCloseTo(0.25 + 0.5 - 2 + 2 * Math.tanh(1 + 2 - 0.5), 12);
  expect(run([1e9, 0])).toBe(run([9, 0]));
});
