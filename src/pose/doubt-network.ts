/**
 * @file How far off the network's answers are to be taken to be for this creature, before anything real is known of it.
 *
 * A network that knows how a creature moves completes poses of its own making better than somebody who only keeps near
 * rest; one that does not, no better: then its answers tell nothing that the handles do not. So it is asked: of some of
 * the rig's samples a few joints are told, or the leaves, and what the network makes of them is compared with what
 * `restPrior` does. The doubt grows with the fourth power of that share of the error.
 *
 * Completion error as a share of plain least squares (leaves, four and one given; in brackets the worst rig), one doubt
 * for all creatures (1.25 % of the diameter) and this one: 24 families that training did not see .70, .69 (1.18), .83
 * (1.9) and .70, .69 (1.05), .82 (1.2); 89 that it knew .21, .32, .45 and .20, .30, .40. One question for all handles
 * costs leaves 7 % on the known; a third less doubt leaves the worst at 1.07 and 1.4; powers of 2 and 3 cost 1 to 2 %.
 */

import { createRng, type Rng } from '../base/rng.js';
import { holdJoint } from './body-handle.js';
import type { PoseDenoiser } from './pose-denoiser.js';
import { type NetworkMiss, type PosePrior, restPrior } from './pose-prior.js';
import { leafJoints, type PoseTree, poseTreeInto } from './pose-tree.js';
import { predictPose } from './predict-pose.js';
import { solveWithPrior } from './solve-with-prior.js';

/** Samples that are completed: fewer of large bodies, for a fifth of what drawing them took. */
const LEAST_TRIED = 12;
const MOST_TRIED = 48;
const JOINTS_TRIED = 480;
/** Joints that are told at most, when they are few; never more than half of all. */
const MOST_TOLD = 4;
/** What the network is taken to miss where it does no better than rest, normalised units. */
const MOST_DOUBT = 0.09;
const POWER = 4;
/** It may do worse still, and counts for less then. */
const WORST_SHARE = 1.3;

/** The least miss to expect of the network's answers. */
export async function doubtNetwork(
  denoiser: PoseDenoiser,
  tree: PoseTree,
  prior: PosePrior,
): Promise<NetworkMiss> {
  const rng = createRng(0);
  const few = Math.min(MOST_TOLD, (tree.jointCount - 1) >> 1);
  const leaves = leafJoints(tree.parents);
  return {
    few: await doubtWhere(denoiser, tree, prior, () => drawJoints(tree.jointCount, few, rng)),
    leaves: await doubtWhere(denoiser, tree, prior, () => leaves),
  };
}

async function doubtWhere(
  denoiser: PoseDenoiser,
  tree: PoseTree,
  prior: PosePrior,
  told: () => readonly number[],
): Promise<number> {
  const { jointCount } = tree;
  const length = jointCount * 4;
  const rest = restPrior(tree);
  const places = new Float64Array(jointCount * 3);
  const globals = new Float64Array(length);
  const tried = Math.min(MOST_TRIED, Math.max(LEAST_TRIED, Math.ceil(JOINTS_TRIED / jointCount)));
  let byNetwork = 0;
  let byRest = 0;
  for (let s = 0; s < Math.min(tried, prior.sampleCount); s++) {
    poseTreeInto(places, globals, tree, prior.samples.subarray(s * length, (s + 1) * length));
    const handles = told().map((joint) => holdJoint(joint, places));
    const predicted = await predictPose(denoiser, tree, handles);
    if (!predicted) continue;
    byNetwork += miss(solveWithPrior(tree, prior, handles, predicted.rotations).positions, places);
    byRest += miss(solveWithPrior(tree, rest, handles, rest.mean).positions, places);
  }
  const share = byRest > 0 ? Math.min(WORST_SHARE, byNetwork / byRest) : 1;
  return MOST_DOUBT * share ** POWER;
}

/** So many different joints, the root aside. */
function drawJoints(jointCount: number, count: number, rng: Rng): number[] {
  const left = Array.from({ length: jointCount - 1 }, (_, i) => i + 1);
  return Array.from({ length: count }, () => left.splice(rng.integer(left.length), 1)[0]);
}

/** Sum of the distances of all joints; those that were told are where they should be. */
function miss(positions: Float64Array, places: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < places.length; i += 3) {
    sum += Math.hypot(
      positions[i] - places[i],
      positions[i + 1] - places[i + 1],
      positions[i + 2] - places[i + 2],
    );
  }
  return sum;
}
