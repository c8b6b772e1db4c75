/** @file Merges a joint into another, which takes over its children and its weights. */

import { type JointRef, jointIndex } from '../names/joint-index.js';
import {
  createDraft,
  type Draft,
  type DraftJoint,
  type EditableSkeleton,
  type EditedSkeleton,
  finishDraft,
  isWithin,
  removeJoint,
  requireNoProblem,
} from './skeleton-draft.js';

/** Options of `mergeJoint`. */
export interface MergeJointOptions {
  /** Whether the partner is merged into the partner of the other joint. */
  readonly symmetric?: boolean;
}

/** Merges `joint` into `into`, which stays in its place. Merging a joint into its parent is deleting it. */
export function mergeJoint(
  tree: EditableSkeleton,
  joint: JointRef,
  into: JointRef,
  { symmetric = false }: MergeJointOptions = {},
): EditedSkeleton {
  const { names } = tree.skeleton;
  const index = jointIndex(tree.skeleton, joint, 'rig/mergeJoint');
  const intoIndex = jointIndex(tree.skeleton, into, 'rig/mergeJoint');
  requireNoProblem(
    index === intoIndex ? `${names[index]} cannot be merged into itself.` : null,
    'rig/mergeJoint',
  );
  const draft = createDraft(tree);
  const [removed, heir] = [draft[index], draft[intoIndex]];
  const [removedPartner, heirPartner] = [removed.partner, heir.partner];
  const merged = new Map<number, DraftJoint>();
  merge(draft, removed, heir, merged);
  const distinct = removedPartner && heirPartner && removedPartner !== removed && removedPartner !== heir;
  if (symmetric && distinct && removedPartner !== heirPartner && heirPartner !== removed)
    merge(draft, removedPartner, heirPartner, merged);
  return finishDraft(draft, tree, merged);
}

function merge(draft: Draft, removed: DraftJoint, heir: DraftJoint, merged: Map<number, DraftJoint>): void {
  // A descendant takes the place in the tree of the joint that is merged into it.
  if (isWithin(heir, removed)) heir.parent = removed.parent;
  removeJoint(draft, removed, heir);
  merged.set(removed.source, heir);
}
