/** @file The path of one joint over many poses. Only its ancestors are posed, so that long clips are cheap. */

import type { Pose, Skeleton } from 'posespace/rig';

/** Positions of a joint, metres. [poses, 3] */
export function jointPath(skeleton: Skeleton, poses: readonly Pose[], joint: number): Float32Array {
  const { parents, rest } = skeleton;
  const chain: number[] = [];
  for (let j = joint; j >= 0; j = parents[j]) chain.unshift(j);
  const path = new Float32Array(poses.length * 3);
  const rotation = new Float64Array(4);
  const position = new Float64Array(3);
  for (const [f, { rotations, root, offsets }] of poses.entries()) {
    rotation.set([0, 0, 0, 1]);
    for (const j of chain) {
      const p = parents[j];
      for (let k = 0; k < 3; k++) {
        if (p < 0) position[k] = rest[j * 3 + k] + root[k];
        else bone[k] = rest[j * 3 + k] - rest[p * 3 + k] + (offsets?.[j * 3 + k] ?? 0);
      }
      if (p >= 0) addRotated(position, rotation, bone);
      rotateInto(rotation, rotations, j * 4);
    }
    path.set(position, f * 3);
  }
  return path;
}

const bone = new Float64Array(3);

/** position += rotation · offset */
function addRotated(position: Float64Array, rotation: Float64Array, offset: Float64Array): void {
  const [x, y, z, w] = rotation;
  const [a, b, c] = offset;
  const [u, v, t] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  position[0] += a + w * u + (y * t - z * v);
  position[1] += b + w * v + (z * u - x * t);
  position[2] += c + w * t + (x * v - y * u);
}

/** rotation = rotation · q */
function rotateInto(rotation: Float64Array, q: Float32Array, at: number): void {
  const [px, py, pz, pw] = rotation;
  const [x, y, z, w] = [q[at], q[at + 1], q[at + 2], q[at + 3]];
  rotation[0] = pw * x + px * w + py * z - pz * y;
  rotation[1] = pw * y + py * w + pz * x - px * z;
  rotation[2] = pw * z + pz * w + px * y - py * x;
  rotation[3] = pw * w - px * x - py * y - pz * z;
}
