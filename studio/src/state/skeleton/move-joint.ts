/** @file Moves a joint of the rest skeleton; what hangs from it stays, or goes with it. */

import {
  closeDraft,
  type Draft,
  type DraftJoint,
  type EditedTree,
  type JointTree,
  openDraft,
  type Point,
} from './draft.js';
import { flatten, type MirrorPlane, mirrorVector } from './mirror.js';

export interface MoveJointOptions {
  /** The partner moves as a mirror image, and joints in the middle stay there; null moves one joint alone. */
  readonly mirror?: MirrorPlane | null;
  /** Whether everything that hangs from it goes along. */
  readonly withChildren?: boolean;
}

export function moveJoint(
  tree: JointTree,
  joint: number,
  to: Point,
  { mirror = null, withChildren = false }: MoveJointOptions = {},
): EditedTree {
  const draft = openDraft(tree);
  const moved = draft[joint];
  const { partner, place } = moved;
  const target = mirror && partner === moved ? flatten(mirror, to) : to;
  const step: Point = [target[0] - place[0], target[1] - place[1], target[2] - place[2]];
  const steps = new Map<DraftJoint, Point>([[moved, step]]);
  if (mirror && partner && partner !== moved) steps.set(partner, mirrorVector(mirror, step));
  applySteps(draft, steps, withChildren);
  // To the last bit where it was put.
  moved.place = target;
  return closeDraft(draft, tree);
}

/** Moves joints; those below them too, by the nearest above that moves, where `withChildren`. */
function applySteps(draft: Draft, steps: Map<DraftJoint, Point>, withChildren: boolean): void {
  for (const joint of draft) {
    const step = steps.get(joint) ?? (withChildren && joint.parent ? steps.get(joint.parent) : undefined);
    if (!step) continue;
    if (withChildren) steps.set(joint, step);
    joint.place = [joint.place[0] + step[0], joint.place[1] + step[1], joint.place[2] + step[2]];
  }
}
