import { describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../learned/role-tokens.js';
import { bodyFromRoles, kindOfRoles, planFromRoles, type RoleSkeleton } from './plan-from-roles.js';

type Row = readonly [Role, 'm' | 'l' | 'r', number, number, number, number];

/** Role, side, parent, x, y, z. */
const HORSE: readonly Row[] = [
  ['hips', 'm', -1, 0, 1, -1],
  ['spine', 'm', 0, 0, 1, 0],
  ['chest', 'm', 1, 0, 1, 1],
  ['neck', 'm', 2, 0, 1.3, 1.2],
  ['head', 'm', 3, 0, 1.6, 1.4],
  ['jaw', 'm', 4, 0, 1.5, 1.5],
  ['ear', 'l', 4, 0.1, 1.8, 1.4],
  ['ear', 'r', 4, -0.1, 1.8, 1.4],
  ['frontUpperLeg', 'l', 2, 0.2, 0.9, 1],
  ['frontLowerLeg', 'l', 8, 0.2, 0.5, 1],
  ['frontFoot', 'l', 9, 0.2, 0.1, 1],
  ['frontUpperLeg', 'r', 2, -0.2, 0.9, 1],
  ['frontLowerLeg', 'r', 11, -0.2, 0.5, 1],
  ['frontFoot', 'r', 12, -0.2, 0.1, 1],
  ['hindUpperLeg', 'l', 0, 0.2, 0.9, -1],
  ['hindFoot', 'l', 14, 0.2, 0.1, -1],
  ['hindUpperLeg', 'r', 0, -0.2, 0.9, -1],
  ['hindFoot', 'r', 16, -0.2, 0.1, -1],
  ['tail', 'm', 0, 0, 1, -1.3],
  ['tail', 'm', 18, 0, 0.8, -1.5],
];

function toBody(rows: readonly Row[]): RoleSkeleton {
  const frames = new Float32Array(rows.length * 4);
  rows.forEach((_, j) => {
    frames[j * 4 + 3] = 1;
  });
  return {
    skeleton: {
      names: rows.map((_, j) => `j${j}`),
      parents: Int16Array.from(rows, (row) => row[2]),
      rest: Float32Array.from(rows.flatMap((row) => row.slice(3) as number[])),
      frames,
    },
    tokens: Uint8Array.from(rows, ([role, side]) => ROLES.indexOf(role) * 3 + 'mlr'.indexOf(side)),
    up: [0, 1, 0],
    forward: [0, 0, 1],
  };
}

describe('the plan of joints whose roles are known', () => {
  it('has every joint in one chain, left before right and front before back', () => {
    const body = toBody(HORSE);
    const plan = planFromRoles(body);
    expect(plan).toMatchObject({
      spine: [0, 1, 2],
      neck: [3],
      head: 4,
      jaw: 5,
      tail: [18, 19],
      legs: [
        [8, 9, 10],
        [14, 15],
        [11, 12, 13],
        [16, 17],
      ],
      feet: [10, 15, 13, 17],
      arms: [],
      wings: [],
    });
    expect(plan.extras).toEqual([
      { kind: 'ear', joints: [6], side: 1 },
      { kind: 'ear', joints: [7], side: -1 },
    ]);
    expect(kindOfRoles(plan, body)).toBe('quadruped');
  });

  it('keeps what branches: toes, fingers and all joints of a wing', () => {
    const rows: Row[] = [
      ['hips', 'm', -1, 0, 1, 0],
      ['upperArm', 'l', 0, 0.3, 1.4, 0],
      ['lowerArm', 'l', 1, 0.6, 1.4, 0],
      ['hand', 'l', 2, 0.9, 1.4, 0],
      ['finger', 'l', 3, 1, 1.4, 0.1],
      ['finger', 'l', 3, 1, 1.4, -0.1],
      ['wing', 'r', 0, -0.5, 1.4, 0],
      ['wing', 'r', 6, -0.9, 1.4, 0.2],
      ['wing', 'r', 6, -0.9, 1.4, -0.2],
      ['hindUpperLeg', 'l', 0, 0.1, 0.9, 0],
      ['hindFoot', 'l', 9, 0.1, 0.1, 0],
      ['hindFoot', 'l', 10, 0.1, 0, 0.4],
      ['hindFoot', 'l', 10, 0.2, 0, 0.1],
    ];
    const body = toBody(rows);
    const plan = planFromRoles(body);
    expect(plan.wings).toEqual([[6, 7, 8]]);
    expect(plan.legs).toEqual([[9, 10, 11]]);
    expect(plan.extras).toContainEqual({ kind: 'toe', joints: [12], side: 1 });
    expect(plan.extras.filter(({ kind }) => kind === 'finger')).toHaveLength(2);
    expect(kindOfRoles(plan, body)).toBe('biped');
  });

  it('pairs left and right', () => {
    const body = bodyFromRoles(toBody(HORSE), Float32Array.of(-1, 0, -2, 1, 2, 2), {
      kind: 'quadruped',
      confidence: 1,
      findings: [],
    });
    expect(body.left).toEqual([1, 0, 0]);
    expect(Array.from(body.partner.slice(6, 14))).toEqual([7, 6, 11, 12, 13, 8, 9, 10]);
    expect(body.partner[2]).toBe(2);
  });
});
