/**
 * @file How many joints each chain has, as artists use them, and where. `standard`: five joints from hips to chest, one or
 * two in the neck, legs with one knee (and a hock on four legs or more), arms with one elbow, five in a tail. `low`: few
 * joints, no fingers, ears or jaw, for games. Both are exact: the plan decides, not how finely the chains were found.
 * `high`: as many as were found, more along spine, neck and tail.
 *
 * Numbers and positions are chosen on 370 train rigs, where artists' joints lie at 0.1, 0.5 and 0.95 of a limb: 1.11 → 1.05
 * joints per artist's joint at CD-J2J .0439 → .0408, J2B .0329 → .0313, B2B .0296 → .0263 (medians), with `settleJoints`.
 */

import type { ExtraKind } from '../body-plan/body-plan.js';

/** How many joints a skeleton has. */
export const DETAILS = ['low', 'standard', 'high'] as const;

/** How many joints a skeleton has. */
export type Detail = (typeof DETAILS)[number];

/** Joints of a chain by its length: one per `step` of the body's longest side, from `least` to `most`; 0 removes it. */
export interface ByLength {
  readonly least: number;
  readonly most: number;
  readonly step: number;
}

/** The joints of each chain. */
export interface DetailCounts {
  /** Whether chains that were found with fewer joints get more, so that a body plan has the same joints in every mesh. */
  readonly isExact: boolean;
  /** From hips to chest, both included. */
  readonly spine: ByLength;
  readonly neck: ByLength;
  /** Neck of a body with arms. */
  readonly uprightNeck: ByLength;
  readonly tail: ByLength;
  /** Spine, neck and tail together of a body without limbs. */
  readonly serpent: ByLength;
  /** The same of a fish. */
  readonly fish: ByLength;
  /** Positions along a leg, 0 to 1; the second list for one that bends twice. */
  readonly leg: readonly [readonly number[], readonly number[]];
  /** A leg of a body that stands upright. */
  readonly uprightLeg: readonly number[];
  readonly arm: readonly number[];
  readonly tentacle: ByLength;
  readonly wing: ByLength;
  readonly jaw: boolean;
  readonly extras: Readonly<Record<ExtraKind, ByLength>>;
}

const fixed = (count: number): ByLength => ({ least: count, most: count, step: 1 });

const STANDARD: DetailCounts = {
  isExact: true,
  spine: fixed(5),
  neck: fixed(2),
  uprightNeck: fixed(1),
  tail: fixed(5),
  serpent: fixed(14),
  fish: fixed(9),
  leg: [
    [0.05, 0.53, 0.95],
    [0.05, 0.45, 0.7, 0.95],
  ],
  uprightLeg: [0.05, 0.53, 0.95],
  arm: [0, 0.2, 0.55, 0.95],
  tentacle: fixed(5),
  wing: fixed(4),
  jaw: true,
  extras: {
    ear: fixed(1),
    horn: fixed(1),
    antenna: fixed(2),
    palp: fixed(2),
    fin: fixed(1),
    tentacle: fixed(5),
    finger: fixed(3),
    toe: fixed(0),
    shoulder: fixed(1),
    girdle: fixed(0),
    snout: fixed(0),
    crest: fixed(2),
    spur: fixed(2),
  },
};

const LOW: DetailCounts = {
  ...STANDARD,
  spine: fixed(2),
  neck: fixed(1),
  tail: fixed(3),
  serpent: fixed(6),
  fish: fixed(4),
  leg: [STANDARD.leg[0], STANDARD.leg[0]],
  arm: [0.1, 0.5, 0.95],
  tentacle: fixed(3),
  wing: fixed(2),
  jaw: false,
  extras: {
    ...STANDARD.extras,
    ear: fixed(0),
    horn: fixed(0),
    antenna: fixed(0),
    palp: fixed(0),
    fin: fixed(1),
    tentacle: fixed(3),
    finger: fixed(0),
    toe: fixed(0),
    snout: fixed(0),
    crest: fixed(0),
    spur: fixed(0),
  },
};

const HIGH_NECK: ByLength = { least: 2, most: 8, step: 0.05 };
const HIGH_LENGTH: ByLength = { least: 6, most: 40, step: 0.025 };
/** Chains that may be limbs of a body that was not read right keep enough joints to bend. */
const PERHAPS_LIMB: ByLength = { least: 2, most: 16, step: 0.05 };

const HIGH: DetailCounts = {
  ...STANDARD,
  isExact: false,
  spine: { least: 4, most: 8, step: 0.06 },
  neck: HIGH_NECK,
  uprightNeck: HIGH_NECK,
  tail: { least: 4, most: 12, step: 0.05 },
  serpent: HIGH_LENGTH,
  fish: HIGH_LENGTH,
  leg: [
    [0.05, 0.5, 0.85, 1],
    [0, 0.15, 0.5, 0.75, 1],
  ],
  uprightLeg: [0.05, 0.5, 0.88, 1],
  tentacle: { least: 6, most: 16, step: 0.04 },
  wing: { least: 4, most: 8, step: 0.06 },
  extras: {
    ...STANDARD.extras,
    ear: { least: 2, most: 3, step: 0.08 },
    horn: fixed(2),
    antenna: fixed(4),
    palp: fixed(4),
    tentacle: { least: 6, most: 16, step: 0.04 },
    finger: fixed(4),
    toe: fixed(3),
    girdle: fixed(2),
    snout: fixed(2),
    fin: PERHAPS_LIMB,
    crest: PERHAPS_LIMB,
    spur: PERHAPS_LIMB,
  },
};

/** Spine, neck and tail together of a body without limbs that may have some. */
const PERHAPS_LENGTH: ByLength = { least: 3, most: 40, step: 0.04 };

/**
 * The numbers of a detail as limits, for a body that was read from its shape alone and is often read wrong: what is called
 * a fin may be a leg.
 */
export const limitCounts = (counts: DetailCounts): DetailCounts =>
  counts.isExact
    ? {
        ...counts,
        isExact: false,
        serpent: PERHAPS_LENGTH,
        fish: PERHAPS_LENGTH,
        extras: { ...counts.extras, fin: PERHAPS_LIMB, crest: PERHAPS_LIMB, spur: PERHAPS_LIMB },
      }
    : counts;

/** The joints of each detail. */
export const DETAIL_COUNTS: Readonly<Record<Detail, DetailCounts>> = Object.freeze({
  low: LOW,
  standard: STANDARD,
  high: HIGH,
});
