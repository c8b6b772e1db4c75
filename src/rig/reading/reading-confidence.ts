/**
 * @file How likely the body of a given rig was read right: a logistic of what its names say, of whether its shape says the
 * same, of how much of the skin the reading explains and of how alike its two sides were read. Fitted on rigs whose limbs
 * are known, with their names and with names hidden (models/reading-confidence).
 */

import { READING_CONFIDENCE_PARAMETERS } from '../../../models/reading-confidence/parameters.js';
import { CONFIDENCE } from '../anatomy/confidence.js';
import { type BodyPlan, type FoundBodyPlan, plannedJoints } from '../body-plan/body-plan.js';
import type { PartialRig, Skin } from '../rig-records.js';

/** How a body was read. */
export interface ReadingClues {
  /** What the shape says. */
  readonly seen: FoundBodyPlan;
  /** Whether the names of its joints were used. */
  readonly named: boolean;
}

const LIMBLESS: ReadonlySet<string> = new Set(['serpent', 'blob', 'unknown']);

/**
 * What the confidence of a reading rests on: odds of the shape, names used, share of the skin that the plan explains, share
 * of its limbs that have a twin, whether a body without limbs has joints in pairs, whether names and shape agree.
 */
export function readingEvidence(
  read: FoundBodyPlan,
  rig: PartialRig,
  { seen, named }: ReadingClues,
): number[] {
  const shape = Math.min(0.98, Math.max(0.02, seen.confidence));
  return [
    Math.log(shape / (1 - shape)),
    +named,
    explainedShare(read.plan, rig.skin),
    twinShare(read),
    LIMBLESS.has(read.kind) ? pairedShare(read) : 0,
    +(named && countsOf(seen.plan).join() === countsOf(read.plan).join()),
  ];
}

/** Where the share of limbs with twins stands. */
const TWINS = 3;

/** The share of readings with such evidence that is right. */
export function readingConfidence(evidence: readonly number[]): number {
  const { offset, slopes } = READING_CONFIDENCE_PARAMETERS;
  const odds = evidence.reduce((sum, value, k) => sum + slopes[k] * value, offset);
  return Math.min(CONFIDENCE.most, 1 / (1 + Math.exp(-odds)));
}

const countsOf = ({ legs, arms, wings }: BodyPlan): number[] => [legs.length, arms.length, wings.length];

/** Share of the skin on joints that the plan has in trunk or limbs; what it only calls spurs is not explained. */
function explainedShare(plan: BodyPlan, skin: Skin | undefined): number {
  const joints = plannedJoints({ ...plan, extras: plan.extras.filter(({ kind }) => kind !== 'spur') });
  if (!skin) return 0.5;
  let [explained, all] = [0, 0];
  for (let i = 0; i < skin.weights.length; i++) {
    all += skin.weights[i];
    if (joints.has(skin.joints[i])) explained += skin.weights[i];
  }
  return all > 0 ? explained / all : 0.5;
}

/** Share of legs, arms and wings across from which is one of the same; 1 where there are none. */
function twinShare(read: FoundBodyPlan): number {
  const limbs = limbsWithTwins(read);
  return limbs.length === 0 ? 1 : limbs.filter(({ hasTwin }) => hasTwin).length / limbs.length;
}

/** Legs, arms and wings, and whether one of the same is across from each. */
const limbsWithTwins = ({ plan, partner }: FoundBodyPlan) =>
  [plan.legs, plan.arms, plan.wings].flatMap((alike) =>
    alike.map((joints) => ({
      joints,
      hasTwin: alike.some((other) => other !== joints && joints.some((j) => other.includes(partner[j]))),
    })),
  );

/** How sure each joint is: as sure as the body; those of a limb as if all limbs had a twin, or none. [J] */
export function jointConfidences(read: FoundBodyPlan, evidence: readonly number[]): Float32Array {
  const confidence = new Float32Array(read.partner.length).fill(read.confidence);
  for (const { joints, hasTwin } of limbsWithTwins(read)) {
    const own = readingConfidence(evidence.map((value, k) => (k === TWINS ? +hasTwin : value)));
    for (const j of joints) confidence[j] = own;
  }
  return confidence;
}

/** Share of the joints that have another one across from them. */
const pairedShare = ({ partner }: FoundBodyPlan): number =>
  partner.reduce((sum, other, j) => sum + +(other >= 0 && other !== j), 0) / Math.max(1, partner.length);
