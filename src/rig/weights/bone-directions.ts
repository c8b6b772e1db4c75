/**
 * @file The direction of each joint's bone, from the joints' rest orientations.
 *
 * Files hold joints, not bones: where the last bone of a chain ends, and which of three children a bone runs to, is not in
 * them. But modelling programs orient a joint along its bone: Blender always by +Y, others by their own axis. So each of
 * the six axes gets a vote from every joint that has a child along it; +Y starts with two, because small rigs have few
 * chains. On artists' rigs with names hidden this lowered the L1 of weights from 0.53 to 0.40.
 *
 * Orientations that are all equal say nothing (found skeletons, for one), nor do axes that point to no child, or that are
 * not mirrored where the joints are.
 */

import { framesAreEqual } from '../edit/rotate-frames.js';
import type { Skeleton } from '../rig-records.js';

/** Cosine above which a child lies along an axis. */
export const ALONG = 0.97;
/** Children closer than this fraction of the size have no direction. */
const COINCIDENT = 1e-3;
/** Votes that +Y has from the start. */
const HEAD_START = 2;
/** Fraction of the votes that an axis needs. */
const LEAST_SHARE = 0.4;
/** Quaternions with this dot product are the same rotation. */
const SAME_ROTATION = 0.999;
/** How well siblings must mirror each other in position, as a fraction of the size, and in direction. */
const MIRROR_PLACE = 0.01;
const MIRROR_DIRECTION = 0.3;

/** Unit directions of the bones [J, 3], or undefined where the orientations do not show them. */
export function findBoneDirections(skeleton: Skeleton, size: number): Float64Array | undefined {
  const { parents, frames } = skeleton;
  if (frames.length !== parents.length * 4 || framesAreEqual(frames, SAME_ROTATION)) return undefined;
  const axes = frameAxes(frames);
  const cosines = childCosines(skeleton, axes, size);
  const votes = [0, 0, HEAD_START, 0, 0, 0];
  let voters = HEAD_START;
  for (let j = 0; j < parents.length; j++) {
    if (Number.isNaN(cosines[j * 6])) continue;
    voters++;
    for (let a = 0; a < 6; a++) if (cosines[j * 6 + a] > ALONG) votes[a]++;
  }
  // +Y unless another axis has more votes.
  let winner = 2;
  for (let a = 0; a < 6; a++) if (votes[a] > votes[winner]) winner = a;
  if (votes[winner] < LEAST_SHARE * voters) return undefined;
  const directions = new Float64Array(parents.length * 3);
  for (let j = 0; j < parents.length; j++) {
    const sign = winner % 2 === 0 ? 1 : -1;
    for (let k = 0; k < 3; k++) directions[j * 3 + k] = sign * axes[j * 9 + 3 * (winner >> 1) + k];
  }
  return mirrors(skeleton, directions, size) ? directions : undefined;
}

/** Axes x, y, z of every joint, unit vectors. [J, 3, 3] */
function frameAxes(frames: Float32Array): Float64Array {
  const axes = new Float64Array((frames.length / 4) * 9);
  for (let j = 0; j < frames.length / 4; j++) {
    const x = frames[j * 4];
    const y = frames[j * 4 + 1];
    const z = frames[j * 4 + 2];
    const w = frames[j * 4 + 3];
    axes.set([1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)], j * 9);
    axes.set([2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)], j * 9 + 3);
    axes.set([2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)], j * 9 + 6);
  }
  return axes;
}

/** Largest cosine from +x, −x, +y, −y, +z, −z of a joint to one of its children; NaN without any. [J, 6] */
function childCosines({ parents, rest }: Skeleton, axes: Float64Array, size: number): Float64Array {
  const cosines = new Float64Array(parents.length * 6).fill(Number.NaN);
  for (let j = 1; j < parents.length; j++) {
    const p = parents[j];
    if (p < 0) continue;
    const x = rest[j * 3] - rest[p * 3];
    const y = rest[j * 3 + 1] - rest[p * 3 + 1];
    const z = rest[j * 3 + 2] - rest[p * 3 + 2];
    const length = Math.hypot(x, y, z);
    if (!(length > COINCIDENT * size)) continue;
    for (let a = 0; a < 3; a++) {
      const at = p * 9 + a * 3;
      const cosine = (x * axes[at] + y * axes[at + 1] + z * axes[at + 2]) / length;
      if (!(cosines[p * 6 + a * 2] > cosine)) cosines[p * 6 + a * 2] = cosine;
      if (!(cosines[p * 6 + a * 2 + 1] > -cosine)) cosines[p * 6 + a * 2 + 1] = -cosine;
    }
  }
  return cosines;
}

/** Whether siblings to the left and right of each other point in mirrored directions; true without any. */
function mirrors({ parents, rest }: Skeleton, directions: Float64Array, size: number): boolean {
  let [same, different] = [0, 0];
  for (let a = 1; a < parents.length; a++) {
    for (let b = a + 1; b < parents.length; b++) {
      if (parents[a] !== parents[b] || !(Math.abs(rest[a * 3 + 1] - rest[b * 3 + 1]) < MIRROR_PLACE * size))
        continue;
      for (const axis of [0, 2]) {
        const other = 2 - axis;
        const apart = Math.abs(rest[a * 3 + axis] - rest[b * 3 + axis]);
        if (!(Math.abs(rest[a * 3 + other] - rest[b * 3 + other]) < MIRROR_PLACE * size)) continue;
        if (!(apart > 4 * MIRROR_PLACE * size)) continue;
        const difference = Math.hypot(
          directions[a * 3 + axis] + directions[b * 3 + axis],
          directions[a * 3 + 1] - directions[b * 3 + 1],
          directions[a * 3 + other] - directions[b * 3 + other],
        );
        if (difference < MIRROR_DIRECTION) same++;
        else different++;
      }
    }
  }
  return different <= same;
}
