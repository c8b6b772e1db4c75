/**
 * @file How likely a branch of the curve skeleton is a limb rather than a bump, from the measures of
 * `measure-branches`: boosted decision trees (models/limb-classifier), log loss 0.424 on families left out. Only
 * comparisons and sums, so the result is the same to the last bit on every machine. lab/notes/rig-find-skeleton.md
 */

import {
  LIMB_CLASSIFIER_PARAMETERS,
  type LimbClassifierParameters,
} from '../../../models/limb-classifier/parameters.js';

/** Log odds that a branch is a limb. Features in the order of `BRANCH_FEATURES`. */
export function classifyLimb(
  features: readonly number[],
  { start, trees }: LimbClassifierParameters = LIMB_CLASSIFIER_PARAMETERS,
): number {
  let sum = start;
  for (const tree of trees) {
    let node = 0;
    while (tree[node] >= 0) node = features[tree[node]] <= tree[node + 1] ? node + 3 : tree[node + 2];
    sum += tree[node + 1];
  }
  return sum;
}
