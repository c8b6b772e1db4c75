import type { Skeleton } from 'posespace/rig';
import { expect, it } from 'vitest';
import { treeRows, unfoldTo } from './tree-rows.js';

const skeleton: Skeleton = {
  names: ['hips', 'leftLeg', 'spine', 'leftFoot', 'head'],
  parents: Int16Array.of(-1, 0, 0, 1, 2),
  rest: new Float32Array(15),
  frames: new Float32Array(20),
};
const namesOf = (folded: string[], search?: string) =>
  treeRows(skeleton, new Set(folded), search).map(({ joint }) => skeleton.names[joint]);

it('lists rows depth-first, without collapsed ones', () => {
  expect(namesOf([])).toEqual(['hips', 'leftLeg', 'leftFoot', 'spine', 'head']);
  expect(namesOf(['leftLeg'])).toEqual(['hips', 'leftLeg', 'spine', 'head']);
  expect(treeRows(skeleton, new Set()).map(({ depth }) => depth)).toEqual([0, 1, 2, 1, 2]);
});

it('a search shows matches with their ancestors', () => {
  expect(namesOf(['leftLeg'], 'FOOT')).toEqual(['hips', 'leftLeg', 'leftFoot']);
  const rows = treeRows(skeleton, new Set(), 'left');
  expect(rows.filter(({ found }) => found).map(({ joint }) => joint)).toEqual([1, 3]);
  expect(namesOf([], 'nothing')).toEqual([]);
});

it('expands the ancestors of a joint', () => {
  const folded = new Set(['hips', 'leftLeg', 'spine']);
  expect([...unfoldTo(skeleton, folded, 3)]).toEqual(['spine']);
  const open = new Set(['spine']);
  expect(unfoldTo(skeleton, open, 3)).toBe(open);
});
