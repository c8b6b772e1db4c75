/**
 * @file Which branch of a shape is which limb of the network, corrected where the nearest is not the right one: legs that
 * the network writes twice, a tail that it draws along a leg, arms that the shape attaches at the hip.
 */

import { distanceBetween } from '../../math/vector.js';
import {
  findParts,
  isSmallPart,
  limbLength,
  MOST_GAP,
  MOST_TIP_GAP,
  MOST_TIP_SHARE,
  meanDistance,
  type Parts,
  type RoleJoints,
  roleOf,
  tipGap,
} from './role-parts.js';
import type { Role } from './role-tokens.js';

/** The branch of the shape that each part has, and how far its end is from the part's. */
export type Claims = Map<number, { readonly joints: number[]; readonly gap: number }>;

/** A branch that ran along a part which another branch fits better. */
export interface Lost {
  readonly part: number;
  readonly joints: number[];
}

/** Of eight legs the network may write one twice and forget another: a branch that lost goes to a like limb that has none. */
export function claimLost(
  shape: { readonly positions: ArrayLike<number> },
  network: RoleJoints,
  { members }: Parts,
  claimed: Claims,
  lost: readonly Lost[],
): Lost[] {
  const left = new Set(lost);
  const isHand = roleOf(network.tokens[0]) === 'hand';
  const kindOf = (part: number) => limbKind(network.tokens[members[part][0]]);
  return members.flatMap((limb, part) => {
    const kind = kindOf(part);
    if (part === 0 || claimed.has(part) || (!isHand && isSmallPart(network, limb))) return [];
    const alike = [...left].filter((branch) => isHand || kindOf(branch.part) === kind);
    if (alike.length === 0) return [];
    const gapOf = ({ joints }: Lost) => tipGap(shape, joints[0], network, limb);
    const nearest = alike.reduce((best, branch) => (gapOf(branch) < gapOf(best) ? branch : best));
    left.delete(nearest);
    claimed.set(part, { joints: nearest.joints, gap: gapOf(nearest) });
    return [{ part, joints: nearest.joints }];
  });
}

/**
 * An arm whose first joint is farther than this from where the network has it, in longest sides, is attached elsewhere: on
 * train rigs arms are nearer than .07 or farther than .12.
 */
const MISATTACHED = 0.09;

/** Arms of which the shape shows a hand on a hip, or a sleeve that touches the trunk, as their beginning. */
export function findMisattached(
  shape: { readonly parents: Int16Array; readonly positions: ArrayLike<number> },
  network: RoleJoints,
  { members }: Parts,
  owner: Int16Array,
): number[] {
  return Array.from(members.keys()).filter((part) => {
    const start = members[part].find((j) => roleOf(network.tokens[j]) === 'upperArm');
    const first = owner.findIndex((of, j) => of === part && owner[shape.parents[j]] !== part);
    if (start === undefined || first < 0) return false;
    return distanceBetween(shape.positions, first, start, network.positions) > MISATTACHED;
  });
}

/** Legs of one side are alike, whichever pair they are of. */
const limbKind = (token: number): string => {
  const role = roleOf(token);
  return `${role.endsWith('Leg') ? 'leg' : role} ${token % 3}`;
};

/**
 * Gives a branch that a tail claimed to the leg that runs along it as well and has none: a leg reaches the ground, a tail
 * may be imagined. Returns how many joints of such a tail lie before the leg, by part.
 */
export function returnBranches(
  shape: { readonly positions: ArrayLike<number> },
  network: RoleJoints,
  { members }: Parts,
  claimed: Claims,
  owner: Int16Array,
): Map<number, number> {
  const cut = new Map<number, number>();
  const roles = members.map((joints) => joints.length > 0 && roleOf(network.tokens[joints[0]]));
  members.forEach((leg, part) => {
    const role = roles[part];
    if (claimed.has(part) || !role || !role.endsWith('Leg')) return;
    const most = Math.max(MOST_TIP_GAP, MOST_TIP_SHARE * limbLength(network, leg));
    const tail = [...claimed].find(([other, { joints }]) => {
      const gap = tipGap(shape, joints[0], network, leg);
      return roles[other] === 'tail' && gap < most && meanDistance(shape, joints, network, leg) < MOST_GAP;
    });
    if (!tail) return;
    const [other, branch] = tail;
    claimed.delete(other);
    claimed.set(part, branch);
    for (const j of branch.joints) owner[j] = part;
    const enters = members[other].findIndex(
      (j) =>
        Math.min(...branch.joints.map((k) => distanceBetween(shape.positions, k, j, network.positions))) <
        MOST_GAP,
    );
    cut.set(other, Math.max(1, enters));
  });
  return cut;
}

/** A joint of the trunk farther than this from the network's trunk, in longest sides, and on a leg is not of the trunk. */
const OFF_TRUNK = 0.15;

const TRUNK = new Set<Role>(['hips', 'spine', 'chest']);

/** Whether the trunk of a labelled skeleton runs along the network's, and not down a leg where two legs are one. */
export function keepsTrunk({ tokens, positions }: RoleJoints, network: RoleJoints): boolean {
  const [trunk, ...limbs] = findParts(network).members;
  const legs = limbs.filter((limb) => limb.some((j) => roleOf(network.tokens[j]).endsWith('Leg')));
  const distanceTo = (j: number, part: readonly number[]) => meanDistance({ positions }, [j], network, part);
  return !Array.from(tokens.keys()).some(
    (j) =>
      TRUNK.has(roleOf(tokens[j])) &&
      distanceTo(j, trunk) > OFF_TRUNK &&
      legs.some((leg) => distanceTo(j, leg) < MOST_GAP),
  );
}
