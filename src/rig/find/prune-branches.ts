/**
 * @file Drops branches that are bumps of a thicker part rather than limbs, shortest first. Once a bump is gone its fork
 * no longer exists, and the two pieces of curve it separated are classified as one.
 */

import { classifyLimb } from './classify-limb.js';
import { type BodyCurve, branchLength, findBranches, keepPoints } from './curve-branches.js';
import { type BodyStance, BRANCH_FEATURES, measureBranches } from './measure-branches.js';

export interface PrunedCurve {
  readonly tree: BodyCurve;
  /** Log odds of the limb that ends in a point. */
  readonly odds: ReadonlyMap<number, number>;
}

/**
 * A branch that stands out of the body by this much, and by this many of its radii, gets a lower threshold: artists
 * leave fins and antennae without joints, but users miss them.
 */
const CLEAR_PROTRUSION = Math.log(0.12);
const CLEAR_SLENDERNESS = Math.log(4);
const CLEAR_DISCOUNT = 1;
/** Beyond this many limbs the shortest are dropped without being classified. */
const MOST_LIMBS = 120;
/** Up to this many limbs, one weak limb is dropped at a time. */
const MANY_LIMBS = 40;
const PROTRUSION = BRANCH_FEATURES.indexOf('protrusion');
const SLENDERNESS = BRANCH_FEATURES.indexOf('protrusionOverRadius');

/** Prunes until every limb's log odds reach `threshold`; two ends always stay. */
export function pruneBranches(full: BodyCurve, stance: BodyStance, threshold: number): PrunedCurve {
  let tree = dropTwigs(full);
  for (;;) {
    const limbs = measureBranches(tree, stance)
      .map((limb) => ({ ...limb, odds: classifyLimb(limb.features) }))
      .sort((a, b) => a.length - b.length);
    const weak = limbs.filter((limb) => limb.odds < threshold - discountOf(limb.features));
    if (weak.length === 0 || limbs.length <= 2) {
      const tipOf = (points: readonly number[]) => points[points.length - 1];
      return { tree, odds: new Map(limbs.map((limb) => [tipOf(limb.branch.points), limb.odds])) };
    }
    // One at a time, or an eighth where there are many. One of equal length is the mirror image, dropped with it.
    const last = Math.min(weak.length - 1, limbs.length > MANY_LIMBS ? limbs.length >> 3 : 0);
    const keep = new Uint8Array(tree.radii.length).fill(1);
    for (const limb of weak) {
      if (limb.length < weak[last].length + 1e-9) for (const point of limb.branch.points) keep[point] = 0;
    }
    tree = keepPoints(tree, keep);
  }
}

/** Drops the shortest limbs while there are too many: a polygon soup has thousands, and classifying is O(n²). */
function dropTwigs(tree: BodyCurve): BodyCurve {
  for (;;) {
    const limbs = findBranches(tree).filter((branch) => branch.isLimb);
    if (limbs.length <= MOST_LIMBS) return tree;
    const lengths = limbs.map(branchLength).sort((a, b) => a - b);
    const shortest = lengths[Math.ceil((limbs.length - MOST_LIMBS) / 2)];
    const keep = new Uint8Array(tree.radii.length).fill(1);
    for (const limb of limbs) {
      if (branchLength(limb) <= shortest + 1e-9) for (const point of limb.points) keep[point] = 0;
    }
    tree = keepPoints(tree, keep);
  }
}

function discountOf(features: readonly number[]): number {
  const clear = features[PROTRUSION] > CLEAR_PROTRUSION && features[SLENDERNESS] > CLEAR_SLENDERNESS;
  return clear ? CLEAR_DISCOUNT : 0;
}
