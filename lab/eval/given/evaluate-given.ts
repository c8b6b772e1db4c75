/** @file Rigs of other makers read as they are, against what their joints are known to be (METRICS.md, "Given rigs"). */

import { dot } from '../../../src/math/vector.js';
import type { Rig } from '../../../src/rig/rig-records.js';
import { CONTROL_WEIGHT, movingJoints } from '../../labels/moving-joints.js';
import { judgeBody } from '../body-label.js';
import type { FileOutcome } from '../outcome.js';
import { sortOutcomes } from '../outcome.js';
import { groupRows } from '../summary.js';
import type { GivenTruth } from './given-truth.js';
import type { GivenReading } from './read-given-rig.js';

/** One reading of one rig against the truth. */
export interface GivenScore {
  /** Moving joints whose truth is known. */
  readonly joints: number;
  readonly role: number;
  /** With role and side right. */
  readonly roleAndSide: number;
  readonly plan: boolean;
  readonly facing: boolean | null;
  /** What is wrong, in words. */
  readonly wrong: readonly string[];
}

export interface GivenMeasure {
  readonly file: string;
  readonly maker: string;
  readonly heldOut: boolean;
  readonly named: GivenScore;
  readonly hidden: GivenScore;
}

/** Within 45° of where it faces. */
const FACING = Math.SQRT1_2;

/** Scores a reading. */
export function scoreGiven(rig: Rig, truth: GivenTruth, { body, joints }: GivenReading): GivenScore {
  const moving = movingJoints(rig, CONTROL_WEIGHT);
  const asked = truth.joints.flatMap((known, j) =>
    known && moving[j] ? [{ known, j, read: joints[j] }] : [],
  );
  const roleRight = asked.filter(({ known, read }) => known.roles.includes(read.role));
  const bothRight = roleRight.filter(({ known, read }) => known.side === 'any' || known.side === read.side);
  const facing = truth.forward ? dot(truth.forward, body.forward) > FACING : null;
  const plan = judgeBody(truth.label, body);
  const mistakes = asked
    .filter((one) => !bothRight.includes(one))
    .map(
      ({ known, read, j }) =>
        `${rig.skeleton.names[j]}: ${read.side} ${read.role}, is ${known.side} ${known.roles[0]}`,
    );
  return {
    joints: asked.length,
    role: roleRight.length,
    roleAndSide: bothRight.length,
    plan: plan.length === 0,
    facing,
    wrong: [...plan, ...(facing === false ? ['facing'] : []), ...mistakes],
  };
}

/** Shares over the rigs of a maker, each rig counted alike. */
export interface GivenShares {
  readonly rigs: number;
  readonly role: number;
  readonly roleAndSide: number;
  readonly plan: number;
  readonly facing: number;
}

export interface GivenSummary {
  readonly named: GivenShares;
  readonly hidden: GivenShares;
}

/** Sums up by maker; the makers' held-out rigs once more by themselves. */
export function summarizeGiven(outcomes: readonly FileOutcome<GivenMeasure>[]) {
  const { rows, failed } = sortOutcomes(outcomes);
  const summary = (some: readonly GivenMeasure[]): GivenSummary => ({
    named: sharesOf(some.map(({ named }) => named)),
    hidden: sharesOf(some.map(({ hidden }) => hidden)),
  });
  const byMaker = [...groupRows(rows, ({ maker }) => maker)].flatMap(
    ([maker, some]): [string, GivenSummary][] => {
      const held = some.filter(({ heldOut }) => heldOut && maker !== 'foreign');
      const own: [string, GivenSummary] = [maker, summary(some)];
      return held.length > 0 && held.length < some.length
        ? [own, [`${maker}, held out`, summary(held)]]
        : [own];
    },
  );
  return { rigs: rows.length, byMaker: Object.fromEntries(byMaker), failed, perRig: rows };
}

function sharesOf(scores: readonly GivenScore[]): GivenShares {
  const mean = (values: readonly number[]) =>
    values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0;
  const asked = scores.filter(({ joints }) => joints > 0);
  return {
    rigs: scores.length,
    role: mean(asked.map(({ role, joints }) => role / joints)),
    roleAndSide: mean(asked.map(({ roleAndSide, joints }) => roleAndSide / joints)),
    plan: mean(scores.map(({ plan }) => +plan)),
    facing: mean(scores.flatMap(({ facing }) => (facing === null ? [] : [+facing]))),
  };
}
