import { expect, it } from 'vitest';
import { runBoostedTrees } from './boosted-trees.js';
import { runSmallNet } from './small-net.js';

it('asks its way down each tree and adds up', () => {
  const trees = [
    [1, 0.5, 6, -1, 10, 0, 0, 2, 12, -1, 20, 0, -1, 30, 0],
    [-1, 100, 0],
  ];
  const run = (features: number[]) => runBoostedTrees({ start: 1000, trees }, features);
  expect(run([9, 0.5])).toBe(1110);
  expect(run([2, 0.6])).toBe(1120);
  expect(run([3, 0.6])).toBe(1130);
});

it('a small net adds hidden units to a linear term, and knows nothing of what lies far out', () => {
  const net = {
    mean: [1, 0],
    spread: [2, 1],
    linear: [0.5, -1],
    bias: 0.25,
    hidden: [{ weights: [1, 1], bias: -0.5, out: 2 }],
  };
  expect(runSmallNet(net, [3, 2])).toBeCloseTo(0.25 + 0.5 - 2 + 2 * Math.tanh(1 + 2 - 0.5), 12);
  expect(runSmallNet(net, [1e9, 0])).toBe(runSmallNet(net, [9, 0]));
});
