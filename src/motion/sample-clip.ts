/**
 * @file Samples a clip at any time: rotations by slerp, positions linearly, clamped outside of the clip.
 */

import { PosespaceError } from '../base/errors.js';
import { slerpInto } from '../math/quaternion.js';
import type { Pose } from '../rig/rig-records.js';
import type { Clip } from './clip.js';

/** The pose of a clip at a time, seconds. */
export function sampleClip(clip: Clip, time: number): Pose {
  const { index, fraction } = locate(clip, time);
  const a = clip.poses[index];
  return fraction === 0 ? a : blendPoses(a, clip.poses[index + 1], fraction);
}

/** From pose a at t = 0 to pose b at t = 1, joint by joint. */
export function blendPoses(a: Pose, b: Pose, t: number): Pose {
  const rotations = new Float32Array(a.rotations.length);
  for (let i = 0; i < rotations.length; i += 4) slerpInto(rotations, i, a.rotations, i, b.rotations, i, t);
  const offsets = a.offsets || b.offsets ? mix(a.offsets, b.offsets, t) : undefined;
  return { rotations, root: mix(a.root, b.root, t), ...(offsets && { offsets }) };
}

/** The frame at or before a time and how far it is to the next. */
export function locate(clip: Clip, time: number): { index: number; fraction: number } {
  const { times } = clip;
  if (times.length === 0)
    throw new PosespaceError('bad-input', `motion/sampleClip: clip "${clip.name}" has no frames`);
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle - 1;
  }
  if (low === times.length - 1 || time <= times[low]) return { index: low, fraction: 0 };
  return { index: low, fraction: (time - times[low]) / (times[low + 1] - times[low]) };
}

/** Straight blend of two vectors, where an absent one is zero. */
export function mix(a: Float32Array | undefined, b: Float32Array | undefined, t: number): Float32Array {
  const out = new Float32Array((a ?? b)!.length);
  for (let i = 0; i < out.length; i++) out[i] = (1 - t) * (a?.[i] ?? 0) + t * (b?.[i] ?? 0);
  return out;
}
