/**
 * @file How far off poses of a creature are when they are completed from the places of their leaves alone: from
 * what the network makes of them, and by somebody who only keeps near rest.
 */

import { holdJoint } from '../body-handle.js';
import type { PoseDenoiser } from '../pose-denoiser.js';
import { type PosePrior, restPrior } from '../pose-prior.js';
import { leafJoints, type PoseTree, poseTreeInto } from '../pose-tree.js';

import { predictPose } from '../predict-pose.js';
import { solveWithPrior } from '../solve-with-prior.js';

/** Mean distances of joints from where they are, normalised units. */
export interface LeafMisses {
  readonly network: number;
  readonly rest: number;
}

/** Poses that are completed, at most: some milliseconds each. */
const MOST_TRIED = 4;
/** Nor need they be exact. */
const ROUGH = { iterations: 8 };

/** Completes the first of poses, local rotations without heading [N, J, 4], in the solver's space. */
export async function missFromLeaves(
  denoiser: PoseDenoiser,
  tree: PoseTree,
  prior: PosePrior,
  poses: Float64Array,
): Promise<LeafMisses> {
  const { jointCount } = tree;
  const length = jointCount * 4;
  const count = Math.min(MOST_TRIED, poses.length / length);
  const leaves = leafJoints(tree.parents);
  if (count === 0 || leaves.length === 0) return { network: 0, rest: 0 };
  const still = restPrior(tree);
  const truth = new Float64Array(jointCount * 3);
  const globals = new Float64Array(length);
  let network = 0;
  let rest = 0;
  for (let i = 0; i < count; i++) {
    poseTreeInto(truth, globals, tree, poses.subarray(i * length, (i + 1) * length));
    const handles = leaves.map((joint) => holdJoint(joint, truth));
    const predicted = await predictPose(denoiser, tree, handles);
    const known = solveWithPrior(tree, prior, handles, predicted!.rotations, ROUGH);
    const unknown = solveWithPrior(tree, still, handles, still.mean, ROUGH);
    network += meanDistance(known.positions, truth) / count;
    rest += meanDistance(unknown.positions, truth) / count;
  }
  return { network, rest };
}

/** Of all joints but the root. */
function meanDistance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 3; i < a.length; i += 3)
    sum += Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]);
  return sum / (a.length / 3 - 1);
}
