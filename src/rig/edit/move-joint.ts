/** @file Moves a joint of the rest skeleton; its descendants stay or move along. */

import { add, subtract, type Vec3 } from '../../math/vector.js';
import { type JointRef, jointIndex } from '../names/joint-index.js';
import { type MirrorPlane, mirrorVector, projectToPlane } from './mirror-plane.js';
import {
  createDraft,
  type Draft,
  type DraftJoint,
  type EditableSkeleton,
  type EditedSkeleton,
  finishDraft,
  requirePosition,
} from './skeleton-draft.js';

/** Options of `moveJoint`. */
export interface MoveJointOptions {
  /** The partner moves as a mirror image, and joints on the plane stay on it; null moves one joint alone. */
  readonly mirror?: MirrorPlane | null;
  /** Whether the descendants move along. */
  readonly withChildren?: boolean;
}

/** Moves a joint to a rest position, metres. */
export function moveJoint(
  tree: EditableSkeleton,
  joint: JointRef,
  position: Vec3,
  { mirror = null, withChildren = false }: MoveJointOptions = {},
): EditedSkeleton {
  const index = jointIndex(tree.skeleton, joint, 'rig/moveJoint');
  requirePosition(position, 'rig/moveJoint');
  const draft = createDraft(tree);
  const moved = draft[index];
  const { partner } = moved;
  const target = mirror && partner === moved ? projectToPlane(mirror, position) : position;
  const step = subtract(target, moved.position);
  const steps = new Map<DraftJoint, Vec3>([[moved, step]]);
  if (mirror && partner && partner !== moved) steps.set(partner, mirrorVector(mirror, step));
  applySteps(draft, steps, withChildren);
  // Exactly the position given, without rounding.
  moved.position = target;
  return finishDraft(draft, tree);
}

/** Moves joints; with `withChildren` each descendant moves with the nearest ancestor that moves. */
function applySteps(draft: Draft, steps: Map<DraftJoint, Vec3>, withChildren: boolean): void {
  for (const joint of draft) {
    const step = steps.get(joint) ?? (withChildren && joint.parent ? steps.get(joint.parent) : undefined);
    if (!step) continue;
    if (withChildren) steps.set(joint, step);
    joint.position = add(joint.position, step);
  }
}
