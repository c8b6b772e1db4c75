/**
 * @file Forward kinematics in the pose convention of `rig-records.ts`, and its analytic reverse pass.
 *
 * Everything that follows joints from parent to child calls `followParentsInto`: solvers and fits in double precision, poses
 * of files in single precision. Nothing is allocated and results may overwrite what they are computed from, so that
 * `poseJointsInto` keeps bones and local rotations in the arrays of the result.
 *
 * The reverse pass goes from the leaves to the root: a joint adds its gradient to its parent's, so the cost is O(J)
 * whatever the depth. It takes gradients with respect to joint positions and skinning matrices and returns them with
 * respect to local rotations, root and rest positions.
 */

import { type Numbers, quaternionToMatrixInto, type ReadonlyNumbers } from '../../math/quaternion.js';
import { jointCount, type Skeleton } from '../rig-records.js';

/** Global joint positions, and rotations away from rest. */
export interface JointGlobals {
  /** g_j. [J, 3] */
  readonly positions: Float64Array;
  /** Q_j, unit quaternions. [J, 4] */
  readonly rotations: Float64Array;
}

/** What forward kinematics follow: parents, and where each joint is from its parent in the parent's axes. */
export interface JointTree {
  /** A parent comes before its children; −1 marks the only root, joint 0. [J] */
  readonly parents: Int16Array;
  /** The root's is where it is. [J, 3] */
  readonly bones: ReadonlyNumbers;
}

/** What of a skeleton poses depend on. */
export type PosableSkeleton = Pick<Skeleton, 'parents' | 'rest'>;

/** A pose in single or double precision. */
export interface PoseNumbers {
  /** [J, 4] */
  readonly rotations: ReadonlyNumbers;
  /** [3] */
  readonly root: ReadonlyNumbers;
  /** [J, 3] */
  readonly offsets?: ReadonlyNumbers;
}

export const createJointGlobals = (count: number): JointGlobals => ({
  positions: new Float64Array(count * 3),
  rotations: new Float64Array(count * 4),
});

/** Joints `first` to `end` − 1 from their parents: g_j = g_p + Q_p bone_j, Q_j = Q_p q_j; none of them is the root. */
export function followParentsInto(
  positions: Numbers,
  rotations: Numbers,
  { parents, bones }: JointTree,
  locals: ReadonlyNumbers,
  first = 1,
  end = parents.length,
): void {
  // One function with the products written out: calls per joint cost a third more.
  for (let j = first; j < end; j++) {
    const i = j * 3;
    const o = j * 4;
    const p3 = parents[j] * 3;
    const p4 = parents[j] * 4;
    const px = rotations[p4];
    const py = rotations[p4 + 1];
    const pz = rotations[p4 + 2];
    const pw = rotations[p4 + 3];
    const x = bones[i];
    const y = bones[i + 1];
    const z = bones[i + 2];
    const tx = 2 * (py * z - pz * y);
    const ty = 2 * (pz * x - px * z);
    const tz = 2 * (px * y - py * x);
    positions[i] = x + pw * tx + py * tz - pz * ty + positions[p3];
    positions[i + 1] = y + pw * ty + pz * tx - px * tz + positions[p3 + 1];
    positions[i + 2] = z + pw * tz + px * ty - py * tx + positions[p3 + 2];
    const qx = locals[o];
    const qy = locals[o + 1];
    const qz = locals[o + 2];
    const qw = locals[o + 3];
    rotations[o] = pw * qx + px * qw + py * qz - pz * qy;
    rotations[o + 1] = pw * qy - px * qz + py * qw + pz * qx;
    rotations[o + 2] = pw * qz + px * qy - py * qx + pz * qw;
    rotations[o + 3] = pw * qw - px * qx - py * qy - pz * qz;
  }
}

/** Positions [J, 3] and global rotations [J, 4] from local rotations [J, 4]; the root is where its bone says or at `root`. */
export function forwardKinematicsInto(
  positions: Numbers,
  rotations: Numbers,
  tree: JointTree,
  locals: ReadonlyNumbers,
  root: ReadonlyNumbers = tree.bones,
): void {
  for (let k = 0; k < 3; k++) positions[k] = root[k];
  for (let k = 0; k < 4; k++) rotations[k] = locals[k];
  followParentsInto(positions, rotations, tree, locals);
}

/** out = the joints of a skeleton in a pose. */
export function poseJointsInto(
  { positions, rotations }: JointGlobals,
  { parents, rest }: PosableSkeleton,
  pose: PoseNumbers,
): void {
  for (let k = 0; k < 3; k++) positions[k] = rest[k] + pose.root[k];
  for (let j = 1; j < parents.length; j++) {
    const i = j * 3;
    const p = parents[j] * 3;
    positions[i] = rest[i] - rest[p];
    positions[i + 1] = rest[i + 1] - rest[p + 1];
    positions[i + 2] = rest[i + 2] - rest[p + 2];
  }
  const { offsets } = pose;
  if (offsets) for (let i = 3; i < positions.length; i++) positions[i] += offsets[i];
  for (let i = 0; i < rotations.length; i++) rotations[i] = pose.rotations[i];
  followParentsInto(positions, rotations, { parents, bones: positions }, rotations);
}

/** Global positions and rotations of a skeleton in a pose. */
export function poseJoints(skeleton: PosableSkeleton, pose: PoseNumbers): JointGlobals {
  const globals = createJointGlobals(skeleton.parents.length);
  poseJointsInto(globals, skeleton, pose);
  return globals;
}

