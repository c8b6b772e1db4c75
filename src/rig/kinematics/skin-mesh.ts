/**
 * @file Moves a rig's mesh into a pose by linear blend skinning: v' = Σ_k w_k (Q_k (v − rest_k) + g_k).
 */

import { createSkinner } from '../../kernels/skinner.js';
import { jointCount, type Pose, type Rig } from '../rig-records.js';
import {
  createJointGlobals,
  type JointGlobals,
  type PoseNumbers,
  poseJoints,
  poseJointsInto,
  skinningMatricesInto,
} from './forward-kinematics.js';

/** A rig in a pose. */
export interface PosedRig {
  /** Vertices, as drawn. [V, 3] */
  readonly positions: Float32Array;
  /** Joints of the rig. */
  readonly globals: JointGlobals;
}

/** A rig loaded into the skinning kernel, to be posed many times. */
export interface RigSkinner {
  /** Vertex positions in a pose; writes to `out` where given. [V, 3] */
  pose(pose: PoseNumbers, out?: Float32Array): Float32Array;
  /** The same without a copy: a view that the next call overwrites. [V, 3] */
  poseInPlace(pose: PoseNumbers): Float32Array;
  /** Vertices, written to `out` where given, and joints. */
  place(pose: PoseNumbers, out?: Float32Array): PosedRig;
}

/** Loads a rig for repeated skinning. */
export function createRigSkinner(rig: Rig): RigSkinner {
  const { mesh, skeleton, skin } = rig;
  const count = jointCount(skeleton);
  const skinner = createSkinner({ positions: mesh.positions, ...skin }, count);
  const matrices = new Float32Array(count * 16);
  const globals = createJointGlobals(count);
  const load = (pose: PoseNumbers): Float32Array => {
    poseJointsInto(globals, skeleton, pose);
    skinningMatricesInto(matrices, skeleton, globals);
    return matrices;
  };
  return {
    pose: (pose, out) => skinner.forward(load(pose), out),
    poseInPlace: (pose) => skinner.forwardInPlace(load(pose)),
    place(pose, out) {
      const own = poseJoints(skeleton, pose);
      skinningMatricesInto(matrices, skeleton, own);
      return { positions: skinner.forward(matrices, out), globals: own };
    },
  };
}

/**
 * Vertex positions of a pose, written to `out`: for loops that keep their own arrays. The skinner is loaded once with
 * `createRigSkinner`. [V, 3]
 */
export function skinMeshInto(out: Float32Array, skinner: RigSkinner, pose: Pose): void {
  skinner.pose(pose, out);
}

/** Vertex positions of a rig in a pose. For many poses of one rig use `createRigSkinner`. [V, 3] */
export function skinMesh(rig: Rig, pose: Pose): Float32Array {
  return createRigSkinner(rig).pose(pose);
}
