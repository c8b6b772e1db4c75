/**
 * @file Which joints of a body become segments of their own and which are part of their parent's.
 *
 * A joint is merged where nothing would be simulated: it lies on the joint that its parent's segment turns about, hardly
 * any mass hangs on it (fingers, eyes, ends of chains), or it never turns in the poses that are known. Legs are spared
 * from that: toes are light and carry the body. Merged joints keep the rotations of the reference against their parent.
 */

import { quaternionAngle } from '../../math/quaternion.js';
import type { BodyFrame } from '../contacts/body-motion.js';

/** Joints nearer to their parent's than this, over the height, turn about the same point. */
const TINY = 0.015;
/** Joints that carry less than this share of the mass are moved along. */
const LIGHT = 0.003;
/** Joints that turn by less than this in all poses are stiff, radians. */
const STIFF = 0.01;

export interface MergeClues {
  readonly parents: Int16Array;
  readonly rest: Float32Array;
  readonly height: number;
  /** Share of the mass that follows each joint. [A] */
  readonly masses: Float64Array;
  /** Joints on which the body stands, their way up to the trunk included. [A] */
  readonly bears: Uint8Array;
  readonly frames: readonly BodyFrame[];
}

/** The joint whose segment each joint belongs to; segments are their own. [A] */
export function mergeJoints(clues: MergeClues): Int16Array {
  const { parents, rest, height, masses, bears, frames } = clues;
  const below = masses.slice();
  for (let a = parents.length - 1; a > 0; a--) below[parents[a]] += below[a];
  const owner = new Int16Array(parents.length);
  for (let a = 1; a < parents.length; a++) {
    const p = owner[parents[a]];
    const length = Math.hypot(
      rest[a * 3] - rest[p * 3],
      rest[a * 3 + 1] - rest[p * 3 + 1],
      rest[a * 3 + 2] - rest[p * 3 + 2],
    );
    const turns = rotationRange(frames, a);
    const light = below[a] < LIGHT && !(bears[a] && turns > 0.1);
    const stiff = frames.length > 1 && turns < STIFF && !bears[a];
    owner[a] = length < TINY * height || light || stiff || !(below[a] > 0) ? p : a;
  }
  return owner;
}

/** How far a joint turns away from where it is in the first frame, radians. */
function rotationRange(frames: readonly BodyFrame[], joint: number): number {
  let most = 0;
  for (const { locals } of frames)
    most = Math.max(most, quaternionAngle(frames[0].locals, joint * 4, locals, joint * 4));
  return frames.length > 0 ? most : Infinity;
}
