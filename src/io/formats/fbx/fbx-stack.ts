/**
 * @file Poses and clips as FBX has them: joints relative to their parents' axes, rotations as Euler angles that go
 * on from the frame before, one curve per axis.
 */

import { requireInput } from '../../../base/errors.js';
import {
  multiplyQuaternionInto,
  quaternionAngle,
  quaternionToMatrixInto,
  relativeQuaternionInto,
  rotateVectorInto,
} from '../../../math/quaternion.js';
import type { Clip } from '../../../motion/clip.js';
import { retimeClip } from '../../../motion/edit/resample-clip.js';
import { poseJoints } from '../../../rig/kinematics/forward-kinematics.js';
import { jointCount, type Pose, type Skeleton } from '../../../rig/rig-records.js';
import { addObject, connect, type Draft, named, node, property } from './fbx-draft.js';
import { eulerRotation } from './fbx-transform.js';

const TICKS = 46186158000;
const DEGREES = 180 / Math.PI;
const XYZ = ['d|X', 'd|Y', 'd|Z'];

/** Where each joint stands relative to its parent's axes, in a pose. */
export interface LocalPose {
  /** [J, 3] */
  readonly translations: Float64Array;
  /** [J, 4] */
  readonly rotations: Float64Array;
}

export function localPose(skeleton: Skeleton, pose: Pose): LocalPose {
  const count = jointCount(skeleton);
  const { positions, rotations: turns } = poseJoints(skeleton, pose);
  const axes = new Float64Array(count * 4);
  const translations = new Float64Array(count * 3);
  const rotations = new Float64Array(count * 4);
  for (let j = 0; j < count; j++) {
    multiplyQuaternionInto(axes, j * 4, turns, j * 4, skeleton.frames, j * 4);
    const p = skeleton.parents[j];
    if (p < 0) {
      rotations.set(axes.subarray(j * 4, j * 4 + 4), j * 4);
      translations.set(positions.subarray(j * 3, j * 3 + 3), j * 3);
      continue;
    }
    relativeQuaternionInto(rotations, j * 4, axes, p * 4, axes, j * 4);
    const [x, y, z, w] = axes.subarray(p * 4, p * 4 + 4);
    const bone = [0, 1, 2].map((k) => positions[j * 3 + k] - positions[p * 3 + k]);
    rotateVectorInto(translations, j * 3, [-x, -y, -z, w], 0, bone, 0);
  }
  return { translations, rotations };
}

/** Appends an empty animation stack of some seconds and returns its layer. */
export function openStack(draft: Draft, name: string, seconds: number): bigint {
  const stop = toTicks(seconds);
  const stack = addObject(draft, 'AnimationStack', named(name, 'AnimStack'), '', [
    node(
      'Properties70',
      [],
      [
        property('LocalStart', 'KTime', 'Time', '', 0n),
        property('LocalStop', 'KTime', 'Time', '', stop),
        property('ReferenceStart', 'KTime', 'Time', '', 0n),
        property('ReferenceStop', 'KTime', 'Time', '', stop),
      ],
    ),
  ]);
  const layer = addObject(draft, 'AnimationLayer', named('Base', 'AnimLayer'), '', []);
  connect(draft, layer, stack);
  return layer;
}

const toTicks = (seconds: number): bigint => BigInt(Math.round(seconds * TICKS));

/** What a curve node moves. */
export interface FbxCurveTarget {
  readonly object: bigint;
  /** Name of the curve node. */
  readonly letter: string;
  /** Property of the object. */
  readonly property: string;
  /** Name of each curve's number, as `d|X`. */
  readonly channels: readonly string[];
}

/** Metres, degrees or percent, and seconds: beyond these no reader takes a key for one, ours neither. */
const LARGEST = 1e12;
const LONGEST = 1e8;

/** Appends curves of straight lines, one per channel. Times in seconds from the start of the stack. */
export function addCurves(
  draft: Draft,
  layer: bigint,
  { object, letter, property: moved, channels }: FbxCurveTarget,
  times: ArrayLike<number>,
  rows: readonly ArrayLike<number>[],
): void {
  requireInput(
    rows.every((row) => channels.every((_, k) => Math.abs(row[k]) < LARGEST)) &&
      Array.from(times).every((time) => Math.abs(time) < LONGEST),
    `io/writeFbx: a key of "${moved}" is no number that an FBX can hold; repair the clips, or leave them out`,
  );
  const ticks = BigInt64Array.from(Array.from(times), toTicks);
  const curveNode = addObject(draft, 'AnimationCurveNode', named(letter, 'AnimCurveNode'), '', [
    node(
      'Properties70',
      [],
      channels.map((channel, k) => property(channel, 'Number', '', 'A', { double: rows[0][k] })),
    ),
  ]);
  connect(draft, curveNode, layer);
  connect(draft, curveNode, object, moved);
  for (const [k, channel] of channels.entries()) {
    const curve = addObject(draft, 'AnimationCurve', named('', 'AnimCurve'), '', [
      node('Default', [{ double: rows[0][k] }]),
      node('KeyVer', [4009]),
      node('KeyTime', [ticks]),
      node('KeyValueFloat', [Float32Array.from(rows, (row) => row[k])]),
      // Straight from key to key, all keys alike.
      node('KeyAttrFlags', [Int32Array.of(4)]),
      node('KeyAttrDataFloat', [new Float32Array(4)]),
      node('KeyAttrRefCount', [Int32Array.of(ticks.length)]),
    ]);
    connect(draft, curve, curveNode, channel);
  }
}

