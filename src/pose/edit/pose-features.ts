/**
 * @file A pose as a feature vector in which similar poses are near: joint positions without heading, and where the
 * leaf bones point. The distance of two vectors is a root mean square distance in normalised units.
 */

import { rotateVectorInto } from '../../math/quaternion.js';
import { leafJoints } from '../../rig/joint-tree.js';
import { removeHeading } from '../records/pose-state.js';
import type { SolverRig } from '../records/solver-rig.js';

export interface PoseFeatures {
  /** Numbers a pose. */
  readonly width: number;
  /** The features of local rotations, written at `offset`. */
  writeInto(out: Float64Array, offset: number, rotations: Float32Array | Float64Array): void;
}

/** Length of what a leaf points with, of the bone that leads to it. */
const TIP = 0.5;

export function createPoseFeatures(rig: SolverRig): PoseFeatures {
  const { jointCount, parents, bones } = rig;
  const leaves = leafJoints(parents);
  const points = jointCount + leaves.length;
  const scale = 1 / Math.sqrt(points);
  return {
    width: points * 3,
    writeInto(out, offset, posed) {
      const { positions, globals } = removeHeading(rig, posed);
      for (let i = 0; i < positions.length; i++) out[offset + i] = positions[i] * scale;
      for (const [l, joint] of leaves.entries()) {
        const o = offset + (jointCount + l) * 3;
        rotateVectorInto(out, o, globals, joint * 4, bones, joint * 3);
        for (let k = 0; k < 3; k++) out[o + k] = (positions[joint * 3 + k] + TIP * out[o + k]) * scale;
      }
    },
  };
}
