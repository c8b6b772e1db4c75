import { expect, it } from 'vitest';
import { classifyLimb } from './classify-limb.js';
import { BRANCH_FEATURES } from './measure-branches.js';

it('follows each tree down to a leaf and adds up the leaves', () => {
  const trees = [
    [1, 0.5, 6, -1, 10, 0, 0, 2, 12, -1, 20, 0, -1, 30, 0],
    [-1, 100, 0],
  ];
  const run = (features: number[]) => classifyLimb(features, { start: 1000, trees });
  expect(run([9, 0.5])).toBe(1110);
  expect(run([2, 0.6])).toBe(1120);
  expect(run([3, 0.6])).toBe(1130);
});

it('gives a long slender branch better odds than a bump', () => {
  const branch = (values: Partial<Record<(typeof BRANCH_FEATURES)[number], number>>) =>
    classifyLimb(BRANCH_FEATURES.map((name) => values[name] ?? 0));
  const limb = branch({
    protrusion: Math.log(0.4),
    protrusionOverRadius: Math.log(8),
    length: Math.log(0.5),
  });
  const bump = branch({ protrusion: Math.log(0.01), protrusionOverRadius: -1, length: Math.log(0.02) });
  expect(limb).toBeGreaterThan(bump);
});
