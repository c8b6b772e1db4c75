/**
 * @file The role and side of each joint by the name that a rigger gave it. Joints whose names say nothing are of the trunk
 * where named limbs are below them, and else of what they are on.
 */

import { CONTROL, type JointNames, readJointNames, UNSAID } from '../label/read-joint-names.js';
import { ROLES, type Role } from '../learned/role-tokens.js';
import type { Skeleton } from '../rig-records.js';

/** What names say of a skeleton. */
export interface NamedRoles {
  /** Role · 3 + side (middle, left, right). [J] */
  readonly tokens: Uint8Array;
  /** Joints whose own name says what they are. [J] */
  readonly named: Uint8Array;
}

const tokenOf = (role: Role, side: number): number => ROLES.indexOf(role) * 3 + side;

/** Reads the names of a skeleton. */
export function rolesFromNames(skeleton: Skeleton): NamedRoles {
  const { parents } = skeleton;
  const read = readJointNames(skeleton);
  const named = read.role.map((role) => +(role !== UNSAID && role !== CONTROL));
  // What carries a named part is of the trunk.
  const carries = new Uint8Array(parents.length);
  for (let j = parents.length - 1; j > 0; j--) {
    if (parents[j] >= 0 && (carries[j] || named[j])) carries[parents[j]] = 1;
  }
  const tokens = new Uint8Array(parents.length);
  for (let j = 0; j < parents.length; j++) {
    const above = parents[j] < 0 ? tokenOf('spine', 0) : tokens[parents[j]];
    const aboveRole = ROLES[Math.floor(above / 3)];
    const onTrunk = aboveRole === 'spine' || aboveRole === 'hips' || aboveRole === 'chest';
    if (named[j]) tokens[j] = saidToken(read, j, onTrunk ? 0 : above % 3);
    else tokens[j] = onTrunk ? tokenOf(carries[j] ? 'spine' : 'other', 0) : above;
  }
  return { tokens, named };
}

const FRONT_LEGS: Readonly<Partial<Record<Role, readonly [front: Role, middle: Role]>>> = {
  hindUpperLeg: ['frontUpperLeg', 'middleUpperLeg'],
  hindLowerLeg: ['frontLowerLeg', 'middleLowerLeg'],
  hindFoot: ['frontFoot', 'middleFoot'],
};

/** What a name says, on the side of what the joint is on where it says none. */
function saidToken({ role, side, row }: JointNames, joint: number, above: number): number {
  const said = ROLES[role[joint]];
  const own = side[joint] > 0 ? 1 : side[joint] < 0 ? 2 : above;
  // One half of a pelvis holds a leg as a shoulder holds an arm.
  if (said === 'hips' && own > 0) return tokenOf('shoulder', own);
  const rows = FRONT_LEGS[said];
  return tokenOf(rows && row[joint] > 0 && row[joint] < 3 ? rows[row[joint] - 1] : said, own);
}
