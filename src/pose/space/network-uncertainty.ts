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
