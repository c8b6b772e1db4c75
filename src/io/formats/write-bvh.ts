/**
 * @file Writes a skeleton and a clip as BVH.
 *
 * BVH has no rest orientations: every joint's axes are the character's at rest. So is our pose convention, and a
 * joint's BVH rotation is its q_j as it stands. The root's offset is zero and its position channels say where it
 * is: tools disagree on whether the two add up, and this way they need not.
 */

import { requireInput } from '../../base/errors.js';
import { type Clip, clipDuration } from '../../motion/clip.js';
import { jointCount, type Skeleton } from '../../rig/rig.js';

const DEGREES = 180 / Math.PI;

/** BVH text. Frames are taken as evenly spaced: resample a clip with uneven times first. */
export function writeBvh(skeleton: Skeleton, clip: Clip): Uint8Array {
  const count = jointCount(skeleton);
  requireInput(count > 0, 'io/writeBvh: the skeleton has no joints; nothing to write');
  requireInput(clip.poses.length > 0, `io/writeBvh: the clip "${clip.name}" has no frames; nothing to write`);
  // (1) The hierarchy, depth first: the motion's columns follow the order in which joints are written.
  const children: number[][] = Array.from({ length: count }, () => []);
  for (let j = 1; j < count; j++) children[skeleton.parents[j]].push(j);
  const moving = skeleton.parents.map((_, j) =>
    clip.poses.some((pose) => hasOffset(pose.offsets, j)) ? 1 : 0,
  );
  const names = uniqueNames(skeleton.names);
  const lines = ['HIERARCHY'];
  const order: number[] = [];
  const stack: (number | string)[] = [0];
  const depth = new Int32Array(count);
  while (stack.length > 0) {
    const item = stack.pop()!;
    if (typeof item === 'string') {
      lines.push(item);
      continue;
    }
    order.push(item);
    const parent = skeleton.parents[item];
    if (parent >= 0) depth[item] = depth[parent] + 1;
    const indent = '\t'.repeat(depth[item]);
    const positions = parent < 0 || moving[item] ? 'Xposition Yposition Zposition ' : '';
    lines.push(
      `${indent}${parent < 0 ? 'ROOT' : 'JOINT'} ${names[item]}`,
      `${indent}{`,
      `${indent}\tOFFSET ${offsetOf(skeleton, item).map(fixed).join(' ')}`,
      `${indent}\tCHANNELS ${positions ? 6 : 3} ${positions}Zrotation Xrotation Yrotation`,
    );
    if (children[item].length === 0) {
      const end = endOffset(skeleton, item).map(fixed).join(' ');
      lines.push(`${indent}\tEnd Site`, `${indent}\t{`, `${indent}\t\tOFFSET ${end}`, `${indent}\t}`);
    }
    stack.push(`${indent}}`);
    for (let i = children[item].length - 1; i >= 0; i--) stack.push(children[item][i]);
  }

  // (2) The motion.
  const frameTime = clip.times.length > 1 ? clipDuration(clip) / (clip.times.length - 1) : 1 / 30;
  lines.push('MOTION', `Frames: ${clip.poses.length}`, `Frame Time: ${frameTime.toFixed(8)}`);
  for (const pose of clip.poses) {
    const row: string[] = [];
    for (const j of order) {
      if (j === 0) for (let k = 0; k < 3; k++) row.push(fixed(skeleton.rest[k] + pose.root[k]));
      else if (moving[j]) {
        const offset = offsetOf(skeleton, j);
        for (let k = 0; k < 3; k++) row.push(fixed(offset[k] + (pose.offsets?.[j * 3 + k] ?? 0)));
      }
      for (const angle of anglesZxy(pose.rotations, j * 4)) row.push(fixed(angle * DEGREES));
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

function hasOffset(offsets: Float32Array | undefined, j: number): boolean {
  return !!offsets && (offsets[j * 3] !== 0 || offsets[j * 3 + 1] !== 0 || offsets[j * 3 + 2] !== 0);
}

function offsetOf({ parents, rest }: Skeleton, j: number): number[] {
  const p = parents[j];
  return [0, 1, 2].map((k) => (p < 0 ? 0 : rest[j * 3 + k] - rest[p * 3 + k]));
}

/** A leaf goes on a little in its bone's direction, so that tools that draw bones have one to draw. */
function endOffset(skeleton: Skeleton, j: number): number[] {
  const offset = offsetOf(skeleton, j);
  return offset.some((v) => v !== 0) ? offset.map((v) => v / 2) : [0, 0.1, 0];
}

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

/** Angles about Z, X and Y, in this order of turning about turned axes: R = Rz Rx Ry. */
function anglesZxy(q: Float32Array, i: number): [number, number, number] {
  const [x, y, z, w] = [q[i], q[i + 1], q[i + 2], q[i + 3]];
  // R21 = sin x; R01 = −sin z cos x, R11 = cos z cos x; R20 = −cos x sin y, R22 = cos x cos y.
  const r20 = 2 * (x * z - y * w);
  const r22 = 1 - 2 * (x * x + y * y);
  const cosineX = Math.hypot(r20, r22);
  const angleX = Math.atan2(2 * (y * z + x * w), cosineX);
  if (cosineX < 1e-6) {
    // Z and Y turn about one axis: leave all of it to Z. R00 = cos(z ± y), R10 = sin(z ± y).
    return [Math.atan2(2 * (x * y + z * w), 1 - 2 * (y * y + z * z)), angleX, 0];
  }
  return [Math.atan2(-2 * (x * y - z * w), 1 - 2 * (x * x + z * z)), angleX, Math.atan2(-r20, r22)];
}
