/** @file Deletes a joint; its children become children of its parent, which takes over its weights. */

import { type JointRef, jointIndex } from '../names/joint-index.js';
import {
  createDraft,
  type EditableSkeleton,
  type EditedSkeleton,
  finishDraft,
  removeJoint,
  requireNoProblem,
} from './skeleton-draft.js';

/** Options of `deleteJoint`. */
export interface DeleteJointOptions {
  /** Whether the partner is deleted too. */
  readonly symmetric?: boolean;
}

/** Why a joint cannot be deleted, or null. */
export function deleteProblem({ skeleton: { parents } }: EditableSkeleton, joint: number): string | null {
  if (parents.length < 2) return 'A skeleton needs at least one joint.';
  if (joint > 0) return null;
  const children = parents.filter((parent) => parent === 0).length;
  return children > 1 ? `The root has ${children} children; reparent them to one joint first.` : null;
}

/** Deletes a joint. A root can be deleted when it has one child, which becomes the root. */
export function deleteJoint(
  tree: EditableSkeleton,
  joint: JointRef,
  { symmetric = false }: DeleteJointOptions = {},
): EditedSkeleton {
  const index = jointIndex(tree.skeleton, joint, 'rig/deleteJoint');
  requireNoProblem(deleteProblem(tree, index), 'rig/deleteJoint');
  const draft = createDraft(tree);
  const removed = draft[index];
  const { partner } = removed;
  removeJoint(draft, removed);
  if (symmetric && partner && partner !== removed && draft.length > 1 && partner.parent)
    removeJoint(draft, partner);
  return finishDraft(draft, tree);
}
