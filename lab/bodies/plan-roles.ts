/**
 * @file Roles from a body plan that was read from mesh and skeleton, for rigs whose joint names say nothing. Believed only
 * where the category of the file says the same of the legs; a lone chain is a fish, front to back, if the category is.
 */

import { findBodyPlan } from '../../src/rig/body-plan/find-body-plan.js';
import type { Role, RoleSide } from '../../src/rig/learned/role-tokens.js';
import { jointCount, type Rig } from '../../src/rig/rig-records.js';
import type { AssignedRoles } from './assign-roles.js';
import { turnRig } from './find-facing.js';

/** Legs that a category has. */
const LEGS_OF_CATEGORY: readonly (readonly [RegExp, readonly number[]])[] = [
  [/quadruped/, [4]],
  [/bird|human|biped/, [2]],
  [/fish|marine|snake|serpent/, [0]],
];

/** Why a rig has no labels. */
export interface RefusedRig {
  readonly reason: string;
}

type PlanRoles = AssignedRoles & { readonly rig: Rig };

/** Reads roles from the shape. */
export function readPlanRoles(rig: Rig, category = ''): PlanRoles | RefusedRig {
  const legs = LEGS_OF_CATEGORY.find(([words]) => words.test(category))?.[1];
  if (!legs) return { reason: 'its joint names say nothing' };
  if (legs[0] === 0 && isChain(rig)) return labelChain(rig);
  const found = findBodyPlan(rig.mesh, rig.skeleton, { skin: rig.skin });
  const { plan, forward } = found;
  if (!legs.includes(plan.legs.length))
    return { reason: 'its joint names say nothing, and its shape not what its category says' };
  const turned = turnRig(rig, quartersTo(forward));
  const count = jointCount(rig.skeleton);
  const roles: Role[] = new Array(count).fill('other');
  const sides: RoleSide[] = new Array(count).fill('middle');
  const set = (joints: readonly number[], role: Role | ((i: number) => Role)) => {
    for (const [i, j] of joints.entries()) if (j >= 0) roles[j] = typeof role === 'string' ? role : role(i);
  };
  set(plan.spine, (i) => (i === 0 ? 'hips' : i === plan.spine.length - 1 ? 'chest' : 'spine'));
  set(plan.neck, 'neck');
  set([plan.head], 'head');
  set([plan.jaw], 'jaw');
  set(plan.tail, 'tail');
  for (const { leg, row } of nameRows(plan.legs, turned))
    set(leg, (k) => `${row}${k === 0 ? 'UpperLeg' : k === 1 ? 'LowerLeg' : 'Foot'}` as Role);
  for (const arm of plan.arms) set(arm, (k) => (k === 0 ? 'upperArm' : k === 1 ? 'lowerArm' : 'hand'));
  for (const wing of plan.wings) set(wing, legs[0] === 0 ? 'fin' : 'wing');
  for (const { kind, joints } of plan.extras) set(joints, EXTRAS[kind] ?? 'other');
  for (let j = 0; j < count; j++)
    if (found.partner[j] >= 0 && found.partner[j] !== j) sides[j] = sideAt(turned, j);
  return { roles, sides, rig: turned };
}

/** Front to back on each side. */
function nameRows(legs: readonly (readonly number[])[], rig: Rig) {
  const { rest } = rig.skeleton;
  return (['left', 'right'] as const).flatMap((side) => {
    const own = legs.filter(([start]) => sideAt(rig, start) === side);
    own.sort(([a], [b]) => rest[b * 3 + 2] - rest[a * 3 + 2]);
    return own.map((leg, i) => ({ leg, row: i === own.length - 1 ? 'hind' : i === 0 ? 'front' : 'middle' }));
  });
}

const EXTRAS: Readonly<Record<string, Role>> = {
  ear: 'ear',
  horn: 'horn',
  antenna: 'horn',
  palp: 'horn',
  fin: 'fin',
  tentacle: 'tentacle',
  finger: 'finger',
  snout: 'face',
  crest: 'face',
};

const sideAt = ({ skeleton: { rest }, mesh: { positions } }: Rig, j: number): RoleSide => {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < positions.length; i += 3) {
    low = Math.min(low, positions[i]);
    high = Math.max(high, positions[i]);
  }
  return rest[j * 3] > (low + high) / 2 ? 'left' : 'right';
};

/** Quarter turns about +Y that take a direction to +Z. */
function quartersTo([x, , z]: readonly [number, number, number]): number {
  const scores = [z, -x, -z, x];
  return scores.indexOf(Math.max(...scores));
}

const isChain = ({ skeleton: { parents } }: Rig) => parents.every((parent, j) => parent === j - 1);

/** A fish or a snake of one chain, turned so that its longer side lies along Z; the front third is head and trunk. */
function labelChain(rig: Rig): PlanRoles {
  const count = jointCount(rig.skeleton);
  const { rest } = rig.skeleton;
  const last = (count - 1) * 3;
  const [dx, dz] = [rest[0] - rest[last], rest[2] - rest[last + 2]];
  // A chain is rooted at the head, unless it gets thinner towards its root.
  const isHeadFirst = thickness(rig, 0) >= thickness(rig, count - 1);
  const sign = isHeadFirst ? 1 : -1;
  const roles = Array.from({ length: count }, (_, i): Role => {
    const from = isHeadFirst ? i : count - 1 - i;
    return from === 0 ? 'head' : i === 0 ? 'hips' : from < count / 2 ? 'spine' : 'tail';
  });
  return {
    roles,
    sides: new Array<RoleSide>(count).fill('middle'),
    rig: turnRig(rig, quartersTo([sign * dx, 0, sign * dz])),
  };
}

/** Mean distance of the surface that a joint moves from the chain's line, in height. */
function thickness({ mesh, skin, skeleton: { rest } }: Rig, joint: number): number {
  let [sum, total] = [0, 0];
  for (let i = 0; i < skin.joints.length; i++) {
    if (skin.joints[i] !== joint) continue;
    const v = Math.floor(i / skin.influenceCount) * 3;
    sum += skin.weights[i] * Math.abs(mesh.positions[v + 1] - rest[joint * 3 + 1]);
    total += skin.weights[i];
  }
  return total > 0 ? sum / total : 0;
}
