/**
 * @file The public-style reference for unseen rigs: the nearest rig of the train split, its poses retargeted.
 *
 * Two rigs are matched joint to joint by the cheapest assignment on joint positions, bone directions and whether joints
 * are leaves, for each of four rotations by 90° about +Y; unmatched joints on either side cost like a bad match. Poses are
 * retargeted as global rotations, so a spine of five joints bends one of three alike. To complete a pose, the retargeted
 * pose with the nearest handles is the start of plain least squares.
 *
 * Joint names are not used: they would decide the match within one maker's packs and nowhere else.
 */

import {
  multiplyQuaternionInto,
  relativeQuaternionInto,
  rotateVectorInto,
} from '../../src/math/quaternion.js';
import { solveAssignment } from '../../src/math/solve-assignment.js';
import { removeHeading } from '../../src/pose/records/pose-state.js';
import type { SolverRig } from '../../src/pose/records/solver-rig.js';
import { leafJoints } from '../../src/rig/joint-tree.js';
import type { Pose } from '../../src/rig/rig-records.js';
import type { IndexRow } from './index-row.js';
import type { PoseCloud } from './pose-cloud.js';

/** A rig of the train split: enough of it to say how near another is. */
export interface PoseExample extends SolverRig {
  readonly row: IndexRow;
  readonly family: string;
  readonly names: readonly string[];
}

export interface RigMatch {
  /** Joint of the source for each joint of the target, −1 where none is left. [J of the target] */
  readonly joints: Int32Array;
  /** Quarter turns about +Y that bring the source to face like the target, 0 to 3. */
  readonly quarters: number;
  /** Mean cost of a joint, 0 for twins. */
  readonly cost: number;
}

/** Weight of bone directions against positions. */
const BONE_WEIGHT = 0.5;
/** What an end against an inner joint costs. */
const LEAF_COST = 0.3;
/** What a joint without a partner costs: about the distance of neighbours. */
const UNMATCHED_COST = 0.6;

/** The example most like a rig, its own family aside; undefined where there is none. */
export function findNearestRig(
  target: SolverRig,
  family: string,
  examples: readonly PoseExample[],
): { readonly example: PoseExample; readonly match: RigMatch } | undefined {
  let best: { example: PoseExample; match: RigMatch } | undefined;
  for (const example of examples) {
    if (example.family === family) continue;
    const match = matchRigs(target, example);
    if (!best || match.cost < best.match.cost) best = { example, match };
  }
  return best;
}

/** Matches the joints of two rigs, root to root. */
export function matchRigs(target: SolverRig, source: SolverRig): RigMatch {
  let best: RigMatch | undefined;
  for (let quarters = 0; quarters < 4; quarters++) {
    const match = matchFacing(target, source, quarters);
    if (!best || match.cost < best.cost) best = match;
  }
  return best!;
}

/** Poses of the source on the target, as `match` has it. */
export function carryPoses(
  target: SolverRig,
  source: SolverRig,
  match: RigMatch,
  poses: readonly Pick<Pose, 'rotations'>[],
): Pose[] {
  return poses.map((pose) => carryPose(target, source, match, pose));
}

function matchFacing(target: SolverRig, source: SolverRig, quarters: number): RigMatch {
  const a = jointSigns(target, 0);
  const b = jointSigns(source, quarters);
  const rows = a.length - 1;
  const columns = b.length - 1;
  // Roots belong together whatever they look like; the others compete.
  const costs = new Float64Array(rows * columns);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) costs[r * columns + c] = signCost(a[r + 1], b[c + 1]);
  }
  const assigned = solveAssignment(costs, rows, columns);
  const joints = new Int32Array(a.length).fill(-1);
  joints[0] = 0;
  let total = signCost(a[0], b[0]) + UNMATCHED_COST * Math.abs(rows - columns);
  for (let r = 0; r < rows; r++) {
    if (assigned[r] < 0) continue;
    joints[r + 1] = assigned[r] + 1;
    total += costs[r * columns + assigned[r]];
  }
  return { joints, quarters, cost: total / Math.max(a.length, b.length) };
}

/** Place, bone, and whether it is an end. */
type JointSign = readonly [number, number, number, number, number, number, number];

function jointSigns({ jointCount, parents, rest, bones }: SolverRig, quarters: number): JointSign[] {
  const turn = quarterTurn(quarters);
  const leaves = new Set(leafJoints(parents));
  const vector = [0, 0, 0, 0, 0, 0];
  return Array.from({ length: jointCount }, (_, j) => {
    rotateVectorInto(vector, 0, turn, 0, rest, j * 3);
    rotateVectorInto(vector, 3, turn, 0, bones, j * 3);
    const [x, y, z, u, v, w] = vector;
    return [x, y, z, u, v, w, leaves.has(j) ? 1 : 0];
  });
}

const signCost = (a: JointSign, b: JointSign): number =>
  Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) +
  BONE_WEIGHT * Math.hypot(a[3] - b[3], a[4] - b[4], a[5] - b[5]) +
  (a[6] === b[6] ? 0 : LEAF_COST);

/** The rotation by quarter turns about +Y. */
function quarterTurn(quarters: number): number[] {
  const half = (quarters * Math.PI) / 4;
  return [0, Math.sin(half), 0, Math.cos(half)];
}

function carryPose(
  target: SolverRig,
  source: SolverRig,
  { joints, quarters }: RigMatch,
  pose: Pick<Pose, 'rotations'>,
): Pose {
  const { parents } = target;
  const turn = quarterTurn(quarters);
  const from = removeHeading(source, pose.rotations).globals;
  const globals = new Float64Array(parents.length * 4);
  const rotations = new Float32Array(parents.length * 4);
  for (let j = 0; j < parents.length; j++) {
    const p = parents[j];
    const s = joints[j];
    if (s >= 0) {
      // Y Q Y⁻¹: the same turn, seen by a body that faces elsewhere.
      multiplyQuaternionInto(globals, j * 4, turn, 0, from, s * 4);
      multiplyQuaternionInto(globals, j * 4, globals, j * 4, [0, -turn[1], 0, turn[3]], 0);
    } else {
      for (let k = 0; k < 4; k++) globals[j * 4 + k] = globals[p * 4 + k];
    }
    if (p >= 0) relativeQuaternionInto(rotations, j * 4, globals, p * 4, globals, j * 4);
    else for (let k = 0; k < 4; k++) rotations[k] = globals[k];
  }
  return { rotations, root: new Float32Array(3) };
}

/** The rotations [J, 4] of the pose whose joints lie nearest to targets [joints, 3], root-centred, normalised. */
export function nearestStart(
  { positions, rotations, count, jointCount }: PoseCloud,
  joints: readonly number[],
  targets: ArrayLike<number>,
): Float32Array {
  let best = 0;
  let least = Infinity;
  for (let i = 0; i < count; i++) {
    let sum = 0;
    for (let h = 0; h < joints.length; h++) {
      const o = (i * jointCount + joints[h]) * 3;
      for (let k = 0; k < 3; k++) sum += (positions[o + k] - targets[h * 3 + k]) ** 2;
    }
    if (sum < least) [best, least] = [i, sum];
  }
  return rotations.subarray(best * jointCount * 4, (best + 1) * jointCount * 4);
}
