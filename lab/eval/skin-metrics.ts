/**
 * @file How far predicted weights are from an artist's (METRICS.md, "Skinning (static)").
 *
 * The filter (weights below 1e-3 and below 0.15 of the row's largest become 0, the rest is renormalised) is for the
 * prediction; the artist's weights are the truth as read. So it was in the trials that the figures to beat come from:
 * there the artists' own weights after the filter had a recall of .717 against themselves, which would be 1 had both
 * sides been filtered. Motion and leakage are those of the filtered weights, too.
 */

import { requireInput } from '../../src/base/errors.js';
import { sampleEvenly } from '../../src/base/sample-evenly.js';
import { createSkinner } from '../../src/kernels/skinner.js';
import { boxDiagonal, computeBox } from '../../src/mesh/box.js';
import type { Clip } from '../../src/motion/clip.js';
import { poseJoints, skinningMatricesInto } from '../../src/rig/kinematics/forward-kinematics.js';
import type { Pose, Rig, Skin } from '../../src/rig/rig-records.js';
import type { BoneReach } from './bone-reach.js';

export interface SkinMetrics {
  /** Of the influences predicted, the share that the truth has; and the reverse. Pooled over the mesh. */
  readonly precision: number;
  readonly recall: number;
  /** Mean over vertices of Σ |w − true|, 0 to 2. */
  readonly l1: number;
  /** Mean vertex distance over the clips, % of the box's diagonal; absent without clips. */
  readonly motionError?: number;
  /** Share of weight on bones out of reach inside the mesh, %; absent without `reach`. */
  readonly leakage?: number;
  /** Vertices that were compared: those whose true row sums to 1. */
  readonly comparedVertices: number;
  /** Vertices of the whole mesh to which the prediction gives no weight. */
  readonly unweightedVertices: number;
}

export interface MeasureSkinOptions {
  /** The asset's own clips. */
  readonly clips?: readonly Clip[];
  /** Frames to pose, spread evenly over all frames of all clips. */
  readonly maxFrames?: number;
  /** What `measureBoneReach` says of the same mesh and skeleton. */
  readonly reach?: BoneReach;
}

export const MEASURE_SKIN_DEFAULTS = Object.freeze({ maxFrames: 24 });

/** Weights below this are none. */
const SMALLEST_WEIGHT = 1e-3;
/** So are those below this share of their row's largest. */
const SMALLEST_SHARE = 0.15;
/** How far a true row may be from a sum of 1. */
const SUM_TOLERANCE = 0.01;

/** Measures weights for a rig's mesh and skeleton against the rig's own. */
export function measureSkin(predicted: Skin, truth: Rig, options: MeasureSkinOptions = {}): SkinMetrics {
  const vertexCount = truth.mesh.positions.length / 3;
  requireInput(
    predicted.weights.length === vertexCount * predicted.influenceCount &&
      predicted.joints.length === predicted.weights.length,
    `eval/measureSkin: needs ${vertexCount} rows of ${predicted.influenceCount}, got ${predicted.weights.length} weights`,
  );
  const compared = comparedVertices(truth.skin, vertexCount);
  const filtered = filterSkin(predicted);
  const frames = chooseFrames(options.clips ?? [], options.maxFrames ?? MEASURE_SKIN_DEFAULTS.maxFrames);
  return {
    ...compareRows(filtered, truth, compared),
    ...(frames.length > 0 && { motionError: compareMotion(filtered, truth, compared, frames) }),
    ...(options.reach && { leakage: measureLeakage(filtered, compared, options.reach) }),
    comparedVertices: compared.length,
    unweightedVertices: countUnweighted(predicted),
  };
}

/** The metric's filter: small weights become 0, the rest of a row sums to 1; a row of nothing stays nothing. */
export function filterSkin(skin: Skin): Skin {
  const { influenceCount } = skin;
  const weights = new Float32Array(skin.weights.length);
  for (let row = 0; row < weights.length; row += influenceCount) {
    let largest = 0;
    for (let i = row; i < row + influenceCount; i++) largest = Math.max(largest, skin.weights[i]);
    const threshold = Math.max(SMALLEST_WEIGHT, SMALLEST_SHARE * largest);
    let sum = 0;
    for (let i = row; i < row + influenceCount; i++) if (skin.weights[i] >= threshold) sum += skin.weights[i];
    for (let i = row; i < row + influenceCount; i++) {
      if (skin.weights[i] >= threshold) weights[i] = skin.weights[i] / sum;
    }
  }
  return { joints: skin.joints, weights, influenceCount };
}

