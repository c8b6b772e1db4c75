import { expect, it } from 'vitest';
import { mean, median, quantile, sum, weightedQuantile } from './statistics.js';

it('sums and averages', () => {
  expect(sum(Float32Array.of(1, 2, 3.5))).toBe(6.5);
  expect(sum([])).toBe(0);
  expect(mean([1, 2, 6])).toBe(3);
  expect(mean([])).toBeNaN();
});

it('finds medians and quantiles without changing its input', () => {
  const values = [10, 9, 2, 1];
  expect(median(values)).toBe(5.5);
  expect(median([10, 9, 2])).toBe(9);
  expect(median([])).toBeNaN();
  expect(quantile(values, 0.5)).toBe(9);
  expect(quantile(values, 0)).toBe(1);
  expect(quantile(values, 1)).toBe(10);
  expect(quantile([], 0.5)).toBeNaN();
  expect(values).toEqual([10, 9, 2, 1]);
});

it('weighs the values of a quantile', () => {
  expect(weightedQuantile([3, 1, 2], [0.1, 0.6, 0.3], 0.5)).toBe(1);
  expect(weightedQuantile([3, 1, 2], [0.1, 0.6, 0.3], 0.7)).toBe(2);
  expect(weightedQuantile([3, 1, 2], [0.1, 0.6, 0.3], 1.5)).toBe(3);
});
