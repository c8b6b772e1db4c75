/**
 * @file Joints on a pruned curve tree: at forks, where limbs leave the body, at bends, at regular steps, and short of
 * the tips, where artists have the last joint that moves anything.
 *
 * How far from fork and tip, and how long the bones between, is fitted on the rigs of 123 families apart for legs
 * (which end on the ground), limbs of the mirror plane (tails, necks, heads) and limbs beside it.
 */

import type { CurveTree } from '../../mesh/voxel/trace-curve.js';
import { type Branch, branchLength, distanceBetween, findBranches } from './curve-branches.js';
import type { DraftJoint, JointKind } from './joint-tree.js';

/** Where the joints of a kind of limb go; lengths as fractions of the longest side of the body. */
export interface LimbSteps {
  /** The first joint leaves the fork by this many of its radii. */
  readonly first: number;
  /** The last joint stays back from the tip by this length … */
  readonly back: number;
  /** … and this share of the limb. */
  readonly backShare: number;
  /** Length of a bone. */
  readonly step: number;
}

export interface PlaceConstants {
  readonly leg: LimbSteps;
  readonly middle: LimbSteps;
  readonly side: LimbSteps;
  /** Length of a bone between forks. */
  readonly trunkStep: number;
  /** Forks nearer than this many radii share a joint. */
  readonly mergeForks: number;
  /** A bend is where the curve strays from its chord by this many radii … */
  readonly bendTolerance: number;
  /** … and at least this. */
  readonly bendFloor: number;
  /** The first joint is at most this share of the limb away from the fork. */
  readonly latestFirst: number;
  /** The last joint is at most this far from the tip. */
  readonly longestBack: number;
  /** What is left of a limb between first and last gets one joint where it is shorter. */
  readonly shortest: number;
}

/** Chosen by coordinate descent on the train rigs. */
export const PLACE_CONSTANTS: PlaceConstants = Object.freeze({
  leg: { first: 1.04, back: 0.03, backShare: 0.16, step: 0.1 },
  middle: { first: 0.32, back: 0.04, backShare: 0.2, step: 0.095 },
  side: { first: 1.3, back: 0.01, backShare: 0.18, step: 0.11 },
  trunkStep: 0.08,
  mergeForks: 0.6,
  bendTolerance: 0.6,
  bendFloor: 0.012,
  latestFirst: 0.5,
  longestBack: 0.12,
  shortest: 0.04,
});

/** What decides about a limb besides its curve. */
export interface LimbJudgement {
  /** Height the body stands on. */
  readonly ground: number;
  /** Log odds of the limb that ends in a point. */
  readonly oddsOf: (tip: number) => number;
}

/** The log odds of what is no limb. */
const TRUNK_ODDS = 3;

/** Places joints. `detail` above 1 makes bones shorter by that factor, below 1 longer. */
export function placeJoints(
  tree: CurveTree,
  judgement: LimbJudgement,
  detail = 1,
  c: PlaceConstants = PLACE_CONSTANTS,
): DraftJoint[] {
  const joints: DraftJoint[] = [];
  const jointOf = new Map<number, number>();
  const add = (at: PointOnBranch, parent: number, kind: JointKind, odds: number): number => {
    const [x, y, z, radius] = at;
    return joints.push({ position: [x, y, z], radius, parent, kind, odds }) - 1;
  };
  const { positions, radii } = tree;
  jointOf.set(0, add([positions[0], positions[1], positions[2], radii[0]], -1, 'root', TRUNK_ODDS));
  for (const branch of findBranches(tree)) {
    let parent = jointOf.get(branch.from)!;
    const end = branch.points[branch.points.length - 1];
    if (branch.isLimb) {
      const odds = judgement.oddsOf(end);
      const lengths = limbLengths(tree, branch, judgement.ground, detail, c);
      lengths.forEach((s, i) => {
        const kind = i === lengths.length - 1 ? 'tip' : i === 0 ? 'first' : 'limb';
        parent = add(pointAlong(tree, branch, s), parent, kind, odds);
      });
      continue;
    }
    const length = branchLength(branch);
    if (length >= c.mergeForks * Math.max(radii[branch.from], radii[end])) {
      const lengths = spread(tree, branch, 0, length, c.trunkStep / detail, c).slice(1);
      lengths.forEach((s, i) => {
        const kind = i === lengths.length - 1 ? 'fork' : 'trunk';
        parent = add(pointAlong(tree, branch, s), parent, kind, TRUNK_ODDS);
      });
    }
    jointOf.set(end, parent);
  }
  return joints;
}

