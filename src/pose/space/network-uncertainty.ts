/**
 * @file How large the network's error is taken to be on this creature before any real pose is known.
 *
 * A network that knows a creature completes its own samples better than the rest prior does. So some samples are
 * completed from a few joints, and from the leaves; the error floor grows with the fourth power of the ratio of the
 * network's error to that of the rest prior (models/pose-blend).
 *
 * Against one floor for all creatures the worst of 24 unseen families improves from 1.18 to 1.05 (four joints
 * observed) and from 1.9 to 1.2 (one), and known families from .21, .32, .45 to .20, .30, .40. See
 * lab/notes/pose-estimate.md.
 */

import { POSE_BLEND_PARAMETERS } from '../../../models/pose-blend/parameters.js';
import { createRng, type Rng } from '../../base/rng.js';
import { leafJoints } from '../../rig/joint-tree.js';
import type { PoseCompleter } from '../model/bind-rig.js';
import type { PosePrior } from '../prior/pose-prior.js';
import type { SolverRig } from '../records/solver-rig.js';
import { type CompletionErrors, measureCompletionErrors } from './completion-errors.js';

/** Samples that are completed: fewer of large bodies, for a fifth of what drawing them took. */
const LEAST_SAMPLES = 12;
const MOST_SAMPLES = 48;
const SAMPLED_JOINTS = 480;
/** Observed joints in the set of few, at most; never more than half of all. */
const MOST_OBSERVED = 4;
const { most: MOST_ERROR, power: POWER, worstRatio: WORST_RATIO } = POSE_BLEND_PARAMETERS.uncertainty;

/** The error floor of the network, and the error of the rest prior. */
export async function measureNetworkUncertainty(
  completer: PoseCompleter,
  rig: SolverRig,
  prior: PosePrior,
  signal?: AbortSignal,
): Promise<Required<Pick<PosePrior, 'networkErrorFloor' | 'restError'>>> {
  const { jointCount, parents } = rig;
  const rng = createRng(0);
  const leaves = leafJoints(parents);
  const few = Math.min(MOST_OBSERVED, (jointCount - 1) >> 1);
  const sampleCount = Math.min(MOST_SAMPLES, Math.max(LEAST_SAMPLES, Math.ceil(SAMPLED_JOINTS / jointCount)));
  const poses = prior.samples.subarray(0, sampleCount * jointCount * 4);
  const measure = (chooseObserved: () => readonly number[]) =>
    measureCompletionErrors(completer, rig, prior, poses, chooseObserved, signal);
  const fewErrors = await measure(() => drawJoints(jointCount, few, rng));
  const leafErrors = await measure(() => leaves);
  return {
    networkErrorFloor: { few: errorFloorOf(fewErrors), leaves: errorFloorOf(leafErrors) },
    restError: leafErrors.rest,
  };
}

const errorFloorOf = ({ network, rest }: CompletionErrors): number =>
  MOST_ERROR * (rest > 0 ? Math.min(WORST_RATIO, network / rest) : 1) ** POWER;

/** So many different joints, the root aside. */
function drawJoints(jointCount: number, count: number, rng: Rng): number[] {
  const left = Array.from({ length: jointCount - 1 }, (_, i) => i + 1);
  return Array.from({ length: count }, () => left.splice(rng.integer(left.length), 1)[0]);
}
