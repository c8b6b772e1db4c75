/**
 * @file Poses of one rig as METRICS.md compares them: root-centred, heading removed, the longest leaf-to-leaf path of
 * the rest skeleton 2 units long.
 *
 * The distance of two poses is the mean distance of their joints, the root aside: it never moves here, and a body of
 * few joints would look closer to itself than one of many. A rig of one joint has no distances; all are 0.
 */

import { removeHeading } from '../../src/pose/records/pose-state.js';
import type { SolverRig } from '../../src/pose/records/solver-rig.js';
import type { Pose } from '../../src/rig/rig-records.js';

/** Normalised lengths times this are percent of the diameter. */
export const PERCENT_OF_DIAMETER = 50;

export interface PoseCloud {
  /** Poses. */
  readonly count: number;
  readonly jointCount: number;
  /** Where the joints are. [count, J, 3] */
  readonly positions: Float32Array;
  /** Local rotations, heading removed. [count, J, 4] */
  readonly rotations: Float32Array;
}

/** Brings poses into the space in which they are compared. */
export function createPoseCloud(rig: SolverRig, poses: readonly Pick<Pose, 'rotations'>[]): PoseCloud {
  const { jointCount } = rig;
  const positions = new Float32Array(poses.length * jointCount * 3);
  const rotations = new Float32Array(poses.length * jointCount * 4);
  for (const [i, pose] of poses.entries()) {
    const bare = removeHeading(rig, pose.rotations);
    positions.set(bare.positions, i * jointCount * 3);
    rotations.set(bare.rotations, i * jointCount * 4);
  }
  return { count: poses.length, jointCount, positions, rotations };
}

/** Distance of pose i of one cloud from pose j of another of the same rig. */
export function poseDistance(a: PoseCloud, i: number, b: PoseCloud, j: number): number {
  const { jointCount } = a;
  const p = a.positions;
  const q = b.positions;
  let sum = 0;
  for (let k = 1; k < jointCount; k++) {
    const u = (i * jointCount + k) * 3;
    const v = (j * jointCount + k) * 3;
    const x = p[u] - q[v];
    const y = p[u + 1] - q[v + 1];
    const z = p[u + 2] - q[v + 2];
    sum += Math.sqrt(x * x + y * y + z * z);
  }
  return jointCount > 1 ? sum / (jointCount - 1) : 0;
}
