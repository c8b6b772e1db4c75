/**
 * @file Rest orientations after an edit: a joint's frame turns with its bone, so that axes keep their meaning and
 * clips play as they did; a new joint's bone is oriented as its parent's is. Skeletons whose frames are all alike say
 * nothing by them, and go on saying nothing.
 */

import { multiplyQuaternionInto, quaternionBetweenInto } from 'posespace';
import type { Skeleton } from 'posespace/rig';

type Bare = Omit<Skeleton, 'frames'>;

/** Quaternions with this dot product are the same turn. */
const SAME_TURN = 0.9999;

/** Frames of the joints of an edited skeleton; `source` is the joint before, −1 for new ones. [J, 4] */
export function turnFrames(before: Skeleton, after: Bare, source: Int16Array): Float32Array {
  const count = after.parents.length;
  const frames = new Float32Array(count * 4);
  const oriented = !areAlike(before.frames);
  const [oldLead, newLead] = [leadingChildren(before.parents), leadingChildren(after.parents)];
  const numbers = new Map(Array.from(source, (old, j) => [old, j]));
  for (let j = 0; j < count; j++) {
    const old = source[j];
    const parent = after.parents[j];
    if (old >= 0) {
      frames.set(before.frames.subarray(old * 4, old * 4 + 4), j * 4);
      const end = oriented ? boneEnd(j, oldLead[old], oldLead, numbers, after.parents) : -1;
      if (end >= 0) turn(frames, j, bone(before, old, oldLead[old]), bone(after, j, end));
    } else {
      if (parent >= 0) frames.set(frames.subarray(parent * 4, parent * 4 + 4), j * 4);
      else frames[j * 4 + 3] = 1;
      if (!oriented || parent < 0) continue;
      const lead = newLead[j];
      const own = lead >= 0 ? bone(after, j, lead) : bone(after, parent, j);
      turn(frames, j, bone(after, parent, newLead[parent]), own);
    }
  }
  return frames;
}

/** The child of each joint with the most joints below it, −1 where there is none. */
export function leadingChildren(parents: Int16Array): Int16Array {
  const sizes = new Int32Array(parents.length).fill(1);
  for (let j = parents.length - 1; j > 0; j--) sizes[parents[j]] += sizes[j];
  const lead = new Int16Array(parents.length).fill(-1);
  for (let j = parents.length - 1; j > 0; j--) {
    const p = parents[j];
    if (lead[p] < 0 || sizes[j] >= sizes[lead[p]]) lead[p] = j;
  }
  return lead;
}

/** The joint that a bone runs to now: the child on the way to what it ran to before, or to what that ran to. */
function boneEnd(
  joint: number,
  first: number,
  oldLead: Int16Array,
  numbers: ReadonlyMap<number, number>,
  parents: Int16Array,
): number {
  let survivor = first;
  while (survivor >= 0 && !numbers.has(survivor)) survivor = oldLead[survivor];
  let end = survivor < 0 ? -1 : numbers.get(survivor)!;
  while (end >= 0 && parents[end] !== joint) end = parents[end];
  return end;
}

function bone({ rest }: Pick<Skeleton, 'rest'>, from: number, to: number): number[] {
  const v = [0, 1, 2].map((k) => rest[to * 3 + k] - rest[from * 3 + k]);
  const length = Math.hypot(...v);
  return length > 0 ? v.map((x) => x / length) : v;
}

function turn(frames: Float32Array, joint: number, from: readonly number[], to: readonly number[]): void {
  if (!(Math.hypot(...from) > 0 && Math.hypot(...to) > 0)) return;
  // To the last bit the same bone: the frame stays as the file has it.
  if (from.every((x, k) => x === to[k])) return;
  const between = new Float64Array(4);
  quaternionBetweenInto(between, 0, from, 0, to, 0);
  multiplyQuaternionInto(frames, joint * 4, between, 0, frames, joint * 4);
}

function areAlike(frames: Float32Array): boolean {
  for (let i = 4; i < frames.length; i += 4) {
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += frames[i + k] * frames[k];
    if (Math.abs(dot) < SAME_TURN) return false;
  }
  return true;
}
