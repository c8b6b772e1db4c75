/**
 * @file How coherent the rotations of a pose are, without a network. Animals bend: their joints rotate about few axes,
 * most of them across the body; left and right rotate about mirrored axes; bones hardly twist. Random rotations do
 * none of this. A joint that rotates about an axis that no related joint (partner, parent, children, siblings) uses is
 * isolated.
 *
 * All measures are ratios, so the amplitude of a pose does not matter; below half a degree rotations are ignored.
 * Without that floor each measure separates real from random poses by .14 to .19 less (AUC, 24 unseen creatures).
 */

import { logRotationInto, type ReadonlyNumbers } from '../../math/quaternion.js';
import { symmetricEigenvalues } from '../../math/symmetric-eigenvalues.js';
import { childrenOf } from '../../rig/joint-tree.js';
import { mirrorAxis } from '../records/normalise-rig.js';
import type { SolverRig } from '../records/solver-rig.js';

/** What of a body its order is measured by. */
export interface RotationCoherence {
  readonly jointCount: number;
  /** Directions of the bones to the children; zero for leaves, whose twist is not visible. [J, 3] */
  readonly bones: Float64Array;
  /** The joint across the mirror plane, −1 where there is none. [J] */
  readonly partners: Int16Array;
  /** Signs of a rotation vector's components under mirroring. */
  readonly mirror: readonly [number, number, number];
  /** Parent, children and siblings of each joint. */
  readonly kin: readonly (readonly number[])[];
}

/** Three shares of a pose's rotation, 0 to 1: the smaller, the more coherent. */
export interface Incoherence {
  /** Rotation about axes other than the dominant one. */
  readonly axes: number;
  /** Rotation about the bones themselves. */
  readonly twist: number;
  /** Rotation about axes that the mirror partner does not use; 0 where there are no partners. */
  readonly sides: number;
}

/** Root mean square rotations below this are ignored, radians. */
const NO_TURN = 0.01;
/** The same for one joint. */
const NO_JOINT_TURN = 0.055;

export function createRotationCoherence(
  body: Pick<SolverRig, 'parents' | 'rest' | 'partners'>,
): RotationCoherence {
  const { parents, rest, partners } = body;
  const jointCount = parents.length;
  const bones = new Float64Array(jointCount * 3);
  const children = childrenOf(parents);
  for (let j = 1; j < jointCount; j++) {
    for (let k = 0; k < 3; k++) bones[parents[j] * 3 + k] += rest[j * 3 + k] - rest[parents[j] * 3 + k];
  }
  for (let o = 0; o < bones.length; o += 3) {
    const length = Math.hypot(bones[o], bones[o + 1], bones[o + 2]);
    for (let k = 0; k < 3; k++) bones[o + k] = length > 1e-6 ? bones[o + k] / length : 0;
  }
  const kin = children.map((own, j) => {
    const beside = j > 0 ? children[parents[j]].filter((other) => other !== j && other !== partners[j]) : [];
    // The root rotates the whole body, which says nothing about its children.
    return [...(parents[j] > 0 ? [parents[j]] : []), ...own, ...beside];
  });
  const axis = mirrorAxis(body);
  const mirror: [number, number, number] = axis === 0 ? [1, -1, -1] : [-1, -1, 1];
  return { jointCount, bones, partners, mirror, kin };
}

/** Rotation vectors of local rotations [J, 4] that start at `offset`. [J, 3] */
export function readRotationVectors(
  rotations: ReadonlyNumbers,
  offset: number,
  jointCount: number,
): Float64Array {
  const rotationVectors = new Float64Array(jointCount * 3);
  for (let j = 0; j < jointCount; j++) logRotationInto(rotationVectors, j * 3, rotations, offset + j * 4);
  return rotationVectors;
}

/** Measures rotation vectors [J, 3]; each joint counts by its weight [J]. */
export function measureIncoherence(
  order: RotationCoherence,
  rotationVectors: Float64Array,
  weights: Float64Array,
): Incoherence {
  const { jointCount, bones, partners, mirror } = order;
  const moments = new Float64Array(9);
  let [all, carried, twisted, paired, apart] = [0, 0, 0, 0, 0];
  for (let j = 0; j < jointCount; j++) {
    const weight = weights[j] / jointCount;
    const [x, y, z] = [rotationVectors[j * 3], rotationVectors[j * 3 + 1], rotationVectors[j * 3 + 2]];
    const squared = x * x + y * y + z * z;
    all += weight * squared;
    for (let k = 0; k < 9; k++) {
      moments[k] += weight * rotationVectors[j * 3 + ((k / 3) | 0)] * rotationVectors[j * 3 + (k % 3)];
    }
    const [bx, by, bz] = [bones[j * 3], bones[j * 3 + 1], bones[j * 3 + 2]];
    if (bx !== 0 || by !== 0 || bz !== 0) {
      carried += weight * squared;
      twisted += weight * (bx * x + by * y + bz * z) ** 2;
    }
    const p = partners[j];
    if (p > j) {
      const [dot, size] = compareRotations(rotationVectors, j, p, mirror);
      paired += size;
      apart += size > 0 ? size - (dot * dot) / size : 0;
    }
  }
  const pairCount = Math.max(
    1,
    partners.reduce((count, p, j) => count + (p > j ? 1 : 0), 0),
  );
  const [, , largest] = symmetricEigenvalues(moments, 3);
  const least = NO_TURN * NO_TURN;
  return {
    axes: Math.max(0, all - largest) / (all + least),
    twist: twisted / (carried + least),
    sides: apart / (paired + least * pairCount),
  };
}

/** Isolation of each joint, 0 to 1: the least squared sine between its axis and that of a related joint. [J] */
export function measureIsolation(order: RotationCoherence, rotationVectors: Float64Array): Float64Array {
  const { jointCount, partners, mirror, kin } = order;
  const alone = new Float64Array(jointCount).fill(1);
  const least = NO_JOINT_TURN * NO_JOINT_TURN;
  const squares = Float64Array.from(
    { length: jointCount },
    (_, j) =>
      rotationVectors[j * 3] ** 2 + rotationVectors[j * 3 + 1] ** 2 + rotationVectors[j * 3 + 2] ** 2 + least,
  );
  const join = (j: number, other: number, signs: readonly [number, number, number]) => {
    const [dot] = compareRotations(rotationVectors, j, other, signs);
    alone[j] = Math.min(alone[j], Math.max(0, 1 - (dot * dot) / (squares[j] * squares[other])));
  };
  for (let j = 0; j < jointCount; j++) {
    if (partners[j] >= 0) join(j, partners[j], mirror);
    for (const other of kin[j]) join(j, other, SAME);
  }
  return alone;
}

const SAME: readonly [number, number, number] = [1, 1, 1];

/** Dot product of two rotation vectors, one with other signs, and the product of their lengths. */
function compareRotations(
  rotationVectors: Float64Array,
  j: number,
  other: number,
  signs: readonly [number, number, number],
): [dot: number, size: number] {
  let [dot, a, b] = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const [x, y] = [rotationVectors[j * 3 + k], rotationVectors[other * 3 + k]];
    dot += signs[k] * x * y;
    a += x * x;
    b += y * y;
  }
  return [dot, Math.sqrt(a * b)];
}
