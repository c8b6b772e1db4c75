/**
 * @file A skeleton taken apart for editing: joints that know each other instead of numbers, so that any edit is a few
 * assignments; closing the draft numbers them again, parents before children, and tells where each came from.
 */

import type { Skeleton } from 'posespace/rig';
import { turnFrames } from './turn-frames.js';

export type Point = readonly [number, number, number];

/** What an edit begins with. */
export interface JointTree {
  readonly skeleton: Skeleton;
  /** Partner of each joint on the other side, itself in the middle, −1 where there is none. [J] */
  readonly partners: Int16Array;
}

/** What it ends with. */
export interface EditedTree extends JointTree {
  /** Joint of the tree before, −1 for one that is new. [J] */
  readonly source: Int16Array;
}

export interface DraftJoint {
  name: string;
  parent: DraftJoint | null;
  place: Point;
  partner: DraftJoint | null;
  /** Joint of the tree before, −1 for one that is new. */
  readonly source: number;
}

/** Joints in their order; edits change the list and what is in it. */
export type Draft = DraftJoint[];

export const placeOf = ({ rest }: Skeleton, joint: number): Point => [
  rest[joint * 3],
  rest[joint * 3 + 1],
  rest[joint * 3 + 2],
];

export function openDraft({ skeleton, partners }: JointTree): Draft {
  const draft: Draft = skeleton.names.map((name, source) => ({
    name,
    parent: null,
    place: placeOf(skeleton, source),
    partner: null,
    source,
  }));
  draft.forEach((joint, j) => {
    joint.parent = draft[skeleton.parents[j]] ?? null;
    joint.partner = draft[partners[j]] ?? null;
  });
  return draft;
}

/** The skeleton of a draft. Joints keep their order wherever a parent does not have to come forward. */
export function closeDraft(draft: Draft, before: JointTree): EditedTree {
  const order: DraftJoint[] = [];
  const done = new Set<DraftJoint>();
  const emit = (joint: DraftJoint): void => {
    if (done.has(joint)) return;
    if (joint.parent) emit(joint.parent);
    done.add(joint);
    order.push(joint);
  };
  for (const joint of draft) emit(joint);
  const numbers = new Map(order.map((joint, j) => [joint, j]));
  const numberOf = (joint: DraftJoint | null): number => (joint && numbers.get(joint)) ?? -1;
  const source = Int16Array.from(order, (joint) => joint.source);
  const bare = {
    names: order.map(({ name }) => name),
    parents: Int16Array.from(order, ({ parent }) => numberOf(parent)),
    rest: Float32Array.from(order.flatMap(({ place }) => place)),
  };
  return {
    skeleton: { ...bare, frames: turnFrames(before.skeleton, bare, source) },
    partners: Int16Array.from(order, ({ partner }) => numberOf(partner)),
    source,
  };
}

/** A name that nobody has, by counting on from another. */
export function freeName(draft: Draft, like: string): string {
  const taken = new Set(draft.map(({ name }) => name));
  if (!taken.has(like)) return like;
  const [, stem, digits] = /^(.*?)(\d*)$/s.exec(like) as RegExpExecArray;
  let number = digits === '' ? 2 : Number(digits) + 1;
  while (taken.has(`${stem}${number}`)) number++;
  return `${stem}${number}`;
}
