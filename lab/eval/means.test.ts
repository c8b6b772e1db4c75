import { expect, it } from 'vitest';
import { meanOf, meanRecords, meansOf } from './means.js';

it('a mean is of what is there', () => {
  expect(meanOf([1, null, 4, undefined])).toBe(2.5);
  expect(meanOf([null])).toBeNull();
  expect(meansOf([{ a: 1, b: null }, { a: 3 }], ['a', 'b'])).toEqual({ a: 2, b: null });
});

it('takes the mean of every number, at any depth', () => {
  type Row = { a: number | null; deep: { b: number | null; c: number | null } | null };
  const rows: (Row | null)[] = [
    { a: 1, deep: { b: 2, c: null } },
    { a: null, deep: { b: 4, c: null } },
    null,
    { a: 2, deep: null },
  ];
  expect(meanRecords(rows)).toEqual({ a: 1.5, deep: { b: 3, c: null } });
  expect(meanRecords<Row>([null])).toBeNull();
  expect(meanRecords<Row>([])).toBeNull();
});
