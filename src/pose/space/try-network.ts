/**
 * @file How far off poses of a creature are when they are completed from the places of some of their joints: from what
 * the network makes of them, and by somebody who only keeps near rest.
 */

import { throwIfAborted } from '../../base/progress.js';
import type { PoseCompleter } from '../model/pose-denoiser.js';
import { type PosePrior, restPrior } from '../prior/pose-prior.js';
import { type PoseTree, poseTreeInto } from '../records/pose-tree.js';
import { holdJoint } from '../records/solver-handle.js';
import { predictPose } from '../solve/predict-pose.js';
import { solveWithPrior } from '../solve/solve-with-prior.js';

/** Mean distances of joints from where they are, normalised units. */
export interface NetworkTrial {
  readonly network: number;
  readonly rest: number;
}

/** Answers need not be exact. */
const ROUGH = { iterations: 8 };

/** Completes poses, local rotations without heading [N, J, 4]; `tell` says which joints are told of the next one. */
export async function tryNetwork(
  completer: PoseCompleter,
  tree: PoseTree,
  prior: PosePrior,
  poses: Float64Array,
  tell: () => readonly number[],
  signal?: AbortSignal,
): Promise<NetworkTrial> {
  const length = tree.jointCount * 4;
  const count = poses.length / length;
  const still = restPrior(tree);
  const truth = new Float64Array(tree.jointCount * 3);
  const globals = new Float64Array(length);
  let network = 0;
  let rest = 0;
  for (let i = 0; i < count; i++) {
    throwIfAborted(signal);
    poseTreeInto(truth, globals, tree, poses.subarray(i * length, (i + 1) * length));
    const handles = tell().map((joint) => holdJoint(joint, truth));
    const predicted = await predictPose(completer, tree, handles);
    if (!predicted) continue;
    const known = solveWithPrior(tree, prior, handles, predicted.rotations, ROUGH);
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
