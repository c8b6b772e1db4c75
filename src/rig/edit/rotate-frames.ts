/**
 * @file Rest orientations after an edit: a joint's frame rotates with its bone, so that axes keep their meaning and
 * clips play as before; a new joint is oriented like its parent. A skeleton whose frames are all equal carries no
 * orientation, and keeps none.
 */

import { multiplyQuaternionInto, quaternionBetweenInto } from '../../math/quaternion.js';
import { lengthOf, type Vec3 } from '../../math/vector.js';
import type { Skeleton } from '../rig-records.js';

/** Quaternions with at least this dot product are the same rotation. */
const SAME_ROTATION = 0.9999;

/** Frames of the joints of an edited skeleton; `source` is the joint before the edit, −1 for new ones. [J, 4] */
export function rotateFrames(
  before: Skeleton,
  after: Omit<Skeleton, 'frames'>,
  source: Int16Array,
): Float32Array {
  const count = after.parents.length;
  const frames = new Float32Array(count * 4);
  const oriented = !framesAreEqual(before.frames, SAME_ROTATION);
  const [oldMain, newMain] = [mainChildren(before.parents), mainChildren(after.parents)];
  const indices = new Map(Array.from(source, (old, j) => [old, j]));
  for (let j = 0; j < count; j++) {
    const old = source[j];
    const parent = after.parents[j];
    if (old >= 0) {
      frames.set(before.frames.subarray(old * 4, old * 4 + 4), j * 4);
      const end = oriented ? boneEnd(j, oldMain[old], oldMain, indices, after.parents) : -1;
      if (end >= 0)
        rotateFrame(frames, j, boneDirection(before, old, oldMain[old]), boneDirection(after, j, end));
    } else {
      if (parent >= 0) frames.set(frames.subarray(parent * 4, parent * 4 + 4), j * 4);
      else frames[j * 4 + 3] = 1;
      if (!oriented || parent < 0) continue;
      const main = newMain[j];
      const own = main >= 0 ? boneDirection(after, j, main) : boneDirection(after, parent, j);
      rotateFrame(frames, j, boneDirection(after, parent, newMain[parent]), own);
    }
  }
  return frames;
}

/** The child of each joint with the largest subtree, −1 for a leaf. */
function mainChildren(parents: Int16Array): Int16Array {
  const sizes = new Int32Array(parents.length).fill(1);
  for (let j = parents.length - 1; j > 0; j--) sizes[parents[j]] += sizes[j];
  const main = new Int16Array(parents.length).fill(-1);
  for (let j = parents.length - 1; j > 0; j--) {
    const p = parents[j];
    if (main[p] < 0 || sizes[j] >= sizes[main[p]]) main[p] = j;
  }
  return main;
}

/** The joint that a bone ends at now: the child towards the joint it ended at before, or that joint's main child. */
function boneEnd(
  joint: number,
  first: number,
  oldMain: Int16Array,
  indices: ReadonlyMap<number, number>,
  parents: Int16Array,
): number {
  let survivor = first;
  while (survivor >= 0 && !indices.has(survivor)) survivor = oldMain[survivor];
  let end = survivor < 0 ? -1 : indices.get(survivor)!;
  while (end >= 0 && parents[end] !== joint) end = parents[end];
  return end;
}

function boneDirection({ rest }: Pick<Skeleton, 'rest'>, from: number, to: number): Vec3 {
  const v = [0, 1, 2].map((k) => rest[to * 3 + k] - rest[from * 3 + k]) as unknown as Vec3;
  const length = lengthOf(v);
  return length > 0 ? [v[0] / length, v[1] / length, v[2] / length] : v;
}

function rotateFrame(frames: Float32Array, joint: number, from: Vec3, to: Vec3): void {
  if (!(lengthOf(from) > 0 && lengthOf(to) > 0)) return;
  // Exactly the same bone: the frame stays as the file has it.
  if (from.every((x, k) => x === to[k])) return;
  const between = new Float64Array(4);
  quaternionBetweenInto(between, 0, from, 0, to, 0);
  multiplyQuaternionInto(frames, joint * 4, between, 0, frames, joint * 4);
}

/** Whether all frames [J, 4] have a dot product of at least `least` with the first. */
export function framesAreEqual(frames: Float32Array, least: number): boolean {
  for (let i = 4; i < frames.length; i += 4) {
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += frames[i + k] * frames[k];
    if (Math.abs(dot) < least) return false;
  }
  return true;
}
