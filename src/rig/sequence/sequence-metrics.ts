/**
 * @file How consistent rigs are over the frames of a sequence (METRICS.md, "Sequences"), with the longest side of the
 * anchor's box as 1.
 *
 * A rigger that is run on every frame gives a skeleton and weights for each; these measures say how much they differ
 * where only the pose should. For a rig that is fitted to the whole sequence all are 0 by construction: there the LBS
 * error counts.
 */

import { requireInput } from '../../base/errors.js';
import { alignPoints } from '../../math/procrustes.js';
import { rotateVectorInto } from '../../math/quaternion.js';
import { solveAssignment } from '../../math/solve-assignment.js';
import { symmetricEigenvalues } from '../../math/symmetric-eigenvalues.js';
import type { SurfaceSamples } from '../../mesh/sample-surface.js';
import type { Skeleton, Skin } from '../rig-records.js';

const DISTANCE_QUANTILES = 256;
const EIGENVALUE_QUANTILES = 64;

/**
 * Joint distance drift between the skeleton of a frame and the anchor's, in %: the mean change of the distances
 * between joints over their mean. With as many joints as the anchor they are matched first, else the distributions
 * of distances are compared. Positions are [J, 3], both in the anchor's pose (see `carryJoints`).
 */
export function jointDistanceDrift(joints: Float64Array, anchor: Float64Array): number {
  const [count, anchorCount] = [joints.length / 3, anchor.length / 3];
  requireInput(count > 0 && anchorCount > 0, 'rig/jointDistanceDrift: a skeleton needs a joint');
  const [a, b] = count === anchorCount ? matchedDistances(joints, anchor) : distanceQuantiles(joints, anchor);
  let change = 0;
  let sum = 0;
  for (let i = 0; i < a.length; i++) {
    change += Math.abs(a[i] - b[i]);
    sum += a[i];
  }
  // Without a distance to compare with, any difference is a whole one.
  if (!(sum > 0)) return change > 0 ? 100 : 0;
  return (100 * change) / sum;
}

/** Distances of the anchor and of the joints matched to it. */
function matchedDistances(joints: Float64Array, anchor: Float64Array): readonly [Float64Array, Float64Array] {
  const { match } = matchJoints(joints, anchor);
  const ordered = new Float64Array(joints.length);
  for (let j = 0; j < match.length; j++) ordered.set(joints.subarray(j * 3, j * 3 + 3), match[j] * 3);
  return [pairDistances(anchor), pairDistances(ordered)];
}

function distanceQuantiles(
  joints: Float64Array,
  anchor: Float64Array,
): readonly [Float64Array, Float64Array] {
  const of = (points: Float64Array) => quantiles(pairDistances(points).sort(), DISTANCE_QUANTILES);
  return [of(anchor), of(joints)];
}

/** Difference of two bone graphs: the mean change of the eigenvalues of their normalised Laplacians, ascending. */
export function graphSpectrumDistance(parents: ArrayLike<number>, anchor: ArrayLike<number>): number {
  let a = laplacianEigenvalues(anchor);
  let b = laplacianEigenvalues(parents);
  if (a.length !== b.length)
    [a, b] = [quantiles(a, EIGENVALUE_QUANTILES), quantiles(b, EIGENVALUE_QUANTILES)];
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i] - b[i]);
  return a.length === 0 ? 0 : sum / a.length;
}

/** Eigenvalues of 1 − D^(−1/2) A D^(−1/2) of the bone graph, ascending; a joint without bones counts as 0. */
export function laplacianEigenvalues(parents: ArrayLike<number>): Float64Array {
  const count = parents.length;
  const degrees = new Float64Array(count);
  for (let j = 0; j < count; j++) {
    if (parents[j] < 0) continue;
    degrees[j]++;
    degrees[parents[j]]++;
  }
  const matrix = new Float64Array(count * count);
  for (let j = 0; j < count; j++) {
    matrix[j * count + j] = degrees[j] > 0 ? 1 : 0;
    const p = parents[j];
    if (p >= 0) matrix[j * count + p] = matrix[p * count + j] = -1 / Math.sqrt(degrees[j] * degrees[p]);
  }
  return symmetricEigenvalues(matrix, count);
}

/** Weights of surface points for every joint. */
export interface PointWeights {
  readonly jointCount: number;
  /** [P, J] */
  readonly weights: Float32Array;
}

