/**
 * @file The prior of an adapted space: one Gaussian over samples and examples, with the examples kept for lookup. It
 * has no more columns than before, so a solve takes no longer.
 *
 * Examples also calibrate the network: some are completed from their leaves by the network and by the rest prior
 * (`completion-errors.ts`). The network's uncertainty is a third of rest's error times the cubed error ratio, at most
 * three times its own error. Numbers: models/pose-blend.
 *
 * With ten poses of one clip the error over plain least squares is .383 and .605 on 23 unseen families (leaves, four
 * joints observed) instead of about .64 and .79. Tables: lab/notes/pose-prior.md.
 */

import { POSE_BLEND_PARAMETERS } from '../../../models/pose-blend/parameters.js';
import { leafJoints } from '../../rig/joint-tree.js';
import type { PoseCompleter } from '../model/bind-rig.js';
import { addGenericPrior } from '../prior/generic-prior.js';
import { fitPosePrior, type NetworkErrorFloor, type PosePrior } from '../prior/pose-prior.js';
import type { SolverRig } from '../records/solver-rig.js';
import { type CompletionErrors, measureCompletionErrors } from './completion-errors.js';

const { adaptedPrior: PRIOR, adaptedUncertainty: UNCERTAINTY } = POSE_BLEND_PARAMETERS;

/** Examples that the network is tried on, at most: some milliseconds each. */
const MOST_COMPLETED = 4;

/** How far off the network is when it completes examples from their leaves. */
export function measureExampleErrors(
  completer: PoseCompleter,
  rig: SolverRig,
  prior: PosePrior,
  examples: Float64Array,
): Promise<CompletionErrors> {
  const leaves = leafJoints(rig.parents);
  return measureCompletionErrors(
    completer,
    rig,
    prior,
    examples.subarray(0, MOST_COMPLETED * rig.jointCount * 4),
    () => leaves,
  );
}

/** Adds examples, local rotations without heading [M, J, 4], the most different ones first, and the completion errors on them. */
export function adaptPrior(
  prior: PosePrior,
  examples: Float64Array,
  rig: SolverRig,
  errors: CompletionErrors,
): PosePrior {
  const { jointCount, sizes } = rig;
  const length = jointCount * 4;
  const taken = Math.min(examples.length / length, Math.ceil(prior.sampleCount * PRIOR.columnShare));
  const kept = prior.sampleCount - taken;
  const share = (PRIOR.exampleShare * taken) / (taken + PRIOR.halfCount);
  const rotations = new Float64Array((taken + kept) * length);
  rotations.set(examples.subarray(0, taken * length));
  rotations.set(prior.samples.subarray(0, kept * length), taken * length);
  const weights = new Float64Array(taken + kept);
  weights.fill(share / taken, 0, taken);
  weights.fill((1 - share) / kept, taken);
  const fitted = fitPosePrior(rotations, jointCount, { weights, sharedShare: PRIOR.sharedShare });
  const both = addGenericPrior(fitted, rig, PRIOR.genericShare);
  return {
    ...both,
    variances: both.variances.map((variance, j) => variance + PRIOR.tipVariance / sizes[j]),
    examples,
    restError: prior.restError,
    ...calibrateByExamples(errors, prior.networkErrorFloor),
  };
}

/** Uncertainty of the network: the floor from samples holds where it is no better than rest on examples. */
function calibrateByExamples(
  { network, rest }: CompletionErrors,
  { few, leaves }: NetworkErrorFloor = { few: 0, leaves: 0 },
): Pick<PosePrior, 'networkErrorFloor' | 'networkUncertainty'> {
  const share = rest > 0 ? network / rest : 1;
  const kept = Math.min(1, share ** UNCERTAINTY.floorPower);
  return {
    networkErrorFloor: { few: kept * few, leaves: kept * leaves },
    networkUncertainty: {
      restShare: UNCERTAINTY.restShare * share ** UNCERTAINTY.restPower,
      most: UNCERTAINTY.mostScale * network,
    },
  };
}
