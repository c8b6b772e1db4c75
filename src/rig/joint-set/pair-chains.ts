/** @file Left and right partners of the joints that a draft got anew: those at the same place of the chain on the other side. */

import type { PartJoint, PlanDraft } from './plan-draft.js';

/** Gives new joints their partners: themselves in the middle, else the joint of the partner's chain. */
export function pairChains(draft: PlanDraft): void {
  const isMiddle = draft.spine[0]?.partner === draft.spine[0];
  for (const joint of [...draft.spine, ...draft.neck, ...draft.tail]) {
    if (isNew(joint) && isMiddle) joint.partner = joint;
  }
  const limbs = [...draft.legs, ...draft.arms, ...draft.wings, ...draft.extras.map(({ joints }) => joints)];
  for (const limb of limbs) {
    const partners = new Set(limb.map(({ partner }) => partner));
    const twin = limbs.find((other) => other.some((joint) => partners.has(joint)));
    if (twin?.length !== limb.length) continue;
    limb.forEach((joint, i) => {
      if (isNew(joint) || isNew(twin[i])) [joint.partner, twin[i].partner] = [twin[i], joint];
    });
  }
}

const isNew = ({ source }: PartJoint): boolean => source < 0;
