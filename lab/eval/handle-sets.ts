/**
 * @file Which joints are given when a pose is completed (METRICS.md): `leaves` all leaves, `four` any four joints, `one`
 * any one leaf, each with the root. Drawn from a random stream per pose, so that every method and every run gets the same.
 */

import type { Rng } from '../../src/base/rng.js';
import { leafJoints } from '../../src/rig/joint-tree.js';

export { leafJoints };

export const HANDLE_SETS = ['leaves', 'four', 'one'] as const;
export type HandleSet = (typeof HANDLE_SETS)[number];

/** How many joints `four` gives beside the root. */
const FOUR = 4;

/** The joints that each set gives, ascending, the root first. */
export function drawHandleSets(parents: Int16Array, rng: Rng): Record<HandleSet, number[]> {
  const leaves = leafJoints(parents);
  const others = Array.from({ length: Math.max(0, parents.length - 1) }, (_, i) => i + 1);
  return {
    leaves: [0, ...leaves],
    four: [0, ...drawFrom(others, Math.min(FOUR, others.length), rng)],
    one: [0, ...drawFrom(leaves, Math.min(1, leaves.length), rng)],
  };
}

/** So many different ones, ascending. */
function drawFrom(list: readonly number[], count: number, rng: Rng): number[] {
  const left = [...list];
  const drawn = Array.from({ length: count }, () => left.splice(rng.integer(left.length), 1)[0]);
  return drawn.sort((a, b) => a - b);
}
