/**
 * @file Shrinks rotations that hardly move anything to zero. Artists rotate some joints and leave others at rest; a
 * network rotates every joint a little, which on bodies made of separate parts shows as intersections.
 *
 * An angle θ becomes θ − δ²/θ, and 0 below δ: the non-negative garrote (Breiman, 1995), which hardly changes large
 * angles. δ is the angle at which the farthest point of the joint's subtree moves by 3.5 % of the diameter, at most
 * 12°, and less on long chains, whose joints share a bend. Alternatives: lab/notes/pose-sampling.md.
 */

import type { Numbers } from '../../math/quaternion.js';
import type { SolverRig } from '../records/solver-rig.js';

/** What moves by less than this stays where it is, normalised units: 3.5 % of the diameter. */
const LEAST_MOVE = 0.07;
/** Rotations above this are never zeroed, radians. */
const MOST_ANGLE = Math.PI / 15;
/** Chains with more bones than this share a bend. */
const FEW_BONES = 2;
/** The surface of a joint reaches to its centroid plus so many standard deviations. */
const FLESH_REACH = 1;

/** Angle below which each joint is set to rest, radians; 0 for the root. [J] */
export function findShrinkAngles(body: SolverRig): Float64Array {
  const reaches = findReaches(body);
  const bones = countBones(body.parents);
  return reaches.map((reach, j) => {
    if (j === 0) return 0;
    const angle = reach > 0 ? Math.min(MOST_ANGLE, LEAST_MOVE / reach) : MOST_ANGLE;
    return angle * Math.min(1, FEW_BONES / bones[j]);
  });
}

/** Distance of the farthest point in a joint's subtree. [J] */
function findReaches({ parents, rest, centroid, covariance }: SolverRig): Float64Array {
  const reaches = new Float64Array(parents.length);
  for (let j = 0; j < parents.length; j++) {
    const spread = covariance[j * 6] + covariance[j * 6 + 1] + covariance[j * 6 + 2];
    const around = FLESH_REACH * Math.sqrt(Math.max(0, spread));
    for (let above = j; above >= 0; above = parents[above]) {
      const x = rest[j * 3] - rest[above * 3];
      const y = rest[j * 3 + 1] - rest[above * 3 + 1];
      const z = rest[j * 3 + 2] - rest[above * 3 + 2];
      const surfaceReach =
        Math.hypot(x + centroid[j * 3], y + centroid[j * 3 + 1], z + centroid[j * 3 + 2]) + around;
      reaches[above] = Math.max(reaches[above], surfaceReach, Math.hypot(x, y, z));
    }
  }
  return reaches;
}

/** Bones on the longest path from the root through a joint to a leaf. [J] */
function countBones(parents: Int16Array): Float64Array {
  const above = new Float64Array(parents.length);
  const below = new Float64Array(parents.length);
  for (let j = 1; j < parents.length; j++) above[j] = above[parents[j]] + 1;
  for (let j = parents.length - 1; j > 0; j--) below[parents[j]] = Math.max(below[parents[j]], below[j] + 1);
  return above.map((count, j) => count + below[j]);
}

/** Shrinks local rotations [J, 4] in place; `angles` are those of `findShrinkAngles`. */
export function shrinkRotationsInto(rotations: Numbers, angles: Float64Array): void {
  for (let j = 0; j < angles.length; j++) {
    const o = j * 4;
    const sine = Math.sqrt(rotations[o] ** 2 + rotations[o + 1] ** 2 + rotations[o + 2] ** 2);
    const side = rotations[o + 3] < 0 ? -1 : 1;
    const angle = 2 * Math.atan2(sine, side * rotations[o + 3]);
    if (!(angles[j] > 0 && sine > 0)) continue;
    const half = angle > angles[j] ? (angle - angles[j] ** 2 / angle) / 2 : 0;
    const scale = (side * Math.sin(half)) / sine;
    for (let k = o; k < o + 3; k++) rotations[k] = half > 0 ? rotations[k] * scale : 0;
    rotations[o + 3] = Math.cos(half);
  }
}
