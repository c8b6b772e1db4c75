/**
 * @file Travel out of a clip and back into it: games move a character by its code or by its clip, and want the clip in
 * place or with its travel.
 *
 * Travel is what the middle of all joints does along the ground, so it does not matter which bone of a file carries it.
 */

import { requireInput } from '../../base/errors.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import type { Skeleton } from '../../rig/rig-records.js';
import type { Clip } from '../clip.js';

export interface RemoveRootMotionOptions {
  /** `steady`: a straight way at an even speed goes out and sway stays; `all`: everything goes out. */
  readonly take?: 'steady' | 'all';
}

export const REMOVE_ROOT_MOTION_DEFAULTS = Object.freeze({
  take: 'steady',
} as const satisfies RemoveRootMotionOptions);

export interface RootMotionSplit {
  readonly clip: Clip;
  /** What was taken out, from the first frame on; heights stay in the clip. [F, 3] */
  readonly travel: Float32Array;
}

/** Takes the travel out of a clip. */
export function removeRootMotion(
  clip: Clip,
  skeleton: Skeleton,
  options: RemoveRootMotionOptions = {},
): RootMotionSplit {
  const { take } = { ...REMOVE_ROOT_MOTION_DEFAULTS, ...options };
  const { times, poses } = clip;
  const travel = new Float32Array(times.length * 3);
  if (times.length > 1) {
    const middles = poses.map((pose) => middleOf(poseJoints(skeleton, pose).positions));
    const last = times.length - 1;
    const duration = times[last] - times[0];
    for (let f = 0; f <= last; f++) {
      for (const k of [0, 2] as const) {
        const way =
          take === 'all'
            ? middles[f][k] - middles[0][k]
            : ((middles[last][k] - middles[0][k]) * (times[f] - times[0])) / duration;
        travel[f * 3 + k] = way;
      }
    }
  }
  return {
    clip: addRootMotion(
      clip,
      travel.map((value) => -value),
    ),
    travel,
  };
}

/** Adds travel to a clip: a way by frame [F, 3], or a velocity in metres per second [3]. */
export function addRootMotion(clip: Clip, travel: ArrayLike<number>): Clip {
  const { times, poses } = clip;
  const even = travel.length === 3 && times.length !== 1;
  requireInput(
    even || travel.length === times.length * 3,
    `motion/addRootMotion: needs a velocity of 3 numbers or a way of 3 for each of ${times.length} frames, got ${travel.length}`,
  );
  return {
    ...clip,
    poses: poses.map((pose, f) => ({
      ...pose,
      root: pose.root.map((x, k) => x + (even ? travel[k] * (times[f] - times[0]) : travel[f * 3 + k])),
    })),
  };
}

function middleOf(positions: Float64Array): [number, number, number] {
  const middle: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < positions.length; i++) middle[i % 3] += (3 * positions[i]) / positions.length;
  return middle;
}