/** How far along a limb its joints are, ascending. */
function limbLengths(
  tree: CurveTree,
  branch: Branch,
  ground: number,
  detail: number,
  c: PlaceConstants,
): number[] {
  const length = branchLength(branch);
  const tip = branch.points[branch.points.length - 1];
  const grounded = tree.positions[tip * 3 + 1] - tree.radii[tip] - ground < 0.03;
  const { first, back, backShare, step } = grounded
    ? c.leg
    : tree.positions[tip * 3] === 0
      ? c.middle
      : c.side;
  const start = Math.min(
    leavingLength(tree, branch, first * tree.radii[branch.from]),
    c.latestFirst * length,
  );
  const total = length + tree.radii[tip];
  const end = Math.min(Math.max(start, total - Math.min(back + backShare * total, c.longestBack)), length);
  if (end - start < c.shortest) return [(start + end) / 2];
  return spread(tree, branch, start, end, step / detail, c);
}

/** Length at which the branch leaves a ball around its fork. */
function leavingLength(tree: CurveTree, branch: Branch, radius: number): number {
  const beyond = branch.points.findIndex((p) => distanceBetween(tree.positions, branch.from, p) > radius);
  return beyond < 0 ? branchLength(branch) : branch.lengths[beyond];
}

/** Both ends, bends, and even steps between them. */
function spread(
  tree: CurveTree,
  branch: Branch,
  start: number,
  end: number,
  step: number,
  c: PlaceConstants,
): number[] {
  const stops = [start, ...findBends(tree, branch, start, end, c), end];
  const out = [start];
  for (let i = 1; i < stops.length; i++) {
    const gap = stops[i] - stops[i - 1];
    const count = Math.max(1, Math.round(gap / step));
    for (let k = 1; k <= count; k++) out.push(stops[i - 1] + (gap * k) / count);
  }
  return out;
}

/** Douglas–Peucker: lengths where the curve strays from the straight line by more than its radius allows. */
function findBends(tree: CurveTree, branch: Branch, start: number, end: number, c: PlaceConstants): number[] {
  const a = pointAlong(tree, branch, start);
  const b = pointAlong(tree, branch, end);
  let worst = 0;
  let where = -1;
  branch.points.forEach((point, i) => {
    const s = branch.lengths[i];
    if (s <= start || s >= end) return;
    const allowed = Math.max(c.bendFloor, c.bendTolerance * tree.radii[point]);
    const excess = distanceToSegment(tree.positions, point, a, b) - allowed;
    if (excess > worst) {
      worst = excess;
      where = s;
    }
  });
  if (where < 0) return [];
  return [...findBends(tree, branch, start, where, c), where, ...findBends(tree, branch, where, end, c)];
}

function distanceToSegment(
  positions: Float64Array,
  point: number,
  a: PointOnBranch,
  b: PointOnBranch,
): number {
  const p = point * 3;
  let along = 0;
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    along += (positions[p + k] - a[k]) * (b[k] - a[k]);
    squared += (b[k] - a[k]) * (b[k] - a[k]);
  }
  const f = squared > 0 ? Math.min(1, Math.max(0, along / squared)) : 0;
  let distance = 0;
  for (let k = 0; k < 3; k++) {
    const gap = positions[p + k] - a[k] - f * (b[k] - a[k]);
    distance += gap * gap;
  }
  return Math.sqrt(distance);
}

/** x, y, z and radius. */
type PointOnBranch = readonly [number, number, number, number];

function pointAlong(tree: CurveTree, branch: Branch, length: number): PointOnBranch {
  const after = branch.lengths.findIndex((to) => length <= to);
  const i = after < 0 ? branch.points.length - 1 : after;
  const from = i === 0 ? 0 : branch.lengths[i - 1];
  const gap = branch.lengths[i] - from;
  const f = gap > 0 ? Math.min(1, Math.max(0, (length - from) / gap)) : 1;
  const p = i === 0 ? branch.from : branch.points[i - 1];
  const q = branch.points[i];
  const mix = (a: number, b: number) => a + f * (b - a);
  return [
    mix(tree.positions[p * 3], tree.positions[q * 3]),
    mix(tree.positions[p * 3 + 1], tree.positions[q * 3 + 1]),
    mix(tree.positions[p * 3 + 2], tree.positions[q * 3 + 2]),
    mix(tree.radii[p], tree.radii[q]),
  ];
}
