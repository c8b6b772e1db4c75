/**
 * @file A judge that is free and deterministic, for videos whose motion is known on a rig: measured on the clip, not asked
 * of a model.
 *
 * physical: the mean of measures m, each as 1 / (1 + m / m₀), 1 where nothing is wrong and ½ at m₀: foot skate, ground
 * penetration, jolts, balance, and the outline that the fit does not explain. semantic: the cosine between how far every
 * joint moves and how far it moves in the library's motion that the caption names, times the overlap of outlines; null
 * where the caption names none.
 */

import { PosespaceError } from '../../base/errors.js';
import { throwIfAborted } from '../../base/progress.js';
import type { Clip } from '../../motion/clip.js';
import { createMotion } from '../../motion/library/create-motion.js';
import { createMotionBody } from '../../motion/library/motion-body.js';
import { motionsOf } from '../../motion/library/motions.js';
import { measureMotion } from '../../motion/measure/motion-metrics.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { createRigSkinner } from '../../rig/kinematics/skin-mesh.js';
import { type Rig, type Skeleton, skeletonDiameter } from '../../rig/rig-records.js';
import { matchMotion } from '../models/match-motion.js';
import type { Judge } from './judge.js';

/** What the judge looks at. */
export interface OwnJudgeOptions {
  readonly rig: Rig;
  /** The motion of the video on the rig, one pose per frame. */
  readonly clip: Clip;
  /** Height of the ground, metres. */
  readonly ground: number;
  /** Overlap of the fitted outline with the real one, 0 to 1, where the clip was fitted. [F] */
  readonly overlaps?: ArrayLike<number>;
}

/** Measures at which their score is ½: heights per second, and % of the height or of the outline. */
const HALF = Object.freeze({ skate: 0.25, penetration: 2, jolt: 5, balance: 10, outline: 20 });

/** A judge of one clip. */
export function createOwnJudge({ rig, clip, ground, overlaps }: OwnJudgeOptions): Judge {
  return {
    async score(video, caption, { signal } = {}) {
      if (video.images.length !== clip.poses.length) {
        throw new PosespaceError(
          'bad-usage',
          `video/createOwnJudge: the video has ${video.images.length} frames and the clip ${clip.poses.length} poses; ` +
            'give the clip that was fitted to it',
        );
      }
      throwIfAborted(signal);
      const { skate, penetration, jolt } = measureMotion(rig, clip, { ground });
      const overlap = overlaps ? meanOf(Array.from(overlaps)) : 1;
      const balance = measureBalance(rig, clip, ground);
      const measures = { skate, penetration, jolt, balance, outline: (1 - overlap) * 100 };
      const names = Object.keys(measures) as (keyof typeof measures)[];
      const physical = meanOf(names.map((name) => 1 / (1 + measures[name] / HALF[name])));
      const likeness = compareMotion(rig, clip, caption);
      const semantic = likeness === null ? null : likeness * overlap;
      return { semantic, physical, method: 'own', details: { ...measures, overlap, likeness } };
    },
  };
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);

/** How alike the joints' motion is to that of the library's motion that a caption names, 0 to 1. */
function compareMotion(rig: Rig, clip: Clip, caption: string): number | null {
  const body = createMotionBody(rig);
  const found = matchMotion(caption, motionsOf(body));
  if (!found) return null;
  const wanted = spreadOf(rig.skeleton, createMotion(body, found.motion).clip);
  const shown = spreadOf(rig.skeleton, clip);
  const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + value * b[i], 0);
  const size = Math.sqrt(dot(wanted, wanted) * dot(shown, shown));
  // A video that stands still is like no motion.
  return size > 1e-12 ? dot(wanted, shown) / size : 0;
}

/** How far each joint moves about its mean, relative to the root, over the diameter. [J] */
function spreadOf(skeleton: Skeleton, { poses }: Clip): Float64Array {
  const frames = poses.map((pose) => {
    const { positions } = poseJoints(skeleton, pose);
    return Float64Array.from(positions, (value, i) => value - positions[i % 3]);
  });
  const count = skeleton.names.length;
  const mean = frames[0].map((_, i) => meanOf(frames.map((frame) => frame[i])));
  return Float64Array.from({ length: count }, (_, j) => {
    const squares = frames.map((frame) =>
      [0, 1, 2].reduce((sum, k) => sum + (frame[j * 3 + k] - mean[j * 3 + k]) ** 2, 0),
    );
    return Math.sqrt(meanOf(squares)) / skeletonDiameter(skeleton);
  });
}

/** Vertices below this share of the height touch the ground. */
const CONTACT = 0.03;

/**
 * How far the centre of the body is outside of what it stands on, in % of the height, meaned over the frames that stand:
 * its box seen from above, which is generous, and fair to bodies in motion.
 */
function measureBalance(rig: Rig, { poses }: Clip, ground: number): number {
  const skinner = createRigSkinner(rig);
  const outside = poses.flatMap((pose) => {
    const p = skinner.pose(pose);
    const box = { left: Infinity, right: -Infinity, back: Infinity, front: -Infinity };
    let [x, z, low, high] = [0, 0, Infinity, -Infinity];
    for (let i = 0; i < p.length; i += 3) {
      low = Math.min(low, p[i + 1]);
      high = Math.max(high, p[i + 1]);
      x += (p[i] * 3) / p.length;
      z += (p[i + 2] * 3) / p.length;
    }
    const height = high - low || 1;
    for (let i = 0; i < p.length; i += 3) {
      if (p[i + 1] > ground + CONTACT * height) continue;
      box.left = Math.min(box.left, p[i]);
      box.right = Math.max(box.right, p[i]);
      box.back = Math.min(box.back, p[i + 2]);
      box.front = Math.max(box.front, p[i + 2]);
    }
    if (box.left === Infinity) return [];
    const beyond = (value: number, least: number, most: number) => Math.max(0, least - value, value - most);
    return [(100 * Math.hypot(beyond(x, box.left, box.right), beyond(z, box.back, box.front))) / height];
  });
  return meanOf(outside);
}