/** Appends a clip as an animation stack and returns its layer. */
export function addStack(draft: Draft, skeleton: Skeleton, joints: readonly bigint[], given: Clip): bigint {
  const clip = keyWhereAnglesBend(skeleton, given);
  const start = clip.times[0] ?? 0;
  const times = Array.from(clip.times, (time) => time - start);
  const layer = openStack(draft, clip.name, times.at(-1) ?? 0);
  if (times.length === 0) return layer;
  const frames = clip.poses.map((pose) => localPose(skeleton, pose));
  const addTrack = (object: bigint, letter: string, moved: string, rows: readonly ArrayLike<number>[]) =>
    addCurves(draft, layer, { object, letter, property: moved, channels: XYZ }, times, rows);
  for (const [j, joint] of joints.entries()) {
    const angles = anglesOf(frames, j).map((row) => row.map((v) => v * DEGREES));
    addTrack(joint, 'R', 'Lcl Rotation', angles);
    const moves =
      skeleton.parents[j] < 0 ||
      clip.poses.some(({ offsets }) => offsets?.subarray(j * 3, j * 3 + 3).some((v) => v !== 0));
    if (moves)
      addTrack(
        joint,
        'T',
        'Lcl Translation',
        frames.map(({ translations }) => translations.subarray(j * 3, j * 3 + 3)),
      );
  }
  return layer;
}

/** Halvings of the time between two frames, at most. */
const MAX_HALVINGS = 4;
/** Angle by which straight lines between keys may leave the clip's rotations halfway, radians. */
const MOST_BEND = 0.004;

/**
 * The clip with frames between those where straight lines of angles would leave its rotations, which are arcs: near a
 * quarter turn about Y a body was off by .9 % of its diagonal between frames of 24 per second.
 */
function keyWhereAnglesBend(skeleton: Skeleton, clip: Clip): Clip {
  let dense = clip;
  for (let halving = 0; halving < MAX_HALVINGS; halving++) {
    const halves = Float32Array.from({ length: dense.times.length - 1 }, (_, f) =>
      Math.fround((dense.times[f] + dense.times[f + 1]) / 2),
    );
    const frames = dense.poses.map((pose) => localPose(skeleton, pose));
    const between = retimeClip(dense, halves).poses.map((pose) => localPose(skeleton, pose).rotations);
    const bent = new Set<number>();
    for (let j = 0; j < jointCount(skeleton); j++) {
      const angles = anglesOf(frames, j);
      for (const [f, rotations] of between.entries()) {
        const middle = eulerRotation(angles[f].map((v, k) => ((v + angles[f + 1][k]) / 2) * DEGREES));
        if (quaternionAngle(middle, 0, rotations, j * 4) > MOST_BEND) bent.add(halves[f]);
      }
    }
    for (const time of dense.times) bent.delete(time);
    if (bent.size === 0) break;
    dense = retimeClip(dense, Float32Array.from([...dense.times, ...bent]).sort());
  }
  return dense;
}

/** A joint's angles, frame by frame. */
function anglesOf(frames: readonly LocalPose[], j: number): number[][] {
  const angles: number[][] = [];
  for (const { rotations } of frames)
    angles.push(continueAngles(eulerAngles(rotations, j * 4), angles[angles.length - 1]));
  return angles;
}

/** Angles about x, then y, then z, about fixed axes: R = Rz Ry Rx. Radians. */
export function eulerAngles(q: Float64Array, i: number): number[] {
  const m = new Float64Array(9);
  quaternionToMatrixInto(m, 0, q, i);
  // R20 = −sin y, R21 = cos y sin x, R22 = cos y cos x.
  const y = Math.atan2(-m[2], Math.hypot(m[5], m[8]));
  const x = Math.atan2(m[5], m[8]);
  // Near a quarter turn about Y, x is little more than noise. Taken from R Rx⁻¹ = Rz Ry, z makes up for it.
  const [sine, cosine] = [Math.sin(x), Math.cos(x)];
  return [x, y, Math.atan2(sine * m[6] - cosine * m[3], cosine * m[4] - sine * m[7])];
}

/** The same rotation with angles nearest to the ones before, so that straight lines between keys do not spin. */
function continueAngles(angles: readonly number[], before: readonly number[] | undefined): number[] {
  if (!before) return [...angles];
  const near = (list: readonly number[]): number[] =>
    list.map((angle, k) => angle - 2 * Math.PI * Math.round((angle - before[k]) / (2 * Math.PI)));
  const distance = (list: readonly number[]): number =>
    list.reduce((sum, angle, k) => sum + Math.abs(angle - before[k]), 0);
  const first = near(angles);
  const second = near([angles[0] + Math.PI, Math.PI - angles[1], angles[2] + Math.PI]);
  return distance(first) <= distance(second) ? first : second;
}
