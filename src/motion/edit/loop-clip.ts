/**
 * @file Makes a clip loop: cuts it where end and start match best, and blends the seam.
 *
 * The cut is sought among all pairs of frames that are far enough apart: the two whose joints are nearest in place and
 * in speed. What is left between them, of place and of speed, is taken out on both sides, half each. Travel along
 * the ground is no part of the seam: a loop may walk on.
 */

import { PosespaceError } from '../../base/errors.js';
import {
  expRotationInto,
  logRotationInto,
  multiplyQuaternionInto,
  relativeQuaternionInto,
} from '../../math/quaternion.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import type { Pose, Skeleton } from '../../rig/rig-records.js';
import { type Clip, clipDuration, inheritSource } from '../clip.js';
import { resampleClip } from './resample-clip.js';

/** Options of `loopClip`. */
export interface LoopClipOptions {
  /** The shortest loop, seconds; absent: half of the clip. */
  readonly shortest?: number;
  /** Seconds on each side of the seam over which what is left is taken out; at most half of the loop. */
  readonly blend?: number;
  /** Frames per second. */
  readonly frameRate?: number;
}

/** Defaults of `loopClip`. */
export const LOOP_CLIP_DEFAULTS = Object.freeze({ blend: 0.25, frameRate: 30 });

/** A clip that loops, and how well its ends meet. */
export interface LoopedClip {
  /** Its last frame is its first again, but for where it has travelled. */
  readonly clip: Clip;
  /** What was cut out of the clip, seconds. */
  readonly start: number;
  readonly end: number;
  /** Mean meanDistance of joints between both ends before blending, metres. */
  readonly gap: number;
  /** What joints are apart at the seam and change their speed there, metres and metres per frame, mean over joints. */
  readonly seam: number;
  /** The median step of joints from frame to frame, metres: what the seam should be below. */
  readonly step: number;
}

/** Frames among which cuts are sought at most: pairs grow with the square. */
const MOST_FRAMES = 400;
const ROUNDS = 4;

/** Makes a clip loop without a visible seam. */
export function loopClip(source: Clip, skeleton: Skeleton, options: LoopClipOptions = {}): LoopedClip {
  const { blend, frameRate } = { ...LOOP_CLIP_DEFAULTS, ...options };
  const duration = clipDuration(source);
  const shortest = options.shortest ?? duration / 2;
  if (!(duration > 0 && shortest > 0 && shortest <= duration && blend >= 0)) {
    throw new PosespaceError(
      'bad-usage',
      `motion/loopClip: a loop of at least ${shortest} s, blended over ${blend} s, cannot be cut from ` +
        `"${source.name}" of ${duration} s`,
    );
  }
  const clip = resampleClip(source, { frameRate: Math.min(frameRate, MOST_FRAMES / duration) });
  const frames = clip.poses.map((pose) => poseInPlace(skeleton, pose));
  const spacing = duration / (frames.length - 1);
  const least = Math.min(frames.length - 1, Math.max(1, Math.ceil(shortest / spacing - 1e-6)));
  const [first, last] = findCut(frames, least);
  const poses = clip.poses.slice(first, last + 1);
  const width = Math.min(Math.round(blend / spacing), (last - first) >> 1);
  let closed = closeSeam(poses, width);
  // What is left after a round is of turns about different axes, and small.
  for (let round = 1; round < ROUNDS; round++) closed = closeSeam(closed, width);
  const looped = {
    name: source.name,
    ...inheritSource(source),
    times: clip.times.slice(first, last + 1).map((t) => t - clip.times[first]),
    poses: closed,
  };
  const { seam, step } = measureSeam(skeleton, closed);
  return {
    clip: looped,
    start: clip.times[first],
    end: clip.times[last],
    gap: meanDistance(frames[first], frames[last]),
    seam,
    step,
  };
}

/** Places of joints, what the root travelled along the ground aside. */
function poseInPlace(skeleton: Skeleton, pose: Pose): Float64Array {
  const { positions } = poseJoints(skeleton, pose);
  for (let i = 0; i < positions.length; i += 3) {
    positions[i] -= pose.root[0];
    positions[i + 2] -= pose.root[2];
  }
  return positions;
}

/** The pair of frames whose positions and velocities are nearest. */
function findCut(frames: readonly Float64Array[], least: number): [number, number] {
  const count = frames.length;
  let [best, cost] = [[0, count - 1] as [number, number], Infinity];
  for (let a = 0; a + least < count; a++) {
    for (let b = a + least; b < count; b++) {
      const apart = meanDistance(frames[a], frames[b]);
      if (apart >= cost) continue;
      const jump = speedJump(frames, a, b);
      if (apart + jump < cost) [best, cost] = [[a, b], apart + jump];
    }
  }
  return best;
}

function meanDistance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 3) {
    const [x, y, z] = [b[i] - a[i], b[i + 1] - a[i + 1], b[i + 2] - a[i + 2]];
    sum += Math.sqrt(x * x + y * y + z * z);
  }
  return (3 * sum) / a.length;
}

