/**
 * @file Moves the middle of the body to where artists put a spine: thick parts are straightened, since their curve
 * sags toward every leg, and what lies level on the mirror plane is lifted toward the back: necks and tails of bodies
 * on four legs by two fifths of their radius, which brings the curve from 0.034 to 0.026 near the artists' joints
 * there, everything else by a tenth. A shift toward the back of upright bodies, and straightening along the plane
 * only or over longer pieces, brought joints no nearer.
 */

import type { CurveTree } from '../../mesh/voxel/trace-curve.js';
import { childrenOf, distanceBetween, findBranches } from './curve-branches.js';
import type { BodyStance } from './measure-branches.js';
import { kindOfLimb } from './measure-curve.js';

export interface TrunkConstants {
  /** How far what is level is lifted, in radii. */
  readonly lift: number;
  /** The same of a neck or tail of a body on four legs or more. */
  readonly neckLift: number;
  /** Rounds of straightening. */
  readonly rounds: number;
  /** Parts with this radius or more are straightened fully, thinner ones in proportion. */
  readonly fullRadius: number;
}

export const TRUNK_CONSTANTS: TrunkConstants = Object.freeze({
  lift: 0.1,
  neckLift: 0.4,
  rounds: 10,
  fullRadius: 0.1,
});

/** Rounds that spread the lift, so that it does not make steps where a limb begins. */
const LIFT_ROUNDS = 10;

/** Straightens and lifts; ends and the root are only lifted. */
export function refineTrunk(
  tree: CurveTree,
  stance: BodyStance,
  c: TrunkConstants = TRUNK_CONSTANTS,
): CurveTree {
  const children = childrenOf(tree.parents);
  const straight = { ...tree, positions: straighten(tree, children, stance.symmetric, c) };
  const necks = findNecks(tree, stance);
  const lifts = Float64Array.from(tree.radii, (radius, i) => {
    if (stance.symmetric && tree.positions[i * 3] !== 0) return 0;
    const rise = riseAt(straight, children, i);
    return (necks.has(i) ? c.neckLift : c.lift) * radius * (1 - rise * rise);
  });
  for (let round = 0; round < LIFT_ROUNDS; round++) {
    const before = lifts.slice();
    for (let i = 1; i < lifts.length; i++) {
      lifts[i] = (before[i] + meanOfNeighbours(tree.parents, children, i, (j) => before[j])) / 2;
    }
  }
  const positions = straight.positions.map((value, i) => (i % 3 === 1 ? value + lifts[(i - 1) / 3] : value));
  return { ...tree, positions };
}

/** Points of the limbs of a body that stands on four legs or more; those beside the mirror plane are never lifted. */
function findNecks(tree: CurveTree, { ground }: BodyStance): ReadonlySet<number> {
  const limbs = findBranches(tree).filter((branch) => branch.isLimb);
  const legs = limbs.filter((limb) => kindOfLimb(tree, limb, ground) === 'leg');
  return new Set(legs.length >= 4 ? limbs.flatMap(({ points }) => points) : []);
}

function straighten(
  tree: CurveTree,
  children: readonly number[][],
  symmetric: boolean,
  c: TrunkConstants,
): Float64Array {
  const { parents, radii } = tree;
  let positions = tree.positions;
  for (let round = 0; round < c.rounds; round++) {
    const next = positions.slice();
    for (let i = 1; i < radii.length; i++) {
      if (children[i].length === 0) continue;
      const weight = Math.min(0.5, (0.5 * radii[i]) / c.fullRadius);
      // What lies on the mirror plane stays on it to the last bit, in whatever order its neighbours are summed.
      for (let k = symmetric && positions[i * 3] === 0 ? 1 : 0; k < 3; k++) {
        const before = positions;
        const middle = meanOfNeighbours(parents, children, i, (j) => before[j * 3 + k]);
        next[i * 3 + k] += weight * (middle - positions[i * 3 + k]);
      }
    }
    positions = next;
  }
  return positions;
}

function meanOfNeighbours(
  parents: Int32Array,
  children: readonly number[][],
  i: number,
  value: (j: number) => number,
): number {
  let sum = value(parents[i]);
  for (const child of children[i]) sum += value(child);
  return sum / (children[i].length + 1);
}

/** How steep the curve is around a point, 0 level to 1 upright, over its radius to both sides. */
function riseAt({ positions, radii, parents }: CurveTree, children: readonly number[][], i: number): number {
  let low = i;
  for (let reach = 0; parents[low] >= 0 && reach < radii[i]; low = parents[low]) {
    reach += distanceBetween(positions, low, parents[low]);
  }
  let high = i;
  for (let reach = 0; children[high].length > 0 && reach < radii[i]; ) {
    const thickest = children[high].reduce((kept, child) => (radii[child] > radii[kept] ? child : kept));
    reach += distanceBetween(positions, high, thickest);
    high = thickest;
  }
  const length = distanceBetween(positions, low, high);
  return length > 0 ? Math.abs(positions[low * 3 + 1] - positions[high * 3 + 1]) / length : 1;
}
