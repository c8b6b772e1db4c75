import { describe, expect, it } from 'vitest';
import { countWords, groupRows, median, mediansOf } from './summary.js';

describe('medians', () => {
  it('are the middle, whatever the order', () => {
    expect(median([10, 1, 2])).toBe(2);
    expect(median([4, 1, 10, 2])).toBe(3);
    expect(median([])).toBeNull();
  });

  it('leave out rows without the figure', () => {
    const rows: { a: number; b?: number }[] = [{ a: 1, b: 5 }, { a: 2 }, { a: 6 }];
    expect(mediansOf(rows, ['a', 'b'])).toEqual({ a: 2, b: 5 });
  });
});

it('groups and counts by name, in alphabetical order', () => {
  expect([...groupRows(['pig', 'ant', 'pug'], (word) => word[0])]).toEqual([
    ['a', ['ant']],
    ['p', ['pig', 'pug']],
  ]);
  expect(Object.entries(countWords(['b', 'a', 'b']))).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
});
