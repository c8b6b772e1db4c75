/**
 * @file A skeleton and its body plan opened up together: joints and the chains they belong to refer to each other, so
 * that a chain can lose, gain or move joints and the plan follows. `finishPlanDraft` numbers everything again.
 */

import type { Finding } from '../../base/finding.js';
import { type Vec3, vectorAt } from '../../math/vector.js';
import type { BodyPlan, ExtraKind, FoundBodyPlan } from '../body-plan/body-plan.js';
import { rotateFrames } from '../edit/rotate-frames.js';
import { jointCount, type Skeleton } from '../rig-records.js';

export interface PartJoint {
  parent: PartJoint | null;
  position: Vec3;
  /** Left or right partner, itself on the mirror plane. */
  partner: PartJoint | null;
  confidence: number;
  /** A joint that must stay where it is: a landmark of the user. */
  readonly fixed: boolean;
  /** The joint before, −1 for a new one. */
  readonly source: number;
}

export interface DraftExtra {
  readonly kind: ExtraKind;
  readonly side: 1 | -1 | 0;
  joints: PartJoint[];
}

/** The chains of a body plan, as joints; they may be replaced. */
export interface PlanDraft {
  readonly joints: Set<PartJoint>;
  spine: PartJoint[];
  neck: PartJoint[];
  head: PartJoint | null;
  jaw: PartJoint | null;
  tail: PartJoint[];
  legs: PartJoint[][];
  arms: PartJoint[][];
  wings: PartJoint[][];
  extras: DraftExtra[];
}

/** A skeleton with its body plan, and how sure each joint is. */
export interface PlannedSkeleton {
  readonly skeleton: Skeleton;
  readonly body: FoundBodyPlan;
  /** 0 to 1. [J] */
  readonly confidence: Float32Array;
}

/** Opens a skeleton; joints of `fixed` are neither moved nor removed. */
export function createPlanDraft(
  { skeleton, body, confidence }: PlannedSkeleton,
  fixed: ReadonlySet<number> = new Set(),
): PlanDraft {
  const joints = Array.from({ length: jointCount(skeleton) }, (_, j): PartJoint => {
    const sure = confidence[j];
    const position = vectorAt(skeleton.rest, j);
    return { parent: null, position, partner: null, confidence: sure, fixed: fixed.has(j), source: j };
  });
  for (const [j, joint] of joints.entries()) {
    joint.parent = joints[skeleton.parents[j]] ?? null;
    joint.partner = joints[body.partner[j]] ?? null;
  }
  const chain = (indices: readonly number[]): PartJoint[] => indices.map((j) => joints[j]);
  const { plan } = body;
  return {
    joints: new Set(joints),
    spine: chain(plan.spine),
    neck: chain(plan.neck),
    head: joints[plan.head] ?? null,
    jaw: joints[plan.jaw] ?? null,
    tail: chain(plan.tail),
    legs: plan.legs.map(chain),
    arms: plan.arms.map(chain),
    wings: plan.wings.map(chain),
    extras: plan.extras.map((extra) => ({ ...extra, joints: chain(extra.joints) })),
  };
}

/** A skeleton after its joints changed. */
export interface ReplannedSkeleton extends PlannedSkeleton {
  /** The joint before, −1 for a new one. [J] */
  readonly source: Int16Array;
}

/** Findings about joints as they are numbered now; those that are gone are left out. */
export function updateFindings(findings: readonly Finding[], source: Int16Array): Finding[] {
  const indices = new Map(Array.from(source, (old, j) => [old, j]));
  return findings.map((finding) =>
    finding.kind === 'joint' && finding.elements
      ? { ...finding, elements: finding.elements.flatMap((j) => indices.get(j) ?? []) }
      : finding,
  );
}

/** The skeleton and the plan of a draft; `before` is what it was opened from. */
export function finishPlanDraft(draft: PlanDraft, before: PlannedSkeleton): ReplannedSkeleton {
  const order = orderJoints(draft.joints);
  const indices = new Map(order.map((joint, j) => [joint, j]));
  const indexOf = (joint: PartJoint | null): number => (joint && indices.get(joint)) ?? -1;
  const source = Int16Array.from(order, (joint) => joint.source);
  const unframed = {
    names: order.map((joint, j) => before.skeleton.names[joint.source] ?? `new${j}`),
    parents: Int16Array.from(order, ({ parent }) => indexOf(parent)),
    rest: Float32Array.from(order.flatMap(({ position }) => position)),
  };
  const skeleton = { ...unframed, frames: rotateFrames(before.skeleton, unframed, source) };
  const moved = new Map(order.map((joint, j) => [joint.source, j]));
  const partner = Int16Array.from(order, (joint) => indexOf(joint.partner));
  const findings = updateFindings(before.body.findings, source);
  const plan = planOf(draft, before.body.plan, indexOf, (joint) => moved.get(joint) ?? -1);
  return {
    skeleton,
    body: { ...before.body, plan, partner, findings },
    confidence: Float32Array.from(order, (joint) => joint.confidence),
    source,
  };
}

function planOf(
  draft: PlanDraft,
  before: BodyPlan,
  indexOf: (joint: PartJoint | null) => number,
  indexOfOld: (joint: number) => number,
): BodyPlan {
  const chain = (joints: readonly PartJoint[]): number[] => joints.map(indexOf);
  const legs = draft.legs.map(chain);
  return {
    spine: chain(draft.spine),
    neck: chain(draft.neck),
    head: indexOf(draft.head),
    jaw: indexOf(draft.jaw),
    tail: chain(draft.tail),
    legs,
    arms: draft.arms.map(chain),
    wings: draft.wings.map(chain),
    // A foot that is gone gives its place to the end of its leg.
    feet: legs.map((leg, i) => {
      const foot = indexOfOld(before.feet[i] ?? -1);
      return leg.includes(foot) ? foot : leg[leg.length - 1];
    }),
    extras: draft.extras
      .filter(({ joints }) => joints.length > 0)
      .map(({ kind, side, joints }) => ({ kind, side, joints: chain(joints) })),
  };
}

/** Parents before children, otherwise in the given order. */
function orderJoints(joints: ReadonlySet<PartJoint>): PartJoint[] {
  const order = new Set<PartJoint>();
  const visit = (joint: PartJoint): void => {
    if (order.has(joint)) return;
    if (joint.parent) visit(joint.parent);
    order.add(joint);
  };
  for (const joint of joints) visit(joint);
  return [...order];
}

/** Takes a joint out of the tree; its children get `heir`. The caller takes it out of its chain. */
export function removeFromDraft(draft: PlanDraft, removed: PartJoint, heir: PartJoint | null): void {
  draft.joints.delete(removed);
  for (const joint of draft.joints) {
    if (joint.parent === removed) joint.parent = heir;
    if (joint.partner === removed) joint.partner = null;
  }
}
