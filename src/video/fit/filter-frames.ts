/**
 * @file Which frames of a fitted video are worth keeping as poses. ViPS drops videos that do not move or that jump and frames
 * that fit badly; a body that newly intersects itself is dropped too. Every drop has a reason that is counted.
 */

import { createIntersectionFinder } from '../../mesh/self-intersection.js';
import type { Clip } from '../../motion/clip.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { createRigSkinner } from '../../rig/kinematics/skin-mesh.js';
import { type Rig, skeletonDiameter } from '../../rig/rig-records.js';

/** Why a frame is dropped. */
export type DropReason = 'static' | 'jump' | 'misfit' | 'intersecting';

/** Options of `filterFrames`; lengths are shares of the skeleton's diameter. */
export interface FilterFramesOptions {
  /** A video whose joints move less than this from frame to frame, on average, is static (ViPS). */
  readonly leastMotion?: number;
  /** A frame in which a joint moves farther than this from the last one jumps. */
  readonly largestStep?: number;
  /** Least overlap of the outlines of fit and video, 0 to 1. */
  readonly leastOverlap?: number;
  /** Largest share of triangles that newly intersect others. */
  readonly mostIntersecting?: number;
}

/** Defaults of `filterFrames`. */
export const FILTER_FRAMES_DEFAULTS = Object.freeze({
  leastMotion: 0.0015,
  largestStep: 0.2,
  leastOverlap: 0.75,
  mostIntersecting: 0.02,
} as const satisfies FilterFramesOptions);

/** Frames that passed, and how many did not. */
export interface FilteredFrames {
  readonly kept: readonly number[];
  readonly dropped: Readonly<Record<DropReason, number>>;
  /** How different the kept poses are: the root mean square distance of joints from their mean, root removed. */
  readonly spread: number;
}

/** Filters the frames of a clip that was fitted to a video; `overlaps` is per frame. */
export function filterFrames(
  rig: Rig,
  clip: Clip,
  overlaps: ArrayLike<number>,
  options: FilterFramesOptions = {},
): FilteredFrames {
  const { leastMotion, largestStep, leastOverlap, mostIntersecting } = {
    ...FILTER_FRAMES_DEFAULTS,
    ...options,
  };
  const diameter = skeletonDiameter(rig.skeleton);
  const frames = clip.poses.map((pose) => rootRemoved(poseJoints(rig.skeleton, pose).positions));
  const steps = frames.slice(1).map((frame, f) => measureStep(frames[f], frame, diameter));
  const dropped: Record<DropReason, number> = { static: 0, jump: 0, misfit: 0, intersecting: 0 };
  const motion = steps.reduce((sum, { mean }) => sum + mean, 0) / Math.max(1, steps.length);
  if (motion < leastMotion) {
    return { kept: [], dropped: { ...dropped, static: frames.length }, spread: 0 };
  }
  const skinner = createRigSkinner(rig);
  const finder = createIntersectionFinder(rig.mesh);
  const kept = clip.poses.flatMap((pose, f) => {
    const reason: DropReason | undefined =
      f > 0 && steps[f - 1].largest > largestStep
        ? 'jump'
        : overlaps[f] < leastOverlap
          ? 'misfit'
          : finder.find(skinner.pose(pose)).triangleFraction > mostIntersecting
            ? 'intersecting'
            : undefined;
    if (reason === undefined) return [f];
    dropped[reason]++;
    return [];
  });
  return { kept, dropped, spread: measureSpread(kept.map((f) => frames[f])) / diameter };
}

/** Joint positions from the first joint on: where the body is does not matter. */
function rootRemoved(positions: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: positions.length }, (_, i) => positions[i] - positions[i % 3]);
}

function measureStep(before: Float64Array, after: Float64Array, diameter: number) {
  let [sum, largest] = [0, 0];
  for (let i = 0; i < before.length; i += 3) {
    const step = Math.hypot(after[i] - before[i], after[i + 1] - before[i + 1], after[i + 2] - before[i + 2]);
    sum += step;
    largest = Math.max(largest, step);
  }
  return { mean: sum / (before.length / 3) / diameter, largest: largest / diameter };
}

function measureSpread(frames: readonly Float64Array[]): number {
  if (frames.length === 0) return 0;
  const mean = frames[0].map((_, i) => frames.reduce((sum, frame) => sum + frame[i], 0) / frames.length);
  const squares = frames.map((frame) => frame.reduce((sum, value, i) => sum + (value - mean[i]) ** 2, 0));
  return Math.sqrt(squares.reduce((sum, value) => sum + value, 0) / frames.length / (mean.length / 3));
}
