import { expect, it } from 'vitest';
import { createRows, insertWeight, rowsToSkin } from './weight-rows.js';

/** The skin weights by joint of a vertex with these weights. */
function weightsOf(weights: readonly number[]): number[] {
  const rows = createRows(1);
  weights.forEach((weight, joint) => {
    insertWeight(rows, 0, joint, weight);
  });
  const skin = rowsToSkin(rows, Uint32Array.of(0), 4, 1);
  const out = weights.map(() => 0);
  for (let k = 0; k < 4; k++) out[skin.joints[k]] += skin.weights[k];
  return out;
}

it('does not let weight jump where the fourth and the fifth joint change places', () => {
  const before = weightsOf([0.3, 0.25, 0.2, 0.126, 0.124]);
  const after = weightsOf([0.3, 0.25, 0.2, 0.124, 0.126]);
  before.forEach((weight, joint) => {
    expect(Math.abs(weight - after[joint])).toBeLessThan(0.02);
  });
  expect(before.reduce((a, b) => a + b)).toBeCloseTo(1, 6);
});

it('keeps weights that all fit, and chooses among equal ones', () => {
  [0.4, 0.3, 0.2, 0.1].forEach((weight, joint) => {
    expect(weightsOf([0.4, 0.3, 0.2, 0.1])[joint]).toBeCloseTo(weight, 6);
  });
  const equal = weightsOf([0.2, 0.2, 0.2, 0.2, 0.2]);
  expect(equal.reduce((a, b) => a + b)).toBeCloseTo(1, 6);
});
