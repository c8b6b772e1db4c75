/**
 * @file What is no body, or none that could be recognised: a plan without parts, the reason, and neutral joint names
 * (`part1`, `part2` …). A file with such names is read as `unknown` again, so that nothing downstream gives a teapot legs.
 */

import { PosespaceError } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import { type ConfidenceLevel, levelOf, reachesLevel } from '../anatomy/confidence.js';
import { childrenOf } from '../joint-tree.js';
import type { Skeleton } from '../rig-records.js';
import type { BodyPlan, FoundBodyPlan } from './body-plan.js';

const NO_PARTS: BodyPlan = Object.freeze({
  spine: [],
  neck: [],
  head: -1,
  jaw: -1,
  tail: [],
  legs: [],
  arms: [],
  wings: [],
  feet: [],
  extras: [],
});

/** A reading whose plan is withdrawn; `reason` is a clause such as "no limbs were found in the shape". */
export function toUnknownBody(
  body: FoundBodyPlan,
  reason: string,
  confidence = body.confidence,
): FoundBodyPlan {
  // Findings about limbs say nothing of what has none.
  const kept = body.findings.filter(({ code }) => code === 'no-mirror-plane');
  const findings = [unknownFinding(reason), ...kept];
  return { ...body, kind: 'unknown', plan: NO_PARTS, reason, confidence, findings };
}

const unknownFinding = (reason: string): Finding => ({
  code: 'unknown-body',
  severity: 'warning',
  message: `This was not recognised as a body: ${reason}. Its joints have neutral names.`,
  fix: 'If it is one, say which (option body, --body), or give landmarks for head, hands, feet and tail.',
});

/** A body, or a confidence level that its reading must have; true asks for a likely one. */
export type RequiredBody = boolean | ConfidenceLevel;

/** Throws the reason where a body was not recognised, or not as surely as is required. */
export function requireKnownBody(
  { kind, confidence, reason = 'its joints are no parts of one' }: KnownReading,
  required: RequiredBody,
): void {
  const level = required === true ? 'likely' : required;
  const refuse = (what: string): never => {
    throw new PosespaceError(
      'bad-input',
      `rig: this was ${what}; say which body it is (option body, --body), or do not require one`,
    );
  };
  if (level === false) return;
  if (kind === 'unknown') refuse(`not recognised as a body: ${reason}`);
  if (reachesLevel(confidence, level)) return;
  refuse(
    `read as a ${kind} with a confidence of ${Math.round(100 * confidence)} % (${levelOf(confidence)}), and ${level} is required`,
  );
}

type KnownReading = Pick<FoundBodyPlan, 'kind' | 'confidence' | 'reason'>;

/** `part1`, `part2` …, depth first from the root. [J] */
export function neutralNames({ parents }: Skeleton): string[] {
  const children = childrenOf(parents);
  const names = new Array<string>(parents.length);
  const stack = [0];
  for (let number = 1; stack.length > 0; number++) {
    const joint = stack.pop() as number;
    names[joint] = `part${number}`;
    stack.push(...[...children[joint]].reverse());
  }
  return names;
}

/** Whether all names are neutral. */
export const hasNeutralNames = ({ names }: Skeleton): boolean =>
  names.length > 0 && names.every((name) => /^part[1-9]\d*$/.test(name));
