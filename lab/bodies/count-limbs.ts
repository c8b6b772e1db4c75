/** @file How many of each limb a body has, from the roles of its joints: a limb counts where its chain starts. */

import type { LimbCounts, Role, RoleSide } from '../../src/rig/learned/role-tokens.js';

const GROUP: Readonly<Partial<Record<Role, keyof LimbCounts>>> = {
  frontUpperLeg: 'legs',
  frontLowerLeg: 'legs',
  frontFoot: 'legs',
  middleUpperLeg: 'legs',
  middleLowerLeg: 'legs',
  middleFoot: 'legs',
  hindUpperLeg: 'legs',
  hindLowerLeg: 'legs',
  hindFoot: 'legs',
  shoulder: 'arms',
  upperArm: 'arms',
  lowerArm: 'arms',
  hand: 'arms',
  finger: 'arms',
  wing: 'wings',
  fin: 'fins',
  tentacle: 'tentacles',
  tail: 'tails',
  head: 'heads',
};

/** Counts the limbs. Fins on the mirror plane do not count, and a fan of tail feathers is one tail. */
export function countLimbs(
  roles: readonly Role[],
  sides: readonly RoleSide[],
  parents: ArrayLike<number>,
): LimbCounts {
  const counts = { legs: 0, arms: 0, wings: 0, fins: 0, tentacles: 0, tails: 0, heads: 0 };
  for (let j = 0; j < roles.length; j++) {
    const group = GROUP[roles[j]];
    if (!group || (parents[j] >= 0 && GROUP[roles[parents[j]]] === group)) continue;
    if (group === 'fins' && sides[j] === 'middle') continue;
    if (group === 'tails') counts.tails = 1;
    else counts[group]++;
  }
  return counts;
}
