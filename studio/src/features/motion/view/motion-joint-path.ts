/** @file Where one joint goes over many poses: only the joints above it are posed, so that long clips cost little. */

import type { Pose, Skeleton } from 'posespace/rig';

/** Places of a joint, metres. [poses, 3] */
export function jointPath(skeleton: Skeleton, poses: readonly Pose[], joint: number): Float32Array {
  const { parents, rest } = skeleton;
  const chain: number[] = [];
  for (let j = joint; j >= 0; j = parents[j]) chain.unshift(j);
  const path = new Float32Array(poses.length * 3);
  const turn = new Float64Array(4);
  const place = new Float64Array(3);
  for (const [f, { rotations, root, offsets }] of poses.entries()) {
    turn.set([0, 0, 0, 1]);
    for (const j of chain) {
      const p = parents[j];
      for (let k = 0; k < 3; k++) {
        if (p < 0) place[k] = rest[j * 3 + k] + root[k];
        else bone[k] = rest[j * 3 + k] - rest[p * 3 + k] + (offsets?.[j * 3 + k] ?? 0);
      }
      if (p >= 0) addTurned(place, turn, bone);
      turnOn(turn, rotations, j * 4);
    }
    path.set(place, f * 3);
  }
  return path;
}

const bone = new Float64Array(3);

/** place += turn · way */
function addTurned(place: Float64Array, turn: Float64Array, way: Float64Array): void {
  const [x, y, z, w] = turn;
  const [a, b, c] = way;
  const [u, v, t] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  place[0] += a + w * u + (y * t - z * v);
  place[1] += b + w * v + (z * u - x * t);
  place[2] += c + w * t + (x * v - y * u);
}

/** turn = turn · q */
function turnOn(turn: Float64Array, q: Float32Array, at: number): void {
  const [px, py, pz, pw] = turn;
  const [x, y, z, w] = [q[at], q[at + 1], q[at + 2], q[at + 3]];
  turn[0] = pw * x + px * w + py * z - pz * y;
  turn[1] = pw * y + py * w + pz * x - px * z;
  turn[2] = pw * z + pz * w + px * y - py * x;
  turn[3] = pw * w - px * x - py * y - pz * z;
}
