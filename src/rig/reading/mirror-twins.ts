/**
 * @file Whether two joints are the left and right of each other: then neither is the parent of the other, however alike
 * they move.
 */

import type { JointAnalysis } from './analyze-joints.js';

/** Mirrored joints coincide within this fraction of the size. */
const MIRROR_DISTANCE = 0.03;
/** Joints nearer to the mirror plane than this fraction of the size have no side. */
const ON_PLANE = 0.01;

/** Whether two joints are mirror twins, by name or position. */
export function areTwins(analysis: JointAnalysis, a: number, b: number): boolean {
  const { names, rest } = analysis.skeleton;
  if (a === b) return false;
  if (names[a] !== names[b] && withoutSide(names[a]) === withoutSide(names[b])) return true;
  for (const axis of [0, 2]) {
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const sign = k === axis ? -1 : 1;
      // The plane goes through the root: rigs are centred on it.
      squared += (rest[a * 3 + k] - rest[k] - sign * (rest[b * 3 + k] - rest[k])) ** 2;
    }
    const aside = Math.abs(rest[a * 3 + axis] - rest[axis]);
    if (aside > ON_PLANE * analysis.size && Math.sqrt(squared) < MIRROR_DISTANCE * analysis.size) return true;
  }
  return false;
}

/** A name without left and right: `Foot.L`, `foot_r` and `RightFoot` are all `foot`. */
function withoutSide(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/left|right/g, '')
    .replace(/(^|[^a-z])[lr](?=$|[^a-z])/g, '')
    .replace(/[^a-z0-9]/g, '');
}
