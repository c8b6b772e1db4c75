/**
 * @file The first trivial reference for skeletons: the raw thinned curve of a mesh with a joint at every even step,
 * without pruning, symmetry or bends.
 */

import { computeBox, longestSide } from '../../src/mesh/box.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { distanceTransform } from '../../src/mesh/voxel/distance-transform.js';
import { thinSolid } from '../../src/mesh/voxel/thin-solid.js';
import { traceCurve } from '../../src/mesh/voxel/trace-curve.js';
import { voxelize } from '../../src/mesh/voxelize.js';
import type { JointForest } from './drop-idle-joints.js';

export interface CurveSkeletonOptions {
  /** Length of a bone along the curve, share of the longest side. The artists' median is 0.1. */
  readonly step?: number;
}

export const CURVE_SKELETON_DEFAULTS = Object.freeze({ step: 0.1 });

/** A joint where the curve is thickest, then one at every step along it; none for a mesh without a solid cell. */
export function curveSkeleton(mesh: Mesh, options: CurveSkeletonOptions = {}): JointForest {
  const grid = voxelize(mesh);
  const distance = distanceTransform(grid);
  const curve = thinSolid(grid);
  if (curve.length === 0) return { parents: new Int16Array(0), rest: new Float32Array(0) };
  const root = curve.reduce((best, cell) => (distance[cell] > distance[best] ? cell : best));
  const { tree } = traceCurve(grid, curve, distance, root);
  const step = (options.step ?? CURVE_SKELETON_DEFAULTS.step) * longestSide(computeBox(mesh.positions));
  const { positions, parents } = tree;
  const lengths = new Float64Array(parents.length); // from the root along the curve
  const jointOf = new Int32Array(parents.length); // the last joint at or before a point
  const jointParents = [-1];
  const rest = [...positions.subarray(0, 3)];
  for (let i = 1; i < parents.length; i++) {
    const p = parents[i];
    const length = Math.hypot(
      positions[i * 3] - positions[p * 3],
      positions[i * 3 + 1] - positions[p * 3 + 1],
      positions[i * 3 + 2] - positions[p * 3 + 2],
    );
    lengths[i] = lengths[p] + length;
    jointOf[i] = jointOf[p];
    if (Math.floor(lengths[i] / step) === Math.floor(lengths[p] / step)) continue;
    jointOf[i] = jointParents.length;
    jointParents.push(jointOf[p]);
    rest.push(...positions.subarray(i * 3, i * 3 + 3));
  }
  return { parents: Int16Array.from(jointParents), rest: Float32Array.from(rest) };
}
