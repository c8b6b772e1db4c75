import { expect, it } from 'vitest';
import { meanOf, meansOf } from './means.js';

it('a mean is of what is there', () => {
  expect(meanOf([1, null, 4, undefined])).toBe(2.5);
  expect(meanOf([null])).toBeNull();
  expect(meansOf([{ a: 1, b: null }, { a: 3 }], ['a', 'b'])).toEqual({ a: 2, b: null });
});
