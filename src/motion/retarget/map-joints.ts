/**
 * @file Matches the joints of two rigs for retargeting: by their role in the body plan, or by
 * position. (`mapJointsByName` matches by name.)
 */

import { multiplyQuaternionInto, rotateVectorInto } from '../../math/quaternion.js';
import { solveAssignment } from '../../math/solve-assignment.js';
import { normaliseRig } from '../../pose/records/normalise-rig.js';
import type { SolverRig } from '../../pose/records/solver-rig.js';
import { levelOf } from '../../rig/anatomy/confidence.js';
import type { BodyPlan, FoundBodyPlan } from '../../rig/body-plan/body-plan.js';
import { jointCount, type Skeleton } from '../../rig/rig-records.js';

/** How joints of two rigs were matched. */
export interface JointMatch {
  /** Joint of the source for each joint of the target, −1 where there is none. [J of the target] */
  readonly joints: Int32Array;
  /** The rotation about +Y that makes the source face as the target does. [4] */
  readonly turn: readonly [number, number, number, number];
}

/** Joints that plans give the same part; chains of different lengths are matched along their length. */
export function mapJointsByPlan(
  source: Pick<FoundBodyPlan, 'plan' | 'forward'>,
  target: Pick<FoundBodyPlan, 'plan' | 'forward'>,
  targetJointCount: number,
): JointMatch {
  const joints = new Int32Array(targetJointCount).fill(-1);
  const [a, b] = [source.plan, target.plan];
  const match = (from: readonly number[] | undefined, to: readonly number[]) => {
    if (!from || from.length === 0) return;
    for (const [i, joint] of to.entries()) joints[joint] = from[alongside(i, to.length, from.length)];
  };
  match([...headChain(a)], headChain(b));
  match(a.spine, b.spine);
  match(a.tail, b.tail);
  if (a.jaw >= 0 && b.jaw >= 0) joints[b.jaw] = a.jaw;
  for (const part of ['legs', 'arms', 'wings'] as const) {
    for (const [i, limb] of b[part].entries()) match(partnerLimb(a[part], b[part].length, i), limb);
  }
  for (const [i, extra] of b.extras.entries()) {
    const alike = (other: BodyPlan['extras'][number]) =>
      other.kind === extra.kind && other.side === extra.side;
    const order = b.extras.slice(0, i).filter(alike).length;
    match(a.extras.filter(alike)[order]?.joints, extra.joints);
  }
  if (joints[0] < 0) joints[0] = 0;
  const angle =
    Math.atan2(target.forward[0], target.forward[2]) - Math.atan2(source.forward[0], source.forward[2]);
  return { joints, turn: [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)] };
}

/** What of a reading a match of joints needs. */
export type PlanReading = Pick<FoundBodyPlan, 'plan' | 'forward' | 'confidence'>;

/** Least share of the joints that plans must match. */
const MOST_PARTS = 0.5;

/** By plan where both plans are read and sure and most joints get a partner; else undefined. */
export function mapJointsBySurePlan(
  source: PlanReading | undefined,
  target: PlanReading | undefined,
  skeleton: Skeleton,
): JointMatch | undefined {
  if (!source || !target || levelOf(Math.min(source.confidence, target.confidence)) === 'unsure')
    return undefined;
  const match = mapJointsByPlan(source, target, jointCount(skeleton));
  return mappedShare(match.joints, skeleton) >= MOST_PARTS ? match : undefined;
}

const headChain = ({ neck, head }: BodyPlan): readonly number[] => (head >= 0 ? [...neck, head] : neck);

/** The place in one list that is as far along as a place in another. */
const alongside = (i: number, count: number, other: number): number =>
  count > 1 ? Math.round((i * (other - 1)) / (count - 1)) : other - 1;

/** Limbs come left before right, on a side front before back: of different numbers, front is front and back is back. */
function partnerLimb(
  limbs: readonly (readonly number[])[],
  count: number,
  i: number,
): readonly number[] | undefined {
  if (limbs.length === 0) return undefined;
  if (limbs.length % 2 === 1 || count % 2 === 1) return limbs[Math.min(i, limbs.length - 1)];
  const [half, others] = [count / 2, limbs.length / 2];
  return limbs[(i < half ? 0 : others) + alongside(i % half, half, others)];
}

