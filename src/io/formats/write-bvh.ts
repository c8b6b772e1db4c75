/**
 * @file Writes a skeleton and a clip as BVH.
 *
 * BVH has no rest orientations: every joint's axes are the character's at rest. So is our pose convention, and a
 * joint's BVH rotation is its q_j as it stands. The root's offset is zero and its position channels say where it
 * is: tools disagree on whether the two add up, and so they need not.
 */

import { requireInput } from '../../base/errors.js';
import { quaternionToMatrixInto } from '../../math/quaternion.js';
import { type Clip, clipDuration } from '../../motion/clip.js';
import { childrenOf } from '../../rig/joint-tree.js';
import { jointCount, type Skeleton } from '../../rig/rig-records.js';
import { formatFloat } from './format-number.js';

const DEGREES = 180 / Math.PI;

/** BVH text. Frames are taken as evenly spaced: resample a clip with uneven times first. */
export function writeBvh(skeleton: Skeleton, clip: Clip): Uint8Array {
  requireInput(jointCount(skeleton) > 0, 'io/writeBvh: the skeleton has no joints; nothing to write');
  requireInput(clip.poses.length > 0, `io/writeBvh: the clip "${clip.name}" has no frames; nothing to write`);
  const joints = planJoints(skeleton, clip);
  const { lines, order } = writeHierarchy(skeleton, joints);
  const frameTime = clip.times.length > 1 ? clipDuration(clip) / (clip.times.length - 1) : 1 / 30;
  lines.push('MOTION', `Frames: ${clip.poses.length}`, `Frame Time: ${frameTime.toFixed(8)}`);
  for (const [f, { rotations }] of clip.poses.entries()) {
    const row: string[] = [];
    for (const j of order) {
      const { positions } = joints[j];
      if (positions) for (const v of positions.subarray(f * 3, f * 3 + 3)) row.push(formatFloat(v));
      for (const angle of anglesZxy(rotations, j * 4)) row.push(fixed(angle * DEGREES));
    }
    lines.push(row.join(' '));
  }
  lines.push('');
  return new TextEncoder().encode(lines.join('\n'));
}

const fixed = (value: number): string => {
  const text = value.toFixed(6);
  return text === '-0.000000' ? '0.000000' : text;
};

interface PlannedJoint {
  readonly offset: readonly number[];
  /** Where it is from its parent in each frame, where it leaves its offset. [F, 3] */
  readonly positions?: Float32Array;
}

function planJoints({ parents, rest }: Skeleton, { poses }: Clip): PlannedJoint[] {
  return Array.from(parents, (p, j): PlannedJoint => {
    const bone = [0, 1, 2].map((k) => rest[j * 3 + k] - (p < 0 ? 0 : rest[p * 3 + k]));
    const moves =
      p < 0 || poses.some(({ offsets }) => offsets?.subarray(j * 3, j * 3 + 3).some((v) => v !== 0));
    if (!moves) return { offset: bone };
    const positions = new Float32Array(poses.length * 3);
    for (const [f, { root, offsets }] of poses.entries()) {
      for (let k = 0; k < 3; k++)
        positions[f * 3 + k] = bone[k] + (p < 0 ? root[k] : (offsets?.[j * 3 + k] ?? 0));
    }
    return { offset: p < 0 ? [0, 0, 0] : plainOffset(bone, positions), positions };
  });
}

/**
 * An offset that lets readers that add positions and readers that replace it agree by the rule of
 * `readBvh`: the bone at rest, else the mean of where the joint goes, else none at all.
 */
function plainOffset(bone: readonly number[], positions: Float32Array): readonly number[] {
  const mean = [0, 1, 2].map((k) => {
    let sum = 0;
    for (let i = k; i < positions.length; i += 3) sum += positions[i];
    return (sum * 3) / positions.length;
  });
  const distance = (from: readonly number[]): number =>
    positions.reduce((sum, v, i) => sum + Math.abs(v - from[i % 3]), 0);
  const none = [0, 0, 0];
  return [bone, mean].find((offset) => distance(offset) < 0.99 * distance(none)) ?? none;
}

/** The hierarchy, depth first: the motion's columns follow the order in which joints are written. */
function writeHierarchy(
  skeleton: Skeleton,
  joints: readonly PlannedJoint[],
): { lines: string[]; order: number[] } {
  const children = childrenOf(skeleton.parents);
  const names = uniqueNames(skeleton.names);
  const lines = ['HIERARCHY'];
  const order: number[] = [];
  const depth = new Int32Array(joints.length);
  const stack: (number | string)[] = [0];
  while (stack.length > 0) {
    const item = stack.pop()!;
    if (typeof item === 'string') {
      lines.push(item);
      continue;
    }
    order.push(item);
    const { offset, positions } = joints[item];
    const parent = skeleton.parents[item];
    if (parent >= 0) depth[item] = depth[parent] + 1;
    const indent = '\t'.repeat(depth[item]);
    const channels = positions ? '6 Xposition Yposition Zposition' : '3';
    lines.push(
      `${indent}${parent < 0 ? 'ROOT' : 'JOINT'} ${names[item]}`,
      `${indent}{`,
      `${indent}\tOFFSET ${offset.map(formatFloat).join(' ')}`,
      `${indent}\tCHANNELS ${channels} Zrotation Xrotation Yrotation`,
    );
    if (children[item].length === 0) {
      const end = endOffset(offset).map(formatFloat).join(' ');
      lines.push(`${indent}\tEnd Site`, `${indent}\t{`, `${indent}\t\tOFFSET ${end}`, `${indent}\t}`);
    }
    stack.push(`${indent}}`);
    for (let i = children[item].length - 1; i >= 0; i--) stack.push(children[item][i]);
  }
  return { lines, order };
}

/** A leaf goes on a little in its bone's direction, so that tools that draw bones have one to draw. */
const endOffset = (offset: readonly number[]): number[] =>
  offset.some((v) => v !== 0) ? offset.map((v) => v / 2) : [0, 0.1, 0];

/** Names that BVH can hold, each once. */
function uniqueNames(names: readonly string[]): string[] {
  const uses = new Map<string, number>();
  const taken = new Set<string>();
  return names.map((name, j) => {
    const base = name.trim().replace(/[\s{}]+/g, '_') || `joint_${j}`;
    let use = uses.get(base) ?? 1;
    let unique = use === 1 ? base : `${base}_${use}`;
    while (taken.has(unique)) unique = `${base}_${++use}`;
    uses.set(base, use + 1);
    taken.add(unique);
    return unique;
  });
}

/** Angles about Z, X and Y, in this order about rotated axes: R = Rz Rx Ry. */
function anglesZxy(q: Float32Array, i: number): [number, number, number] {
  const m = new Float64Array(9);
  quaternionToMatrixInto(m, 0, q, i);
  // R21 = sin x, R20 = −cos x sin y, R22 = cos x cos y.
  const x = Math.atan2(m[5], Math.hypot(m[2], m[8]));
  const y = Math.atan2(-m[2], m[8]);
  // Near a quarter turn about X, y is little more than noise. Taken from R Ry⁻¹ = Rz Rx, z makes up for it.
  const [sine, cosine] = [Math.sin(y), Math.cos(y)];
  return [Math.atan2(cosine * m[1] + sine * m[7], cosine * m[0] + sine * m[6]), x, y];
}
