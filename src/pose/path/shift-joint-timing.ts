/**
 * @file Times each joint a little earlier or later along a path so that the skin intersects less.
 *
 * Bodies made of shells (robots, blocky animals) intersect at every bent joint, so there is no way out to push them;
 * but a joint that opens may go first and one that closes last. Seven shifts are tried on all joints at once, and
 * intersections are counted per joint between two parts, as they depend on that joint alone; each joint then takes the
 * shift with the smallest sum. A shift costs what it moves. See lab/notes/pose-interpolation.md.
 */

import { quaternionAngle, slerpInto } from '../../math/quaternion.js';
import { type PosePath, straighten } from '../records/pose-path.js';
import type { SolverRig } from '../records/solver-rig.js';
import type { PosedSurface } from '../repair/posed-surface.js';
import { visitIntersections } from './visit-intersections.js';

/** How much earlier a joint reaches its midpoint, as a share of the path, 0 first; beyond 0.3 it would go back. */
const SHIFTS: readonly number[] = [0, 0.1, -0.1, 0.2, -0.2, 0.3, -0.3];
/** Triangles, all poses together, that a shift must spare that moves joints by the radius of the body, as a share of all. */
const COST = 1;
const SWEEPS = 3;

/** The path with joints shifted in time; `level` is the share of triangles that may intersect. */
export async function shiftJointTiming(
  rig: SolverRig,
  surface: PosedSurface,
  path: PosePath,
  level: number,
  signal: AbortSignal | undefined,
): Promise<PosePath> {
  const { jointCount } = rig;
  const counts: Float64Array[] = [];
  for (const shift of SHIFTS) {
    const shifted = shift === 0 ? path : shiftBy(rig, path, () => shift);
    counts.push(await countIntersectionsByJoint(rig, surface, shifted, signal));
  }
  const triangleCount = surface.rig.mesh.triangles.length / 3;
  const costs = moveByJoint(rig, path).map((moved) => COST * moved * triangleCount);
  const chosen = chooseShifts(counts, costs, path.count, jointCount, level * triangleCount);
  return shiftBy(rig, path, (joint) => SHIFTS[chosen[joint]]);
}

/** A path on which joints go earlier. */
function shiftBy(rig: SolverRig, path: PosePath, shiftOf: (joint: number) => number): PosePath {
  const { jointCount } = rig;
  const size = jointCount * 4;
  const last = path.count - 1;
  const rotations = path.rotations.slice();
  // Not the root: it would rotate the whole body.
  for (let j = 1; j < jointCount; j++) {
    const shift = shiftOf(j);
    for (let i = 1; i < last && shift !== 0; i++) {
      const place = i + last * shift * Math.sin((Math.PI * i) / last);
      const low = Math.min(last - 1, Math.max(0, Math.floor(place)));
      const [a, b] = [low * size + j * 4, (low + 1) * size + j * 4];
      slerpInto(rotations, i * size + j * 4, path.rotations, a, path.rotations, b, place - low);
    }
  }
  for (let i = 1; i < last; i++) straighten(rig, rotations.subarray(i * size, (i + 1) * size));
  return { ...path, rotations };
}

/** Mean distance that all joints move when one joint is shifted by the whole path. [J] */
function moveByJoint({ parents, rest, jointCount }: SolverRig, { rotations, count }: PosePath): Float64Array {
  const moves = new Float64Array(jointCount);
  for (let k = 1; k < jointCount; k++) {
    for (let j = parents[k]; j > 0; j = parents[j]) {
      moves[j] += Math.hypot(
        rest[k * 3] - rest[j * 3],
        rest[k * 3 + 1] - rest[j * 3 + 1],
        rest[k * 3 + 2] - rest[j * 3 + 2],
      );
    }
  }
  return moves.map((reach, j) => {
    let totalAngle = 0;
    for (let i = 1; i < count; i++) {
      totalAngle += quaternionAngle(
        rotations,
        ((i - 1) * jointCount + j) * 4,
        rotations,
        (i * jointCount + j) * 4,
      );
    }
    return (totalAngle * reach) / jointCount;
  });
}

/** Intersecting triangles by pose and joint between the two parts; others in the last column. [count, J + 1] */
async function countIntersectionsByJoint(
  rig: SolverRig,
  surface: PosedSurface,
  path: PosePath,
  signal: AbortSignal | undefined,
): Promise<Float64Array> {
  const { parents, jointCount } = rig;
  const { owners } = surface;
  const counts = new Float64Array(path.count * (jointCount + 1));
  const counted = new Int32Array(owners.length).fill(-1);
  const count = (pose: number, triangle: number, joint: number) => {
    if (counted[triangle] === pose) return;
    counted[triangle] = pose;
    counts[pose * (jointCount + 1) + joint]++;
  };
  await visitIntersections(
    rig,
    surface,
    path,
    (pose, { pairs }) => {
      for (let p = 0; p < pairs.length; p += 2) {
        const [a, b] = [owners[pairs[p]], owners[pairs[p + 1]]];
        const between = a === b || parents[a] === b ? a : parents[b] === a ? b : jointCount;
        count(pose, pairs[p], between);
        count(pose, pairs[p + 1], between);
      }
    },
    signal,
  );
  return counts;
}

/** The shift of each joint with the fewest intersections beyond the level; the smaller one on ties. */
function chooseShifts(
  counts: readonly Float64Array[],
  costs: Float64Array,
  poseCount: number,
  jointCount: number,
  level: number,
): Uint8Array {
  const width = jointCount + 1;
  const chosen = new Uint8Array(jointCount);
  const totals = new Float64Array(poseCount);
  for (let k = 0; k < counts[0].length; k++) totals[Math.floor(k / width)] += counts[0][k];
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let j = 1; j < jointCount; j++) {
      const now = counts[chosen[j]];
      let [best, least] = [chosen[j], Infinity];
      for (const [v, other] of counts.entries()) {
        let sum = costs[j] * Math.abs(SHIFTS[v]);
        for (let i = 1; i < poseCount - 1; i++) {
          sum += Math.max(0, totals[i] + other[i * width + j] - now[i * width + j] - level);
        }
        if (sum < least) [best, least] = [v, sum];
      }
      for (let i = 0; i < poseCount; i++) totals[i] += counts[best][i * width + j] - now[i * width + j];
      chosen[j] = best;
    }
  }
  return chosen;
}
