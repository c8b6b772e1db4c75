/** @file A body plan after an edit of its skeleton: removed joints leave it, all others keep their part. */

import type { FoundBodyPlan } from '../body-plan/find-body-plan.js';
import type { EditedSkeleton } from './skeleton-draft.js';

/** Renumbers a body plan for an edited skeleton. */
export function transferBodyPlan(body: FoundBodyPlan, { source, partners }: EditedSkeleton): FoundBodyPlan {
  const indices = new Map(Array.from(source, (old, j) => [old, j] as const).filter(([old]) => old >= 0));
  const one = (joint: number): number => indices.get(joint) ?? -1;
  const chain = (joints: readonly number[]): number[] => joints.map(one).filter((joint) => joint >= 0);
  const chains = (list: readonly (readonly number[])[]): number[][] =>
    list.map(chain).filter(({ length }) => length > 0);
  const { plan } = body;
  return {
    ...body,
    partner: partners,
    findings: body.findings.map((finding) =>
      finding.kind === 'joint' && finding.elements
        ? { ...finding, elements: chain(finding.elements) }
        : finding,
    ),
    plan: {
      spine: chain(plan.spine),
      neck: chain(plan.neck),
      head: one(plan.head),
      jaw: one(plan.jaw),
      tail: chain(plan.tail),
      legs: chains(plan.legs),
      arms: chains(plan.arms),
      wings: chains(plan.wings),
      feet: chain(plan.feet),
      extras: plan.extras
        .map((extra) => ({ ...extra, joints: chain(extra.joints) }))
        .filter(({ joints }) => joints.length > 0),
    },
  };
}
