/** @file Gives a joint, with its subtree, another parent. */

import { type JointRef, jointIndex } from '../names/joint-index.js';
import {
  createDraft,
  type EditableSkeleton,
  type EditedSkeleton,
  finishDraft,
  isWithin,
  requireNoProblem,
} from './skeleton-draft.js';

/** Options of `reparentJoint`. */
export interface ReparentJointOptions {
  /** Whether the partner is reparented to the partner of the new parent. */
  readonly symmetric?: boolean;
}

/** Why a joint cannot have another as its parent, or null. */
export function reparentProblem(
  { skeleton: { names, parents } }: EditableSkeleton,
  joint: number,
  parent: number,
): string | null {
  if (joint === 0) return `${names[0]} is the root and has no parent.`;
  for (let above = parent; above >= 0; above = parents[above]) {
    if (above !== joint) continue;
    return parent === joint
      ? `${names[joint]} cannot be its own parent.`
      : `${names[parent]} is a descendant of ${names[joint]}; that would be a cycle.`;
  }
  return null;
}

/** Reparents a joint. Rest positions stay. */
export function reparentJoint(
  tree: EditableSkeleton,
  joint: JointRef,
  parent: JointRef,
  { symmetric = false }: ReparentJointOptions = {},
): EditedSkeleton {
  const index = jointIndex(tree.skeleton, joint, 'rig/reparentJoint');
  const parentIndex = jointIndex(tree.skeleton, parent, 'rig/reparentJoint');
  requireNoProblem(reparentProblem(tree, index, parentIndex), 'rig/reparentJoint');
  const draft = createDraft(tree);
  const [moved, target] = [draft[index], draft[parentIndex]];
  moved.parent = target;
  const { partner } = moved;
  if (symmetric && partner && partner !== moved && target.partner && !isWithin(target.partner, partner)) {
    partner.parent = target.partner;
  }
  return finishDraft(draft, tree);
}
