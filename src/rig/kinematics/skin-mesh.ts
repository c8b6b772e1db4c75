/**
 * @file Moves a rig's mesh into a pose by linear blend skinning: v' = Σ_k w_k (Q_k (v − rest_k) + g_k).
 */

import { createSkinner } from '../../kernels/skinner.js';
import { jointCount, type Pose, type Rig } from '../rig-records.js';
import { createJointGlobals, poseJointsInto, skinningMatricesInto } from './forward-kinematics.js';

/** A rig loaded into the skinning kernel, to be posed many times. */
export interface RigSkinner {
  /** Vertex positions in a pose; writes to `out` where given. [V, 3] */
  pose(pose: Pose, out?: Float32Array): Float32Array;
  /** The same without a copy: a view that the next call overwrites. [V, 3] */
  poseInPlace(pose: Pose): Float32Array;
}

/** Loads a rig for repeated skinning. */
export function createRigSkinner(rig: Rig): RigSkinner {
  const { mesh, skeleton, skin } = rig;
  const count = jointCount(skeleton);
  const skinner = createSkinner({ positions: mesh.positions, ...skin }, count);
  const matrices = new Float32Array(count * 16);
  const globals = createJointGlobals(count);
  const load = (pose: Pose): Float32Array => {
    poseJointsInto(globals, skeleton, pose);
    skinningMatricesInto(matrices, skeleton, globals);
    return matrices;
  };
  return {
    pose: (pose, out) => skinner.forward(load(pose), out),
    poseInPlace: (pose) => skinner.forwardInPlace(load(pose)),
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
