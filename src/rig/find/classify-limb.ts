/**
 * @file How likely a branch of the curve is a limb, by the measures of `measure-limbs`.
 *
 * A branch counts as a limb where the joints placed with it are nearer to the artist's (all three distances, and a
 * little the number of joints) than without; branches are judged from the shortest up. Log loss on families left out
 * (five folds): boosted trees 0.424 (60 of 12 leaves), 0.432 (200 of 8; without the measures of the mesh 0.445), 0.438
 * (40 of 12), boosted stumps 0.494; a logistic 0.489; a network of 5 hidden units 0.465 with strong weight decay and
 * 0.503 with little. With the trees, skeletons of families left out came nearer than with the network before: joints
 * 0.0555 against 0.0578.
 */

import { runBoostedTrees } from './boosted-trees.js';
import { JUDGE_LIMB_MODEL } from './judge-limb-model.js';

/** Log odds that a branch with these measures is a limb. */
export function classifyLimb(features: readonly number[]): number {
  return runBoostedTrees(JUDGE_LIMB_MODEL, features);
}
