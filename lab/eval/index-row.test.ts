import { expect, it } from 'vitest';
import { selectRows } from './index-row.js';

const rows = [
  { file: 'a1', rigFamily: 'a', category: 'bird', split: 'train' },
  { file: 'a2', rigFamily: 'a', category: 'bird', split: 'train' },
  { file: 'a3', rigFamily: 'a', category: 'bird', split: 'test' },
  { file: 'b1', rigFamily: 'b', category: 'fish', split: 'train' },
  { file: 'c', split: 'train' },
  { file: 'd', split: 'train' },
];
const filesOf = (options = {}) => selectRows(rows, options).map(({ file }) => file);

it('takes all, a split or a category', () => {
  expect(filesOf()).toEqual(['a1', 'a2', 'a3', 'b1', 'c', 'd']);
  expect(filesOf({ split: 'test' })).toEqual(['a3']);
  expect(filesOf({ split: 'train', category: 'bird' })).toEqual(['a1', 'a2']);
  expect(filesOf({ category: 'other' })).toEqual(['c', 'd']);
  expect(filesOf({ split: 'none' })).toEqual([]);
});

it('takes flat rigs last, and few rows from all over the index', () => {
  const many = Array.from({ length: 10 }, (_, i) => ({ file: String(i), flatRig: i < 2 }));
  expect(selectRows(many, { limit: 2 }).map(({ file }) => file)).toEqual(['4', '8']);
  expect(selectRows(many, { limit: 9 }).map(({ file }) => file)).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
  ]);
});

it('takes one of each family before the second of any, in the order of the index', () => {
  expect(filesOf({ limit: 4 })).toEqual(['a1', 'b1', 'c', 'd']);
  expect(filesOf({ limit: 5, split: 'train' })).toEqual(['a1', 'a2', 'b1', 'c', 'd']);
  expect(filesOf({ limit: 99 }).length).toBe(6);
});