/** How differently joints go on from one frame and come to another. */
function speedJump(frames: readonly Float64Array[], first: number, last: number): number {
  const [a, b] = [frames[first], frames[first + 1]];
  const [c, d] = [frames[last - 1], frames[last]];
  let sum = 0;
  for (let i = 0; i < a.length; i += 3) {
    let squared = 0;
    for (let k = i; k < i + 3; k++) squared += (b[k] - a[k] - (d[k] - c[k])) ** 2;
    sum += Math.sqrt(squared);
  }
  return (3 * sum) / a.length;
}

/** What both ends of a cut differ by: in place, and in their step from frame to frame. */
interface SeamGap {
  /** Rotation vectors in the joints' own axes. [J, 3] */
  readonly rotationVectors: Float64Array;
  readonly rotationSteps: Float64Array;
  /** Of the root; only its height has to close. [3] */
  readonly root: readonly number[];
  readonly rootStep: readonly number[];
  /** Of offsets, where there are some. [J, 3] */
  readonly offsets?: Float64Array;
  readonly offsetSteps?: Float64Array;
}

function findGap(poses: readonly Pose[]): SeamGap {
  const last = poses.length - 1;
  const [a, a1, b1, b] = [poses[0], poses[1], poses[last - 1], poses[last]];
  const rotationVectors = rotationsBetween(a, b);
  const ahead = rotationsBetween(a, a1);
  const behind = rotationsBetween(b1, b);
  const at = (pose: Pose, i: number) => pose.offsets?.[i] ?? 0;
  const offsets = (a.offsets ?? b.offsets) && rotationVectors.map((_, i) => at(b, i) - at(a, i));
  const offsetSteps = offsets?.map((_, i) => at(a1, i) - at(a, i) - (at(b, i) - at(b1, i)));
  return {
    ...(offsets && { offsets, offsetSteps }),
    rotationVectors,
    rotationSteps: ahead.map((turn, i) => turn - behind[i]),
    root: [0, b.root[1] - a.root[1], 0],
    rootStep: [0, 1, 2].map((k) => a1.root[k] - a.root[k] - (b.root[k] - b1.root[k])),
  };
}

function rotationsBetween(a: Pose, b: Pose): Float64Array {
  const rotationVectors = new Float64Array((a.rotations.length / 4) * 3);
  const q = new Float64Array(4);
  for (let j = 0; j * 3 < rotationVectors.length; j++) {
    relativeQuaternionInto(q, 0, a.rotations, j * 4, b.rotations, j * 4);
    logRotationInto(rotationVectors, j * 3, q, 0);
  }
  return rotationVectors;
}

/** Takes out what both ends differ by, half at each, over `width` frames. */
function closeSeam(poses: readonly Pose[], width: number): Pose[] {
  const gap = findGap(poses);
  const q = new Float64Array(4);
  const v = new Float64Array(3);
  const last = poses.length - 1;
  return poses.map((pose, f) => {
    // 1/2 at the first frame, −1/2 at the last, 0 further than the width from both.
    const share = fade(f, width) / 2 - fade(last - f, width) / 2;
    const slow = -(pulse(f, width) + pulse(last - f, width)) / 2;
    if (share === 0 && slow === 0) return pose;
    const rotations = pose.rotations.slice();
    for (let j = 0; j * 4 < rotations.length; j++) {
      for (let k = 0; k < 3; k++)
        v[k] = share * gap.rotationVectors[j * 3 + k] + slow * gap.rotationSteps[j * 3 + k];
      expRotationInto(q, 0, v, 0);
      multiplyQuaternionInto(rotations, j * 4, rotations, j * 4, q, 0);
    }
    const root = pose.root.map((x, k) => x + share * gap.root[k] + slow * gap.rootStep[k]);
    const offsets = gap.offsets && shiftOffsets(pose, gap, share, slow);
    return { rotations, root, ...(offsets && { offsets }) };
  });
}

function shiftOffsets(
  pose: Pose,
  { offsets, offsetSteps }: SeamGap,
  share: number,
  slow: number,
): Float32Array {
  return Float32Array.from(
    offsets!,
    (gap, i) => (pose.offsets?.[i] ?? 0) + share * gap + slow * offsetSteps![i],
  );
}

/**
 * 1 at 0 and 0 from `width` on, with no speed at the far end. At 0 it falls at its steepest: the corrections on both sides
 * of the seam are one straight line there, which adds no jump in speed.
 */
function fade(away: number, width: number): number {
  if (away >= width) return away === 0 ? 1 : 0;
  const u = 1 - away / width;
  return u * u;
}

/** 0 at 0, where it rises by one a frame, and 0 again from `width` on: changes a speed and no place. */
const pulse = (away: number, width: number): number =>
  away < width && width > 1 ? away * ((1 - away / width) / (1 - 1 / width)) ** 2 : 0;

/** How joints change their speed where the end goes on as the beginning, and their usual step. */
export function measureSeam(skeleton: Skeleton, poses: readonly Pose[]): { seam: number; step: number } {
  const frames = poses.map((pose) => poseInPlace(skeleton, pose));
  const last = frames.length - 1;
  if (last < 1) return { seam: 0, step: 0 };
  const steps = Float64Array.from({ length: last }, (_, f) => meanDistance(frames[f], frames[f + 1])).sort();
  return { seam: meanDistance(frames[0], frames[last]) + speedJump(frames, 0, last), step: steps[last >> 1] };
}
