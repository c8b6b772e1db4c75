import { expect, it } from 'vitest';
import { ROLES, type Role } from '../learned/role-tokens.js';
import { correctLabels } from './correct-labels.js';
import type { JointLabels } from './network-labels.js';
import { type JointNames, UNSAID } from './read-joint-names.js';

/** Joints as role, side, what they move with, and the side and the role that their name says. */
type Row = readonly [role: Role, side: number, moves: number, named: number, called?: Role];

function correct(rows: readonly Row[]): [Role, number][] {
  const labels: JointLabels = {
    role: Uint8Array.from(rows, ([role]) => ROLES.indexOf(role)),
    side: Int8Array.from(rows, ([, side]) => side),
    moves: Int16Array.from(rows, ([, , moves]) => moves),
    partner: new Int16Array(rows.length),
    confidence: new Float32Array(rows.length),
    facing: 1,
    forward: [0, 0, 1],
  };
  const names = {
    side: Int8Array.from(rows, ([, , , named]) => named),
    role: Uint8Array.from(rows, ([, , , , called]) => (called ? ROLES.indexOf(called) : UNSAID)),
  } as unknown as JointNames;
  const { role, side } = correctLabels(labels, names);
  return rows.map((_, j) => [ROLES[role[j]], side[j]]);
}

const LEG: readonly Row[] = [
  ['hips', 0, -1, 0],
  ['hindUpperLeg', 1, 0, 1],
  ['hindLowerLeg', 1, 1, 1],
  ['hindFoot', 1, 2, 1],
];

it('takes a wing on an ear for a part of the ear', () => {
  const rows: Row[] = [
    ['head', 0, -1, 0],
    ['ear', 1, 0, 0],
    ['wing', 1, 1, 0],
    ['wing', 1, 2, 0],
  ];
  expect(correct(rows).map(([role]) => role)).toEqual(['head', 'ear', 'ear', 'ear']);
});

it('takes no helper beside a leg for another leg, but leaves a leg that is all there is', () => {
  expect(correct([...LEG, ['frontUpperLeg', 1, 0, 0]])[4][0]).toBe('other');
  expect(correct([...LEG, ['frontUpperLeg', -1, 0, 0]])[4][0]).toBe('frontUpperLeg');
});

it('leaves a limb of one joint that its name calls a limb', () => {
  expect(correct([...LEG, ['frontUpperLeg', 1, 0, 1, 'upperArm']])[4][0]).toBe('frontUpperLeg');
});

it('believes names of sides near the middle where they are true of the rest', () => {
  expect(correct([...LEG, ['face', 0, 0, 1]])[4]).toEqual(['face', 1]);
  const swapped = LEG.map(([role, side, moves, named]): Row => [role, side, moves, -named]);
  expect(correct([...swapped, ['face', 0, 0, 1]])[4]).toEqual(['face', 0]);
});
