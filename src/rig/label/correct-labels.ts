/**
 * @file What labels of single joints overlook of the whole: limbs grow on the trunk, a leg has a lower leg where others have
 * one, and a joint that is called left is left where such names are true.
 */

import { ROLES, type Role } from '../learned/role-tokens.js';
import type { JointLabels } from './network-labels.js';
import { CONTROL, type JointNames } from './read-joint-names.js';

type Limb = 'leg' | 'arm' | 'wing';

/** Names of sides are believed where this share of them agrees with the labels. */
const AGREES = 0.9;

const OTHER = ROLES.indexOf('other');
/** What limbs do not grow on. */
const NO_TRUNK: ReadonlySet<Role> = new Set<Role>(['jaw', 'ear', 'horn', 'face', 'tail', 'other']);

const limbOf = (role: Role | undefined): Limb | undefined => {
  if (role === undefined) return undefined;
  if (/^(front|middle|hind)/.test(role)) return 'leg';
  if (role === 'wing') return 'wing';
  return role === 'shoulder' || role === 'upperArm' || role === 'lowerArm' || role === 'hand'
    ? 'arm'
    : undefined;
};

/** Beginnings of limbs: without more they are none, where another limb of that side has more. */
const isStart = (role: Role): boolean =>
  role === 'shoulder' || role === 'upperArm' || role.endsWith('UpperLeg');

/** The labels of a body; what is no limb is `other`, or of the part that it is on. */
export function correctLabels(labels: JointLabels, names: JointNames): JointLabels {
  const role = labels.role.slice();
  const side = labels.side.slice();
  const { moves } = labels;
  const order = orderByMoves(moves);
  const at = (j: number): Role | undefined => (j < 0 ? undefined : ROLES[role[j]]);
  // (1) A wing on an ear is of the ear.
  for (const j of order) {
    const above = at(moves[j]);
    if (limbOf(at(j)) && above !== undefined && NO_TRUNK.has(above)) role[j] = role[moves[j]];
  }
  // (2) Limbs that only begin, beside limbs of their side that go on, and that no name calls a limb: a frog's `Leg.F.R`.
  const start = new Int16Array(role.length).fill(-1);
  for (const j of order) {
    const limb = limbOf(at(j));
    if (limb) start[j] = limbOf(at(moves[j])) === limb ? start[moves[j]] : j;
  }
  const goesOn = new Set(order.filter((j) => start[j] >= 0 && !isStart(at(j) as Role)).map((j) => start[j]));
  const hasWhole = (j: number) =>
    [...goesOn].some((other) => side[other] === side[j] && limbOf(at(other)) === limbOf(at(j)));
  const isCalled = (j: number) => limbOf(ROLES[names.role[j]]) !== undefined;
  const lone = order.filter(
    (j) => start[j] >= 0 && !goesOn.has(start[j]) && isStart(at(j) as Role) && hasWhole(j) && !isCalled(j),
  );
  for (const j of lone) role[j] = OTHER;
  // (3) Sides by names, for joints so near to the middle that places do not tell.
  const both = [...role.keys()].filter((j) => side[j] !== 0 && names.side[j] !== 0);
  const agree = both.filter((j) => side[j] === names.side[j]).length;
  if (both.length > 0 && agree >= AGREES * both.length) {
    for (const j of order) if (side[j] === 0 && role[j] !== CONTROL) side[j] = names.side[j];
  }
  return { ...labels, role, side };
}

/** Joints after those that they move with. */
function orderByMoves(moves: Int16Array): number[] {
  const below: number[][] = Array.from(moves, () => []);
  const order: number[] = [];
  moves.forEach((above, j) => {
    if (above < 0) order.push(j);
    else below[above].push(j);
  });
  for (let i = 0; i < order.length; i++) order.push(...below[order[i]]);
  return order;
}
