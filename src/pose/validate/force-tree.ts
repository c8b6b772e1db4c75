/**
 * @file Forces on points of a body as gradients by its joints: the reverse pass of forward kinematics. A point
 * attached to a joint moves by ω × (x − g) when the joint at g or an ancestor rotates by ω, so force and moment are
 * summed per joint and passed up the tree. O(points + joints), no allocation.
 */

import type { ReadonlyNumbers } from '../../math/quaternion.js';
import { forwardKinematicsInto } from '../../rig/kinematics/forward-kinematics.js';
import type { SolverRig } from '../records/solver-rig.js';

/** Something to be made small in a pose of a body, with its gradient. */
export interface PoseEnergy {
  /**
   * The energy of local rotations [A, 4] and a root displacement, metres [3]. Adds `weight` times its gradient: by left
   * rotation vectors (q_j becoming exp(ω_j) q_j, in the axes of the parent) to `gradient` [A, 3], by the root's
   * displacement to `rootGradient` [3].
   */
  evaluate(
    rotations: ReadonlyNumbers,
    root: ReadonlyNumbers,
    gradient: Float64Array,
    rootGradient: Float64Array,
    weight?: number,
  ): number;
}

export interface ForceTree {
  /** Where joints are, the root at the origin, normalised. [A, 3] */
  readonly positions: Float64Array;
  /** Their global rotations. [A, 4] */
  readonly globals: Float64Array;
  /** Poses the tree and forgets all forces. */
  pose(rotations: ReadonlyNumbers): void;
  /** Adds a force f on the point x, which follows a joint. */
  push(joint: number, x: number, y: number, z: number, fx: number, fy: number, fz: number): void;
  /** Adds `weight` times the gradient by joints. Uses the forces up: pose again before the next. */
  pullInto(gradient: Float64Array, weight: number): void;
  /** The sum of all forces, valid after `pullInto`. [3] */
  readonly total: Float64Array;
}

/** Prepares a tree. */
export function createForceTree(rig: SolverRig): ForceTree {
  const { jointCount, parents } = rig;
  const positions = new Float64Array(jointCount * 3);
  const globals = new Float64Array(jointCount * 4);
  // Force and moment about the origin, by joint.
  const sums = new Float64Array(jointCount * 6);
  const total = new Float64Array(3);
  return {
    positions,
    globals,
    total,
    pose(rotations) {
      forwardKinematicsInto(positions, globals, rig, rotations);
      sums.fill(0);
    },
    push(joint, x, y, z, fx, fy, fz) {
      const s = joint * 6;
      sums[s] += fx;
      sums[s + 1] += fy;
      sums[s + 2] += fz;
      sums[s + 3] += y * fz - z * fy;
      sums[s + 4] += z * fx - x * fz;
      sums[s + 5] += x * fy - y * fx;
    },
    pullInto(gradient, weight) {
      for (let j = jointCount - 1; j >= 0; j--) {
        const s = j * 6;
        const p = parents[j];
        const gx = positions[j * 3];
        const gy = positions[j * 3 + 1];
        const gz = positions[j * 3 + 2];
        const x = weight * (sums[s + 3] - (gy * sums[s + 2] - gz * sums[s + 1]));
        const y = weight * (sums[s + 4] - (gz * sums[s] - gx * sums[s + 2]));
        const z = weight * (sums[s + 5] - (gx * sums[s + 1] - gy * sums[s]));
        // By the inverse of the parent's rotation.
        const qx = p < 0 ? 0 : -globals[p * 4];
        const qy = p < 0 ? 0 : -globals[p * 4 + 1];
        const qz = p < 0 ? 0 : -globals[p * 4 + 2];
        const qw = p < 0 ? 1 : globals[p * 4 + 3];
        const tx = 2 * (qy * z - qz * y);
        const ty = 2 * (qz * x - qx * z);
        const tz = 2 * (qx * y - qy * x);
        gradient[j * 3] += x + qw * tx + qy * tz - qz * ty;
        gradient[j * 3 + 1] += y + qw * ty + qz * tx - qx * tz;
        gradient[j * 3 + 2] += z + qw * tz + qx * ty - qy * tx;
        if (p >= 0) for (let k = 0; k < 6; k++) sums[p * 6 + k] += sums[s + k];
      }
      for (let k = 0; k < 3; k++) total[k] = sums[k];
    },
  };
}
