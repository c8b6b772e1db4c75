/** @file Skeletons with roles in parts: trunk, limbs, tail, and where the joints of one lie beside the bones of another. */

import { mean } from '../../math/statistics.js';
import { alongSegment, distance, distanceBetween, lerp, vectorAt } from '../../math/vector.js';
import { ROLES, type Role } from './role-tokens.js';

/** Joints with roles, in the body's frame (longest side 1). */
export interface RoleJoints {
  readonly parents: Int16Array;
  /** Role and side: role · 3 + side. [J] */
  readonly tokens: Uint8Array;
  readonly positions: ArrayLike<number>;
}

/** A branch whose joints are farther from the limb than this, in longest sides, is not its branch. */
export const MOST_GAP = 0.07;
/** Nor one whose end is farther from the limb's end than this, or than this share of the limb's length. */
export const MOST_TIP_GAP = 0.12;
export const MOST_TIP_SHARE = 0.6;

const AXIAL = new Set<Role>(['hips', 'spine', 'chest', 'neck', 'head']);
/** Parts of the head and hand that go with the branch they are on. */
const MINOR = new Set<Role>(['jaw', 'ear', 'horn', 'face', 'finger', 'shoulder', 'other']);

export const roleOf = (token: number): Role => ROLES[Math.floor(token / 3)];

export interface Parts {
  /** Part of each of the network's joints; 0 is trunk, neck and head. [J] */
  readonly of: Int16Array;
  readonly members: readonly (readonly number[])[];
}

/**
 * The parts of the network's skeleton: trunk with neck and head, the tail, each limb with all that hangs on it. Of a hand
 * that came alone the palm is the trunk, and fingers are limbs.
 */
export function findParts({ parents, tokens }: RoleJoints): Parts {
  const of = new Int16Array(parents.length);
  const members: number[][] = [[]];
  parents.forEach((parent, j) => {
    const role = roleOf(tokens[j]);
    const parentRole = parent >= 0 ? roleOf(tokens[parent]) : role;
    const isAxial = (name: Role) => AXIAL.has(name) || name === roleOf(tokens[0]);
    if (isAxial(role) && (parent < 0 || (isAxial(parentRole) && of[parent] === 0))) of[j] = 0;
    else if (parent >= 0 && of[parent] > 0 && !(role === 'tail' && parentRole !== 'tail')) of[j] = of[parent];
    else of[j] = members.push([]) - 1;
    members[of[j]].push(j);
  });
  return { of, members };
}

/** Whether a limb is a part of the head or hand, which needs no branch. */
export const isSmallPart = ({ tokens }: RoleJoints, limb: readonly number[]): boolean =>
  MINOR.has(roleOf(tokens[limb[0]]));

/** Mean distance of joints of the shape from the bones of a part. */
export function meanDistance(
  shape: { readonly positions: ArrayLike<number> },
  joints: readonly number[],
  network: RoleJoints,
  members: readonly number[],
): number {
  const bones = members.filter((j) => members.includes(network.parents[j]));
  return mean(
    joints.map((j) => {
      const at = vectorAt(shape.positions, j);
      const distances = bones.map((b) => {
        const from = vectorAt(network.positions, network.parents[b]);
        const to = vectorAt(network.positions, b);
        return distance(at, lerp(from, to, alongSegment(at, from, to)));
      });
      return Math.min(...distances);
    }),
  );
}

/** Distance from the end of a branch to the nearest end of a part. */
export function tipGap(
  shape: { readonly positions: ArrayLike<number> },
  tip: number,
  network: RoleJoints,
  members: readonly number[],
): number {
  const ends = members.filter((j) => !members.some((k) => network.parents[k] === j));
  return Math.min(...ends.map((j) => distanceBetween(shape.positions, tip, j, network.positions)));
}

/** The lengths of the bones of a limb together. */
export function limbLength(network: RoleJoints, members: readonly number[]): number {
  return members.reduce((sum, j) => {
    const parent = network.parents[j];
    return members.includes(parent)
      ? sum + distanceBetween(network.positions, j, parent, network.positions)
      : sum;
  }, 0);
}

export const distanceTo = (points: ArrayLike<number>, i: number, [x, y, z]: readonly number[]) =>
  Math.hypot(points[i * 3] - x, points[i * 3 + 1] - y, points[i * 3 + 2] - z);

export function cosineOf(a: readonly number[], b: readonly number[]): number {
  const lengths = Math.hypot(...a) * Math.hypot(...b);
  return lengths > 0 ? Math.abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) / lengths : 0.5;
}
