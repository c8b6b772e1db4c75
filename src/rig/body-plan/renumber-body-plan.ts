/** @file A body plan and findings after the joints of a skeleton were reordered. */

import type { Finding } from '../../base/finding.js';
import type { FoundBodyPlan } from './body-plan.js';

/** The body plan with new joint indices; `source` is the old index of each joint. [J] */
export function renumberBodyPlan(body: FoundBodyPlan, source: Int16Array): FoundBodyPlan {
  const indices = invertOrder(source);
  const move = (joint: number): number => (joint < 0 ? joint : indices[joint]);
  const moveAll = (joints: readonly number[]): number[] => joints.map(move);
  const { plan } = body;
  return {
    ...body,
    findings: renumberFindings(body.findings, source),
    partner: Int16Array.from(source, (joint) => move(body.partner[joint])),
    plan: {
      spine: moveAll(plan.spine),
      neck: moveAll(plan.neck),
      head: move(plan.head),
      jaw: move(plan.jaw),
      tail: moveAll(plan.tail),
      legs: plan.legs.map(moveAll),
      arms: plan.arms.map(moveAll),
      wings: plan.wings.map(moveAll),
      feet: moveAll(plan.feet),
      extras: plan.extras.map((extra) => ({ ...extra, joints: moveAll(extra.joints) })),
    },
  };
}

/** Findings whose elements are joints, with new joint indices. */
export function renumberFindings(findings: readonly Finding[], source: Int16Array): Finding[] {
  const indices = invertOrder(source);
  return findings.map((finding) =>
    finding.kind === 'joint' && finding.elements
      ? { ...finding, elements: finding.elements.map((joint) => indices[joint]) }
      : finding,
  );
}

function invertOrder(source: Int16Array): Int16Array {
  const indices = new Int16Array(source.length);
  for (let j = 0; j < source.length; j++) indices[source[j]] = j;
  return indices;
}
