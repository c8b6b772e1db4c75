/**
 * @file Labels limbs as legs, wings, tentacles or other, before the facing is known.
 *
 * Legs reach the ground from above it, support a belly and are not flat. Wings (and fins) have a flat section. Six or
 * more limbs on the ground that sag from their roots instead of rising to a knee are tentacles. Both limbs of a pair get
 * the same label, from the mean of their measures.
 */

import type { Limb } from './find-limbs.js';

/** `arm` and `spur` (neither leg, arm nor wing) are only what the user knows. */
export type LimbLabel = 'leg' | 'wing' | 'tentacle' | 'arm' | 'spur' | 'other';

/** A limb reaches the ground if its lowest surface is below this fraction of the body's height. */
const GROUND = 0.08;
/** A leg comes down by at least this fraction of the body's height, and is at least this long. */
const LEG_DROP = 0.1;
/** Its tip may curl up again, like the arms of an octopus. */
const TIP_DROP = 0.04;
const LEG_LENGTH = 0.05;
/** A limb thicker than this fraction of its length is a bulge with a bone in it. */
const STUB = 0.72;
/** Sections flatter than this are sheets. A standing chain of four or more joints may be flatter. */
const SHEET = 0.42;
const STANDING_SHEET = 0.34;
const STANDING_CHAIN_SHEET = 0.2;
/**
 * A belly (5th percentile of the trunk's surface) lower than the first fraction of the height is not supported by one
 * pair of legs: those are fins. One higher than the second is supported by something, and that may be flat.
 */
const LYING_BELLY = 0.21;
const HIGH_BELLY = 0.29;
const SUPPORTING_SHEET = 0.15;
const WING_LENGTH = 0.13;
/** Limbs that rise less than this above the line from root to tip have no knee. */
const KNEE_RISE = 0.05;

/** The label of each limb. `height` of the body and of its `belly` in body coordinates. */
export function labelLimbs(limbs: readonly Limb[], height: number, belly: number): LimbLabel[] {
  const measures = limbs.map((limb) => withTwin(limb, limbs));
  let labels = measures.map((limb) => labelOf(limb, height, belly));
  const standing = limbs.filter((_, i) => labels[i] === 'leg');
  if (standing.length <= 2 && belly < LYING_BELLY * height) {
    labels = labels.map((label, i) => (label === 'leg' ? wingOrOther(measures[i]) : label));
  }
  const rise = standing.reduce((sum, limb) => sum + limb.arch, 0) / Math.max(1, standing.length);
  return standing.length >= 6 && rise < KNEE_RISE
    ? labels.map((label) => (label === 'leg' ? 'tentacle' : label))
    : labels;
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

function labelOf(limb: Measures, height: number, belly: number): LimbLabel {
  const isHigh = belly > HIGH_BELLY * height;
  const sheet = isHigh ? SUPPORTING_SHEET : limb.jointCount >= 4 ? STANDING_CHAIN_SHEET : STANDING_SHEET;
  const stands =
    limb.lowest < GROUND * height &&
    limb.base - limb.lowest > LEG_DROP * height &&
    limb.base - limb.tip > TIP_DROP * height &&
    limb.length > LEG_LENGTH &&
    limb.radius < STUB * limb.length &&
    limb.roundness > sheet;
  return stands ? 'leg' : wingOrOther(limb);
}

const wingOrOther = (limb: Measures): LimbLabel =>
  limb.roundness < SHEET && limb.length > WING_LENGTH ? 'wing' : 'other';
