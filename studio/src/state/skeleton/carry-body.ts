/** @file A reading of a body whose joints changed: what is gone is gone, the rest is what it was. */

import type { FoundBodyPlan } from 'posespace/rig';
import type { EditedTree } from './draft.js';

export function carryBody(reading: FoundBodyPlan, { source, partners }: EditedTree): FoundBodyPlan {
  const numbers = new Map(Array.from(source, (old, j) => [old, j] as const).filter(([old]) => old >= 0));
  const one = (joint: number): number => numbers.get(joint) ?? -1;
  const chain = (joints: readonly number[]): number[] => joints.map(one).filter((joint) => joint >= 0);
  const chains = (list: readonly (readonly number[])[]): number[][] =>
    list.map(chain).filter(({ length }) => length > 0);
  const { plan } = reading;
  return {
    ...reading,
    partner: partners,
    findings: reading.findings.map((finding) =>
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