/** A skin at surface points, by their barycentric coordinates. */
export function weightsAtSamples(
  skin: Skin,
  jointCount: number,
  samples: SurfaceSamples,
  triangles: Uint32Array,
): PointWeights {
  const pointCount = samples.triangles.length;
  const weights = new Float32Array(pointCount * jointCount);
  for (let i = 0; i < pointCount; i++) {
    for (let c = 0; c < 3; c++) {
      const v = triangles[samples.triangles[i] * 3 + c];
      const share = samples.barycentric[i * 3 + c];
      for (let k = v * skin.influenceCount; k < (v + 1) * skin.influenceCount; k++) {
        if (skin.weights[k] > 0) weights[i * jointCount + skin.joints[k]] += share * skin.weights[k];
      }
    }
  }
  return { jointCount, weights };
}

/**
 * Change of weights from one frame to the next: Σ over points and joints of |W_{t+1} − W_t|. `columnsBefore` and
 * `columnsAfter` name each joint by that of the anchor it was matched to, −1 where it has none: a joint that only
 * one of two frames knows changes by all its weight. At most 2 per point.
 */
export function weightChange(
  before: PointWeights,
  columnsBefore: ArrayLike<number>,
  after: PointWeights,
  columnsAfter: ArrayLike<number>,
): number {
  const pointCount = before.jointCount > 0 ? before.weights.length / before.jointCount : 0;
  let columnCount = 0;
  for (const columns of [columnsBefore, columnsAfter]) {
    for (let j = 0; j < columns.length; j++) columnCount = Math.max(columnCount, columns[j] + 1);
  }
  const row = new Float64Array(columnCount);
  let sum = 0;
  for (let i = 0; i < pointCount; i++) {
    row.fill(0);
    for (let j = 0; j < before.jointCount; j++) {
      const w = before.weights[i * before.jointCount + j];
      if (columnsBefore[j] < 0) sum += w;
      else row[columnsBefore[j]] -= w;
    }
    for (let j = 0; j < after.jointCount; j++) {
      const w = after.weights[i * after.jointCount + j];
      if (columnsAfter[j] < 0) sum += w;
      else row[columnsAfter[j]] += w;
    }
    for (let c = 0; c < columnCount; c++) sum += Math.abs(row[c]);
  }
  return sum;
}

/** Mean over steps from frame to frame of `weightChange`, whole and per point. */
export function temporalError(
  frames: readonly { readonly weights: PointWeights; readonly columns: ArrayLike<number> }[],
): { total: number; perPoint: number } {
  if (frames.length < 2) return { total: 0, perPoint: 0 };
  let sum = 0;
  for (let t = 0; t + 1 < frames.length; t++) {
    sum += weightChange(frames[t].weights, frames[t].columns, frames[t + 1].weights, frames[t + 1].columns);
  }
  const { weights, jointCount } = frames[0].weights;
  const pointCount = jointCount > 0 ? weights.length / jointCount : 0;
  const total = sum / (frames.length - 1);
  return { total, perPoint: pointCount > 0 ? total / pointCount : 0 };
}

/** Root mean square distance of vertices between two sets of frames, in units of `scale`. */
export function lbsRmse(
  posed: readonly Float32Array[],
  frames: readonly Float32Array[],
  scale: number,
): number {
  requireInput(
    posed.length === frames.length,
    `rig/lbsRmse: ${posed.length} frames against ${frames.length}`,
  );
  let sum = 0;
  let count = 0;
  for (const [f, frame] of frames.entries()) {
    for (let i = 0; i < frame.length; i++) sum += ((posed[f][i] - frame[i]) / scale) ** 2;
    count += frame.length / 3;
  }
  return count > 0 ? Math.sqrt(sum / count) : 0;
}

/**
 * Joints found in a frame's pose, carried to the anchor's by what the rig itself says: each joint moves as the
 * vertices that follow it and its parent do, aligned rigidly from the frame to the anchor. [J, 3]
 */
