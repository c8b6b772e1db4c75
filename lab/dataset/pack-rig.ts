/**
 * @file One rig of a data set with its poses, in the numbers that shards hold: plain data, fit to be passed between
 * threads.
 */

import type { PlanReading } from '../../src/motion/retarget/map-joints.js';
import { normaliseRig } from '../../src/pose/records/normalise-rig.js';
import { removeHeading } from '../../src/pose/records/pose-state.js';
import type { SolverRig } from '../../src/pose/records/solver-rig.js';
import type { Pose } from '../../src/rig/rig-records.js';
import type { BodyPlanWord } from './body-plan-word.js';
import { toHalfFloats } from './half-float.js';
import { jointSurfaces } from './joint-surfaces.js';
import type { TransferredBody, TransferredClip } from './transfer-clips.js';

/** Where a rig comes from and what may be done with it. */
export interface RigLabel {
  readonly file: string;
  readonly name: string;
  readonly family: string;
  readonly source: string;
  readonly repo?: string;
  readonly licence: string;
  readonly category: string;
  readonly split: string;
  readonly bodyPlan: BodyPlanWord;
}

export interface PackedClip {
  readonly name: string;
  readonly residual: number;
  /** Local rotations, heading removed, xyzw · 32767, w not negative. [F, J, 4] */
  readonly rotations: Int16Array;
  /** Height of the root above rest, normalised, −1 to 1. [F] */
  readonly heights: Float32Array;
  /** The family that the clip was made on, where it is not this rig's own (`lend-clips.ts`). */
  readonly lentBy?: string;
}

export interface PackedRig extends RigLabel {
  readonly names: readonly string[];
  readonly rig: SolverRig;
  /** What its limbs are for; absent without flesh. */
  readonly reading?: PlanReading;
  /** Points around each joint, halves. [J, 16, 3] */
  readonly surface: Uint16Array;
  readonly clips: readonly PackedClip[];
  /** Clips that were left out, and why. */
  readonly dropped: readonly DroppedClip[];
}

export interface DroppedClip {
  readonly clip: string;
  readonly reason: string;
}

export interface PackRigOptions {
  /** Clips are left out whose joints the bones miss by more than this share of the diameter, mean over the clip. */
  readonly maxResidual?: number;
}

export const PACK_RIG_DEFAULTS = Object.freeze({ maxResidual: 0.05 });

/** A body further off the ground than this has left it; how far says nothing about its pose. Normalised. */
const MOST_HEIGHT = 1;
/** One step of a stored rotation. */
const QUANTUM = 32767;

/** Packs a body on its anatomical tree; clips that do not fit the tree are left out with a reason. */
export function packRig(carried: TransferredBody, label: RigLabel, options: PackRigOptions = {}): PackedRig {
  const { maxResidual } = { ...PACK_RIG_DEFAULTS, ...options };
  const { body } = carried;
  const rig = normaliseRig(body);
  const ground = groundHeight(carried);
  const clips: PackedClip[] = [];
  const dropped: DroppedClip[] = [];
  for (const clip of carried.clips) {
    const reason = refuse(clip, maxResidual);
    if (reason) dropped.push({ clip: clip.name, reason });
    else clips.push(packClip(rig, clip, ground, rig.scale));
  }
  const surface = toHalfFloats(jointSurfaces(body, rig.scale));
  return { ...label, names: body.skeleton.names, rig, surface, clips, dropped };
}

function refuse({ poses, residual }: TransferredClip, maxResidual: number): string | undefined {
  if (poses.length === 0) return 'no frames';
  const isSound = ({ rotations, root }: Pose) =>
    rotations.every(Number.isFinite) && root.every(Number.isFinite);
  if (!poses.every(isSound)) return 'not finite';
  return residual > maxResidual ? 'translations move the joints' : undefined;
}

/** Packs a clip; `ground` is added to the root's height, lengths are multiplied by `scale`. */
export function packClip(
  rig: SolverRig,
  { name, poses, residual }: TransferredClip,
  ground: number,
  scale: number,
): PackedClip {
  const rotations = new Int16Array(poses.length * rig.jointCount * 4);
  const heights = new Float32Array(poses.length);
  for (const [f, pose] of poses.entries()) {
    const turned = removeHeading(rig, pose.rotations).rotations;
    const o = f * turned.length;
    for (let j = 0; j < turned.length; j += 4) {
      const length = Math.hypot(turned[j], turned[j + 1], turned[j + 2], turned[j + 3]) || 1;
      const step = (turned[j + 3] < 0 ? -QUANTUM : QUANTUM) / length;
      for (let k = j; k < j + 4; k++) rotations[o + k] = Math.round(turned[k] * step);
    }
    heights[f] = Math.min(MOST_HEIGHT, Math.max(-MOST_HEIGHT, (pose.root[1] + ground) * scale));
  }
  return { name, residual, rotations, heights };
}

/** A frame of a packed clip, in normalised lengths. */
export function unpackPose({ rotations, heights }: PackedClip, frame: number): Pose {
  const width = rotations.length / heights.length;
  const turned = Float32Array.from(
    rotations.subarray(frame * width, (frame + 1) * width),
    (x) => x / QUANTUM,
  );
  return { rotations: turned, root: Float32Array.of(0, heights[frame], 0) };
}

/**
 * What to add to the root's displacement. A body with flesh stands on the ground at rest; a bare skeleton has its
 * root at zero and its feet below it, and is lifted by its poses.
 */
function groundHeight({ body: { skeleton, mesh, skin } }: TransferredBody): number {
  if (mesh && skin) return 0;
  let lowest = Infinity;
  for (let i = 1; i < skeleton.rest.length; i += 3) lowest = Math.min(lowest, skeleton.rest[i]);
  return lowest;
}
