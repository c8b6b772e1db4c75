/**
 * @file What a joint looks like: a bone that moves the surface, or one that is only there for the animator or the
 * exporter. Of 70 rigs looked at closely 59 have joints that move nothing: roots on the ground, controls of inverse
 * kinematics, nodes of the scene.
 *
 * Given only joints that are known to deform, weights come closer to the artists' (L1 .36 instead of .40 with names
 * hidden, mean motion error a third), so the guess is worth making. It is never a verdict: a joint that looks like a
 * control competes with a handicap, and still gets the vertices that nothing else claims. Place and hierarchy come
 * first; names add to them.
 *
 * The scores of places were fitted together with those of bones (`score-bones.ts`), names hidden half of the time.
 * Dropped because they turned around where a source of rigs was left out of the fit: whether a joint starts outside
 * of the body, hangs from the root, is far from its parent's bone, shares a place with its parent or the root. Dropped
 * because they came out as nothing: whether it shares a place with any joint, whether its bone has no length.
 */

import type { Skeleton } from '../rig-records.js';
import type { Bones } from './build-bones.js';
import { type JointWord, jointWordsOfRig } from './joint-words.js';

/** How much a joint's score is raised or lowered against others (`score-bones.ts`) by its name. */
export const WORD_SCORES: Readonly<Record<JointWord, number>> = Object.freeze({
  control: -2.5,
  end: -0.5,
  object: -1.2,
  head: 0.8,
});

/** What a head gets on top where its bone is a guess: too short more often than not. */
const GUESSED_HEAD = 0.7;

/** The same for what the place of a joint says. */
export const PLACE_SCORES = Object.freeze({
  root: -0.45,
  /** Times the share of the root's bone that is outside of the body: a root stands on the ground. */
  rootOutside: -0.9,
  /** No children at all. */
  leaf: -0.05,
  /** Children, but none that leads on. */
  hub: -0.6,
  /** Times the share outside of the body: what lies there would not, if it did not move something. */
  outside: 0.3,
  /** The only child of its parent, and the last of its chain. */
  lastOfChain: 0.4,
  /**
   * At the tip of a bone that it does not hang from: what that bone is pulled by. Times how far it is from the bone
   * that it does hang from.
   */
  pulls: -0.65,
});

export type PlaceMeasure = keyof typeof PLACE_SCORES;
export const PLACE_MEASURES = Object.keys(PLACE_SCORES) as readonly PlaceMeasure[];

/** How near to the line of a bone, as a fraction of the size, and where along it, is at its tip. */
const TIP_REACH = 0.025;
const TIP_RANGE = [0.7, 1.4];
/** From this fraction of the size on a joint is far from its parent's bone. */
const FAR = 0.2;

/** The handicaps of the joints. [J] */
export function scoreJointRoles(skeleton: Skeleton, bones: Bones, size: number): Float64Array {
  const measures = measurePlaces(skeleton, bones, size);
  const words = jointWordsOfRig(skeleton.names);
  return Float64Array.from(skeleton.parents, (_, j) => {
    let score = 0;
    for (const word of words[j] ?? []) score += WORD_SCORES[word];
    if (!bones.directed && words[j]?.includes('head')) score += GUESSED_HEAD;
    PLACE_MEASURES.forEach((name, k) => {
      score += PLACE_SCORES[name] * measures[j * PLACE_MEASURES.length + k];
    });
    return score;
  });
}

/** What the places of the joints say, in the order of `PLACE_MEASURES`. [J, 7] */
export function measurePlaces(skeleton: Skeleton, bones: Bones, size: number): Float64Array {
  const { parents } = skeleton;
  const childCounts = new Int32Array(parents.length);
  for (const parent of parents) if (parent >= 0) childCounts[parent]++;
  const measures = new Float64Array(parents.length * PLACE_MEASURES.length);
  for (let j = 0; j < parents.length; j++) {
    const parent = parents[j];
    const isLeaf = childCounts[j] === 0;
    const values: Record<PlaceMeasure, number> = {
      root: Number(j === 0),
      rootOutside: j === 0 ? bones.outside[j] : 0,
      leaf: Number(isLeaf),
      hub: Number(!isLeaf && bones.children[j] < 0),
      outside: bones.outside[j],
      lastOfChain: Number(isLeaf && parent > 0 && childCounts[parent] === 1),
      pulls:
        isLeaf && parent >= 0 && isAtTip(skeleton, bones, size, j)
          ? Math.min(1, distanceToBone(skeleton, bones, j, parent, 0, 1) / (FAR * size))
          : 0,
    };
    PLACE_MEASURES.forEach((name, k) => {
      measures[j * PLACE_MEASURES.length + k] = values[name];
    });
  }
  return measures;
}

/** Whether a joint is at the tip of a bone that is neither above nor below it. */
function isAtTip(skeleton: Skeleton, bones: Bones, size: number, joint: number): boolean {
  const { parents } = skeleton;
  for (let other = 1; other < parents.length; other++) {
    if (other === joint || !(bones.lengths[other] > 0)) continue;
    const distance = distanceToBone(skeleton, bones, joint, other, TIP_RANGE[0], TIP_RANGE[1]);
    if (distance < TIP_REACH * size && !isAbove(parents, other, joint)) return true;
  }
  return false;
}

function isAbove(parents: Int16Array, above: number, joint: number): boolean {
  for (let p = parents[joint]; p >= 0; p = parents[p]) if (p === above) return true;
  return false;
}

/** Distance from a joint to the stretch of a bone between two fractions of its length. */
function distanceToBone(
  { rest }: Skeleton,
  { starts, axes, lengths }: Bones,
  joint: number,
  bone: number,
  from: number,
  to: number,
): number {
  const x = rest[joint * 3] - starts[bone * 3];
  const y = rest[joint * 3 + 1] - starts[bone * 3 + 1];
  const z = rest[joint * 3 + 2] - starts[bone * 3 + 2];
  const along = x * axes[bone * 3] + y * axes[bone * 3 + 1] + z * axes[bone * 3 + 2];
  const t = lengths[bone] > 0 ? Math.min(to, Math.max(from, along / lengths[bone] ** 2)) : 0;
  return Math.hypot(x - t * axes[bone * 3], y - t * axes[bone * 3 + 1], z - t * axes[bone * 3 + 2]);
}
