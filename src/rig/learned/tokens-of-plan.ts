/** @file The role and side of each joint of a body plan, as the networks name them: the reverse of `planFromRoles`. */

import type { ExtraKind, FoundBodyPlan } from '../body-plan/body-plan.js';
import type { Skeleton } from '../rig-records.js';
import { ROLES, type Role } from './role-tokens.js';

const EXTRA_ROLE: Readonly<Record<ExtraKind, Role>> = {
  ear: 'ear',
  horn: 'horn',
  antenna: 'horn',
  palp: 'horn',
  fin: 'fin',
  tentacle: 'tentacle',
  finger: 'finger',
  toe: 'other',
  shoulder: 'shoulder',
  girdle: 'other',
  snout: 'face',
  crest: 'other',
  spur: 'other',
};

/** Role · 3 + side of each joint. [J] */
export function tokensOfPlan({ plan, kind, axes, partner }: FoundBodyPlan, { rest }: Skeleton): number[] {
  const roles = new Array<Role>(rest.length / 3).fill('other');
  const give = (joints: readonly number[], role: (i: number) => Role) => {
    joints.forEach((j, i) => {
      roles[j] = role(i);
    });
  };
  give(plan.spine, (i) => (i === 0 ? 'hips' : i === plan.spine.length - 1 ? 'chest' : 'spine'));
  give(plan.neck, () => 'neck');
  give(plan.tail, () => 'tail');
  if (plan.head >= 0) roles[plan.head] = 'head';
  if (plan.jaw >= 0) roles[plan.jaw] = 'jaw';
  const along = (j: number) =>
    axes.forward[0] * rest[j * 3] + axes.forward[1] * rest[j * 3 + 1] + axes.forward[2] * rest[j * 3 + 2];
  // Front before back within a side: rank each leg among those of its side.
  const firsts = plan.legs.map(([first]) => along(first)).sort((a, b) => b - a);
  for (const leg of plan.legs) {
    const rank = firsts.indexOf(along(leg[0])) / Math.max(1, firsts.length);
    const pair = plan.legs.length <= 2 ? 'hind' : rank < 2 / plan.legs.length ? 'front' : 'hind';
    const place = plan.legs.length > 4 && rank >= 2 / plan.legs.length && rank < 1 - 2 / plan.legs.length;
    const where = place ? 'middle' : pair;
    give(leg, (i) => `${where}${i === 0 ? 'UpperLeg' : i === 1 ? 'LowerLeg' : 'Foot'}` as Role);
  }
  const arm: readonly Role[] = ['shoulder', 'upperArm', 'lowerArm', 'hand'];
  for (const joints of plan.arms) {
    const skipped = Math.max(0, arm.length - joints.length);
    give(joints, (i) => (kind === 'octopus' ? 'tentacle' : arm[Math.min(arm.length - 1, i + skipped)]));
  }
  for (const wing of plan.wings) give(wing, () => (kind === 'fish' ? 'fin' : 'wing'));
  for (const extra of plan.extras) give(extra.joints, () => EXTRA_ROLE[extra.kind]);
  return roles.map((role, j) => ROLES.indexOf(role) * 3 + sideOf(j));

  function sideOf(j: number): number {
    if (partner[j] === j) return 0;
    const { left, origin } = axes;
    const x = [0, 1, 2].reduce((sum, k) => sum + left[k] * (rest[j * 3 + k] - origin[k]), 0);
    return x >= 0 ? 1 : 2;
  }
}
