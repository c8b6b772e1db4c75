/**
 * @file A model as training sees it: its anatomical rig, and its clips as rotations of that rig.
 *
 * A file without clips may use those of another file of its rig family. The anatomical rig is then found on that file and
 * applied by joint name: local rotations transfer unchanged only between equal skeletons. (Replaying the other file's
 * channels would transfer its bone lengths wherever translations are keyed.) Limbs of bodies that were joined from
 * loose parts get an end joint (`add-tips.ts`).
 */

import { type Clip, clipDuration } from '../../src/motion/clip.js';
import { resampleClip, retimeClip } from '../../src/motion/edit/resample-clip.js';
import type { AnatomicalRig } from '../../src/rig/anatomy/anatomical-rig.js';
import { toAnatomicalPose } from '../../src/rig/anatomy/to-anatomical-pose.js';
import { addTips } from '../../src/rig/reading/add-tips.js';
import { findAnatomicalRig } from '../../src/rig/reading/find-anatomical-rig.js';
import type { PartialRig } from '../../src/rig/rig-records.js';
import { type Pose, skeletonDiameter } from '../../src/rig/rig-records.js';

export interface TransferClipsOptions {
  /** Frames per second of bodies with a skin. */
  readonly frameRate?: number;
  /** Frames per second of bare skeletons: captured motion, long and slow to change. */
  readonly bareFrameRate?: number;
  /** Most frames of a clip; longer ones are thinned out evenly. */
  readonly maxFrames?: number;
}

export const TRANSFER_CLIPS_DEFAULTS = Object.freeze({ frameRate: 12, bareFrameRate: 7.5, maxFrames: 150 });

/** A body and its clips as they are in a file. */
export interface BodyClips {
  readonly body: PartialRig;
  readonly clips: readonly Clip[];
}

/** A clip on the anatomical tree. */
export interface TransferredClip {
  readonly name: string;
  readonly poses: readonly Pose[];
  /** Mean distance of the joints by forward kinematics from those of the file, over the diameter. */
  readonly residual: number;
}

export interface TransferredBody {
  readonly body: PartialRig;
  readonly clips: readonly TransferredClip[];
}

/** The body and its clips on the anatomical tree; undefined where the joints of the lender differ. */
export function transferClips(
  { body, clips }: BodyClips,
  lender?: BodyClips,
  options: TransferClipsOptions = {},
): TransferredBody | undefined {
  const { frameRate, bareFrameRate, maxFrames } = { ...TRANSFER_CLIPS_DEFAULTS, ...options };
  const owner = lender ?? { body, clips };
  const rate = owner.body.mesh && owner.body.skin ? frameRate : bareFrameRate;
  const thinned = owner.clips.map((clip) => thinClip(clip, rate, maxFrames));
  const anatomy = findAnatomicalRig(
    owner.body,
    thinned.flatMap(({ poses }) => poses),
  );
  const borrowed = lender ? applyAnatomy(anatomy, body) : anatomy.rig;
  if (!borrowed) return undefined;
  const growth = skeletonDiameter(borrowed.skeleton) / skeletonDiameter(anatomy.rig.skeleton);
  const transferred = thinned.map((clip) => transferClip(anatomy, clip, growth));
  if (!anatomy.findings.some(({ code }) => code === 'parts-joined'))
    return { body: borrowed, clips: transferred };
  const tipped = addTips(borrowed);
  return {
    body: tipped.body,
    clips: transferred.map((clip) => ({ ...clip, poses: clip.poses.map(tipped.carry) })),
  };
}

function thinClip(clip: Clip, frameRate: number, maxFrames: number): Clip {
  const even = resampleClip(clip, { frameRate });
  if (even.times.length <= maxFrames) return even;
  const duration = clipDuration(clip);
  const times = Float32Array.from(
    { length: maxFrames },
    (_, i) => clip.times[0] + (duration * i) / (maxFrames - 1),
  );
  return retimeClip(clip, times);
}

function transferClip(anatomy: AnatomicalRig, { name, poses }: Clip, growth: number): TransferredClip {
  let sum = 0;
  const transferred = poses.map((pose) => {
    const { pose: rotated, residual } = toAnatomicalPose(anatomy, pose);
    sum += residual;
    return growth === 1 ? rotated : { ...rotated, root: rotated.root.map((x) => x * growth) };
  });
  return { name, poses: transferred, residual: sum / Math.max(1, poses.length) };
}

/** The anatomy of one rig on another of the same joint names; undefined where a joint is missing. */
function applyAnatomy(anatomy: AnatomicalRig, { skeleton, mesh, skin }: PartialRig): PartialRig | undefined {
  const { names, parents } = anatomy.rig.skeleton;
  const index = new Map(skeleton.names.map((name, j) => [name, j]));
  const sources = names.map((name) => index.get(name) ?? -1);
  if (sources.includes(-1)) return undefined;
  const rest = Float32Array.from(sources.flatMap((j) => [...skeleton.rest.subarray(j * 3, j * 3 + 3)]));
  const frames = Float32Array.from(sources.flatMap((j) => [...skeleton.frames.subarray(j * 4, j * 4 + 4)]));
  const carrierOf = new Map(
    anatomy.original.names.map((name, j) => [name, Math.max(0, anatomy.carriers[j])]),
  );
  const carriers = skeleton.names.map((name) => carrierOf.get(name) ?? 0);
  return {
    skeleton: { names, parents, rest, frames },
    mesh,
    skin: skin && { ...skin, joints: skin.joints.map((j) => carriers[j] ?? 0) },
  };
}
