/**
 * @file A skeleton opened up for editing: joints that refer to each other instead of to indices, so that any edit is a
 * few assignments. `finishDraft` numbers them again, parents before children, and records where each came from.
 */

import { PosespaceError } from '../../base/errors.js';
import { type Vec3, vectorAt } from '../../math/vector.js';
import type { Skeleton } from '../rig-records.js';
import { rotateFrames } from './rotate-frames.js';

/** What an edit starts from. A `Rig` is one. */
export interface EditableSkeleton {
  readonly skeleton: Skeleton;
  /** Left or right partner of each joint, itself on the mirror plane, −1 for none; absent means no partners. [J] */
  readonly partners?: Int16Array;
}

/** An edited skeleton, and how its joints correspond to those before the edit. */
export interface EditedSkeleton {
  readonly skeleton: Skeleton;
  /** Left or right partner of each joint, itself on the mirror plane, −1 for none. [J] */
  readonly partners: Int16Array;
  /** The joint before the edit, −1 for a new joint. [J] */
  readonly source: Int16Array;
  /** For each joint before the edit, the joint that takes over its weights. [J before] */
  readonly heirs: Int16Array;
}

/** An edited skeleton, and its new joints. */
export interface AddedJoint extends EditedSkeleton {
  /** Index of the new joint. */
  readonly added: number;
}

export interface DraftJoint {
  name: string;
  parent: DraftJoint | null;
  position: Vec3;
  partner: DraftJoint | null;
  /** The joint before the edit, −1 for a new joint. */
  readonly source: number;
}

/** Joints in order. Edits change the list and the joints in it. */
export type Draft = DraftJoint[];

/** Rest position of a joint, metres. */
export const restPosition = ({ rest }: Skeleton, joint: number): Vec3 => vectorAt(rest, joint);

/** Throws unless all three coordinates are finite; `where` starts the message. */
export function requirePosition(position: Vec3, where: string): void {
  if (position.length === 3 && position.every(Number.isFinite)) return;
  throw new PosespaceError(
    'bad-input',
    `${where}: a position has three finite coordinates in metres, got ${position}`,
  );
}

/** Throws the reason that an edit is impossible, where there is one. */
export function requireNoProblem(problem: string | null, where: string): void {
  if (problem !== null) throw new PosespaceError('bad-input', `${where}: ${problem}`);
}

export function createDraft({ skeleton, partners }: EditableSkeleton): Draft {
  const draft: Draft = skeleton.names.map((name, source) => ({
    name,
    parent: null,
    position: restPosition(skeleton, source),
    partner: null,
    source,
  }));
  draft.forEach((joint, j) => {
    joint.parent = draft[skeleton.parents[j]] ?? null;
    joint.partner = (partners && draft[partners[j]]) ?? null;
  });
  return draft;
}

/**
 * The skeleton of a draft. Joints keep their order except where a parent has to come first. `merged` maps removed
 * joints to those that take over their weights; by default that is the nearest ancestor left.
 */
export function finishDraft(
  draft: Draft,
  before: EditableSkeleton,
  merged: ReadonlyMap<number, DraftJoint> = new Map(),
): EditedSkeleton {
  const order = orderJoints(draft);
  const indices = new Map(order.map((joint, j) => [joint, j]));
  const indexOf = (joint: DraftJoint | null): number => (joint && indices.get(joint)) ?? -1;
  const source = Int16Array.from(order, (joint) => joint.source);
  const withoutFrames = {
    names: order.map(({ name }) => name),
    parents: Int16Array.from(order, ({ parent }) => indexOf(parent)),
    rest: Float32Array.from(order.flatMap(({ position }) => position)),
  };
  const heirs = new Int16Array(before.skeleton.parents.length).fill(-1);
  source.forEach((old, j) => {
    if (old >= 0) heirs[old] = j;
  });
  for (const [old, joint] of merged) heirs[old] = indexOf(joint);
  // Parents come first, so theirs are known.
  before.skeleton.parents.forEach((parent, old) => {
    if (heirs[old] < 0) heirs[old] = parent >= 0 ? heirs[parent] : 0;
  });
  return {
    skeleton: { ...withoutFrames, frames: rotateFrames(before.skeleton, withoutFrames, source) },
    partners: Int16Array.from(order, ({ partner }) => indexOf(partner)),
    source,
    heirs,
  };
}

export function finishAdded(draft: Draft, tree: EditableSkeleton, added: DraftJoint): AddedJoint {
  const edited = finishDraft(draft, tree);
  return { ...edited, added: edited.skeleton.names.indexOf(added.name) };
}

function orderJoints(draft: Draft): DraftJoint[] {
  const order: DraftJoint[] = [];
  const done = new Set<DraftJoint>();
  const waiting: DraftJoint[] = [];
  for (const joint of draft) {
    for (let above: DraftJoint | null = joint; above && !done.has(above); above = above.parent)
      waiting.push(above);
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      done.add(next);
      order.push(next);
    }
  }
  return order;
}

/** Whether a joint is `other` or a descendant of it. */
export function isWithin(joint: DraftJoint, other: DraftJoint): boolean {
  for (let above: DraftJoint | null = joint; above; above = above.parent) if (above === other) return true;
  return false;
}

export function pairJoints(a: DraftJoint, b: DraftJoint): void {
  a.partner = b;
  b.partner = a;
}

/** Takes a joint out; its children get `heir`, or its parent, as their parent. */
export function removeJoint(draft: Draft, removed: DraftJoint, heir = removed.parent): void {
  draft.splice(draft.indexOf(removed), 1);
  for (const joint of draft) {
    if (joint.parent === removed && joint !== heir) joint.parent = heir;
    if (joint.partner === removed) joint.partner = null;
  }
}

/** A name that no joint has, made by counting up from another. */
export function uniqueName(draft: Draft, like: string): string {
  const taken = new Set(draft.map(({ name }) => name));
  if (!taken.has(like)) return like;
  const [, stem, digits] = /^(.*?)(\d*)$/s.exec(like) as RegExpExecArray;
  let number = digits === '' ? 2 : Number(digits) + 1;
  while (taken.has(`${stem}${number}`)) number++;
  return `${stem}${number}`;
}
