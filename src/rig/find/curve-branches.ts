/** @file A curve tree cut into branches: runs of points between forks and ends. */

import { distanceBetween } from '../../math/vector.js';
import type { CurveTree } from '../../mesh/voxel/trace-curve.js';
import { childrenOf } from '../joint-tree.js';

export interface Branch {
  /** The fork (or root) the branch starts at. */
  readonly from: number;
  /** Its points outwards, without `from`; the last is a fork or an end. */
  readonly points: readonly number[];
  /** Length from `from` to each point, metres. */
  readonly lengths: readonly number[];
  /** Whether it ends in a leaf. */
  readonly isLimb: boolean;
}

/** Cuts the tree; a branch comes after the one it starts from. */
export function findBranches(tree: CurveTree): Branch[] {
  const children = childrenOf(tree.parents);
  const branches: Branch[] = [];
  for (let from = 0; from < children.length; from++) {
    if (from > 0 && children[from].length === 1) continue;
    for (const first of children[from]) {
      const points = [first];
      const lengths = [distanceBetween(tree.positions, from, first)];
      while (children[points[points.length - 1]].length === 1) {
        const last = points[points.length - 1];
        const [next] = children[last];
        lengths.push(lengths[lengths.length - 1] + distanceBetween(tree.positions, last, next));
        points.push(next);
      }
      branches.push({ from, points, lengths, isLimb: children[points[points.length - 1]].length === 0 });
    }
  }
  return branches;
}

export const branchLength = ({ lengths }: Branch): number => lengths[lengths.length - 1];

/** A curve tree with the mesh density around it. */
export interface BodyCurve extends CurveTree {
  /** Number of mesh vertices nearest to each point. [N] */
  readonly corners: Float64Array;
}

/** The tree of the points for which `keep` is not 0; a kept point must have its parent kept. */
export function keepPoints(tree: BodyCurve, keep: Uint8Array): BodyCurve {
  const kept: number[] = [];
  const rank = new Int32Array(keep.length).fill(-1);
  for (let i = 0; i < keep.length; i++) if (keep[i] !== 0) rank[i] = kept.push(i) - 1;
  const positions = new Float64Array(kept.length * 3);
  kept.forEach((i, at) => {
    positions.set(tree.positions.subarray(i * 3, i * 3 + 3), at * 3);
  });
  return {
    positions,
    radii: Float64Array.from(kept, (i) => tree.radii[i]),
    volumes: Float64Array.from(kept, (i) => tree.volumes[i]),
    corners: Float64Array.from(kept, (i) => tree.corners[i]),
    parents: Int32Array.from(kept, (i) => (tree.parents[i] < 0 ? -1 : rank[tree.parents[i]])),
  };
}
