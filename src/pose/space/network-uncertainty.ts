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
import type { PoseCompleter } from '../model/bind-rig.js';
import type { PosePrior } from '../prior/pose-prior.js';
import { leafJoints, type SolverRig } from '../records/solver-rig.js';
import { type CompletionErrors, measureCompletionErrors } from './completion-errors.js';

/** Samples that are completed: fewer of large bodies, for a fifth of what drawing them took. */
const LEAST_TRIED = 12;
const MOST_TRIED = 48;
const JOINTS_TRIED = 480;
/** Joints that are told at most, when they are few; never more than half of all. */
const MOST_TOLD = 4;
const { most: MOST_ERROR, power: POWER, worstRatio: WORST_RATIO } = POSE_BLEND_PARAMETERS.uncertainty;

/** The least miss to expect of the network's answers, and the error of who keeps near rest. */
export async function measureNetworkUncertainty(
  completer: PoseCompleter,
  rig: SolverRig,
  prior: PosePrior,
  signal?: AbortSignal,
): Promise<Required<Pick<PosePrior, 'networkErrorFloor' | 'restError'>>> {
  const { jointCount, parents } = rig;
  const rng = createRng(0);
  const leaves = leafJoints(parents);
  const few = Math.min(MOST_TOLD, (jointCount - 1) >> 1);
  const tried = Math.min(MOST_TRIED, Math.max(LEAST_TRIED, Math.ceil(JOINTS_TRIED / jointCount)));
  const poses = prior.samples.subarray(0, tried * jointCount * 4);
  const tryTold = (tell: () => readonly number[]) =>
    measureCompletionErrors(completer, rig, prior, poses, tell, signal);
  const toldFew = await tryTold(() => drawJoints(jointCount, few, rng));
  const toldLeaves = await tryTold(() => leaves);
  return {
    networkErrorFloor: { few: errorFloorOf(toldFew), leaves: errorFloorOf(toldLeaves) },
    restError: toldLeaves.rest,
  };
}

const errorFloorOf = ({ network, rest }: CompletionErrors): number =>
  MOST_ERROR * (rest > 0 ? Math.min(WORST_RATIO, network / rest) : 1) ** POWER;

/** So many different joints, the root aside. */
function drawJoints(jointCount: number, count: number, rng: Rng): number[] {
  const left = Array.from({ length: jointCount - 1 }, (_, i) => i + 1);
  return Array.from({ length: count }, () => left.splice(rng.integer(left.length), 1)[0]);
}
