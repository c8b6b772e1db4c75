/** @file The path of one joint over many poses. Only its ancestors are posed, so that long clips are cheap. */

import { multiplyQuaternionInto, rotateVectorInto } from 'posespace';
import type { Pose, Skeleton } from 'posespace/rig';

/** Positions of a joint, metres. [poses, 3] */
export function jointPath(skeleton: Skeleton, poses: readonly Pose[], joint: number): Float32Array {
  const { parents, rest } = skeleton;
  const chain: number[] = [];
  for (let j = joint; j >= 0; j = parents[j]) chain.unshift(j);
  const path = new Float32Array(poses.length * 3);
  const rotation = new Float64Array(4);
  const position = new Float64Array(3);
  const bone = new Float64Array(3);
  for (const [f, { rotations, root, offsets }] of poses.entries()) {
    rotation.set([0, 0, 0, 1]);
    for (const j of chain) {
      const p = parents[j];
      for (let k = 0; k < 3; k++) {
        if (p < 0) position[k] = rest[j * 3 + k] + root[k];
        else bone[k] = rest[j * 3 + k] - rest[p * 3 + k] + (offsets?.[j * 3 + k] ?? 0);
      }
      if (p >= 0) {
        rotateVectorInto(bone, 0, rotation, 0, bone, 0);
        for (let k = 0; k < 3; k++) position[k] += bone[k];
      }
      multiplyQuaternionInto(rotation, 0, rotation, 0, rotations, j * 4);
    }
    path.set(position, f * 3);
  }
  return path;
}
