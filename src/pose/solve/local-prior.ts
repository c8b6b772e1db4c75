/**
 * @file The metric of a local change: limbs that a handle holds move as the creature's poses say, the trunk and all other
 * limbs hardly. With S the diagonal of those shares, the covariance C becomes S C S, so that a paw that is dragged moves
 * its leg first, and the trunk follows only where the leg does not reach.
 *
 * The trunk are the joints at which limbs part, and all above them. What parts must be long: fingers do not make a hand
 * a trunk.
 */

import type { PosePrior } from '../prior/pose-prior.js';
import type { SolverHandle } from '../records/solver-handle.js';
import type { SolverRig } from '../records/solver-rig.js';

/** Branches shorter than this are no limbs, normalised units: an eighth of the body's diameter. */
const LIMB = 0.25;

/** How freely each joint moves, 0 to 1: 1 in limbs with a handle, `share` elsewhere. [J] */
export function localShares(rig: SolverRig, handles: readonly SolverHandle[], share: number): Float64Array {
  const trunk = findTrunk(rig);
  const shares = new Float64Array(rig.jointCount).fill(share);
  for (const handle of handles) {
    const joints = handle.kind === 'position' ? handle.points.map(({ joint }) => joint) : [handle.joint];
    for (const joint of joints) {
      for (let j = joint; j >= 0 && !trunk[j]; j = rig.parents[j]) shares[j] = 1;
    }
  }
  return shares;
}

/** A limb: its joint next to the trunk, and its end furthest from there. */
export interface LimbEnds {
  readonly top: number;
  readonly end: number;
}

/** The limbs that leave the trunk of a body, those that are long enough to be one. */
export function findLimbs(rig: SolverRig): LimbEnds[] {
  const { parents, bones, jointCount } = rig;
  const trunk = findTrunk(rig);
  const lengths = new Float64Array(jointCount);
  const limbs = new Map<number, { end: number; length: number }>();
  for (let j = 1; j < jointCount; j++) {
    if (trunk[j]) continue;
    lengths[j] = lengths[parents[j]] + Math.hypot(bones[j * 3], bones[j * 3 + 1], bones[j * 3 + 2]);
    let top = j;
    while (!trunk[parents[top]]) top = parents[top];
    if (lengths[j] >= Math.max(LIMB, limbs.get(top)?.length ?? 0))
      limbs.set(top, { end: j, length: lengths[j] });
  }
  return [...limbs].map(([top, { end }]) => ({ top, end }));
}

/** 1 for joints at which limbs part, and for all above them. [J] */
function findTrunk({ parents, bones, jointCount }: SolverRig): Uint8Array {
  const reaches = new Float64Array(jointCount);
  const limbCounts = new Uint16Array(jointCount);
  const trunk = new Uint8Array(jointCount);
  for (let j = jointCount - 1; j > 0; j--) {
    const length = reaches[j] + Math.hypot(bones[j * 3], bones[j * 3 + 1], bones[j * 3 + 2]);
    reaches[parents[j]] = Math.max(reaches[parents[j]], length);
    if (length >= LIMB) limbCounts[parents[j]]++;
    if (limbCounts[j] > 1) trunk[j] = 1;
    if (trunk[j]) trunk[parents[j]] = 1;
  }
  trunk[0] = 1;
  return trunk;
}

/** The prior with every joint's rotations scaled by its share. */
export function scalePrior(prior: PosePrior, shares: Float64Array): PosePrior {
  const width = shares.length * 3;
  return {
    ...prior,
    deviations: prior.deviations.map((angle, i) => angle * shares[Math.floor((i % width) / 3)]),
    variances: prior.variances.map((variance, j) => variance * shares[j] ** 2),
    ...(prior.couplings && {
      couplings: prior.couplings.map((coupling) => ({
        ...coupling,
        angles: coupling.angles.map((angle, i) => angle * shares[coupling.joints[i]]),
      })),
    }),
  };
}
