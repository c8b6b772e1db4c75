/** @file New joints: in the middle of a bone, or at the end of a new one. */

import {
  closeDraft,
  type Draft,
  type DraftJoint,
  type EditedTree,
  freeName,
  type JointTree,
  openDraft,
  type Point,
} from './draft.js';
import { flatten, type MirrorPlane, mirrorName, mirrorPoint, sideOf } from './mirror.js';

export interface AddedJoint extends EditedTree {
  /** Number of the new joint. */
  readonly added: number;
}

/** Puts a joint into the bone that ends at `joint`, where `share` of its length lies before it. */
export function splitBone(
  tree: JointTree,
  joint: number,
  mirror: MirrorPlane | null = null,
  share = 0.5,
): AddedJoint {
  const draft = openDraft(tree);
  const end = draft[joint];
  const added = insertAbove(draft, end, share);
  const { partner } = end;
  if (mirror && partner === end) added.partner = added;
  if (mirror && partner && partner !== end) pair(added, insertAbove(draft, partner, share));
  return finish(draft, tree, added);
}

function insertAbove(draft: Draft, end: DraftJoint, share: number): DraftJoint {
  const parent = end.parent!;
  const place = end.place.map((x, k) => parent.place[k] + share * (x - parent.place[k]));
  // A bone that leaves the middle is of the limb, not of the trunk.
  const like = parent.partner === parent && end.partner !== end ? end.name : parent.name;
  const added: DraftJoint = {
    name: freeName(draft, like),
    parent,
    place: place as unknown as Point,
    partner: null,
    source: -1,
  };
  draft.splice(draft.indexOf(end), 0, added);
  end.parent = added;
  return added;
}

/** Hangs a new joint from another; off the middle of a mirrored body it becomes two. `size` is that of the body. */
export function addLeaf(
  tree: JointTree,
  joint: number,
  place: Point,
  mirror: MirrorPlane | null = null,
  size = 1,
): AddedJoint {
  const draft = openDraft(tree);
  const parent = draft[joint];
  if (!mirror || !parent.partner) return finish(draft, tree, hang(draft, parent, place, parent.name));
  if (parent.partner !== parent) {
    const added = hang(draft, parent, place, parent.name);
    pair(added, hang(draft, parent.partner, mirrorPoint(mirror, place), parent.partner.name));
    return finish(draft, tree, added);
  }
  const side = sideOf(mirror, place);
  if (Math.abs(side) < MIDDLE * size) {
    const added = hang(draft, parent, flatten(mirror, place), parent.name);
    added.partner = added;
    return finish(draft, tree, added);
  }
  const added = hang(draft, parent, place, `${parent.name}${side > 0 ? 'Left' : 'Right'}`);
  const other = mirrorName(added.name) ?? parent.name;
  pair(added, hang(draft, parent, mirrorPoint(mirror, place), other));
  return finish(draft, tree, added);
}

/** What is nearer to the mirror plane than this share of the body is in the middle. */
const MIDDLE = 0.02;

function hang(draft: Draft, parent: DraftJoint, place: Point, like: string): DraftJoint {
  const added: DraftJoint = { name: freeName(draft, like), parent, place, partner: null, source: -1 };
  draft.push(added);
  return added;
}

function pair(a: DraftJoint, b: DraftJoint): void {
  a.partner = b;
  b.partner = a;
}

function finish(draft: Draft, tree: JointTree, added: DraftJoint): AddedJoint {
  const edited = closeDraft(draft, tree);
  return { ...edited, added: edited.skeleton.names.indexOf(added.name) };
}