/** out = the skinning matrices [Q_j | g_j − Q_j rest_j], 3 × 4 column-major padded to 4 × 4 columns. [J, 16] */
export function skinningMatricesInto(out: Float32Array, skeleton: Skeleton, globals: JointGlobals): void {
  const m = new Float64Array(9);
  const { rest } = skeleton;
  for (let j = 0; j < jointCount(skeleton); j++) {
    quaternionToMatrixInto(m, 0, globals.rotations, j * 4);
    const o = j * 16;
    const [x, y, z] = [rest[j * 3], rest[j * 3 + 1], rest[j * 3 + 2]];
    for (let r = 0; r < 3; r++) {
      out[o + r] = m[r];
      out[o + 4 + r] = m[3 + r];
      out[o + 8 + r] = m[6 + r];
      out[o + 12 + r] = globals.positions[j * 3 + r] - (m[r] * x + m[3 + r] * y + m[6 + r] * z);
    }
    out[o + 15] = 1;
  }
}

/** Gradients of a loss with respect to the posed joints; absent means zero. */
export interface JointGradients {
  /** dL/dg_j. [J, 3] */
  readonly positions?: ArrayLike<number>;
  /** dL/d of the skinning matrices, as `skinningMatricesInto` lays them out. [J, 16] */
  readonly matrices?: ArrayLike<number>;
}

export interface PoseGradients {
  /** dL/dω where q_j becomes q_j · exp(ω): the gradient in the tangent space of each rotation. [J, 3] */
  readonly tangents: Float64Array;
  /** dL/dR_j with the local rotation matrix taken as nine free numbers, column-major. [J, 9] */
  readonly matrices: Float64Array;
  /** dL/d root displacement. [3] */
  readonly root: Float64Array;
  /** dL/d rest positions. [J, 3] */
  readonly rest: Float64Array;
}

/** Reverse pass of `poseJoints` and `skinningMatricesInto`. */
export function backpropagateJoints(
  skeleton: Skeleton,
  pose: PoseNumbers,
  globals: JointGlobals,
  gradients: JointGradients,
): PoseGradients {
  const count = jointCount(skeleton);
  const { parents, rest } = skeleton;
  const dPositions = Float64Array.from(gradients.positions ?? new Float64Array(count * 3));
  const dGlobal = new Float64Array(count * 9); // dL/dQ_j as a free matrix, column-major
  const dRest = new Float64Array(count * 3);
  const tangents = new Float64Array(count * 3);
  const matrices = new Float64Array(count * 9);
  const q = new Float64Array(9);
  const local = new Float64Array(9);

  // (1) Skinning matrices: t_j = g_j − Q_j rest_j.
  if (gradients.matrices) {
    const d = gradients.matrices;
    for (let j = 0; j < count; j++) {
      quaternionToMatrixInto(q, 0, globals.rotations, j * 4);
      for (let c = 0; c < 3; c++) {
        for (let r = 0; r < 3; r++) {
          const dt = d[j * 16 + 12 + r];
          dGlobal[j * 9 + c * 3 + r] += d[j * 16 + c * 4 + r] - dt * rest[j * 3 + c];
          dRest[j * 3 + c] -= q[c * 3 + r] * dt;
        }
      }
      for (let r = 0; r < 3; r++) dPositions[j * 3 + r] += d[j * 16 + 12 + r];
    }
  }

  // (2) Leaves to root: Q_j = Q_p R_j and g_j = g_p + Q_p bone_j.
  for (let j = count - 1; j >= 0; j--) {
    const p = parents[j];
    quaternionToMatrixInto(local, 0, pose.rotations, j * 4);
    if (p < 0) {
      for (let k = 0; k < 9; k++) matrices[k] = dGlobal[k];
      for (let k = 0; k < 3; k++) dRest[k] += dPositions[k];
    } else {
      quaternionToMatrixInto(q, 0, globals.rotations, p * 4);
      for (let c = 0; c < 3; c++) {
        const bone = rest[j * 3 + c] - rest[p * 3 + c] + (pose.offsets ? pose.offsets[j * 3 + c] : 0);
        let dBone = 0;
        for (let r = 0; r < 3; r++) {
          const dg = dPositions[j * 3 + r];
          dBone += q[c * 3 + r] * dg;
          let viaChild = dg * bone;
          let dLocal = 0;
          for (let k = 0; k < 3; k++) {
            viaChild += dGlobal[j * 9 + k * 3 + r] * local[k * 3 + c];
            dLocal += q[r * 3 + k] * dGlobal[j * 9 + c * 3 + k];
          }
          dGlobal[p * 9 + c * 3 + r] += viaChild;
          matrices[j * 9 + c * 3 + r] = dLocal;
        }
        dRest[j * 3 + c] += dBone;
        dRest[p * 3 + c] -= dBone;
      }
      for (let r = 0; r < 3; r++) dPositions[p * 3 + r] += dPositions[j * 3 + r];
    }
    // (3) Tangent: d/dω of R exp([ω]×) is R [e]×, so the gradient is the axial part of Rᵀ dR.
    for (let a = 0; a < 3; a++) {
      const b = (a + 1) % 3;
      const c = (a + 2) % 3;
      let sum = 0;
      for (let r = 0; r < 3; r++) {
        sum +=
          local[c * 3 + r] * matrices[j * 9 + b * 3 + r] - local[b * 3 + r] * matrices[j * 9 + c * 3 + r];
      }
      tangents[j * 3 + a] = sum;
    }
  }
  return { tangents, matrices, root: dPositions.slice(0, 3), rest: dRest };
}
