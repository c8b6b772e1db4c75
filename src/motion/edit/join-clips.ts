/**
 * @file Joins clips end to end with crossfades, each continuing from the position and heading of the one before
 * it went.
 */

import { PosespaceError } from '../../base/errors.js';
import { multiplyQuaternionInto, rotateVectorInto } from '../../math/quaternion.js';
import type { Pose, Skeleton } from '../../rig/rig-records.js';
import { type Clip, clipDuration, inheritSource } from '../clip.js';
import { blendPoses, sampleClip } from '../sample-clip.js';

/** Options of `joinClips`. */
export interface JoinClipsOptions {
  readonly name?: string;
  /** Seconds in which a clip passes over into the next, cut to half of the shorter one; 0 for a hard cut. */
  readonly blend?: number;
  /** Whether a clip goes on where the one before it is and heads, or where its file has it. */
  readonly align?: boolean;
  /** Frames per second. */
  readonly frameRate?: number;
}

/** Defaults of `joinClips`. */
export const JOIN_CLIPS_DEFAULTS = Object.freeze({ name: 'joined', blend: 0.25, align: true, frameRate: 30 });

/** Joins clips into one, blended where they meet. */
export function joinClips(clips: readonly Clip[], skeleton: Skeleton, options: JoinClipsOptions = {}): Clip {
  const { name, blend, align, frameRate } = { ...JOIN_CLIPS_DEFAULTS, ...options };
  if (
    clips.length === 0 ||
    clips.some(({ times }) => times.length === 0) ||
    !(blend >= 0) ||
    !(frameRate > 0)
  ) {
    throw new PosespaceError(
      'bad-usage',
      `motion/joinClips: needs clips with frames, a blend from 0 up and a frameRate above 0, got ${clips.length} clips, ${blend} s, ${frameRate}`,
    );
  }
  // (1) When each clip starts, and how it is rotated and moved to continue the previous one.
  const starts = [0];
  const overlaps = [0];
  const placed = [clips[0]];
  for (let i = 1; i < clips.length; i++) {
    const overlap = Math.min(blend, clipDuration(clips[i - 1]) / 2, clipDuration(clips[i]) / 2);
    starts.push(starts[i - 1] + clipDuration(clips[i - 1]) - overlap);
    overlaps.push(overlap);
    const middle = overlap / 2;
    const before = sampleClip(placed[i - 1], placed[i - 1].times[0] + clipDuration(clips[i - 1]) - middle);
    const after = sampleClip(clips[i], clips[i].times[0] + middle);
    placed.push(align ? alignClip(clips[i], after, before, skeleton) : clips[i]);
  }
  // (2) One grid of times over all of them.
  const end = starts[clips.length - 1] + clipDuration(clips[clips.length - 1]);
  const steps = Math.max(1, Math.round(end * frameRate));
  const times = Float32Array.from({ length: steps + 1 }, (_, f) => (end * f) / steps);
  const poses = Array.from(times, (time) => {
    let i = clips.length - 1;
    while (i > 0 && time < starts[i]) i--;
    const pose = sampleClip(placed[i], placed[i].times[0] + time - starts[i]);
    if (i === 0 || time >= starts[i] + overlaps[i]) return pose;
    const u = (time - starts[i]) / overlaps[i];
    const old = sampleClip(placed[i - 1], placed[i - 1].times[0] + time - starts[i - 1]);
    return blendPoses(old, pose, u * u * (3 - 2 * u));
  });
  return { name, ...inheritSource(...clips), times, poses };
}

/** The clip rotated about +Y and moved along the ground to align one of its poses with another. */
function alignClip(clip: Clip, from: Pose, to: Pose, { rest }: Skeleton): Clip {
  const turn = headingBetween(from, to);
  const at = [0, 0, 0];
  const place = (root: Float32Array) => {
    for (let k = 0; k < 3; k++) at[k] = rest[k] + root[k];
    rotateVectorInto(at, 0, turn, 0, at, 0);
    return at;
  };
  const [x, , z] = place(from.root);
  const [dx, dz] = [rest[0] + to.root[0] - x, rest[2] + to.root[2] - z];
  return {
    ...clip,
    poses: clip.poses.map((pose) => {
      const rotations = pose.rotations.slice();
      multiplyQuaternionInto(rotations, 0, turn, 0, rotations, 0);
      const [px, py, pz] = place(pose.root);
      return {
        ...pose,
        rotations,
        root: Float32Array.of(px + dx - rest[0], py - rest[1], pz + dz - rest[2]),
      };
    }),
  };
}

/** The turn about +Y that brings the heading of one root to that of another. */
function headingBetween(from: Pose, to: Pose): number[] {
  const [a, b] = [from.rotations, to.rotations];
  // The part of b a⁻¹ about +Y: its y and w, made a rotation.
  const y = -b[3] * a[1] + b[1] * a[3] + b[0] * a[2] - b[2] * a[0];
  const w = b[3] * a[3] + b[0] * a[0] + b[1] * a[1] + b[2] * a[2];
  const length = Math.hypot(y, w);
  return length > 1e-9 ? [0, y / length, 0, w / length] : [0, 0, 0, 1];
}
