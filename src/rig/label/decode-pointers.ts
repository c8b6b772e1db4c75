/** @file The pointers of the labelling network as one tree and as pairs. */

import { CONTROL } from './read-joint-names.js';

/** Chances smaller than this count as this, so that every joint can be reached. */
const LEAST = 1e-9;

/**
 * The joint that each moves with, as a tree of the body: joints are added one by one, the likeliest pointer into the tree
 * first. Joints that are no part of the body follow one that is. `scores` are chances, the last column for none. [J]
 */
export function decodeTree(
  scores: Float64Array,
  count: number,
  isBody: (joint: number) => boolean,
): Int16Array {
  const columns = count + 1;
  const body = Array.from({ length: count }, (_, j) => j).filter(isBody);
  const moves = new Int16Array(count).fill(-1);
  if (body.length === 0) return moves;
  const chance = (j: number, k: number) => Math.max(LEAST, scores[j * columns + k]);
  const root = body.reduce((best, j) => (chance(j, count) > chance(best, count) ? j : best));
  const waiting = new Set(body.filter((j) => j !== root));
  const best = new Map([...waiting].map((j): [number, number] => [j, root]));
  while (waiting.size > 0) {
    let next = -1;
    for (const j of waiting) {
      if (next < 0 || chance(j, best.get(j) as number) > chance(next, best.get(next) as number)) next = j;
    }
    waiting.delete(next);
    moves[next] = best.get(next) as number;
    for (const j of waiting) if (chance(j, next) > chance(j, best.get(j) as number)) best.set(j, next);
  }
  for (let j = 0; j < count; j++) {
    if (!isBody(j)) moves[j] = body.reduce((most, k) => (chance(j, k) > chance(j, most) ? k : most));
  }
  return moves;
}

/** Partners that point at each other, of the same role on the two sides; joints of the middle are their own. [J] */
export function pairAcross(scores: Float64Array, role: Uint8Array, side: Int8Array): Int16Array {
  const count = role.length;
  const best = Array.from(role, (own, j) => {
    let most = -1;
    for (let k = 0; k < count; k++) {
      if (role[k] !== own || side[k] !== -side[j]) continue;
      if (most < 0 || scores[j * (count + 1) + k] > scores[j * (count + 1) + most]) most = k;
    }
    return most;
  });
  return Int16Array.from(role, (own, j) => {
    if (own === CONTROL) return -1;
    if (side[j] === 0) return j;
    return best[j] >= 0 && best[best[j]] === j ? best[j] : -1;
  });
}
