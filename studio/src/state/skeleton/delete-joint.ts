/** @file Takes a joint away; what hung from it hangs from its parent. */

import {
  closeDraft,
  type Draft,
  type DraftJoint,
  type EditedTree,
  type JointTree,
  openDraft,
} from './draft.js';

/** Why a joint cannot be deleted, in words, or null. */
export function whyNotDelete({ skeleton: { parents } }: JointTree, joint: number): string | null {
  if (parents.length < 2) return 'A skeleton needs a joint.';
  if (joint > 0) return null;
  const children = parents.filter((parent) => parent === 0).length;
  return children > 1 ? `The root holds ${children} parts together; hang them from one joint first.` : null;
}

export function deleteJoint(tree: JointTree, joint: number, symmetric = false): EditedTree {
  const draft = openDraft(tree);
  const doomed = draft[joint];
  remove(draft, doomed);
  if (symmetric && doomed.partner && doomed.partner !== doomed && draft.length > 1) {
    if (doomed.partner.parent) remove(draft, doomed.partner);
  }
  return closeDraft(draft, tree);
}

function remove(draft: Draft, doomed: DraftJoint): void {
  draft.splice(draft.indexOf(doomed), 1);
  for (const joint of draft) {
    if (joint.parent === doomed) joint.parent = doomed.parent;
    if (joint.partner === doomed) joint.partner = null;
  }
}
