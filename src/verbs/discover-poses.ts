/**
 * @file Poses of a creature from videos of it, as ViPS learns what a body can do: each video is fitted by the rig, and of
 * its poses those are kept that can be believed. Videos that do not move, or that the rig does not cover, give none;
 * frames are left out where the outline does not fit, where the body jumps, and where too little of it is seen.
 */

import { PosespaceError } from '../base/errors.js';
import { pauseUnlessAborted, type WorkOptions } from '../base/progress.js';
import type { PoseSpace } from '../pose/solve/pose-space.js';
import { poseJoints } from '../rig/kinematics/forward-kinematics.js';
import { type Pose, type Skeleton, skeletonDiameter } from '../rig/rig-records.js';
import { type FittedVideo, fitRigVideo } from '../video/fit/fit-rig-video.js';
import type { VideoFrames } from '../video/frames/video-frames.js';
import type { Stage } from '../video/stage/stage-record.js';

/** A video to learn from. */
export interface DiscoverVideo {
  readonly video: VideoFrames;
  /** Where it came from, in words. */
  readonly label: string;
  readonly stage?: Stage;
}

/** Options of `discoverPoses`. */
export interface DiscoverPosesOptions extends WorkOptions {
  /** Least overlap of the fitted outline with the real one, 0 to 1. */
  readonly leastOverlap?: number;
  /** A video whose joints move less than this from its mean pose, in % of the diameter, shows nothing. */
  readonly leastMotion?: number;
  /** A joint that moves farther from frame to frame jumps, in % of the diameter. */
  readonly farthestStep?: number;
  /** Least share of the joints that are seen in a frame, 0 to 1. */
  readonly leastSeen?: number;
}

/** Defaults of `discoverPoses`. */
export const DISCOVER_POSES_DEFAULTS = Object.freeze({
  leastOverlap: 0.8,
  leastMotion: 0.15,
  farthestStep: 20,
  leastSeen: 0.3,
} as const satisfies DiscoverPosesOptions);

/** Why frames were left out. */
export type DroppedReason = 'static' | 'outline' | 'jump' | 'hidden';

/** What one video gave. */
export interface DiscoveredVideo {
  readonly label: string;
  readonly frames: number;
  readonly poses: readonly Pose[];
  /** Frames that were left out, by reason. */
  readonly dropped: Readonly<Record<DroppedReason, number>>;
  /** Mean overlap of outlines, 0 to 1. */
  readonly overlap: number;
}

/** Fits a video; replaced in tests. */
export type VideoFitter = (
  space: PoseSpace,
  video: VideoFrames,
  options: WorkOptions & { stage?: Stage },
) => Promise<Pick<FittedVideo, 'clip' | 'report'>>;

/** Poses from videos of the creature of a pose space. */
export async function discoverPoses(
  space: PoseSpace,
  videos: readonly DiscoverVideo[],
  options: DiscoverPosesOptions = {},
  fitter: VideoFitter = fitRigVideo,
): Promise<DiscoveredVideo[]> {
  const { signal, onProgress } = options;
  if (videos.length === 0) {
    throw new PosespaceError('bad-usage', 'pose/discoverPoses: there are no videos; give at least one');
  }
  const found: DiscoveredVideo[] = [];
  for (const [i, { video, label, stage }] of videos.entries()) {
    await pauseUnlessAborted(signal);
    const share = (fraction: number) => (i + fraction) / videos.length;
    const fitted = await fitter(space, video, {
      ...(stage && { stage }),
      signal,
      onProgress: (progress) => onProgress?.({ stage: progress.stage, fraction: share(progress.fraction) }),
    });
    found.push({ label, ...filterPoses(space.anatomy.original, fitted, options) });
  }
  return found;
}

/** The poses of a fit that can be believed. */
export function filterPoses(
  skeleton: Skeleton,
  { clip, report }: Pick<FittedVideo, 'clip' | 'report'>,
  options: DiscoverPosesOptions = {},
): Omit<DiscoveredVideo, 'label'> {
  const limits = { ...DISCOVER_POSES_DEFAULTS, ...options };
  const { overlaps, visible, jointCount } = report;
  const frames = clip.poses.length;
  const dropped = { static: 0, outline: 0, jump: 0, hidden: 0 };
  const overlap = overlaps.reduce((sum, one) => sum + one, 0) / Math.max(1, frames);
  const percent = 100 / skeletonDiameter(skeleton);
  const positions = clip.poses.map((pose) => jointsAboutRoot(skeleton, pose));
  if (motionOf(positions) * percent < limits.leastMotion) {
    return { frames, poses: [], dropped: { ...dropped, static: frames }, overlap };
  }
  const seenShare = (f: number) => {
    let seen = 0;
    for (let j = 0; j < jointCount; j++) if (visible[f * jointCount + j] >= 0.2) seen++;
    return seen / Math.max(1, jointCount);
  };
  const poses = clip.poses.filter((_, f) => {
    const reason: DroppedReason | undefined =
      overlaps[f] < limits.leastOverlap
        ? 'outline'
        : f > 0 && farthest(positions[f], positions[f - 1]) * percent > limits.farthestStep
          ? 'jump'
          : seenShare(f) < limits.leastSeen
            ? 'hidden'
            : undefined;
    if (reason) dropped[reason]++;
    return reason === undefined;
  });
  return { frames, poses, dropped, overlap };
}

/** Joint positions relative to the first joint: where the body is does not matter. [J, 3] */
function jointsAboutRoot(skeleton: Skeleton, pose: Pose): Float64Array {
  const { positions } = poseJoints(skeleton, pose);
  return Float64Array.from(positions, (value, i) => value - positions[i % 3]);
}

/** Mean distanceAt of joints from where they are on average. */
function motionOf(frames: readonly Float64Array[]): number {
  if (frames.length === 0) return 0;
  const mean = frames[0].map((_, i) => frames.reduce((sum, frame) => sum + frame[i], 0) / frames.length);
  let total = 0;
  for (const frame of frames) for (let i = 0; i < mean.length; i += 3) total += distanceAt(frame, mean, i);
  return total / frames.length / (mean.length / 3);
}

function farthest(a: Float64Array, b: Float64Array): number {
  let most = 0;
  for (let i = 0; i < a.length; i += 3) most = Math.max(most, distanceAt(a, b, i));
  return most;
}

const distanceAt = (a: Float64Array, b: Float64Array, i: number): number =>
  Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]);
