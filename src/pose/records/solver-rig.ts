/**
 * @file The rig as the solvers and the network see it: one record for all of src/pose. It holds the anatomical joints in
 * normalised units (root at the origin, longest leaf-to-leaf path 2), so that a flea and a whale of the same shape are the
 * same rig, with mirror partners and a summary of the surface around each joint.
 */

import { requireInput } from '../../base/errors.js';

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
