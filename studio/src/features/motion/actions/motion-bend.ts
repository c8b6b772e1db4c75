/**
 * @file Edits a clip so that it passes through another pose at a moment: the difference is added around that moment
 * and fades out on both sides.
 */

import { multiplyQuaternionInto } from 'posespace';
import { blendPoses, type Clip, retimeClip, sampleClip } from 'posespace/motion';
import type { Pose } from 'posespace/rig';

/** Frames per second around the edit, and the largest difference between equal times, seconds. */
const RATE = 30;
const TIME_TOLERANCE = 1e-3;

/** The clip with a pose at a time; `reach` is the fade on either side, seconds. */
export function bendClip(clip: Clip, time: number, pose: Pose, reach: number): Clip {
  const dense = addFrames(clip, time, reach);
  const difference = poseDifference(sampleClip(dense, time), pose);
  const identity = identityPose(difference);
  const poses = dense.poses.map((old, f) => {
    const away = Math.abs(dense.times[f] - time);
    const share = away < TIME_TOLERANCE ? 1 : fade(away / reach);
    return share > 0 ? addDifference(old, blendPoses(identity, difference, share)) : old;
  });
  return { ...dense, poses };
}

/** The clip with a frame at the time, and enough frames around it. */
function addFrames(clip: Clip, time: number, reach: number): Clip {
  const [first, last] = [clip.times[0], clip.times[clip.times.length - 1]];
  const times = [...clip.times];
  const add = (at: number, gap: number) => {
    if (at >= first && at <= last && times.every((other) => Math.abs(other - at) >= gap)) times.push(at);
  };
  add(time, TIME_TOLERANCE);
  for (let n = 1; n <= reach * RATE; n++)
    for (const side of [-1, 1]) add(time + (side * n) / RATE, 0.7 / RATE);
  if (times.length === clip.times.length) return clip;
  return { ...retimeClip(clip, Float32Array.from(times).sort()), name: clip.name };
}

/** 1 at 0, 0 from 1 on, with zero slope at both ends. */
const fade = (u: number): number => (u >= 1 ? 0 : (1 - u) ** 2 * (1 + 2 * u));

/** What has to be added to one pose to get another: local rotations, root and joint offsets. */
function poseDifference(from: Pose, to: Pose): Pose {
  const rotations = new Float32Array(from.rotations.length);
  const back = from.rotations.map((value, i) => (i % 4 === 3 ? value : -value));
  multiplyInto(rotations, back, to.rotations);
  const offsets =
    (from.offsets || to.offsets) &&
    Float32Array.from(
      { length: (rotations.length / 4) * 3 },
      (_, i) => (to.offsets?.[i] ?? 0) - (from.offsets?.[i] ?? 0),
    );
  return { rotations, root: to.root.map((x, k) => x - from.root[k]), ...(offsets && { offsets }) };
}

function addDifference(pose: Pose, difference: Pose): Pose {
  const rotations = new Float32Array(pose.rotations.length);
  multiplyInto(rotations, pose.rotations, difference.rotations);
  const offsets = difference.offsets?.map((value, i) => value + (pose.offsets?.[i] ?? 0)) ?? pose.offsets;
  return { rotations, root: pose.root.map((x, k) => x + difference.root[k]), ...(offsets && { offsets }) };
}

function identityPose({ rotations, offsets }: Pose): Pose {
  return {
    rotations: rotations.map((_, i) => (i % 4 === 3 ? 1 : 0)),
    root: new Float32Array(3),
    ...(offsets && { offsets: new Float32Array(offsets.length) }),
  };
}

function multiplyInto(out: Float32Array, p: Float32Array, q: Float32Array): void {
  for (let i = 0; i < out.length; i += 4) multiplyQuaternionInto(out, i, p, i, q, i);
}
