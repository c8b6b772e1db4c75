/**
 * @file Moves the trunk to where artists put a spine: thick parts are straightened, since the curve sags toward every
 * leg, and horizontal parts on the mirror plane are raised toward the back: necks and tails of bodies with four legs by
 * two fifths of their radius, which brings the curve from 0.034 to 0.026 from the artists' joints there, everything
 * else by a tenth (models/joint-placement). lab/notes/rig-find-skeleton.md
 */

import {
  JOINT_PLACEMENT_PARAMETERS,
  type TrunkPlacement,
} from '../../../models/joint-placement/parameters.js';
import { distanceBetween } from '../../math/vector.js';
import type { CurveTree } from '../../mesh/voxel/trace-curve.js';
import { childrenOf } from '../joint-tree.js';
import { findBranches } from './curve-branches.js';
import type { BodyStance } from './measure-branches.js';
import { kindOfLimb } from './measure-curve.js';

/** Rounds of smoothing of the lift, so that there is no step where a limb begins. */
const LIFT_ROUNDS = 10;

/** Straightens and raises; ends and the root are only raised. */
export function refineTrunk(
  tree: CurveTree,
  stance: BodyStance,
  c: TrunkPlacement = JOINT_PLACEMENT_PARAMETERS.trunk,
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

/** Points of the limbs of a body with four legs or more; those beside the mirror plane are never raised. */
function findNecks(tree: CurveTree, { ground }: BodyStance): ReadonlySet<number> {
  const limbs = findBranches(tree).filter((branch) => branch.isLimb);
  const legs = limbs.filter((limb) => kindOfLimb(tree, limb, ground) === 'leg');
  return new Set(legs.length >= 4 ? limbs.flatMap(({ points }) => points) : []);
}

function straighten(
  tree: CurveTree,
  children: readonly number[][],
  symmetric: boolean,
  c: TrunkPlacement,
): Float64Array {
  const { parents, radii } = tree;
  let positions = tree.positions;
  for (let round = 0; round < c.rounds; round++) {
    const next = positions.slice();
    for (let i = 1; i < radii.length; i++) {
      if (children[i].length === 0) continue;
      const weight = Math.min(0.5, (0.5 * radii[i]) / c.fullRadius);
      // Points on the mirror plane stay on it exactly, in whatever order their neighbours are summed.
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

/** How steep the curve is around a point, 0 horizontal to 1 vertical, over its radius to both sides. */
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
