/**
 * @file Comparing arrays of numbers in tests: the largest difference, and derivatives by central differences.
 */

import { expect } from 'vitest';

/** Largest absolute difference between two arrays of one length; NaN counts as infinite. */
export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length);
  let largest = 0;
  for (let i = 0; i < a.length; i++) {
    const difference = Math.abs(a[i] - b[i]);
    if (!(difference <= largest)) largest = Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference;
  }
  return largest;
}

/** Fails unless every number of `actual` is within `tolerance` of its partner. */
export function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  expect(largestDifference(actual, expected)).toBeLessThanOrEqual(tolerance);
}

/** Fails unless two lists of quaternions are the same rotations, sign aside. */
export function expectSameRotations(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance: number,
): void {
  expect(actual.length).toBe(expected.length);
  expect(actual.length % 4).toBe(0);
  for (let i = 0; i < actual.length; i += 4) {
    let dot = 0;
    for (let k = i; k < i + 4; k++) dot += actual[k] * expected[k];
    const sign = dot < 0 ? -1 : 1;
    for (let k = i; k < i + 4; k++) {
      const difference = Math.abs(actual[k] - sign * expected[k]);
      expect(difference, `quaternion ${i / 4}`).toBeLessThanOrEqual(tolerance);
    }
  }
}

/** Gradient of a function of an array by central differences; the array is restored. */
export function numericGradient(values: Float64Array, loss: () => number, step = 1e-5): Float64Array {
  return values.map((value, i) => {
    values[i] = value + step;
    const up = loss();
    values[i] = value - step;
    const down = loss();
    values[i] = value;
    return (up - down) / (2 * step);
  });
}
