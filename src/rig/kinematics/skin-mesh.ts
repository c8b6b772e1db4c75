/**
 * @file Moves a rig's mesh into a pose by linear blend skinning: v' = Σ_k w_k (Q_k (v − rest_k) + g_k).
 */

import { createSkinner } from '../../kernels/skinner.js';
import { jointCount, type Pose, type Rig } from '../rig-records.js';
import { poseJoints, skinningMatricesInto } from './forward-kinematics.js';

/** A rig loaded into the skinning kernel, to be posed many times. */
export interface RigSkinner {
  /** Vertex positions in a pose; writes to `out` where given. [V, 3] */
  pose(pose: Pose, out?: Float32Array): Float32Array;
}

/** Loads a rig for repeated skinning. */
export function createRigSkinner(rig: Rig): RigSkinner {
  const { mesh, skeleton, skin } = rig;
  const count = jointCount(skeleton);
  const skinner = createSkinner({ positions: mesh.positions, ...skin }, count);
  const matrices = new Float32Array(count * 16);
  return {
    pose(pose, out) {
      skinningMatricesInto(matrices, skeleton, poseJoints(skeleton, pose));
      return skinner.forward(matrices, out);
    },
  };
}

/** Vertex positions of a rig in a pose. For many poses of one rig use `createRigSkinner`. [V, 3] */
export function skinMesh(rig: Rig, pose: Pose): Float32Array {
  return createRigSkinner(rig).pose(pose);
}
