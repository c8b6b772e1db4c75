import { describe, expect, it } from 'vitest';
import { vectorAt } from '../../math/vector.js';
import { createBox, mergeMeshes } from '../../mesh/primitives.js';
import { extendLimbs } from './extend-limbs.js';
import type { RoleJoints } from './role-parts.js';
import { ROLES, type Role } from './role-tokens.js';

/** A trunk on one thin leg of length 1. */
const MESH = mergeMeshes([
  createBox([0.4, 0.4, 0.4], [0, 0.2, 0]),
  ...Array.from({ length: 10 }, (_, i) => createBox([0.02, 0.1, 0.02], [0, -0.05 - 0.1 * i, 0])),
]);

const joints = (rows: readonly (readonly [Role, parent: number, y: number])[]): RoleJoints => ({
  parents: Int16Array.from(rows, (row) => row[1]),
  tokens: Uint8Array.from(rows, ([role]) => ROLES.indexOf(role) * 3),
  positions: rows.flatMap(([, , y]) => [0, y, 0]),
});

/** A curve that stops below the knee. */
const CUT = joints([
  ['hips', -1, 0.2],
  ['hindUpperLeg', 0, 0],
  ['hindLowerLeg', 1, -0.4],
  ['hindFoot', 2, -0.5],
]);

describe('a leg whose curve is cut short', () => {
  it('reaches the end of its surface where the network sees a foot there', () => {
    const network = joints([
      ['hips', -1, 0.2],
      ['hindUpperLeg', 0, 0],
      ['hindLowerLeg', 1, -0.5],
      ['hindFoot', 2, -0.93],
    ]);
    const extended = extendLimbs(CUT, network, MESH);
    expect(vectorAt(extended, 3)[1]).toBeCloseTo(-0.95, 2);
    expect(Array.from(extended.subarray(0, 9))).toEqual(Array.from(CUT.positions).slice(0, 9));
  });

  it('stays where the network sees its foot there too', () => {
    expect(Array.from(extendLimbs(CUT, CUT, MESH))).toEqual(CUT.positions);
  });
});
