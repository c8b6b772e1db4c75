/**
 * @file One rig with its clips as the motion prior learns from them: the cells of its patches with their skin weights, the
 * joints, and every clip as local rotations, all in the body's own axes (x left, y up, z forward), lengths in half
 * diameters from the middle of the body.
 */

import { multiplyQuaternionInto, rotateVectorInto } from '../../src/math/quaternion.js';
import { turnToBody } from '../../src/rig/kinematics/turn-to-body.js';
import type { Anatomy, Pose, Rig } from '../../src/rig/rig-records.js';
import { findMotionAction, MOTION_ACTIONS } from '../../src/video/distil/motion-actions.js';
import { cellPositions, cellWeights, findMotionPatches } from '../../src/video/distil/motion-patches.js';
import { bodyHeading, bodyPoints } from '../../src/video/distil/prior-body.js';
import { createFitBody } from '../../src/video/fit/fit-body.js';

/** Cells of a patch: training draws the few that the network takes from these. */
export const PACKED_CELLS = 10;
/** Influences of a cell. */
export const PACKED_INFLUENCES = 4;
/** One half diameter in whole numbers. */
export const LENGTH_STEPS = 8192;
const ROTATION_STEPS = 32767;

/** A clip on the body's joints. */
export interface PackedMotion {
  readonly name: string;
  /** Index in `MOTION_ACTIONS`. */
  readonly action: number;
  readonly frames: number;
  /** x, y, z of each local rotation, w not negative. [F, J, 3] */
  readonly rotations: Int16Array;
  /** Displacement of the root. [F, 3] */
  readonly roots: Int16Array;
  /** Whether the last frame leads into the first. */
  readonly loops: boolean;
}

/** A rig with its clips. */
export interface PackedMover {
  readonly parents: Int16Array;
  /** [J, 3] */
  readonly rest: Int16Array;
  /** Joint of each patch. [T] */
  readonly patches: Int16Array;
  /** Cells at rest. [T, C, 3] */
  readonly points: Int16Array;
  /** [T, C, 4] */
  readonly joints: Uint8Array;
  /** Sum 255. [T, C, 4] */
  readonly weights: Uint8Array;
  readonly clips: readonly PackedMotion[];
}

/** Clips that turn every joint less than this in the mean stand still, radians. */
const LEAST_MOTION = 0.002;
const MOST_FRAMES = 240;

/** Packs a rig; undefined where nothing of it is seen or nothing moves. */
export function packMover(
  rig: Rig,
  read: Pick<Anatomy, 'up' | 'forward'>,
  clips: readonly { readonly name: string; readonly poses: readonly Pose[] }[],
): PackedMover | undefined {
  const body = createFitBody(rig);
  const turn = turnToBody(read);
  const { cells, joints: patches, members } = findMotionPatches(body, bodyHeading(turn), PACKED_CELLS);
  if (patches.length < 2) return undefined;
  const place = (list: ArrayLike<number>) => Int16Array.from(bodyPoints(body, turn, list), toSteps);
  const positions = cellPositions(body, cells);
  const points = new Float64Array(members.length * 3);
  const joints = new Uint8Array(members.length * PACKED_INFLUENCES);
  const weights = new Uint8Array(members.length * PACKED_INFLUENCES);
  members.forEach((cell, i) => {
    points.set(positions.subarray(cell * 3, cell * 3 + 3), i * 3);
    packWeightsInto(joints, weights, i * PACKED_INFLUENCES, cellWeights(body, cells, cell));
  });
  const packed = clips.flatMap((clip) => packClip(clip, turn, body.unit) ?? []);
  if (packed.length === 0) return undefined;
  const { parents, rest } = rig.skeleton;
  return { parents, rest: place(rest), patches, points: place(points), joints, weights, clips: packed };
}

const toSteps = (length: number): number =>
  Math.round(Math.max(-3.99, Math.min(3.99, length)) * LENGTH_STEPS);

