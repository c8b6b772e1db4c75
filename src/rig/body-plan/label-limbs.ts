/**
 * @file Which limbs are legs, wings, tentacles or something else, before it is known which way the body faces.
 *
 * Legs reach the ground from above it, carry a belly and are not flat. Wings (and fins) have a flat section. Six or more limbs on
 * the ground that sag from their roots instead of rising to a knee are tentacles. Both limbs of a pair get the same
 * part, from the mean of their measures.
 */

import type { Limb } from './find-limbs.js';

export type LimbLabel = 'leg' | 'wing' | 'tentacle' | 'other';

/** A limb reaches the ground where its lowest surface is below this share of the body's height. */
const GROUND = 0.08;
/** A leg comes down by at least this share of the body's height, and is at least this long against the body. */
const LEG_DROP = 0.1;
/** Its tip may curl up again, as an octopus holds its arms. */
const TIP_DROP = 0.04;
const LEG_LENGTH = 0.05;
/** What is thicker than this share of its length is a bulge with a bone in it. */
const STUB = 0.72;
/** Sections flatter than this are sheets. A chain of four and more joints that stands may be flatter. */
const SHEET = 0.42;
const STANDING_SHEET = 0.34;
const STANDING_CHAIN_SHEET = 0.2;
/**
 * A belly (5th percentile of the trunk's surface) lower than the first share of the height is not carried by one
 * pair of legs: those are fins. One higher than the second hangs on something, and that may be flat.
 */
const LYING_BELLY = 0.21;
const CARRIED_BELLY = 0.29;
const CARRYING_SHEET = 0.15;
const WING_LENGTH = 0.13;
/** Limbs that rise less than this above the line from root to tip have no knee. */
const KNEE_RISE = 0.05;

/** The part of each limb. `height` of the body and of its belly in body coordinates. */
export function labelLimbs(limbs: readonly Limb[], height: number, belly: number): LimbLabel[] {
  const measures = limbs.map((limb) => withTwin(limb, limbs));
  let parts = measures.map((limb) => partOf(limb, height, belly));
  const standing = limbs.filter((_, i) => parts[i] === 'leg');
  if (standing.length <= 2 && belly < LYING_BELLY * height) {
    parts = parts.map((part, i) => (part === 'leg' ? restOf(measures[i]) : part));
  }
  const rise = standing.reduce((sum, limb) => sum + limb.arch, 0) / Math.max(1, standing.length);
  return standing.length >= 6 && rise < KNEE_RISE
    ? parts.map((part) => (part === 'leg' ? 'tentacle' : part))
    : parts;
}

interface Measures {
  readonly lowest: number;
  readonly tip: number;
  readonly base: number;
  readonly length: number;
  readonly roundness: number;
  readonly radius: number;
  readonly jointCount: number;
}

function withTwin(limb: Limb, limbs: readonly Limb[]): Measures {
  const pair = limb.twin >= 0 ? [limb, limbs[limb.twin]] : [limb];
  const mean = (of: (limb: Limb) => number) => pair.reduce((sum, each) => sum + of(each), 0) / pair.length;
  return {
    lowest: mean((each) => each.lowest),
    tip: mean((each) => each.tip[1]),
    base: mean((each) => each.base[1]),
    length: mean((each) => each.length),
    roundness: mean((each) => each.roundness),
    radius: mean((each) => each.radius),
    jointCount: mean((each) => each.joints.length),
  };
}

function partOf(limb: Measures, height: number, belly: number): LimbLabel {
  const carried = belly > CARRIED_BELLY * height;
  const sheet = carried ? CARRYING_SHEET : limb.jointCount >= 4 ? STANDING_CHAIN_SHEET : STANDING_SHEET;
  const stands =
    limb.lowest < GROUND * height &&
    limb.base - limb.lowest > LEG_DROP * height &&
    limb.base - limb.tip > TIP_DROP * height &&
    limb.length > LEG_LENGTH &&
    limb.radius < STUB * limb.length &&
    limb.roundness > sheet;
  return stands ? 'leg' : restOf(limb);
}

const restOf = (limb: Measures): LimbLabel =>
  limb.roundness < SHEET && limb.length > WING_LENGTH ? 'wing' : 'other';
