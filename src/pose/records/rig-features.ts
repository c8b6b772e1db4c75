/**
 * @file Inputs of the network's rig encoder: 32 numbers per joint and the relation of every pair of joints. Nothing
 * depends on names or on how a tool oriented its bone axes. The training code computes the same columns from the same
 * records; a change here needs new weights.
 */

import type { SolverRig } from './solver-rig.js';

/** Numbers for each joint. */
export const FEATURE_COUNT = 32;
/** Joints further apart in the tree than this count as this far. */
export const MOST_HOPS = 9;

/** What joint j is to joint i. */
export const RELATIONS = Object.freeze({
  itself: 0,
  parent: 1,
  child: 2,
  sibling: 3,
  ancestor: 4,
  descendant: 5,
  /** Both end a chain. */
  leaves: 6,
  other: 7,
  /** Across the mirror plane. */
  partner: 8,
} as const);

export interface RigFeatures {
  /** [J, 32] */
  readonly features: Float32Array;
  /** Steps along the tree from i to j, at most `MOST_HOPS`. [J, J] */
  readonly hops: Int32Array;
  /** What j is to i, one of `RELATIONS`. [J, J] */
  readonly relations: Int32Array;
}

/** The inputs of the network's rig encoder. */
export function rigFeatures(rig: SolverRig): RigFeatures {
  const { hops, depths } = countHops(rig.parents);
  return { features: fillFeatures(rig, depths), hops, relations: relateJoints(rig) };
}

function fillFeatures(rig: SolverRig, depths: Int32Array): Float32Array {
  const { jointCount, parents, rest, bones, sizes, radius, centroid, covariance, hasSkin } = rig;
  const children = countChildren(parents);
  const onward = new Float64Array(jointCount * 3); // mean of the children's bones
  for (let j = 1; j < jointCount; j++) {
    const p = parents[j];
    for (let k = 0; k < 3; k++) onward[p * 3 + k] += bones[j * 3 + k] / children[p];
  }
  let lowest = Infinity;
  for (let j = 0; j < jointCount; j++) lowest = Math.min(lowest, rest[j * 3 + 1]);

  const out = new Float32Array(jointCount * FEATURE_COUNT);
  for (let j = 0; j < jointCount; j++) {
    const o = j * FEATURE_COUNT;
    const p = parents[j];
    for (let k = 0; k < 3; k++) {
      out[o + k] = rest[j * 3 + k] * 1.5;
      out[o + 3 + k] = bones[j * 3 + k] * 4;
      out[o + 6 + k] = p < 0 ? 0 : bones[p * 3 + k] * 4;
      out[o + 9 + k] = onward[j * 3 + k] * 4;
      out[o + 20 + k] = centroid[j * 3 + k] * 4;
    }
    out[o + 12] = Math.hypot(bones[j * 3], bones[j * 3 + 1], bones[j * 3 + 2]) * 4;
    out[o + 13] = depths[j] / 8;
    out[o + 14] = children[j] / 3;
    out[o + 15] = children[j] === 0 ? 1 : 0;
    out[o + 16] = Math.log(sizes[j]) / 3;
    out[o + 17] = Math.log(jointCount) / 3;
    out[o + 18] = p < 0 ? 1 : 0;
    out[o + 19] = radius[j] * 8;
    for (let k = 0; k < 6; k++) {
      const spread = covariance[j * 6 + k];
      out[o + 23 + k] = Math.sign(spread) * Math.sqrt(Math.abs(spread)) * 6;
    }
    out[o + 29] = hasSkin[j];
    out[o + 30] = (rest[j * 3 + 1] - lowest) * 1.5;
    // Column 31 stays zero: in training it marks synthetic poses.
  }
  return out;
}

function countChildren(parents: Int16Array): Int32Array {
  const children = new Int32Array(parents.length);
  for (let j = 1; j < parents.length; j++) children[parents[j]]++;
  return children;
}

/** A joint is one step further from everything that came before it than its parent is. */
function countHops(parents: Int16Array): { hops: Int32Array; depths: Int32Array } {
  const count = parents.length;
  const steps = new Int32Array(count * count);
  for (let i = 1; i < count; i++) {
    for (let j = 0; j < i; j++) {
      steps[i * count + j] = steps[j * count + i] = 1 + steps[parents[i] * count + j];
    }
  }
  const depths = steps.slice(0, count);
  return { hops: steps.map((step) => Math.min(MOST_HOPS, step)), depths };
}

/** Written from the weakest statement to the strongest: what comes later wins. */
function relateJoints({ parents, partners }: SolverRig): Int32Array {
  const count = parents.length;
  const children = countChildren(parents);
  const relations = new Int32Array(count * count).fill(RELATIONS.other);
  for (let i = 0; i < count; i++) {
    for (let a = parents[i]; a >= 0; a = parents[a]) {
      relations[i * count + a] = RELATIONS.ancestor;
      relations[a * count + i] = RELATIONS.descendant;
    }
  }
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      if (children[i] === 0 && children[j] === 0) relations[i * count + j] = RELATIONS.leaves;
      if (parents[i] >= 0 && parents[i] === parents[j]) relations[i * count + j] = RELATIONS.sibling;
    }
  }
  for (let i = 0; i < count; i++) {
    if (parents[i] >= 0) {
      relations[i * count + parents[i]] = RELATIONS.parent;
      relations[parents[i] * count + i] = RELATIONS.child;
    }
    if (partners[i] >= 0) relations[i * count + partners[i]] = RELATIONS.partner;
    relations[i * count + i] = RELATIONS.itself;
  }
  return relations;
}
