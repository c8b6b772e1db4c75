/** @file What each joint is, by the body plan that it is part of: role and side, as the truth of `eval body --given` says them. */

import type { BodyPlan, ExtraKind } from '../../../src/rig/body-plan/body-plan.js';
import type { Role, RoleSide } from '../../../src/rig/learned/role-tokens.js';

/** A joint as it was read. */
export interface ReadJoint {
  readonly role: Role | 'control';
  readonly side: RoleSide;
}

const EXTRA_ROLES: Readonly<Record<ExtraKind, Role>> = {
  ear: 'ear',
  horn: 'horn',
  antenna: 'horn',
  palp: 'horn',
  fin: 'fin',
  tentacle: 'tentacle',
  finger: 'finger',
  toe: 'hindFoot',
  shoulder: 'shoulder',
  girdle: 'spine',
  snout: 'face',
  crest: 'face',
  spur: 'other',
};

/** The role of every joint; what a plan leaves out is a control. `across` is how far left each joint is. */
export function rolesOfPlan(plan: BodyPlan, kind: string, across: ArrayLike<number>): ReadJoint[] {
  const joints: ReadJoint[] = Array.from(across, () => ({ role: 'control', side: 'middle' }));
  const set = (some: readonly number[], side: RoleSide, role: (i: number) => Role) => {
    for (const [i, j] of some.entries()) if (j >= 0) joints[j] = { role: role(i), side };
  };
  const sideOf = (limb: readonly number[]): RoleSide => {
    const sum = limb.reduce((total, j) => total + across[j], 0);
    return sum > 0 ? 'left' : 'right';
  };
  const { spine } = plan;
  set(spine, 'middle', (i) => (i === 0 ? 'hips' : i === spine.length - 1 ? 'chest' : 'spine'));
  set(plan.neck, 'middle', () => 'neck');
  set(plan.tail, 'middle', () => 'tail');
  for (const { kind: extra, joints: some, side } of plan.extras)
    set(some, side > 0 ? 'left' : side < 0 ? 'right' : 'middle', () => EXTRA_ROLES[extra]);
  set([plan.head], 'middle', () => 'head');
  set([plan.jaw], 'middle', () => 'jaw');
  const wing: Role = kind === 'fish' ? 'fin' : 'wing';
  for (const limb of plan.wings) set(limb, sideOf(limb), () => wing);
  const arm: readonly Role[] = kind === 'octopus' ? ['tentacle'] : ['upperArm', 'lowerArm', 'hand'];
  for (const limb of plan.arms) set(limb, sideOf(limb), (i) => arm[Math.min(i, arm.length - 1)]);
  for (const side of ['left', 'right'] as const) {
    // A plan lists legs front before back on each side.
    const legs = plan.legs.filter((leg) => sideOf(leg) === side);
    for (const [n, leg] of legs.entries()) {
      const row = n === legs.length - 1 ? 'hind' : n === 0 ? 'front' : 'middle';
      set(leg, side, (i) => `${row}${i === 0 ? 'UpperLeg' : i === 1 ? 'LowerLeg' : 'Foot'}` as Role);
    }
  }
  return joints;
}
