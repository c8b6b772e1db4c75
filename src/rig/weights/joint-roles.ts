/**
 * @file Whether a joint moves the surface or is there for the animator: controls, poles, ends, roots above the body.
 *
 * Given only joints that are known to deform, bone heat comes much closer to artists' weights (L1 .43 instead of
 * .54), so the guess is worth making. It is never a verdict: a joint that looks like a control competes with a
 * handicap, and still gets the vertices that nothing else claims. Names say most of it, the place of a joint some.
 */

import type { Bones } from '../bones.js';
import type { Skeleton } from '../rig.js';
import { type JointWord, jointWords } from './joint-words.js';

/**
 * How much a joint's score is raised or lowered against others (`score-bones.ts`), fitted with it on artists' rigs.
 * A head owns more than its short bone reaches; an eye bone moves an eye and nothing around it.
 */
export const WORD_SCORES: Readonly<Record<JointWord, number>> = Object.freeze({
  control: -3.2,
  end: -0.9,
  object: -2.4,
  head: 1.8,
  neck: 0.3,
  shoulder: -0.3,
  eye: -2,
  hips: -0.7,
  trunk: 0.5,
  foot: 0.5,
  wing: 0.5,
  tail: 0.3,
});

/** The same for what the place of a joint says. */
export const PLACE_SCORES = Object.freeze({
  /** No children at all. */
  leaf: 0.2,
  /** Children, but none that leads on. */
  hub: -0.4,
  /** In the same place as another joint. */
  coincident: -0.2,
});

/** The handicaps of the joints. [J] */
export function jointRoleScores(
  { parents, names, rest }: Skeleton,
  bones: Bones,
  size: number,
): Float64Array {
  const hasChild = new Uint8Array(parents.length);
  for (const parent of parents) if (parent >= 0) hasChild[parent] = 1;
  const coincident = findCoincident(rest, size);
  return Float64Array.from(parents, (_, j) => {
    let score = 0;
    for (const word of jointWords(names[j] ?? '')) score += WORD_SCORES[word];
    if (!hasChild[j]) score += PLACE_SCORES.leaf;
    else if (bones.children[j] < 0) score += PLACE_SCORES.hub;
    if (coincident[j]) score += PLACE_SCORES.coincident;
    return score;
  });
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
