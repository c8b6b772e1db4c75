/** @file Which part of a body each joint belongs to, and whether its trunk stands upright. */

import type { BodyPlan } from '../body-plan/body-plan.js';
import type { Skeleton } from '../rig-records.js';
import type { BodyPoints } from './body-points.js';

/** What a joint belongs to. */
export type BodyPart = 'trunk' | 'head' | 'tail' | 'leg' | 'arm' | 'wing' | 'extra';

/** Whether the way from the root to the head rises more than it goes forward, and the trunk is not longer than high. */
export function isUpright(skeleton: Skeleton, plan: BodyPlan, points: BodyPoints): boolean {
  const { rest } = skeleton;
  const { spine, neck, head } = plan;
  const from = spine[0] ?? 0;
  const to = neck[0] ?? (head >= 0 ? head : (spine[spine.length - 1] ?? 0));
  if (rest[to * 3 + 1] - rest[from * 3 + 1] <= Math.abs(rest[to * 3 + 2] - rest[from * 3 + 2])) return false;
  const parts = assignParts(skeleton, plan);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.owners.length; i++) {
    if (parts[points.owners[i]] !== 'trunk') continue;
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], points.rest[i * 3 + k]);
      high[k] = Math.max(high[k], points.rest[i * 3 + k]);
    }
  }
  return !(high[2] - low[2] > LONG_TRUNK * (high[1] - low[1]));
}

/** A trunk that is longer than high by this factor lies. */
const LONG_TRUNK = 1.3;

/** What each joint belongs to: what is below a limb belongs to it, what is below the trunk and nothing else, to the trunk. */
export function assignParts({ parents }: Skeleton, plan: BodyPlan): BodyPart[] {
  const own = new Map<number, BodyPart>();
  const mark = (joints: readonly number[], part: BodyPart) => {
    for (const j of joints) if (j >= 0) own.set(j, part);
  };
  for (const { joints, kind } of plan.extras) {
    if (kind !== 'girdle' && kind !== 'shoulder') mark(joints.slice(0, 1), 'extra');
  }
  mark(plan.spine, 'trunk');
  mark([...plan.neck, plan.head, plan.jaw], 'head');
  mark(plan.tail, 'tail');
  for (const leg of plan.legs) mark(leg, 'leg');
  for (const arm of plan.arms) mark(arm, 'arm');
  for (const wing of plan.wings) mark(wing, 'wing');
  // What is below a limb belongs to it; what is below the trunk and nothing else, to the trunk.
  const parts: BodyPart[] = [];
  for (let j = 0; j < parents.length; j++) {
    const above = parents[j] >= 0 ? parts[parents[j]] : 'trunk';
    const named = own.get(j);
    parts.push(named === 'extra' && (above === 'leg' || above === 'arm') ? above : (named ?? above));
  }
  return parts;
}
