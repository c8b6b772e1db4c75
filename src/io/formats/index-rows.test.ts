import { expect, it } from 'vitest';
import { bitsOf, gatherRows, indexRows } from './index-rows.js';

it('numbers distinct rows in the order in which they come', () => {
  const { indices, first } = indexRows(Uint32Array.of(5, 1, 5, 2, 5, 1, 0, 0, 5, 2), 2);
  expect([...indices]).toEqual([0, 1, 0, 2, 1]);
  expect([...first]).toEqual([0, 1, 3]);
});

it('agrees with a map on many rows', () => {
  const rows = Uint32Array.from({ length: 30_000 }, (_, i) => Math.imul(i, 2654435761) >>> 25);
  const { indices, first } = indexRows(rows, 3);
  const known = new Map<string, number>();
  for (let r = 0; r < 10_000; r++) {
    const key = rows.subarray(r * 3, r * 3 + 3).join();
    if (!known.has(key)) known.set(key, known.size);
    expect(indices[r]).toBe(known.get(key));
  }
  expect(first.length).toBe(known.size);
});

it('takes −0 for 0 and gathers rows', () => {
  const values = Float32Array.of(0, -0, 1);
  expect([...indexRows(bitsOf(values), 1).indices]).toEqual([0, 0, 1]);
  expect([...gatherRows([1, 2, 3, 4], 2, [1, 0])]).toEqual([3, 4, 1, 2]);
});
