/**
 * @file How far a predicted skeleton is from an artist's (METRICS.md, "Skeleton (static)").
 *
 * Everything is measured with the longest side of the mesh's rest box as 1. Predicted and true joints closer than
 * 0.0025 are merged first: greedily by index, a group stands where its first joint stood, or its root. Bones between
 * the same two groups count once. A joint without any bone (an eye parented to a dropped root) counts among the
 * joints only; a skeleton without any bone lends its joints as bone samples, or nothing could be compared.
 *
 * Distances are found by trying all pairs. At the 1,000 to 3,000 bone samples of a rig that is 5 to 20 ms.
 */

import { requireInput } from '../../src/base/errors.js';
import { solveAssignment } from '../../src/math/solve-assignment.js';
import { computeBox, longestSide } from '../../src/mesh/box.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import type { Rig } from '../../src/rig/rig-records.js';
import { dropIdleJoints, type JointForest } from './drop-idle-joints.js';

export interface SkeletonMetrics {
  /** Chamfer distances with the longest side of the box as 1: joints to joints, joints to bones, bones to bones. */
  readonly cdJ2J: number;
  readonly cdJ2B: number;
  readonly cdB2B: number;
  /** Shares of predicted and of true joints that are matched to one of the other within 0.05. */
  readonly precision: number;
  readonly recall: number;
  /** 2 · hits / (predicted + true joints). */
  readonly iou: number;
  /** Predicted over true joints. */
  readonly jointRatio: number;
  /** After merging. */
  readonly predictedJoints: number;
  readonly trueJoints: number;
}

/** Joints closer than this are one. */
const MERGE_DISTANCE = 0.0025;
/** Bones are sampled at this step. */
const SAMPLE_STEP = 0.005;
/** A matched pair closer than this is a hit. */
const HIT_DISTANCE = 0.05;

/** Measures a skeleton found for a rig's mesh against the rig's own, of which joints that move nothing are dropped. */
export function measureSkeleton(predicted: JointForest, truth: Rig): SkeletonMetrics {
  return compareSkeletons(predicted, dropIdleJoints(truth), truth.mesh);
}

/** Measures one skeleton against another of the same mesh, both as they are. */
export function compareSkeletons(predicted: JointForest, truth: JointForest, mesh: Mesh): SkeletonMetrics {
  const unit = longestSide(computeBox(mesh.positions)) || 1;
  const p = mergeJoints(predicted, unit);
  const t = mergeJoints(truth, unit);
  const predictedJoints = p.points.length / 3;
  const trueJoints = t.points.length / 3;
  requireInput(predictedJoints > 0 && trueJoints > 0, 'eval/compareSkeletons: a skeleton needs a joint');
  const predictedSamples = sampleBones(p);
  const trueSamples = sampleBones(t);
  const hits = countHits(p.points, t.points);
  return {
    cdJ2J: chamferDistance(p.points, t.points),
    cdJ2B: (meanNearest(p.points, trueSamples) + meanNearest(t.points, predictedSamples)) / 2,
    cdB2B: chamferDistance(predictedSamples, trueSamples),
    precision: hits / predictedJoints,
    recall: hits / trueJoints,
    iou: (2 * hits) / (predictedJoints + trueJoints),
    jointRatio: predictedJoints / trueJoints,
    predictedJoints,
    trueJoints,
  };
}

/** (mean over p of the distance to the nearest q + the reverse) / 2, of points [N, 3] and [M, 3]. */
export function chamferDistance(p: Float64Array, q: Float64Array): number {
  return (meanNearest(p, q) + meanNearest(q, p)) / 2;
}

interface JointGraph {
  /** [N, 3] */
  readonly points: Float64Array;
  /** Pairs of joints, each once. [B, 2] */
  readonly bones: readonly (readonly [number, number])[];
}

function mergeJoints({ parents, rest }: JointForest, unit: number): JointGraph {
  const count = parents.length;
  const scaled = Float64Array.from(rest, (x) => x / unit);
  const group = new Int32Array(count).fill(-1);
  const points: number[] = [];
  for (let i = 0; i < count; i++) {
    if (group[i] >= 0) continue;
    const number = points.length / 3;
    let place = i;
    for (let j = i; j < count; j++) {
      if (group[j] >= 0 || !(squaredDistance(scaled, i, scaled, j) < MERGE_DISTANCE ** 2 || j === i))
        continue;
      group[j] = number;
      if (parents[j] < 0 && parents[place] >= 0) place = j;
    }
    points.push(scaled[place * 3], scaled[place * 3 + 1], scaled[place * 3 + 2]);
  }
  const bones = new Map<number, readonly [number, number]>();
  for (let j = 0; j < count; j++) {
    if (parents[j] < 0) continue;
    const low = Math.min(group[j], group[parents[j]]);
    const high = Math.max(group[j], group[parents[j]]);
    if (low < high) bones.set(low * count + high, [low, high]);
  }
  return { points: Float64Array.from(points), bones: [...bones.values()] };
}

/** Points along all bones, both ends of each. */
function sampleBones({ points, bones }: JointGraph): Float64Array {
  if (bones.length === 0) return points;
  const samples: number[] = [];
  for (const [a, b] of bones) {
    const length = Math.sqrt(squaredDistance(points, a, points, b));
    const steps = Math.round(length / SAMPLE_STEP);
    for (let s = 0; s <= steps; s++) {
      const t = steps === 0 ? 0 : s / steps;
      for (let k = 0; k < 3; k++) samples.push((1 - t) * points[a * 3 + k] + t * points[b * 3 + k]);
    }
  }
  return Float64Array.from(samples);
}

function meanNearest(from: Float64Array, to: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < from.length; i += 3) {
    const x = from[i];
    const y = from[i + 1];
    const z = from[i + 2];
    let best = Infinity;
    for (let j = 0; j < to.length; j += 3) {
      const dx = to[j] - x;
      const dy = to[j + 1] - y;
      const dz = to[j + 2] - z;
      const squared = dx * dx + dy * dy + dz * dz;
      if (squared < best) best = squared;
    }
    sum += Math.sqrt(best);
  }
  return sum / (from.length / 3);
}

/** Pairs of the cheapest matching that are near enough. */
function countHits(p: Float64Array, q: Float64Array): number {
  const rows = p.length / 3;
  const columns = q.length / 3;
  const distances = new Float64Array(rows * columns);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) distances[r * columns + c] = Math.sqrt(squaredDistance(p, r, q, c));
  }
  const match = solveAssignment(distances, rows, columns);
  let hits = 0;
  for (let r = 0; r < rows; r++) {
    if (match[r] >= 0 && distances[r * columns + match[r]] < HIT_DISTANCE) hits++;
  }
  return hits;
}

function squaredDistance(p: Float64Array, i: number, q: Float64Array, j: number): number {
  const dx = p[i * 3] - q[j * 3];
  const dy = p[i * 3 + 1] - q[j * 3 + 1];
  const dz = p[i * 3 + 2] - q[j * 3 + 2];
  return dx * dx + dy * dy + dz * dz;
}
