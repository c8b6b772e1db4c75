/** @file Joints that the network wrote for a symmetric body, made exactly symmetric. */

import type { BodyFrame } from '../find/body-frame.js';
import type { LearnedSkeleton } from './find-learned-skeleton.js';

/** The joints of a body that faces along its mirror plane, made symmetric. */
export const mirrorIfSymmetric = (learned: LearnedSkeleton, { symmetric }: BodyFrame): Float64Array =>
  symmetric && learned.facing % 2 === 0 ? mirrorJoints(learned) : learned.positions;

/** Joints of pairs at mirrored places, joints of the middle on the plane x = 0. */
function mirrorJoints({ parents, tokens, positions }: LearnedSkeleton): Float64Array {
  const out = Float64Array.from(positions);
  const used = new Set<number>();
  const away = (a: number, b: number) =>
    Math.hypot(
      positions[a * 3] + positions[b * 3],
      positions[a * 3 + 1] - positions[b * 3 + 1],
      positions[a * 3 + 2] - positions[b * 3 + 2],
    );
  const partner = new Int16Array(tokens.length).fill(-1);
  tokens.forEach((token, j) => {
    if (token % 3 === 0) {
      partner[j] = j;
      // A joint far from the plane was not meant to lie on it.
      if (Math.abs(out[j * 3]) < MIDDLE) out[j * 3] = 0;
    }
    if (token % 3 !== 1) return;
    let best = -1;
    tokens.forEach((other, k) => {
      if (other !== token + 1 || used.has(k)) return;
      const matching = parents[j] < 0 || partner[parents[j]] === parents[k];
      if (matching && (best < 0 || away(j, k) < away(j, best))) best = k;
    });
    if (best < 0) return;
    used.add(best);
    [partner[j], partner[best]] = [best, j];
    for (let k = 0; k < 3; k++) {
      const sign = k === 0 ? -1 : 1;
      const mean = (positions[j * 3 + k] + sign * positions[best * 3 + k]) / 2;
      out[j * 3 + k] = mean;
      out[best * 3 + k] = sign * mean;
    }
  });
  return out;
}

/** Joints of the middle nearer to the mirror plane than this lie on it. */
const MIDDLE = 0.06;
