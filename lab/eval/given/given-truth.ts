/**
 * @file What a maker's rig is known to be: its joints from foreign-rigged.json, which was written by looking at each rig,
 * or from its maker's names. A joint whose roles are not known is not asked.
 */

import { cross, type Vec3 } from '../../../src/math/vector.js';
import { ROLES, type Role, type RoleSide } from '../../../src/rig/learned/role-tokens.js';
import type { Skeleton } from '../../../src/rig/rig-records.js';
import { type JointTruth, truthByConvention } from '../../labels/maker-conventions.js';
import type { BodyLabel } from '../body-label.js';
import type { IndexRow } from '../index-row.js';

/** A joint's truth; the side `any` is not asked. */
export interface GivenJoint extends Omit<JointTruth, 'side'> {
  readonly side: RoleSide | 'any';
}

export interface GivenTruth {
  readonly label: BodyLabel;
  /** [J] */
  readonly joints: readonly (GivenJoint | undefined)[];
  /** Where the body faces; absent where nothing has a side. */
  readonly forward?: Vec3;
}

/** An entry of foreign-rigged.json: counts, and `left frontFoot hand` → names of joints. */
export interface WrittenTruth extends BodyLabel {
  readonly joints: Readonly<Record<string, string>>;
}

/** The truth of a file's rig; undefined where none is known. */
export function findGivenTruth(
  row: IndexRow,
  skeleton: Skeleton,
  written: Readonly<Record<string, WrittenTruth>>,
  moving: ArrayLike<number> = skeleton.parents.map(() => 1),
): GivenTruth | undefined {
  const own = written[row.file];
  const joints = own ? jointsOf(own, skeleton.names) : truthByConvention(row, skeleton.names);
  if (!joints) return undefined;
  const forward = forwardOf(joints, skeleton);
  return { label: own ?? labelOf(joints.filter((_, j) => moving[j])), joints, ...(forward && { forward }) };
}

function jointsOf({ joints }: WrittenTruth, names: readonly string[]): (GivenJoint | undefined)[] {
  const truths = new Map<string, GivenJoint>();
  for (const [words, listed] of Object.entries(joints)) {
    const [side, ...roles] = words.split(' ');
    const truth = { side: side as GivenJoint['side'], roles: roles as GivenJoint['roles'] };
    for (const name of listed.split('; ')) truths.set(name, truth);
  }
  return names.map((name) => truths.get(name));
}

/** The plan of a maker with known names: two or four legs, arms or wings. */
function labelOf(joints: readonly (GivenJoint | undefined)[]): BodyLabel {
  const has = (role: Role) => joints.some((joint) => joint?.roles[0] === role);
  const four = has('frontUpperLeg');
  return {
    kind: four ? 'quadruped' : has('wing') ? 'bird' : 'biped',
    body: true,
    legs: four ? 4 : 2,
    arms: has('upperArm') ? 2 : 0,
    wings: has('wing') ? 2 : 0,
    tail: has('tail') ? true : four ? null : false,
  };
}

/** Left is where the left joints are; up is +Y. */
function forwardOf(joints: readonly (GivenJoint | undefined)[], { rest }: Skeleton): Vec3 | undefined {
  const mean = (side: RoleSide): Vec3 | undefined => {
    const own = [...joints.keys()].filter((j) => joints[j]?.side === side);
    const along = (k: number) => own.reduce((sum, j) => sum + rest[j * 3 + k], 0) / own.length;
    return own.length > 0 ? [along(0), along(1), along(2)] : undefined;
  };
  const [left, right] = [mean('left'), mean('right')];
  if (!left || !right) return undefined;
  const [x, , z] = cross([left[0] - right[0], 0, left[2] - right[2]], [0, 1, 0]);
  const length = Math.hypot(x, z);
  return length > 0 ? [x / length, 0, z / length] : undefined;
}

/** Checks what is read from the file of written truths. */
export function parseWrittenTruths(json: unknown): Readonly<Record<string, WrittenTruth>> {
  const truths = json as Record<string, WrittenTruth>;
  for (const [file, { joints }] of Object.entries(truths)) {
    for (const words of Object.keys(joints)) {
      const [side, ...roles] = words.split(' ');
      const isKnown = roles.every(
        (role) => role === 'control' || (ROLES as readonly string[]).includes(role),
      );
      if (!['left', 'right', 'middle', 'any'].includes(side) || roles.length === 0 || !isKnown)
        throw new Error(`${file}: "${words}" is no side with roles`);
    }
  }
  return truths;
}
