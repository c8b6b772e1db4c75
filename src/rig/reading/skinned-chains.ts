/**
 * @file The chains of a plan without what moves nothing by itself: in rigs of loose parts every part hangs from a helper
 * at the origin of the file, about which it must not turn, and parts of one limb may share a joint's place.
 */

import { distance, vectorAt } from '../../math/vector.js';
import type { BodyPlan } from '../body-plan/body-plan.js';
import type { Skeleton, Skin } from '../rig-records.js';

/** Joints nearer to each other than this are in one place, over the size of the body. */
const SAME = 0.005;

/** A plan of joints that move skin; of joints in one place a limb keeps the first. */
export function keepSkinnedChains(
  plan: BodyPlan,
  skeleton: Skeleton,
  skin: Skin | undefined,
  size: number,
): BodyPlan {
  if (!skin) return plan;
  const weighted = new Uint8Array(skeleton.parents.length);
  for (let i = 0; i < skin.weights.length; i++) if (skin.weights[i] > 0) weighted[skin.joints[i]] = 1;
  const skinned = (joints: readonly number[]) => joints.filter((j) => weighted[j]);
  const limb = (joints: readonly number[]) => {
    // A limb may end in a joint without skin: its tip.
    const own = joints.filter((j, k) => weighted[j] || (k > 0 && k === joints.length - 1));
    const apart = own.filter(
      (j, k) =>
        k === 0 || distance(vectorAt(skeleton.rest, j), vectorAt(skeleton.rest, own[k - 1])) > SAME * size,
    );
    return apart.length > 0 ? apart : joints;
  };
  const legs = plan.legs.map(limb);
  return {
    ...plan,
    spine: skinned(plan.spine),
    neck: skinned(plan.neck),
    tail: skinned(plan.tail),
    legs,
    arms: plan.arms.map(limb),
    wings: plan.wings.map(limb),
    feet: legs.map((leg) => leg[leg.length - 1]),
    extras: plan.extras.map((extra) => ({ ...extra, joints: limb(extra.joints) })),
  };
}
