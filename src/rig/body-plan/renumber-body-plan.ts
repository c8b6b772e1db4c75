/**
 * @file A reading of a body whose joints got other numbers: the parts stay what they were.
 */

import type { Finding } from '../../base/report.js';
import type { FoundBodyPlan } from './find-body-plan.js';

/** `source` is the old number of each joint. [J] */
export function renumberBodyPlan(reading: FoundBodyPlan, source: Int16Array): FoundBodyPlan {
  const numbers = newNumbers(source);
  const move = (joint: number): number => (joint < 0 ? joint : numbers[joint]);
  const moveAll = (joints: readonly number[]): number[] => joints.map(move);
  const { plan } = reading;
  return {
    ...reading,
    findings: renumberFindings(reading.findings, source),
    partner: Int16Array.from(source, (joint) => move(reading.partner[joint])),
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

/** Findings whose elements are joints, under the new numbers. */
export function renumberFindings(findings: readonly Finding[], source: Int16Array): Finding[] {
  const numbers = newNumbers(source);
  return findings.map((finding) =>
    finding.kind === 'joint' && finding.elements
      ? { ...finding, elements: finding.elements.map((joint) => numbers[joint]) }
      : finding,
  );
}

function newNumbers(source: Int16Array): Int16Array {
  const numbers = new Int16Array(source.length);
  for (let j = 0; j < source.length; j++) numbers[source[j]] = j;
  return numbers;
}
