/**
 * @file Errors of poses completed from the positions of some joints: with the network's prediction, and with the rest
 * prior alone.
 */

import { throwIfAborted } from '../../base/progress.js';
import { forwardKinematicsInto } from '../../rig/kinematics/forward-kinematics.js';
import type { PoseCompleter } from '../model/bind-rig.js';
import { type PosePrior, restPrior } from '../prior/pose-prior.js';
import { meanDistance } from '../records/pose-path.js';
import { holdJoint } from '../records/solver-handle.js';
import type { SolverRig } from '../records/solver-rig.js';
import { predictPose } from '../solve/predict-pose.js';
import { solveWithPrior } from '../solve/solve-with-prior.js';

/** Mean distances of joints from where they are, normalised units. */
export interface CompletionErrors {
  readonly network: number;
  readonly rest: number;
}

/** Answers need not be exact. */
const ROUGH = { iterations: 8 };

/** Completes poses, local rotations without heading [N, J, 4]; `chooseObserved` chooses the observed joints of each. */
export async function measureCompletionErrors(
  completer: PoseCompleter,
  rig: SolverRig,
  prior: PosePrior,
  poses: Float64Array,
  chooseObserved: () => readonly number[],
  signal?: AbortSignal,
): Promise<CompletionErrors> {
  const length = rig.jointCount * 4;
  const count = poses.length / length;
  const restOnly = restPrior(rig);
  const truth = new Float64Array(rig.jointCount * 3);
  const globals = new Float64Array(length);
  let network = 0;
  let rest = 0;
  for (let i = 0; i < count; i++) {
    throwIfAborted(signal);
    forwardKinematicsInto(truth, globals, rig, poses.subarray(i * length, (i + 1) * length));
    const handles = chooseObserved().map((joint) => holdJoint(joint, truth));
    const predicted = await predictPose(completer, rig, handles);
    if (!predicted) continue;
    const byNetwork = solveWithPrior(rig, prior, handles, predicted.rotations, ROUGH);
    const byRest = solveWithPrior(rig, restOnly, handles, restOnly.mean, ROUGH);
    network += meanDistance(byNetwork.positions, truth) / count;
    rest += meanDistance(byRest.positions, truth) / count;
  }
  return { network, rest };
}
