/** @file Renames a joint; its partner can get the mirrored name. */

import { type JointRef, jointIndex } from '../names/joint-index.js';
import { mirrorName } from './mirror-plane.js';
import {
  createDraft,
  type EditableSkeleton,
  type EditedSkeleton,
  finishDraft,
  requireNoProblem,
} from './skeleton-draft.js';

/** Options of `renameJoint`. */
export interface RenameJointOptions {
  /** Whether the partner gets the mirrored name, where the new name has a side and the mirrored name is free. */
  readonly symmetric?: boolean;
}

/** Why a joint cannot have a name, or null. */
export function renameProblem(
  { skeleton: { names } }: EditableSkeleton,
  joint: number,
  name: string,
): string | null {
  if (name.trim() === '') return 'A joint needs a name.';
  const holder = names.indexOf(name);
  return holder >= 0 && holder !== joint ? `Another joint is called ${name}.` : null;
}

/** Renames a joint. */
export function renameJoint(
  tree: EditableSkeleton,
  joint: JointRef,
  name: string,
  { symmetric = false }: RenameJointOptions = {},
): EditedSkeleton {
  const index = jointIndex(tree.skeleton, joint, 'rig/renameJoint');
  requireNoProblem(renameProblem(tree, index, name), 'rig/renameJoint');
  const draft = createDraft(tree);
  const renamed = draft[index];
  renamed.name = name;
  const { partner } = renamed;
  const other = symmetric && partner && partner !== renamed ? mirrorName(name) : null;
  if (partner && other !== null && !draft.some((taken) => taken.name === other && taken !== partner))
    partner.name = other;
  return finishDraft(draft, tree);
}
