/**
 * @file Drops branches that are bumps of a thicker part rather than limbs, shortest first: where a bump is gone its
 * fork is none any more, and what was two pieces is judged as one.
 */

import type { CurveTree } from '../../mesh/voxel/trace-curve.js';
import { keepPoints } from './curve-branches.js';
import { judgeLimb } from './judge-limb.js';
import { type BodyStance, measureLimbs } from './measure-limbs.js';

export interface PrunedCurve {
  readonly tree: CurveTree;
  /** Log odds of the limb that ends in a point. */
  readonly odds: ReadonlyMap<number, number>;
}

/** Prunes until every limb's log odds reach `threshold`; two ends always stay. */
export function pruneBranches(tree: CurveTree, stance: BodyStance, threshold: number): PrunedCurve {
  for (;;) {
    const limbs = measureLimbs(tree, stance)
      .map((limb) => ({ ...limb, odds: judgeLimb(limb.features) }))
      .sort((a, b) => a.length - b.length);
    const weak = limbs.length > 2 ? limbs.find((limb) => limb.odds < threshold) : undefined;
    if (weak === undefined) {
      const tipOf = (points: readonly number[]) => points[points.length - 1];
      return { tree, odds: new Map(limbs.map((limb) => [tipOf(limb.branch.points), limb.odds])) };
    }
    // An equal is the image on the other side, which goes too.
    const keep = new Uint8Array(tree.radii.length).fill(1);
    for (const limb of limbs) {
      if (Math.abs(limb.length - weak.length) < 1e-9) for (const point of limb.branch.points) keep[point] = 0;
    }
    tree = keepPoints(tree, keep);
  }
}
