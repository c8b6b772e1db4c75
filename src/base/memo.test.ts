import { expect, it } from 'vitest';
import { recall } from './memo.js';

it('computes a value once for a record and its copies, and anew for another record', () => {
  let calls = 0;
  const double = ({ size }: { readonly size: number; readonly memo: Map<unknown, unknown> }) => {
    calls++;
    return { doubled: size * 2 };
  };
  const body = { size: 3, memo: new Map() };
  const first = recall(body, double);
  expect(first.doubled).toBe(6);
  expect(recall({ ...body }, double)).toBe(first);
  expect(calls).toBe(1);
  expect(recall({ size: 4, memo: new Map() }, double).doubled).toBe(8);
});

it('keeps a value that is undefined', () => {
  let calls = 0;
  const nothing = (): undefined => void calls++;
  const body = { memo: new Map() };
  expect(recall(body, nothing)).toBeUndefined();
  expect(recall(body, nothing)).toBeUndefined();
  expect(calls).toBe(1);
});
