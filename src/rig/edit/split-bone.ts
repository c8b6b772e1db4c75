/** @file Splits a bone: a new joint between a joint and its parent. */

import { PosespaceError } from '../../base/errors.js';
import { lerp } from '../../math/vector.js';
import { type JointRef, jointIndex } from '../names/joint-index.js';
import {
  type AddedJoint,
  createDraft,
  type Draft,
  type DraftJoint,
  type EditableSkeleton,
  finishAdded,
  pairJoints,
  uniqueName,
} from './skeleton-draft.js';

/** Options of `splitBone`. */
export interface SplitBoneOptions {
  /** Where along the bone the new joint lies, 0 at the parent to 1 at the joint. */
  readonly fraction?: number;
  /** Whether the partner's bone is split too. */
  readonly symmetric?: boolean;
}

/** Splits the bone that ends at a joint. */
export function splitBone(
  tree: EditableSkeleton,
  joint: JointRef,
  { fraction = 0.5, symmetric = false }: SplitBoneOptions = {},
): AddedJoint {
  const index = jointIndex(tree.skeleton, joint, 'rig/splitBone');
  if (index === 0) {
    throw new PosespaceError(
      'bad-input',
      `rig/splitBone: no bone ends at the root ${tree.skeleton.names[0]}; choose another joint`,
    );
  }
  if (!(fraction >= 0 && fraction <= 1)) {
    throw new PosespaceError('bad-usage', `rig/splitBone: the fraction goes from 0 to 1, got ${fraction}`);
  }
  const draft = createDraft(tree);
  const end = draft[index];
  const added = insertAbove(draft, end, fraction);
  const { partner } = end;
  if (symmetric && partner === end) added.partner = added;
  if (symmetric && partner && partner !== end) pairJoints(added, insertAbove(draft, partner, fraction));
  return finishAdded(draft, tree, added);
}

function insertAbove(draft: Draft, end: DraftJoint, fraction: number): DraftJoint {
  const parent = end.parent!;
  const position = lerp(parent.position, end.position, fraction);
  // A bone that leaves the mirror plane belongs to the limb, not to the trunk.
  const like = parent.partner === parent && end.partner !== end ? end.name : parent.name;
  const added: DraftJoint = { name: uniqueName(draft, like), parent, position, partner: null, source: -1 };
  draft.splice(draft.indexOf(end), 0, added);
  end.parent = added;
  return added;
}
