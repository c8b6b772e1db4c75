/**
 * @file Influences of a vertex as any file may list them, a joint twice, none, or weights too small to add: each joint once,
 * the strongest first, summing to one.
 */

import type { Skin } from '../../rig/rig-records.js';

/** Writes the strongest influences of a vertex; all of joint 0 where there are none. Returns whether there were some. */
export function setInfluences(
  { joints, weights, influenceCount }: Skin,
  vertex: number,
  listed: Iterable<readonly [joint: number, weight: number]>,
): boolean {
  const sums = new Map<number, number>();
  for (const [joint, weight] of listed) {
    if (weight > 0 && weight < Number.POSITIVE_INFINITY) sums.set(joint, (sums.get(joint) ?? 0) + weight);
  }
  const kept = [...sums].sort(([, a], [, b]) => b - a).slice(0, influenceCount);
  // Relative to the largest: a sum of the smallest numbers divides to anything.
  const largest = kept.length > 0 ? kept[0][1] : 1;
  const total = kept.reduce((sum, [, weight]) => sum + weight / largest, 0);
  const row = vertex * influenceCount;
  joints.fill(0, row, row + influenceCount);
  weights.fill(0, row, row + influenceCount);
  for (const [k, [joint, weight]] of kept.entries()) {
    const share = weight / largest / total;
    joints[row + k] = Math.fround(share) > 0 ? joint : 0;
    weights[row + k] = share;
  }
  if (kept.length === 0) weights[row] = 1;
  return kept.length > 0;
}
