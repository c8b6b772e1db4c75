import { expect, it } from 'vitest';
import { childrenOf, isAncestor, isInSubtree, leafJoints, subtreeOf } from './joint-tree.js';

/** 0 ─ 1 ─ 2, 1 ─ 3 ─ 5, 0 ─ 4. */
const parents = Int16Array.of(-1, 0, 1, 1, 0, 3);

it('lists children, subtrees and leaves', () => {
  expect(childrenOf(parents)).toEqual([[1, 4], [2, 3], [], [5], [], []]);
  expect([...subtreeOf(parents, 1)]).toEqual([1, 2, 3, 5]);
  expect(leafJoints(parents)).toEqual([2, 4, 5]);
  expect(leafJoints(Int16Array.of(-1))).toEqual([]);
});

it('tells what lies above what', () => {
  const above = (top: number) => [...parents.keys()].filter((j) => isAncestor(parents, top, j));
  const within = (top: number) => [...parents.keys()].filter((j) => isInSubtree(parents, top, j));
  expect(above(1)).toEqual([2, 3, 5]);
  expect(within(1)).toEqual([1, 2, 3, 5]);
  expect(above(0)).toEqual([1, 2, 3, 4, 5]);
  expect(above(5)).toEqual([]);
});
