/**
 * @file Turns root motion off and on: games move a character by code or by its clip, and need the clip in place or moving.
 *
 * Root motion is the motion of the mean of all joints along the ground, so it does not matter which bone of a file has
 * the translation.
 */

import { requireInput } from '../../base/errors.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import type { Skeleton } from '../../rig/rig-records.js';
import type { Clip } from '../clip.js';

/** Options of `removeRootMotion`. */
export interface RemoveRootMotionOptions {
  /** `steady`: removes a straight path at constant speed and keeps sway; `all`: removes everything. */
  readonly remove?: 'steady' | 'all';
}

/** Defaults of `removeRootMotion`. */
export const REMOVE_ROOT_MOTION_DEFAULTS = Object.freeze({
  remove: 'steady',
} as const satisfies RemoveRootMotionOptions);

/** A clip without root motion, and the root motion that was removed. */
export interface RootMotionSplit {
  readonly clip: Clip;
  /** What was removed, relative to the first frame; heights stay in the clip. [F, 3] */
  readonly rootMotion: Float32Array;
}

/** Turns root motion off: the clip in place. */
export function removeRootMotion(
  clip: Clip,
  skeleton: Skeleton,
  options: RemoveRootMotionOptions = {},
): RootMotionSplit {
  const { remove } = { ...REMOVE_ROOT_MOTION_DEFAULTS, ...options };
  const { times, poses } = clip;
  const rootMotion = new Float32Array(times.length * 3);
  if (times.length > 1) {
    const middles = poses.map((pose) => middleOf(poseJoints(skeleton, pose).positions));
    const last = times.length - 1;
    const duration = times[last] - times[0];
    for (let f = 0; f <= last; f++) {
      for (const k of [0, 2] as const) {
        const displacement =
          remove === 'all'
            ? middles[f][k] - middles[0][k]
            : ((middles[last][k] - middles[0][k]) * (times[f] - times[0])) / duration;
        rootMotion[f * 3 + k] = displacement;
      }
    }
  }
  return {
    clip: addRootMotion(
      clip,
      rootMotion.map((value) => -value),
    ),
    rootMotion,
  };
}

/** Turns root motion on: adds a displacement by frame [F, 3], or a constant velocity in metres per second [3]. */
export function addRootMotion(clip: Clip, rootMotion: ArrayLike<number>): Clip {
  const { times, poses } = clip;
  const even = rootMotion.length === 3 && times.length !== 1;
  requireInput(
    even || rootMotion.length === times.length * 3,
    `motion/addRootMotion: needs a velocity of 3 numbers or a displacement of 3 for each of ${times.length} frames, got ${rootMotion.length}`,
  );
  return {
    ...clip,
    poses: poses.map((pose, f) => ({
      ...pose,
      root: pose.root.map(
        (x, k) => x + (even ? rootMotion[k] * (times[f] - times[0]) : rootMotion[f * 3 + k]),
      ),
    })),
  };
}

function middleOf(positions: Float64Array): [number, number, number] {
  const middle: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < positions.length; i++) middle[i % 3] += (3 * positions[i]) / positions.length;
  return middle;
}
