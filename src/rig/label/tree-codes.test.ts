import { expect, it } from 'vitest';
import { TREE_HOPS } from './label-network.js';
import { treeCodes } from './tree-codes.js';

it('says how joints stand to each other, and how far', () => {
  // 0 ─ 1 ─ 2, and 3 beside 1.
  const codes = treeCodes([-1, 0, 1, 0]);
  const at = (i: number, j: number) => [
    Math.floor(codes[i * 4 + j] / TREE_HOPS),
    codes[i * 4 + j] % TREE_HOPS,
  ];
  expect(at(2, 2)).toEqual([3, 0]);
  expect(at(2, 0)).toEqual([1, 2]);
  expect(at(0, 2)).toEqual([2, 2]);
  expect(at(2, 3)).toEqual([0, 3]);
});

it('counts no farther than the network does', () => {
  const codes = treeCodes(Array.from({ length: 30 }, (_, j) => j - 1));
  expect(codes[29 * 30] % TREE_HOPS).toBe(TREE_HOPS - 1);
});
