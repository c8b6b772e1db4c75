/**
 * @file The generic prior: how the joints of any creature rotate, before anything is known about this one. Joints vary
 * about rest, the less the larger their subtree; limbs vary more than the trunk, the trunk pitches rather than rolls,
 * and mirror partners are correlated.
 *
 * Twelve fitted variances and correlations (models/generic-prior). Without any network they reduce the error of plain
 * least squares to .88 (leaves observed) and .78 (four joints observed) on unseen real creatures. Variants are in
 * lab/notes/pose-prior.md.
 */

import { GENERIC_PRIOR_PARAMETERS, type PerAxis } from '../../../models/generic-prior/parameters.js';
import { mirrorAxis } from '../records/normalise-rig.js';
import type { SolverRig } from '../records/solver-rig.js';
import { type Coupling, PLAIN_VARIANCE, type PosePrior, plainPrior } from './pose-prior.js';

const { root: ROOT, trunk: TRUNK, limb: LIMB, mirrored: MIRRORED, isotropicShare } = GENERIC_PRIOR_PARAMETERS;

/** The generic prior on a rig. */
export function genericPrior(rig: SolverRig): PosePrior {
  const { jointCount, sizes, partners } = rig;
  const across = mirrorAxis(rig);
  const couplings: Coupling[] = [];
  for (let j = 0; j < jointCount; j++) {
    const other = partners[j];
    // Of a pair the first one speaks for both.
    if (other >= 0 && other < j) continue;
    const joints = other < 0 ? [j] : [j, other];
    for (let axis = 0; axis < 3; axis++) {
      const role = axis === across ? 0 : axis === 1 ? 1 : 2;
      const deviation = (kind: PerAxis, joint: number): number =>
        Math.sqrt(((1 - isotropicShare) * PLAIN_VARIANCE * kind[role]) / sizes[joint]);
      if (other < 0) {
        couplings.push({ axis, joints, angles: [deviation(j === 0 ? ROOT : TRUNK, j)] });
        continue;
      }
      const mirrored = axis === across ? 1 : -1;
      for (const side of [1, -1]) {
        const share = Math.sqrt((1 + side * MIRRORED[role]) / 2);
        const angles = [share * deviation(LIMB, j), side * mirrored * share * deviation(LIMB, other)];
        couplings.push({ axis, joints, angles });
      }
    }
  }
  return {
    ...plainPrior(jointCount),
    variances: sizes.map((size) => (isotropicShare * PLAIN_VARIANCE) / size),
    couplings,
  };
}

/**
 * Adds a share of the generic prior to a prior: where samples say little, left and right still move as mirror images. With
 * a share of 1/40 unseen creatures gain 1 to 2 %; ten times that nearly doubles the error of a lobster (lab/notes/pose-prior.md).
 */
export function addGenericPrior(prior: PosePrior, rig: SolverRig, share: number): PosePrior {
  const body = genericPrior(rig);
  const scale = Math.sqrt(share);
  return {
    ...prior,
    variances: prior.variances.map((variance, j) => variance + share * body.variances[j]),
    couplings: body.couplings?.map((one) => ({ ...one, angles: one.angles.map((turn) => scale * turn) })),
  };
}
