/** @file What a body stands on: the joints at its lowest end, and the height of the ground below them. */

import type { BoundBody } from '../../../workers/worker-protocol.js';

/** How much of the body's height counts as its lowest end. */
const LOWEST = 0.12;

export function findFeet({ skeleton, mesh }: BoundBody): {
  readonly ground: number;
  readonly feet: number[];
} {
  const { parents, rest } = skeleton;
  let [low, high] = [Infinity, -Infinity];
  const heights = mesh && mesh.positions.length > 0 ? mesh.positions : rest;
  for (let i = 1; i < heights.length; i += 3) {
    low = Math.min(low, heights[i]);
    high = Math.max(high, heights[i]);
  }
  const hasChild = new Uint8Array(parents.length);
  for (const parent of parents) if (parent >= 0) hasChild[parent] = 1;
  const feet = [...parents.keys()].filter(
    (j) => !hasChild[j] && rest[j * 3 + 1] < low + LOWEST * (high - low),
  );
  return { ground: low, feet };
}
