/**
 * @file What is measured along the branches of a pruned curve to predict where an artist would place joints: distance to
 * the fork and the end, thickness, bends of the curve, and the number of mesh vertices nearby, since a body bends where
 * it has vertices to bend with.
 */

import { distanceBetween } from '../../math/vector.js';
import type { CurveTree } from '../../mesh/voxel/trace-curve.js';
import { type Branch, branchLength } from './curve-branches.js';
import type { BodyStance } from './measure-branches.js';
import { countCorners } from './measure-detail.js';

/** Names of the features of a point; lengths and counts as logarithms where they span decades. */
export const CURVE_FEATURES = [
  'leg',
  'middle',
  'side',
  'fromFork',
  'fromForkInRadii',
  'outsideFork',
  'toEnd',
  'length',
  'radius',
  'fork',
  'radiusOverFork',
  'turn',
  'fineness',
  'parts',
  'square',
  'boxes',
  'cornersOfBranch',
  'cornersOverLength',
  'cornersHere',
  'ring',
  'odds',
  'rise',
  'height',
  'total',
] as const;

export type LimbKind = 'leg' | 'middle' | 'side';

/** A branch whose end is this near to the ground stands on it, as a fraction of the longest side. */
const ON_GROUND = 0.03;
/** Added to lengths before a logarithm or a division. */
const TINY = 0.003;
/** Distance to both sides over which a bend is measured, and vertices are counted. */
const BEND_REACH = 0.04;
const CORNER_REACH = 0.025;

/** Whether the body around the end of a limb touches the ground. */
export function isOnGround({ positions, radii }: CurveTree, tip: number, ground: number): boolean {
  return positions[tip * 3 + 1] - radii[tip] - ground < ON_GROUND;
}

/** Whether a limb stands on the ground, lies on the mirror plane, or is beside it. */
export function kindOfLimb(tree: CurveTree, { points }: Branch, ground: number): LimbKind {
  const tip = points[points.length - 1];
  if (isOnGround(tree, tip, ground)) return 'leg';
  return tree.positions[tip * 3] === 0 ? 'middle' : 'side';
}

/** Features of each point of each branch, in the order of `CURVE_FEATURES`. */
export function measureCurve(
  tree: CurveTree,
  branches: readonly Branch[],
  stance: BodyStance,
  oddsOf: (tip: number) => number,
): number[][][] {
  const { positions, radii } = tree;
  const detail = stance.mesh;
  const corners = countCorners(tree, detail, stance.symmetric);
  const total = Math.log(TINY + branches.reduce((sum, branch) => sum + branchLength(branch), 0));
  return branches.map((branch) => {
    const { from, points, isLimb } = branch;
    const tip = points[points.length - 1];
    const kind = isLimb ? kindOfLimb(tree, branch, stance.ground) : undefined;
    const length = branchLength(branch);
    const fork = radii[from];
    const ownCorners = points.reduce((sum, p) => sum + corners[p], 0);
    const run = [from, ...points];
    const along = [0, ...branch.lengths];
    const odds = isLimb ? oddsOf(tip) : TRUNK_ODDS;
    return points.map((point, k) => {
      const s = along[k + 1];
      const bend = measureBend(positions, run, along, k + 1);
      let here = 0;
      const [first, last] = windowAround(along, k + 1, CORNER_REACH);
      for (let i = first; i <= last; i++) here += corners[run[i]];
      const evenly = ownCorners * Math.min(1, (2 * CORNER_REACH) / (length + TINY));
      return [
        kind === 'leg' ? 1 : 0,
        kind === 'middle' ? 1 : 0,
        kind === 'side' ? 1 : 0,
        s,
        s / (fork + TINY),
        Math.min(3, (distanceBetween(positions, from, point) - fork) / (fork + TINY)),
        isLimb ? length + radii[tip] - s : Math.min(length - s, s),
        Math.log(length + TINY),
        Math.log(radii[point] + TINY),
        Math.log(fork + TINY),
        Math.log((radii[point] + TINY) / (fork + TINY)),
        bend.turn,
        detail.fineness,
        detail.parts,
        detail.square,
        detail.square * Math.min(1, detail.parts / 2),
        Math.log(1 + ownCorners),
        Math.log(1 + ownCorners / (length + 0.02)),
        Math.log(1 + here),
        (here + 0.5) / (evenly + 1),
        odds,
        bend.rise,
        (positions[point * 3 + 1] - stance.ground) / (stance.height + TINY),
        total,
      ];
    });
  });
}

/** Log odds of a branch of the trunk. */
export const TRUNK_ODDS = 3;

/** First and last index of a run within a distance of index i. */
function windowAround(along: readonly number[], i: number, reach: number): [number, number] {
  let first = i;
  let last = i;
  while (first > 0 && along[i] - along[first] < reach) first--;
  while (last < along.length - 1 && along[last] - along[i] < reach) last++;
  return [first, last];
}

/** The angle by which a run bends at an index, radians, and how steep it is, 0 horizontal to 1 vertical. */
function measureBend(
  positions: Float64Array,
  run: readonly number[],
  along: readonly number[],
  i: number,
): { turn: number; rise: number } {
  const [first, last] = windowAround(along, i, BEND_REACH);
  const before = distanceBetween(positions, run[first], run[i]);
  const after = distanceBetween(positions, run[i], run[last]);
  const across = distanceBetween(positions, run[first], run[last]);
  const up = Math.abs(positions[run[last] * 3 + 1] - positions[run[first] * 3 + 1]);
  // The law of cosines: 0 where the run is straight.
  const cosine = (across * across - before * before - after * after) / (2 * before * after);
  const long = before > 0.01 && after > 0.01;
  return {
    turn: long ? Math.acos(Math.max(-1, Math.min(1, cosine))) : 0,
    rise: across > 0 ? up / across : 0,
  };
}
