import { expect, it } from 'vitest';
import { createRng } from '../../src/base/rng.js';
import { leafJoints } from '../../src/rig/joint-tree.js';
import { drawHandleSets } from './handle-sets.js';

/** A trunk of two joints with three limbs of two. */
const parents = Int16Array.of(-1, 0, 1, 2, 1, 4, 1, 6);

it('leaves are what nothing hangs on', () => {
  expect(leafJoints(parents)).toEqual([3, 5, 7]);
  expect(leafJoints(Int16Array.of(-1))).toEqual([]);
});

it('sets are the leaves, four joints and one leaf, each with the root', () => {
  const ones = new Set<number>();
  const fours = new Set<number>();
  for (let seed = 0; seed < 60; seed++) {
    const { leaves, four, one } = drawHandleSets(parents, createRng(seed));
    expect(leaves).toEqual([0, 3, 5, 7]);
    expect(four).toHaveLength(5);
    expect(new Set(four).size).toBe(5);
    expect([...four].sort((a, b) => a - b)).toEqual(four);
    expect([one.length, one[0], four[0]]).toEqual([2, 0, 0]);
    ones.add(one[1]);
    for (const joint of four.slice(1)) fours.add(joint);
  }
  expect([...ones].sort()).toEqual([3, 5, 7]);
  expect([...fours].sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

it('the same seed gives the same sets', () => {
  expect(drawHandleSets(parents, createRng(5))).toEqual(drawHandleSets(parents, createRng(5)));
});

it('a body of few joints gives what it has', () => {
  expect(drawHandleSets(Int16Array.of(-1, 0, 1), createRng(1))).toEqual({
    leaves: [0, 2],
    four: [0, 1, 2],
    one: [0, 2],
  });
  expect(drawHandleSets(Int16Array.of(-1), createRng(1))).toEqual({ leaves: [0], four: [0], one: [0] });
});
