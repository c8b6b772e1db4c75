/**
 * @file The body plan of a rig whose joints a rigger has named: names that say what most of the body is go before what
 * its shape looks like. A robed figure with `UpperLeg.L` walks, a whale with `Flipper.R` does not.
 */

import { cross, dot, lengthOf, type Vec3, vectorAt } from '../../math/vector.js';
import type { FoundBodyPlan } from '../body-plan/body-plan.js';
import { hasOwnNames } from '../body-plan/plan-from-names.js';
import { bodyFromRoles, kindOfRoles } from '../body-plan/plan-from-roles.js';
import { type NamedRoles, rolesFromNames } from '../body-plan/roles-from-names.js';
import { ROLES, type Role } from '../learned/role-tokens.js';
import type { PartialRig, Skeleton } from '../rig-records.js';

/** Names are used that say what at least this share of the skin is on. */
const SAID = 0.5;
/** A head this far behind the hips, over the length of the body, has its sides swapped. */
const BEHIND = 0.15;

/** The body as its names say; undefined where they say too little. */
export function readNames(
  read: FoundBodyPlan,
  { mesh, skeleton, skin }: PartialRig,
): FoundBodyPlan | undefined {
  if (hasOwnNames(skeleton)) return undefined;
  const roles = rolesFromNames(skeleton);
  if (!skin || !mesh || saidShare(roles, skin) < SAID || !hasLimbs(roles)) return undefined;
  const forward = findForward(read, skeleton, roles);
  const body = { skeleton, tokens: roles.tokens, up: read.up, forward };
  const { findings, confidence } = read;
  const named = bodyFromRoles(body, mesh.positions, { kind: read.kind, confidence, findings });
  // Feet that are no part of a leg, as those of control rigs.
  const isLoose = (leg: readonly number[]) => leg.every((j) => roleOf(roles, j) === 'hindFoot');
  if (named.plan.legs.some(isLoose)) return undefined;
  return { ...named, kind: kindOfRoles(named.plan, roles) };
}

const roleOf = ({ tokens }: NamedRoles, j: number): Role => ROLES[Math.floor(tokens[j] / 3)];

/** Share of the skin on joints with names that say something. */
function saidShare({ named }: NamedRoles, { joints, weights }: NonNullable<PartialRig['skin']>): number {
  let [said, all] = [0, 0];
  for (let i = 0; i < weights.length; i++) {
    all += weights[i];
    if (named[joints[i]]) said += weights[i];
  }
  return all > 0 ? said / all : 0;
}

const LIMBS: ReadonlySet<Role> = new Set([
  'hindUpperLeg',
  'hindLowerLeg',
  'hindFoot',
  'upperArm',
  'wing',
  'fin',
]);

/** Whether there is a limb on either side. */
const hasLimbs = (roles: NamedRoles): boolean =>
  [1, 2].every((side) => roles.tokens.some((token, j) => token % 3 === side && LIMBS.has(roleOf(roles, j))));

/** Forward is where left is to the left of it, unless the head would be behind then. */
function findForward(read: FoundBodyPlan, skeleton: Skeleton, roles: NamedRoles): Vec3 {
  const { tokens } = roles;
  const left = [0, 0, 0];
  const counts = [0, 0, 0];
  for (const token of tokens) counts[token % 3]++;
  for (const [j, token] of tokens.entries()) {
    if (token % 3 === 0) continue;
    const sign = token % 3 === 1 ? 1 / counts[1] : -1 / counts[2];
    for (let k = 0; k < 3; k++) left[k] += sign * skeleton.rest[j * 3 + k];
  }
  const across = snap(left as unknown as Vec3, read);
  const forward = cross(across, read.up);
  const middle = (role: Role) => [...tokens.keys()].find((j) => roleOf(roles, j) === role);
  const [head, tail] = [middle('head') ?? middle('neck'), middle('tail') ?? middle('hips')];
  if (head === undefined || tail === undefined) return forward;
  const [a, b] = [vectorAt(skeleton.rest, head), vectorAt(skeleton.rest, tail)];
  const ahead = dot(forward, [a[0] - b[0], a[1] - b[1], a[2] - b[2]]);
  const along = lengthOf([a[0] - b[0], a[1] - b[1], a[2] - b[2]]);
  return ahead < -BEHIND * along && ahead < -BEHIND * read.axes.size
    ? [-forward[0], -forward[1], -forward[2]]
    : forward;
}

/** The direction of the body's axes that left is nearest to. */
function snap(left: Vec3, { left: read, forward }: FoundBodyPlan): Vec3 {
  const [x, z] = [dot(left, read), dot(left, forward)];
  const [axis, along] = Math.abs(x) >= Math.abs(z) ? [read, x] : [forward, z];
  const sign = along < 0 ? -1 : 1;
  return [sign * axis[0], sign * axis[1], sign * axis[2]];
}