/** Share of the weight on bones that a vertex does not reach inside the mesh, %; over vertices that can be judged. */
export function measureLeakage(skin: Skin, vertices: Iterable<number>, reach: BoneReach): number {
  const { joints, weights, influenceCount } = skin;
  const vertexCount = reach.judged.length;
  let leaked = 0;
  let total = 0;
  for (const v of vertices) {
    if (reach.judged[v] === 0) continue;
    for (let i = v * influenceCount; i < (v + 1) * influenceCount; i++) {
      total += weights[i];
      if (reach.reachable[joints[i] * vertexCount + v] === 0) leaked += weights[i];
    }
  }
  return total > 0 ? (100 * leaked) / total : 0;
}

/** Vertices whose row sums to 1. */
export function comparedVertices({ weights, influenceCount }: Skin, vertexCount: number): Uint32Array {
  const result = new Uint32Array(vertexCount);
  let count = 0;
  for (let v = 0; v < vertexCount; v++) {
    let sum = 0;
    for (let i = v * influenceCount; i < (v + 1) * influenceCount; i++) sum += weights[i];
    if (Math.abs(sum - 1) <= SUM_TOLERANCE) result[count++] = v;
  }
  return result.subarray(0, count);
}

function compareRows(predicted: Skin, truth: Rig, vertices: Uint32Array) {
  // Rows may name a joint twice: they are summed into one dense row, which is emptied behind us.
  const own = new Float64Array(truth.skeleton.parents.length);
  const other = new Float64Array(own.length);
  const [p, t] = [predicted, truth.skin];
  let [both, ours, theirs, difference] = [0, 0, 0, 0];
  const settle = (joint: number) => {
    if (own[joint] > 0) ours++;
    if (other[joint] > 0) theirs++;
    if (own[joint] > 0 && other[joint] > 0) both++;
    difference += Math.abs(own[joint] - other[joint]);
    own[joint] = other[joint] = 0;
  };
  for (const v of vertices) {
    const [pRow, tRow] = [v * p.influenceCount, v * t.influenceCount];
    for (let i = pRow; i < pRow + p.influenceCount; i++) own[p.joints[i]] += p.weights[i];
    for (let i = tRow; i < tRow + t.influenceCount; i++) other[t.joints[i]] += t.weights[i];
    for (let i = pRow; i < pRow + p.influenceCount; i++) settle(p.joints[i]);
    for (let i = tRow; i < tRow + t.influenceCount; i++) settle(t.joints[i]);
  }
  return {
    precision: ours > 0 ? both / ours : 0,
    recall: theirs > 0 ? both / theirs : 0,
    l1: vertices.length > 0 ? difference / vertices.length : 0,
  };
}

function chooseFrames(clips: readonly Clip[], maxFrames: number): Pose[] {
  const all = clips.flatMap(({ poses }) => poses);
  return sampleEvenly(all, maxFrames);
}

/** Mean distance between the vertices that both skins move, % of the diagonal. */
function compareMotion(predicted: Skin, truth: Rig, vertices: Uint32Array, frames: readonly Pose[]): number {
  const { mesh, skeleton } = truth;
  const jointCount = skeleton.parents.length;
  const ours = createSkinner({ positions: mesh.positions, ...followRoot(predicted) }, jointCount);
  const theirs = createSkinner({ positions: mesh.positions, ...truth.skin }, jointCount);
  const matrices = new Float32Array(jointCount * 16);
  const a = new Float32Array(mesh.positions.length);
  const b = new Float32Array(mesh.positions.length);
  let sum = 0;
  for (const pose of frames) {
    skinningMatricesInto(matrices, skeleton, poseJoints(skeleton, pose));
    ours.forward(matrices, a);
    theirs.forward(matrices, b);
    for (const v of vertices) {
      const dx = a[v * 3] - b[v * 3];
      const dy = a[v * 3 + 1] - b[v * 3 + 1];
      const dz = a[v * 3 + 2] - b[v * 3 + 2];
      sum += Math.sqrt(dx * dx + dy * dy + dz * dz);
    }
  }
  const diagonal = boxDiagonal(computeBox(mesh.positions)) || 1;
  return (100 * sum) / (Math.max(1, vertices.length) * frames.length * diagonal);
}

/** Vertices without weight follow the root; blended by nothing they would all jump to the origin. */
function followRoot({ joints, weights, influenceCount }: Skin): Skin {
  const filledJoints = joints.slice();
  const filledWeights = weights.slice();
  for (let row = 0; row < weights.length; row += influenceCount) {
    let sum = 0;
    for (let i = row; i < row + influenceCount; i++) sum += weights[i];
    if (sum > 0) continue;
    filledJoints[row] = 0;
    filledWeights[row] = 1;
  }
  return { joints: filledJoints, weights: filledWeights, influenceCount };
}

function countUnweighted({ weights, influenceCount }: Skin): number {
  let count = 0;
  for (let row = 0; row < weights.length; row += influenceCount) {
    let sum = 0;
    for (let i = row; i < row + influenceCount; i++) sum += weights[i];
    // Written so that a row with a NaN in it counts as well.
    if (!(sum > 0)) count++;
  }
  return count;
}
