/**
 * @file Keyframe reduction: as few frames as keep every joint, at every original frame, within a tolerance.
 *
 * Frames go in where the error is worst until none is too far (Douglas and Peucker 1973, over time), so a hold costs two
 * frames and a blow as many as it needs. All joints share the frames of the clip. Errors are of joint
 * positions, so a rotation of the hips counts by what it moves.
 */

import { requireInput } from '../../base/errors.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { type Skeleton, skeletonDiameter } from '../../rig/rig-records.js';
import { type Clip, inheritSource } from '../clip.js';
import { blendPoses } from '../sample-clip.js';

/** Options of `reduceClip`. */
export interface ReduceClipOptions {
  /** The furthest that a joint may be off, in % of the skeleton's diameter, 0 up. */
  readonly tolerance?: number;
}

/** Defaults of `reduceClip`. */
export const REDUCE_CLIP_DEFAULTS = Object.freeze({ tolerance: 0.1 });

/** A clip with fewer keys, and the error that costs. */
export interface ReducedClip {
  readonly clip: Clip;
  /** The furthest that a joint is off at a frame that went, in % of the diameter. */
  readonly error: number;
}

/** Removes keys that interpolation reproduces. */
export function reduceClip(clip: Clip, skeleton: Skeleton, options: ReduceClipOptions = {}): ReducedClip {
  const { tolerance } = { ...REDUCE_CLIP_DEFAULTS, ...options };
  requireInput(tolerance >= 0, `motion/reduceClip: tolerance is from 0 up, got ${tolerance}`);
  const { times, poses } = clip;
  const last = times.length - 1;
  if (last < 2) return { clip, error: 0 };
  const diameter = skeletonDiameter(skeleton) || 1;
  const positions = poses.map((pose) => poseJoints(skeleton, pose).positions);
  const errorAt = (f: number, a: number, b: number): number => {
    const share = (times[f] - times[a]) / (times[b] - times[a]);
    const got = poseJoints(skeleton, blendPoses(poses[a], poses[b], share)).positions;
    let worst = 0;
    for (let i = 0; i < got.length; i += 3) {
      const [x, y, z] = [
        got[i] - positions[f][i],
        got[i + 1] - positions[f][i + 1],
        got[i + 2] - positions[f][i + 2],
      ];
      worst = Math.max(worst, x * x + y * y + z * z);
    }
    return (100 * Math.sqrt(worst)) / diameter;
  };
  const kept = new Set([0, last]);
  const waiting: [number, number][] = [[0, last]];
  let error = 0;
  while (waiting.length > 0) {
    const [a, b] = waiting.pop()!;
    let [worst, at] = [0, -1];
    for (let f = a + 1; f < b; f++) {
      const off = errorAt(f, a, b);
      if (off >= worst) [worst, at] = [off, f];
    }
    if (at < 0 || worst <= tolerance) {
      error = Math.max(error, worst);
      continue;
    }
    kept.add(at);
    waiting.push([a, at], [at, b]);
  }
  const frames = [...kept].sort((a, b) => a - b);
  return {
    clip: {
      name: clip.name,
      ...inheritSource(clip),
      times: Float32Array.from(frames, (f) => times[f]),
      poses: frames.map((f) => poses[f]),
      ...(clip.scales && {
        scales: clip.scales.map(({ joint, values }) => ({
          joint,
          values: Float32Array.from(frames.flatMap((f) => [...values.subarray(f * 3, f * 3 + 3)])),
        })),
      }),
    },
    error,
  };
}
