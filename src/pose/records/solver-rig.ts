/**
 * @file The rig as the solvers and the network see it: one record for all of src/pose. It holds the anatomical joints in
 * normalised units (root at the origin, longest leaf-to-leaf path 2), so that a flea and a whale of the same shape are the
 * same rig, with mirror partners and a summary of the surface around each joint. Forward kinematics here allocate
 * nothing: they run many times per answer; `rig/kinematics/forward-kinematics.ts` poses whole rigs in metres.
 */

import { requireInput } from '../../base/errors.js';
import type { Numbers, ReadonlyNumbers } from '../../math/quaternion.js';

export interface SolverRig {
  readonly jointCount: number;
  /** A parent precedes its children; −1 marks the only root, joint 0. [J] */
  readonly parents: Int16Array;
  /** Rest positions, normalised: the root at the origin, the longest leaf-to-leaf path 2. [J, 3] */
  readonly rest: Float64Array;
  /** Rest position of a joint relative to its parent; zero for the root. [J, 3] */
  readonly bones: Float64Array;
  /** Joints in the subtree of a joint, itself included. [J] */
  readonly sizes: Float64Array;
  /** The joint across the mirror plane, −1 where there is none. [J] */
  readonly partners: Int16Array;
  /** Normalised units per metre. */
  readonly scale: number;
  /** Median distance of a joint's vertices from its bones, normalised. [J] */
  readonly radius: Float32Array;
  /** Centroid of a joint's vertices relative to the joint, normalised. [J, 3] */
  readonly centroid: Float32Array;
  /** Covariance of a joint's vertices: xx, yy, zz, xy, xz, yz, normalised. [J, 6] */
  readonly covariance: Float32Array;
  /** 1 where a joint moves enough vertices to measure radius, centroid and covariance; they are zero elsewhere. [J] */
  readonly hasSkin: Uint8Array;
}

/** What a solver rig is built from: a normalised skeleton, and whatever else is known. */
export type SolverRigParts = Pick<SolverRig, 'parents'> &
  Partial<Pick<SolverRig, 'partners' | 'scale' | 'radius' | 'centroid' | 'covariance' | 'hasSkin'>> & {
    /** Normalised rest positions. [J, 3] */
    readonly rest: Float32Array | Float64Array;
  };

/** Builds a solver rig from a normalised skeleton. Without partners no joint has one, without surface moments all are 0. */
export function createSolverRig(parts: SolverRigParts): SolverRig {
  const { parents } = parts;
  const jointCount = parents.length;
  requireInput(
    jointCount > 0 && parts.rest.length === jointCount * 3,
    `pose/createSolverRig: ${jointCount} parents and ${parts.rest.length} rest coordinates; give three per joint`,
  );
  const rest = Float64Array.from(parts.rest);
  requireInput(
    rest.every(Number.isFinite),
    'pose/createSolverRig: some rest positions are not finite; repair the skeleton',
  );
  const bones = new Float64Array(jointCount * 3);
  const sizes = new Float64Array(jointCount).fill(1);
  for (let j = jointCount - 1; j > 0; j--) {
    const p = parents[j];
    requireInput(
      p >= 0 && p < j,
      `pose/createSolverRig: joint ${j} has parent ${p}; a parent must precede its children`,
    );
    sizes[p] += sizes[j];
    for (let k = 0; k < 3; k++) bones[j * 3 + k] = rest[j * 3 + k] - rest[p * 3 + k];
  }
  return {
    jointCount,
    parents,
    rest,
    bones,
    sizes,
    partners: parts.partners ?? new Int16Array(jointCount).fill(-1),
    scale: parts.scale ?? 1,
    radius: parts.radius ?? new Float32Array(jointCount),
    centroid: parts.centroid ?? new Float32Array(jointCount * 3),
    covariance: parts.covariance ?? new Float32Array(jointCount * 6),
    hasSkin: parts.hasSkin ?? new Uint8Array(jointCount),
  };
}

/** Forward kinematics: positions [J, 3] and global rotations [J, 4] from local rotations [J, 4], the root at the origin. */
export function forwardKinematicsInto(
  positions: Numbers,
  globals: Numbers,
  rig: SolverRig,
  rotations: ReadonlyNumbers,
): void {
  const { parents, bones, jointCount } = rig;
  for (let k = 0; k < 3; k++) positions[k] = 0;
  for (let k = 0; k < 4; k++) globals[k] = rotations[k];
  for (let j = 1; j < jointCount; j++) {
    const p3 = parents[j] * 3;
    const p = parents[j] * 4;
    const i = j * 3;
    const o = j * 4;
    const px = globals[p];
    const py = globals[p + 1];
    const pz = globals[p + 2];
    const pw = globals[p + 3];
    // g_j = g_p + Q_p bone
    const x = bones[i];
    const y = bones[i + 1];
    const z = bones[i + 2];
    const tx = 2 * (py * z - pz * y);
    const ty = 2 * (pz * x - px * z);
    const tz = 2 * (px * y - py * x);
    positions[i] = positions[p3] + x + pw * tx + py * tz - pz * ty;
    positions[i + 1] = positions[p3 + 1] + y + pw * ty + pz * tx - px * tz;
    positions[i + 2] = positions[p3 + 2] + z + pw * tz + px * ty - py * tx;
    // Q_j = Q_p q_j
    const qx = rotations[o];
    const qy = rotations[o + 1];
    const qz = rotations[o + 2];
    const qw = rotations[o + 3];
    globals[o] = pw * qx + px * qw + py * qz - pz * qy;
    globals[o + 1] = pw * qy - px * qz + py * qw + pz * qx;
    globals[o + 2] = pw * qz + px * qy - py * qx + pz * qw;
    globals[o + 3] = pw * qw - px * qx - py * qy - pz * qz;
  }
}

/** Joints without children, the root aside, ascending. */
export function leafJoints(parents: Int16Array): number[] {
  const inner = new Uint8Array(parents.length);
  for (let j = 1; j < parents.length; j++) inner[parents[j]] = 1;
  return Array.from(parents.keys()).filter((j) => j > 0 && inner[j] === 0);
}

/** Whether `ancestor` lies strictly above `joint`. */
export function isAncestor(parents: Int16Array, ancestor: number, joint: number): boolean {
  let j = parents[joint];
  while (j > ancestor) j = parents[j];
  return j === ancestor && joint !== ancestor;
}
