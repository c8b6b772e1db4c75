/**
 * @file A rig as the fit moves it: poses of the anatomical joints in double precision, its joints and surface in a pose,
 * and how a point of the surface moves with every joint.
 *
 * A rotation ω of joint j moves a skinned point by ω × Σ_{k below j} w_k (p_k − g_j), p_k the point carried rigidly by
 * joint k: the sums are gathered once per point, from its influences up to the root.
 */

import { requireInput } from '../../base/errors.js';
import { rotateVectorInto } from '../../math/quaternion.js';
import { createRigSkinner, type PosedRig, type RigSkinner } from '../../rig/kinematics/skin-mesh.js';
import { type Pose, type Rig, skeletonDiameter } from '../../rig/rig-records.js';

/** A pose in double precision: local rotations away from rest, and where the root went, metres. */
export interface FitPose {
  /** [J, 4] */
  readonly rotations: Float64Array;
  /** [3] */
  readonly root: Float64Array;
}

/** A rig prepared for fitting. */
export interface FitBody {
  readonly rig: Rig;
  readonly jointCount: number;
  readonly parents: Int16Array;
  /** Unit of the root's displacement: half of the diameter, metres. */
  readonly unit: number;
  readonly skinner: RigSkinner;
}

/** A body in a pose. */
export interface PosedBody extends PosedRig {
  readonly pose: FitPose;
}

/** Prepares a rig. */
export function createFitBody(rig: Rig): FitBody {
  const { parents } = rig.skeleton;
  const diameter = skeletonDiameter(rig.skeleton);
  requireInput(
    diameter > 0 && parents.length > 0,
    'video/fitVideo: the skeleton has no extent; give a rig with at least one bone',
  );
  return { rig, jointCount: parents.length, parents, unit: diameter / 2, skinner: createRigSkinner(rig) };
}

/** A pose record as the fit holds it. */
export const toFitPose = ({ rotations, root }: Pose): FitPose => ({
  rotations: Float64Array.from(rotations),
  root: Float64Array.from(root),
});

/** And back. */
export const fromFitPose = ({ rotations, root }: FitPose): Pose => ({
  rotations: Float32Array.from(rotations),
  root: Float32Array.from(root),
});

/** Poses a body. */
export const poseBody = (body: FitBody, pose: FitPose): PosedBody => ({ pose, ...body.skinner.place(pose) });

/** How one point moves: the joints that move it, their lever arms, and where the point is. */
export interface PointMotion {
  /** Joints, in no order; `count` are in use. */
  readonly joints: Int16Array;
  /** Σ w_k (p_k − g_j) of each. [J, 3] */
  readonly levers: Float64Array;
  readonly position: Float64Array;
  /** How it moves with a stretch along each axis; only where it is asked for. [3, 3] */
  readonly stretch: Float64Array;
  count: number;
}

/** Room for the motion of a point. */
export const createPointMotion = ({ jointCount }: FitBody): PointMotion => ({
  joints: new Int16Array(jointCount),
  levers: new Float64Array(jointCount * 3),
  position: new Float64Array(3),
  stretch: new Float64Array(9),
  count: 0,
});

/** Gathers the motion of points of a posed body; with a stretch about the root where that is asked for. */
export function createMotionGatherer(body: FitBody, { globals }: PosedBody, withStretch = false) {
  const { parents, jointCount, rig } = body;
  const { positions } = rig.mesh;
  const { rest } = rig.skeleton;
  const { positions: joints, rotations } = globals;
  const { joints: influences, weights, influenceCount } = rig.skin;
  const sums = new Float64Array(jointCount * 4);
  const slot = new Int16Array(jointCount).fill(-1);
  const carried = [0, 0, 0];
  const along = [0, 0, 0];
  /** Adds a share of one vertex. */
  const addVertex = (out: PointMotion, vertex: number, share: number): void => {
    for (let k = vertex * influenceCount; k < (vertex + 1) * influenceCount; k++) {
      const w = weights[k] * share;
      if (w === 0) continue;
      const j = influences[k];
      for (let c = 0; c < 3; c++) carried[c] = positions[vertex * 3 + c] - rest[j * 3 + c];
      rotateVectorInto(carried, 0, rotations, j * 4, carried, 0);
      for (let c = 0; c < 3; c++) {
        carried[c] += joints[j * 3 + c];
        out.position[c] += w * carried[c];
      }
      for (let axis = 0; withStretch && axis < 3; axis++) {
        along.fill(0);
        along[axis] = w * (positions[vertex * 3 + axis] - rest[axis]);
        rotateVectorInto(along, 0, rotations, j * 4, along, 0);
        for (let c = 0; c < 3; c++) out.stretch[axis * 3 + c] += along[c];
      }
      for (let a = j; a >= 0; a = parents[a]) {
        if (slot[a] < 0) {
          slot[a] = out.count;
          out.joints[out.count++] = a;
          sums.fill(0, a * 4, a * 4 + 4);
        }
        sums[a * 4] += w * carried[0];
        sums[a * 4 + 1] += w * carried[1];
        sums[a * 4 + 2] += w * carried[2];
        sums[a * 4 + 3] += w;
      }
    }
  };
  /** The motion of the point at weights (wa, wb, wc) between three vertices. */
  return (out: PointMotion, a: number, b: number, c: number, wa: number, wb: number, wc: number): void => {
    out.count = 0;
    out.position.fill(0);
    out.stretch.fill(0);
    if (wa !== 0) addVertex(out, a, wa);
    if (wb !== 0) addVertex(out, b, wb);
    if (wc !== 0) addVertex(out, c, wc);
    for (let i = 0; i < out.count; i++) {
      const j = out.joints[i];
      slot[j] = -1;
      for (let k = 0; k < 3; k++)
        out.levers[i * 3 + k] = sums[j * 4 + k] - sums[j * 4 + 3] * joints[j * 3 + k];
    }
  };
}
