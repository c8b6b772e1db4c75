/** @file The axes that a joint bends about. */

import { perpendiculars, subtract, type Vec3 } from '../../math/vector.js';
import { type JointRef, jointIndex } from '../names/joint-index.js';
import type { Skeleton } from '../rig-records.js';
import { restPosition } from './skeleton-draft.js';

/** Two unit vectors across a joint's bone at rest: the bone to its first child, or from its parent for a leaf. */
export function findBendAxes(skeleton: Skeleton, joint: JointRef): [Vec3, Vec3] {
  const index = jointIndex(skeleton, joint, 'rig/findBendAxes');
  const child = skeleton.parents.indexOf(index);
  const [from, to] = child >= 0 ? [index, child] : [Math.max(0, skeleton.parents[index]), index];
  return perpendiculars(subtract(restPosition(skeleton, to), restPosition(skeleton, from)));
}
