import { describe, expect, it } from 'vitest';
import { ROLES } from '../learned/role-tokens.js';
import { decodeTree, pairAcross } from './decode-pointers.js';
import { CONTROL } from './read-joint-names.js';

/** Chances: each joint points at these, the rest shares what is left. The last column is none. */
const pointing = (
  count: number,
  chances: readonly (readonly [row: number, column: number, chance: number])[],
) => {
  const scores = new Float64Array(count * (count + 1)).fill(0.01);
  for (const [row, column, chance] of chances) scores[row * (count + 1) + column] = chance;
  return scores;
};

describe('decodeTree', () => {
  it('makes one tree where pointers go in a circle', () => {
    // 1 and 2 point at each other; 2 is the likelier child of the root.
    const scores = pointing(3, [
      [0, 3, 0.9],
      [1, 2, 0.9],
      [2, 1, 0.6],
      [2, 0, 0.3],
    ]);
    expect([...decodeTree(scores, 3, () => true)]).toEqual([-1, 2, 0]);
  });

  it('lets controls follow the body, and nothing of the body a control', () => {
    const scores = pointing(3, [
      [0, 3, 0.9],
      [1, 2, 0.9],
      [2, 1, 0.8],
    ]);
    expect([...decodeTree(scores, 3, (j) => j !== 2)]).toEqual([-1, 0, 1]);
  });
});

describe('pairAcross', () => {
  const leg = ROLES.indexOf('hindFoot');
  it('pairs joints that point at each other, and leaves a third alone', () => {
    const scores = pointing(4, [
      [0, 1, 0.9],
      [1, 0, 0.9],
      [2, 1, 0.5],
    ]);
    const partner = pairAcross(scores, Uint8Array.of(leg, leg, leg, CONTROL), Int8Array.of(1, -1, 1, 0));
    expect([...partner]).toEqual([1, 0, -1, -1]);
  });

  it('makes joints of the middle their own partners', () => {
    expect([...pairAcross(pointing(1, []), Uint8Array.of(0), Int8Array.of(0))]).toEqual([0]);
  });
});
