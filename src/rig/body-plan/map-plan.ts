/** @file A body plan in other joints: of an anatomical tree, of a file. */

import type { BodyPlan } from './body-plan.js';

/** A plan with other joints; those of which nothing becomes, −1, are left out. */
export function mapPlan(plan: BodyPlan, joint: (j: number) => number): BodyPlan {
  const one = (j: number) => (j < 0 ? -1 : joint(j));
  const chain = (joints: readonly number[]) => joints.map(one).filter((j) => j >= 0);
  const chains = (list: readonly (readonly number[])[]) =>
    list.map(chain).filter((joints) => joints.length > 0);
  const legs = chains(plan.legs);
  return {
    spine: chain(plan.spine),
    neck: chain(plan.neck),
    head: one(plan.head),
    jaw: one(plan.jaw),
    tail: chain(plan.tail),
    legs,
    arms: chains(plan.arms),
    wings: chains(plan.wings),
    feet: legs.map((leg) => leg[leg.length - 1]),
    extras: plan.extras
      .map((extra) => ({ ...extra, joints: chain(extra.joints) }))
      .filter(({ joints }) => joints.length > 0),
  };
}
