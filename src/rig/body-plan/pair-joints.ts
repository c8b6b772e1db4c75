/**
 * @file Finds the left or right partner of each joint, from positions and the tree alone.
 *
 * The tree is traversed from the root: the children of two partners (or of one joint on the plane) are matched by how far
 * their subtrees are from being mirror images, nearest first. Following the tree rather than matching all joints by
 * position separates what lies close together: two midline joints, the fingers of one hand.
 */
import { childrenOf } from '../joint-tree.js';

export interface PairJointsOptions {
  /** Largest accepted mirrored distance, as a fraction of the longest side. */
  readonly tolerance?: number;
  /** Largest distance from the plane of a joint that is its own partner, as a fraction of the longest side. */
  readonly planeTolerance?: number;
}

export const PAIR_JOINTS_DEFAULTS = Object.freeze({ tolerance: 0.1, planeTolerance: 0.03 });

/**
 * The partner of each joint across x = 0: itself on the plane, −1 where there is none. Joints in body coordinates
 * [J, 3].
 */
export function pairJoints(
  joints: Float64Array,
  parents: Int16Array,
  options: PairJointsOptions = {},
): Int16Array {
  const { tolerance, planeTolerance } = { ...PAIR_JOINTS_DEFAULTS, ...options };
  const count = parents.length;
  const partner = new Int16Array(count).fill(-1);
  if (count === 0) return partner;
  const children = childrenOf(parents);
  const centers = subtreeCenters(joints, parents);
  partner[0] = 0;
  const queue: [number, number][] = [[0, 0]];
  for (let at = 0; at < queue.length; at++) {
    const [a, b] = queue[at];
    const pairs: { cost: number; from: number; to: number }[] = [];
    for (const from of children[a]) {
      for (const to of children[b]) {
        if (a === b && to < from) continue;
        const cost = Math.max(mirrored(joints, from, to), mirrored(centers, from, to));
        const limit = from === to ? 2 * planeTolerance : tolerance;
        if (cost <= limit) pairs.push({ cost, from, to });
      }
    }
    pairs.sort((p, q) => p.cost - q.cost || p.from - q.from || p.to - q.to);
    for (const { from, to } of pairs) {
      if (partner[from] >= 0 || partner[to] >= 0) continue;
      partner[from] = to;
      partner[to] = from;
      queue.push([from, to]);
    }
  }
  return partner;
}

/** Mean position of each joint and all its descendants. [J, 3] */
function subtreeCenters(joints: Float64Array, parents: Int16Array): Float64Array {
  const sums = Float64Array.from(joints);
  const counts = new Float64Array(parents.length).fill(1);
  for (let j = parents.length - 1; j > 0; j--) {
    counts[parents[j]] += counts[j];
    for (let k = 0; k < 3; k++) sums[parents[j] * 3 + k] += sums[j * 3 + k];
  }
  for (let i = 0; i < sums.length; i++) sums[i] /= counts[Math.floor(i / 3)];
  return sums;
}

/** Distance between a point mirrored across x = 0 and another. */
const mirrored = (points: Float64Array, a: number, b: number): number =>
  Math.hypot(
    points[a * 3] + points[b * 3],
    points[a * 3 + 1] - points[b * 3 + 1],
    points[a * 3 + 2] - points[b * 3 + 2],
  );