export function carryJoints(
  skeleton: Skeleton,
  skin: Skin,
  frame: Float32Array,
  anchor: Float32Array,
): Float64Array {
  const count = skeleton.parents.length;
  const out = new Float64Array(count * 3);
  const weights = Array.from({ length: count }, () => new Float64Array(frame.length / 3));
  for (let k = 0; k < skin.weights.length; k++) {
    weights[skin.joints[k]][Math.floor(k / skin.influenceCount)] += skin.weights[k];
  }
  const motions = weights.map((row) =>
    row.some((w) => w > 0) ? alignPoints(frame, anchor, { weights: row }) : undefined,
  );
  const whole = alignPoints(frame, anchor);
  const point = [0, 0, 0];
  for (let j = 0; j < count; j++) {
    const own = motions[j];
    const above = skeleton.parents[j] < 0 ? undefined : motions[skeleton.parents[j]];
    const used = [own, above].filter((motion) => motion !== undefined);
    if (used.length === 0) used.push(whole);
    for (const { rotation, translation } of used) {
      rotateVectorInto(point, 0, rotation, 0, skeleton.rest, j * 3);
      for (let k = 0; k < 3; k++) out[j * 3 + k] += (point[k] + translation[k]) / used.length;
    }
  }
  return out;
}

/**
 * The anchor's joint of each joint, −1 where there are more of them than the anchor has: the cheapest assignment
 * after rigid alignment. Alignment and assignment need each other; they start from the positions as they are and,
 * with equal counts, from the order of the joints, and the cheaper result is taken.
 */
export function matchJoints(joints: Float64Array, anchor: Float64Array): { match: Int32Array; cost: number } {
  const count = joints.length / 3;
  const starts = [assign(joints, anchor)];
  if (joints.length === anchor.length) {
    starts.push(
      assign(
        moved(
          joints,
          anchor,
          Int32Array.from({ length: count }, (_, j) => j),
        ),
        anchor,
      ),
    );
  }
  let best: { match: Int32Array; cost: number } | undefined;
  for (const start of starts) {
    let current = start;
    for (let i = 0; i < 10; i++) {
      const next = assign(moved(joints, anchor, current.match), anchor);
      const settled = next.match.every((m, j) => m === current.match[j]);
      current = next;
      if (settled) break;
    }
    if (!best || current.cost < best.cost) best = current;
  }
  return best!;
}

function assign(joints: Float64Array, anchor: Float64Array): { match: Int32Array; cost: number } {
  const [rows, columns] = [joints.length / 3, anchor.length / 3];
  const costs = new Float64Array(rows * columns);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      costs[r * columns + c] = Math.hypot(
        joints[r * 3] - anchor[c * 3],
        joints[r * 3 + 1] - anchor[c * 3 + 1],
        joints[r * 3 + 2] - anchor[c * 3 + 2],
      );
    }
  }
  const match = solveAssignment(costs, rows, columns);
  let cost = 0;
  for (let r = 0; r < rows; r++) if (match[r] >= 0) cost += costs[r * columns + match[r]];
  return { match, cost };
}

/** Joints after the rigid motion that brings matched ones nearest to the anchor's. */
function moved(joints: Float64Array, anchor: Float64Array, match: Int32Array): Float64Array {
  const rows = Array.from(match.keys()).filter((r) => match[r] >= 0);
  const pick = (points: Float64Array, index: (r: number) => number) =>
    Float64Array.from(
      { length: rows.length * 3 },
      (_, i) => points[index(rows[Math.floor(i / 3)]) * 3 + (i % 3)],
    );
  const { rotation, translation } = alignPoints(
    pick(joints, (r) => r),
    pick(anchor, (r) => match[r]),
  );
  const out = new Float64Array(joints.length);
  for (let j = 0; j < joints.length; j += 3) {
    rotateVectorInto(out, j, rotation, 0, joints, j);
    for (let k = 0; k < 3; k++) out[j + k] += translation[k];
  }
  return out;
}

function pairDistances(points: Float64Array): Float64Array {
  const count = points.length / 3;
  const out = new Float64Array((count * (count - 1)) / 2);
  let o = 0;
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      out[o++] = Math.hypot(
        points[i * 3] - points[j * 3],
        points[i * 3 + 1] - points[j * 3 + 1],
        points[i * 3 + 2] - points[j * 3 + 2],
      );
    }
  }
  return out;
}

/** Evenly spaced quantiles of an ascending list, its ends included, straight between entries; zeros of no entries. */
function quantiles(sorted: Float64Array, count: number): Float64Array {
  const last = sorted.length - 1;
  return Float64Array.from({ length: count }, (_, i) => {
    if (last < 0) return 0;
    const at = (i / (count - 1)) * last;
    const low = Math.floor(at);
    return sorted[low] + (at - low) * (sorted[Math.min(last, low + 1)] - sorted[low]);
  });
}
