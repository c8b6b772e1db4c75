import { describe, expect, it } from 'vitest';
import { keepsTrunk } from './correct-claims.js';
import type { RoleJoints } from './role-parts.js';
import { ROLES, type Role } from './role-tokens.js';

const joints = (rows: readonly (readonly [Role, parent: number, y: number])[]): RoleJoints => ({
  parents: Int16Array.from(rows, (row) => row[1]),
  tokens: Uint8Array.from(rows, ([role]) => ROLES.indexOf(role) * 3),
  positions: rows.flatMap(([, , y]) => [0, y, 0]),
});

const NETWORK = joints([
  ['hips', -1, 0],
  ['spine', 0, 0.1],
  ['chest', 1, 0.25],
  ['head', 2, 0.35],
  ['hindUpperLeg', 0, -0.02],
  ['hindLowerLeg', 4, -0.25],
  ['hindFoot', 5, -0.48],
]);

describe('the trunk of a shape', () => {
  it('may end beyond the head of the network, as a muzzle does', () => {
    const shape = joints([
      ['hips', -1, -0.02],
      ['chest', 0, 0.2],
      ['head', 1, 0.55],
    ]);
    expect(keepsTrunk(shape, NETWORK)).toBe(true);
  });

  it('is none where its spine runs down a leg', () => {
    const shape = joints([
      ['hips', -1, 0],
      ['spine', 0, -0.1],
      ['chest', 1, -0.3],
      ['head', 0, 0.4],
    ]);
    expect(keepsTrunk(shape, NETWORK)).toBe(false);
  });
});