/** Weight of bones against positions. */
const BONE_WEIGHT = 0.5;
/** What an end against an inner joint costs. */
const LEAF_COST = 0.3;

/** Joints that lie alike in bodies of one size, for whichever quarter turn about +Y fits best; roots belong together. */
export function mapJointsByPosition(source: Skeleton, target: Skeleton): JointMatch {
  const from = normaliseRig({ skeleton: source });
  const to = normaliseRig({ skeleton: target });
  let best: JointMatch | undefined;
  let least = Infinity;
  for (let quarters = 0; quarters < 4; quarters++) {
    const half = (quarters * Math.PI) / 4;
    const turn = [0, Math.sin(half), 0, Math.cos(half)] as const;
    const { joints, cost } = assignJoints(from, to, turn);
    // Strictly less: of equals, the one without rotation.
    if (cost < least - 1e-9) [best, least] = [{ joints, turn }, cost];
  }
  return best!;
}

function assignJoints(from: SolverRig, to: SolverRig, turn: readonly number[]) {
  const a = jointSigns(to, [0, 0, 0, 1]);
  const b = jointSigns(from, turn);
  const [rows, columns] = [a.length / 7 - 1, b.length / 7 - 1];
  const costs = new Float64Array(rows * columns);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) costs[r * columns + c] = signCost(a, (r + 1) * 7, b, (c + 1) * 7);
  }
  const assigned = solveAssignment(costs, rows, columns);
  const joints = new Int32Array(rows + 1).fill(-1);
  joints[0] = 0;
  let cost = 0;
  for (let r = 0; r < rows; r++) {
    if (assigned[r] < 0) continue;
    joints[r + 1] = assigned[r] + 1;
    cost += costs[r * columns + assigned[r]];
  }
  return { joints, cost };
}

/** Position, bone, and whether it is a leaf. [J, 7] */
function jointSigns({ parents, rest }: SolverRig, turn: readonly number[]): Float64Array {
  const signs = new Float64Array(parents.length * 7);
  const leaf = new Uint8Array(parents.length).fill(1);
  for (let j = 1; j < parents.length; j++) leaf[parents[j]] = 0;
  const bone = [0, 0, 0];
  for (let j = 0; j < parents.length; j++) {
    rotateVectorInto(signs, j * 7, turn, 0, rest, j * 3);
    for (let k = 0; k < 3; k++) bone[k] = j > 0 ? rest[j * 3 + k] - rest[parents[j] * 3 + k] : 0;
    rotateVectorInto(signs, j * 7 + 3, turn, 0, bone, 0);
    signs[j * 7 + 6] = leaf[j];
  }
  return signs;
}

const signCost = (a: Float64Array, i: number, b: Float64Array, j: number): number =>
  Math.hypot(a[i] - b[j], a[i + 1] - b[j + 1], a[i + 2] - b[j + 2]) +
  BONE_WEIGHT * Math.hypot(a[i + 3] - b[j + 3], a[i + 4] - b[j + 4], a[i + 5] - b[j + 5]) +
  (a[i + 6] === b[j + 6] ? 0 : LEAF_COST);

/** Share of the target's joints that a map gives a partner. */
export const mappedShare = (joints: ArrayLike<number>, skeleton: Skeleton): number => {
  let mapped = 0;
  for (let j = 0; j < joints.length; j++) if (joints[j] >= 0) mapped++;
  return mapped / jointCount(skeleton);
};

/** out = a global rotation as a body that faces elsewhere has it: t q t⁻¹. */
export function turnRotationInto(out: Float64Array, o: number, turn: readonly number[]): void {
  multiplyQuaternionInto(out, o, turn, 0, out, o);
  multiplyQuaternionInto(out, o, out, o, [-turn[0], -turn[1], -turn[2], turn[3]], 0);
}
