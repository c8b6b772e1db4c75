/**
 * @file Places joints on a pruned curve tree: at forks, and along branches as densely as an artist would
 * (`predict-joint-density`), each in the middle of an equal share of the predicted count.
 *
 * On families left out: 1.27 joints per artist's joint at CD-J2J 0.053, J2B 0.038, B2B 0.035 (medians), against 1.40
 * at 0.056, 0.041, 0.037 for fixed bone lengths with joints at bends. lab/notes/rig-find-skeleton.md
 */

import { JOINT_PLACEMENT_PARAMETERS, type JointSpacing } from '../../../models/joint-placement/parameters.js';
import type { CurveTree } from '../../mesh/voxel/trace-curve.js';
import { type Branch, branchLength, findBranches } from './curve-branches.js';
import type { DraftJoint, JointKind } from './draft-joints.js';
import type { BodyStance } from './measure-branches.js';
import { kindOfLimb, measureCurve, TRUNK_ODDS } from './measure-curve.js';
import { predictJointDensity } from './predict-joint-density.js';

/** What decides about joints besides the curve. */
export interface PlacementContext {
  readonly stance: BodyStance;
  /** Log odds of the limb that ends in a point. */
  readonly oddsOf: (tip: number) => number;
  /** Points that must have a joint. */
  readonly hips: ReadonlySet<number>;
}

/** Places joints. `detail` above 1 gives that many times as many, below 1 fewer. */
export function placeJoints(
  tree: CurveTree,
  { stance, oddsOf, hips }: PlacementContext,
  detail = 1,
  c: JointSpacing = JOINT_PLACEMENT_PARAMETERS.joints,
): DraftJoint[] {
  const joints: DraftJoint[] = [];
  const jointOf = new Map<number, number>();
  const add = (at: PointOnBranch, parent: number, kind: JointKind, odds: number): number => {
    const [x, y, z, radius] = at;
    return joints.push({ position: [x, y, z], radius, parent, kind, odds }) - 1;
  };
  const { positions, radii } = tree;
  jointOf.set(0, add([positions[0], positions[1], positions[2], radii[0]], -1, 'root', TRUNK_ODDS));
  const branches = findBranches(tree);
  const measures = measureCurve(tree, branches, stance, oddsOf);
  branches.forEach((branch, i) => {
    let parent = jointOf.get(branch.from)!;
    const end = branch.points[branch.points.length - 1];
    const predicted = accumulate(branch, measures[i], detail * (branch.isLimb ? c.limbShare : c.trunkShare));
    if (branch.isLimb) {
      const odds = oddsOf(end);
      const total = predicted[predicted.length - 1];
      const isLeg = kindOfLimb(tree, branch, stance.ground) === 'leg' && odds > c.sureLeg;
      const bone = isLeg ? c.longestLegBone : c.longestBone;
      const long = Math.round(((branchLength(branch) - radii[branch.from] / 2) * detail) / bone);
      const lengths = total < c.least ? [] : spaceJoints(branch, predicted, Math.max(1, long));
      if (lengths.length > 0) moveToHips(lengths, branch, hips);
      lengths.forEach((s, k) => {
        const kind = k === lengths.length - 1 ? 'tip' : k === 0 ? 'first' : 'limb';
        parent = add(pointAlong(tree, branch, s), parent, kind, odds);
      });
      return;
    }
    const thickest = Math.max(radii[branch.from], radii[end]);
    if (branchLength(branch) >= c.mergeForks * thickest) {
      const reach = c.snapToFork * Math.max(radii[end], 0.02);
      const lengths = [
        ...spaceJoints(branch, predicted, 0).filter((s) => s < branchLength(branch) - reach),
        branchLength(branch),
      ];
      moveToHips(lengths, branch, hips);
      lengths.forEach((s, k) => {
        const kind = k === lengths.length - 1 ? 'fork' : 'trunk';
        parent = add(pointAlong(tree, branch, s), parent, kind, TRUNK_ODDS);
      });
    }
    jointOf.set(end, parent);
  });
  return joints;
}

/** Predicted number of joints from the fork up to each point of a branch. */
function accumulate({ lengths }: Branch, measures: readonly number[][], factor: number): number[] {
  let sum = 0;
  return lengths.map((length, k) => {
    const before = k === 0 ? 0 : lengths[k - 1];
    const after = lengths[Math.min(k + 1, lengths.length - 1)];
    // Half the distance to both neighbours; the fork's own half goes to the first point.
    sum += factor * predictJointDensity(measures[k]) * ((after - before) / 2 + (k === 0 ? length / 2 : 0));
    return sum;
  });
}

/** Distance along a branch of each of its joints: in the middle of equal shares of the predicted count. */
function spaceJoints({ lengths }: Branch, predicted: readonly number[], fewest: number): number[] {
  const total = predicted[predicted.length - 1];
  const count = Math.max(Math.floor(total + 0.5), fewest);
  return Array.from({ length: count }, (_, k) => {
    const wanted = ((k + 0.5) / count) * total;
    const i = predicted.findIndex((sum) => sum >= wanted);
    const from = i === 0 ? 0 : predicted[i - 1];
    const start = i === 0 ? 0 : lengths[i - 1];
    return start + ((wanted - from) / (predicted[i] - from)) * (lengths[i] - start);
  });
}

/** Moves the nearest joint to each hip of a branch; the one at a fork stays, and the hip gets a new joint. */
function moveToHips(joints: number[], { points, lengths, isLimb }: Branch, hips: ReadonlySet<number>): void {
  points.forEach((point, k) => {
    if (!hips.has(point)) return;
    const gap = (i: number) => Math.abs(joints[i] - lengths[k]);
    const nearest = joints.reduce((kept, _, i) => (gap(i) < gap(kept) ? i : kept), 0);
    if (isLimb || nearest < joints.length - 1) joints[nearest] = lengths[k];
    else joints.splice(nearest, 0, lengths[k]);
  });
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
