/**
 * @file A rig that a pose space is measured on, with its real poses.
 *
 * A limited number of frames, evenly spaced over all its clips end to end, is used, so that a rig takes seconds and long
 * clips count by their length. Pictures and intersections need a mesh; motion capture is measured without.
 */

import { normaliseRig } from '../../src/pose/records/normalise-rig.js';
import type { SolverRig } from '../../src/pose/records/solver-rig.js';
import type { Pose, Rig, Skeleton } from '../../src/rig/rig-records.js';
import { createPoseCloud, type PoseCloud } from './pose-cloud.js';

/** A body and its motion: poses are rest-relative, the tree anatomical. */
export interface PoseSubject {
  readonly skeleton: Skeleton;
  /** Absent where the file holds motion alone. */
  readonly rig?: Rig;
  readonly clips: readonly NamedPoses[];
  /** Mean distance between where bones put the joints and where they were, % of the diameter. */
  readonly residual?: number;
  /** sRGB and alpha, for pictures. [V, 4] */
  readonly colors?: Uint8Array;
}

/** A clip as far as it is measured: every clip is one. */
export interface NamedPoses {
  readonly name: string;
  readonly poses: readonly Pose[];
}

/** Frames of clips, and what they are compared by. */
export interface RealPoses {
  readonly poses: readonly Pose[];
  /** Index of the clip of each pose. [count] */
  readonly clipOf: readonly number[];
  readonly cloud: PoseCloud;
}

/** The normalised rig of a subject. */
export function describeSubject({ skeleton, rig }: PoseSubject): SolverRig {
  return normaliseRig(rig ?? { skeleton });
}

/** Frames of all clips that `accept` takes, at most `limit`, spread evenly. */
export function pickRealPoses(
  { clips }: Pick<PoseSubject, 'clips'>,
  rig: SolverRig,
  limit: number,
  accept: (clip: NamedPoses) => boolean = () => true,
): RealPoses {
  const frames = clips.flatMap((clip, index) =>
    accept(clip) ? clip.poses.map((pose) => ({ pose, clip: index })) : [],
  );
  const chosen = spreadIndices(frames.length, limit).map((i) => frames[i]);
  const poses = chosen.map(({ pose }) => pose);
  return { poses, clipOf: chosen.map(({ clip }) => clip), cloud: createPoseCloud(rig, poses) };
}

/** At most `limit` of `count` indices, each from the middle of its share. */
export function spreadIndices(count: number, limit: number): number[] {
  const wanted = Math.min(count, limit);
  return Array.from({ length: wanted }, (_, i) => Math.floor(((i + 0.5) * count) / wanted));
}
