import { expect, it } from 'vitest';
import { separation } from './separation.js';

it('is the share of pairs in the right order', () => {
  expect(separation([1, 2, 3], [4, 5])).toBe(1);
  expect(separation([4, 5], [1, 2, 3])).toBe(0);
  expect(separation([1, 3], [2, 3])).toBe((1 + 0 + 1 + 0.5) / 4);
  expect(separation([1], [])).toBeNull();
  expect(separation([], [1])).toBeNull();
});
