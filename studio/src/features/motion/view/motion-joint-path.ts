/** @file The path of one joint over many poses. Only its ancestors are posed, so that long clips are cheap. */

import { type Pose, poseJoints, type Skeleton } from 'posespace/rig';

/** Positions of a joint, metres. [poses, 3] */
export function jointPath({ parents, rest }: Skeleton, poses: readonly Pose[], joint: number): Float32Array {
  const joints: number[] = [];
  for (let j = joint; j >= 0; j = parents[j]) joints.unshift(j);
  const chain = {
    parents: Int16Array.from(joints.keys(), (i) => i - 1),
    rest: pickRows(rest, joints, 3),
  };
  const path = new Float32Array(poses.length * 3);
  for (const [f, { rotations, root, offsets }] of poses.entries()) {
    const { positions } = poseJoints(chain, {
      rotations: pickRows(rotations, joints, 4),
      root,
      offsets: offsets && pickRows(offsets, joints, 3),
    });
    path.set(positions.subarray(-3), f * 3);
  }
  return path;
}

const pickRows = (rows: Float32Array, joints: readonly number[], width: number): Float32Array =>
  Float32Array.from({ length: joints.length * width }, (_, i) => {
    return rows[joints[Math.floor(i / width)] * width + (i % width)];
  });
