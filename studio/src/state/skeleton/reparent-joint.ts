/** @file Hangs a joint, with all below it, from another. */

import { closeDraft, type DraftJoint, type EditedTree, type JointTree, openDraft } from './draft.js';

/** Why a joint cannot hang from another, in words, or null. */
export function whyNotReparent({ skeleton }: JointTree, joint: number, parent: number): string | null {
  const { names, parents } = skeleton;
  if (joint === 0) return `${names[0]} is the root; everything hangs from it.`;
  for (let above = parent; above >= 0; above = parents[above]) {
    if (above === joint) return `${names[parent]} hangs from ${names[joint]} itself.`;
  }
  return null;
}

export function reparentJoint(tree: JointTree, joint: number, parent: number, symmetric = false): EditedTree {
  const draft = openDraft(tree);
  const [moved, target] = [draft[joint], draft[parent]];
  moved.parent = target;
  const { partner } = moved;
  if (symmetric && partner && partner !== moved && target.partner && !isWithin(target.partner, partner)) {
    partner.parent = target.partner;
  }
  return closeDraft(draft, tree);
}

/** Whether a joint is another or hangs from it. */
function isWithin(joint: DraftJoint, other: DraftJoint): boolean {
  for (let above: DraftJoint | null = joint; above; above = above.parent) if (above === other) return true;
  return false;
}
