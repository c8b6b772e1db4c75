/**
 * @file Whether a joint moves the surface or is there for the animator: controls, poles, ends, roots above the body.
 *
 * Given only joints that are known to deform, bone heat comes much closer to artists' weights (L1 .43 instead of
 * .54), so the guess is worth making. It is never a verdict: a joint that looks like a control competes with a
 * handicap, and still gets the vertices that nothing else claims. Names say most of it, the place of a joint some.
 */

import type { Bones } from '../bones.js';
import type { Skeleton } from '../rig.js';
import { isControlName, isEndName, isRootName } from './joint-words.js';

/**
 * How much a joint's score is raised or lowered against others (`score-bones.ts`), fitted with it on artists' rigs.
 */
export const ROLE_SCORES = Object.freeze({
  control: -3,
  end: -1.1,
  rootName: -0.3,
  /** The only root. */
  root: 0,
  /** A tail instead of a bone to a child. */
  tail: 0.2,
  /** No children at all. */
  leaf: 0.5,
  /** Children, but none that leads on. */
  hub: -0.5,
  /** Times the share of the bone outside of the body. */
  outside: 0.2,
  /** In the same place as another joint. */
  coincident: -0.2,
  /** Times the share of the way from the parent that lies outside of the body. */
  detached: -0.3,
});

/** The handicaps of the joints. [J] */
export function jointRoleScores(
  skeleton: Skeleton,
  bones: Bones,
  size: number,
  inside: (x: number, y: number, z: number) => boolean,
  scores: Readonly<Record<keyof typeof ROLE_SCORES, number>> = ROLE_SCORES,
): Float64Array {
  const { parents, names, rest } = skeleton;
  const hasChild = new Uint8Array(parents.length);
  for (const parent of parents) if (parent >= 0) hasChild[parent] = 1;
  const coincident = findCoincident(rest, size);
  return Float64Array.from(parents, (parent, j) => {
    let score = 0;
    if (isControlName(names[j])) score += scores.control;
    if (isEndName(names[j])) score += scores.end;
    if (isRootName(names[j])) score += scores.rootName;
    if (j === 0) score += scores.root;
    if (bones.children[j] < 0) score += scores.tail;
    if (!hasChild[j]) score += scores.leaf;
    else if (bones.children[j] < 0) score += scores.hub;
    if (coincident[j]) score += scores.coincident;
    score += scores.outside * bones.outside[j];
    if (parent >= 0) score += scores.detached * shareOutside(rest, parent, j, inside);
    return score;
  });
}

function shareOutside(
  rest: Float32Array,
  a: number,
  b: number,
  inside: (x: number, y: number, z: number) => boolean,
): number {
  let count = 0;
  for (let i = 1; i <= 4; i++) {
    const t = i / 5;
    const [x, y, z] = [0, 1, 2].map((k) => rest[a * 3 + k] + t * (rest[b * 3 + k] - rest[a * 3 + k]));
    if (!inside(x, y, z)) count++;
  }
  return count / 4;
}

function findCoincident(rest: Float32Array, size: number): Uint8Array {
  const count = rest.length / 3;
  const found = new Uint8Array(count);
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      const distance = Math.hypot(
        rest[a * 3] - rest[b * 3],
        rest[a * 3 + 1] - rest[b * 3 + 1],
        rest[a * 3 + 2] - rest[b * 3 + 2],
      );
      if (distance < 1e-3 * size) found[a] = found[b] = 1;
    }
  }
  return found;
}
