/**
 * @file What poses of a rig are like, from samples of the model and from examples: one normal distribution of both, with
 * the examples beside it for whoever wants to look up the nearest.
 *
 * The examples have most of the say, less where they are few: a share of 0.95 instead of 0.6 gains 1 to 3 % on creatures
 * that training had not seen and costs 1 % on those that it knew. The mixture has no more columns
 * than the samples alone had, so that a solve takes no longer: 48 and 58 are equal, 32 half a percent worse.
 *
 * The network does as it is told: its answers meet the handles even where it takes a creature for another one, and then
 * look more exact than examples do. So examples tell how far it is to be believed: some are completed from their leaves,
 * from the network's answer and by somebody who keeps near rest (`try-network.ts`). A network that is as far off as
 * rest is doubted a third as much as rest; one that does better, by the third power of its share of that error; never by
 * more than three times what it missed. What it is shown to know also takes away from the doubt of `doubt-network.ts`.
 *
 * Nearly all is believed of how joints turn together (0.97, of samples alone 0.6). What is left is done by the tips
 * first, or bodies that hardly move end a quarter worse than untaught. Against 0.8 and twice the doubt of the network, one
 * clip and half of the clips, leaves and four: 23 far families .386 .606 .419 .636 to .383 .605 .424 .643, 30 box animals .722
 * .905 .698 .900 to .708 .904 .692 .899, ten chains that hang from an end .804 .884 .715 .806 to .786 .893 .680 .809, with a
 * network that knows such chains .693 .596 .641 .571 to .669 .569 .605 .558.
 *
 * Error as a share of plain least squares when examples were first asked about the network, ten poses of one clip, leaves
 * and four given, then ten of half of the clips; before: a doubt of three times what samples miss of the examples, which
 * asked the network nothing.
 * | | before | now |
 * | 22 families that training had seen, these clips too | .25 .41 .28 .41 | .22 .36 .21 .37 (untaught .22 .35 .22 .35) |
 * | 23 that it had not | .417 .662 .412 .619 | .410 .653 .433 .615 |
 * | 8 chains of 16 to 30 joints, eight clips (coil, strike, waves, sidewinding, rearing, death) | .71 .92 .61 .66 | .62 .63 .55 .48 |
 * | the same, a network that answers as least squares do | .80 .94 .65 .66 | .79 .94 .63 .65 |
 * | 10 snakes, octopuses, dragons of ours, likewise | .90 .94 .89 .88 | .90 .93 .88 .90 |
 *
 * Tried and dropped for chains: examples mirrored (4 % better and 15 % worse), shifted along a chain (5 to 15 % worse),
 * smooth bends as the metric (no gain), the mean of examples moved to the handles before it is weighed (4 % worse), trust
 * in opinions that agree (no gain), in examples that complete each other (no gain), rest in the metric of the examples
 * (chains 5 % better given leaves; bodies that hardly move a third worse). Examples alone, kernel mean and covariance as
 * broad: .89 1.12 .70 .68 on the eight chains, .66 .89 .55 .74 on the 23 families; least squares from the nearest example
 * .89 1.18 .70 .81 and .83 .93 .77 .78.
 */

import { POSE_BLEND_PARAMETERS } from '../../../models/pose-blend/parameters.js';
import type { PoseCompleter } from '../model/bind-rig.js';
import { addGenericPrior } from '../prior/generic-prior.js';
import { fitPosePrior, type NetworkErrorFloor, type PosePrior } from '../prior/pose-prior.js';
import { leafJoints, type SolverRig } from '../records/solver-rig.js';
import { type CompletionErrors, measureCompletionErrors } from './completion-errors.js';

const { adaptedPrior: PRIOR, adaptedUncertainty: UNCERTAINTY } = POSE_BLEND_PARAMETERS;

/** Examples that the network is tried on, at most: some milliseconds each. */
const MOST_TRIED = 4;

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
    examples.subarray(0, MOST_TRIED * rig.jointCount * 4),
    () => leaves,
  );
}

/** Adds examples, local rotations without heading [M, J, 4], the most different ones first, and how they were missed. */
export function adaptPrior(
  prior: PosePrior,
  examples: Float64Array,
  rig: SolverRig,
  misses: CompletionErrors,
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
    ...calibrateByExamples(misses, prior.networkErrorFloor),
  };
}

/** What samples told of the network holds where it is no better than rest; what examples show it to know, it knows. */
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