function packWeightsInto(
  joints: Uint8Array,
  weights: Uint8Array,
  o: number,
  list: readonly (readonly [number, number])[],
): void {
  const kept = list.slice(0, PACKED_INFLUENCES);
  const total = kept.reduce((sum, [, w]) => sum + w, 0) || 1;
  let left = 255;
  kept.forEach(([joint, weight], k) => {
    joints[o + k] = joint;
    weights[o + k] = Math.round((weight / total) * 255);
    left -= weights[o + k];
  });
  weights[o] += left;
}

function packClip(
  { name, poses: all }: { readonly name: string; readonly poses: readonly Pose[] },
  turn: readonly number[],
  unit: number,
): PackedMotion | undefined {
  const poses = all.slice(0, MOST_FRAMES).map((pose) => turnPose(pose, turn, unit));
  if (poses.length < 2 || !poses.every(isSound)) return undefined;
  const steps = poses.slice(1).map((pose, f) => meanAngle(poses[f], pose));
  if (Math.max(...steps) < LEAST_MOTION) return undefined;
  faceForward(poses);
  const mean = steps.reduce((sum, x) => sum + x, 0) / steps.length;
  const rotations = Int16Array.from(
    poses.flatMap(({ rotations: q }) =>
      Array.from({ length: (q.length / 4) * 3 }, (_, i) => {
        const j = Math.floor(i / 3) * 4;
        return Math.round((q[j + 3] < 0 ? -1 : 1) * q[j + (i % 3)] * ROTATION_STEPS);
      }),
    ),
  );
  return {
    name,
    action: MOTION_ACTIONS.indexOf(findMotionAction(name) ?? 'other'),
    frames: poses.length,
    rotations,
    roots: Int16Array.from(poses.flatMap(({ root }) => [...root].map(toSteps))),
    loops: meanAngle(poses[poses.length - 1], poses[0]) < 2 * mean + 1e-3,
  };
}

const isSound = ({ rotations, root }: Pose) =>
  rotations.every(Number.isFinite) && root.every(Number.isFinite);

/** A pose in the body's axes, its root in half diameters. */
function turnPose({ rotations, root }: Pose, turn: readonly number[], unit: number): Pose {
  const back = [-turn[0], -turn[1], -turn[2], turn[3]];
  const out = new Float32Array(rotations.length);
  const q = [0, 0, 0, 1];
  for (let j = 0; j < rotations.length; j += 4) {
    multiplyQuaternionInto(q, 0, turn, 0, rotations, j);
    multiplyQuaternionInto(out, j, q, 0, back, 0);
  }
  const moved = root.map((x) => x / unit);
  rotateVectorInto(moved, 0, turn, 0, moved, 0);
  return { rotations: out, root: moved };
}

/** Turns a clip about +Y so that it faces forward in the mean. */
function faceForward(poses: readonly Pose[]): void {
  let [sine, cosine] = [0, 0];
  for (const { rotations: q } of poses) {
    const angle = 2 * Math.atan2(q[1], q[3]);
    sine += Math.sin(angle);
    cosine += Math.cos(angle);
  }
  const half = -Math.atan2(sine, cosine) / 2;
  const turn = [0, Math.sin(half), 0, Math.cos(half)];
  for (const { rotations, root } of poses) {
    multiplyQuaternionInto(rotations, 0, turn, 0, rotations.slice(0, 4), 0);
    rotateVectorInto(root, 0, turn, 0, root, 0);
  }
}

/** Mean angle between two poses, radians. */
function meanAngle({ rotations: a }: Pose, { rotations: b }: Pose): number {
  let sum = 0;
  for (let j = 0; j < a.length; j += 4) {
    const dot = a[j] * b[j] + a[j + 1] * b[j + 1] + a[j + 2] * b[j + 2] + a[j + 3] * b[j + 3];
    sum += 2 * Math.acos(Math.min(1, Math.abs(dot)));
  }
  return sum / (a.length / 4);
}
