/** @file Finds the middle of the limb around a joint. */

import { subtract, type Vec3 } from '../../math/vector.js';
import { centerInLimb } from '../../mesh/line-spans.js';
import type { Mesh } from '../../mesh/mesh.js';
import { type JointRef, jointIndex } from '../names/joint-index.js';
import type { Skeleton } from '../rig-records.js';
import { restPosition } from './skeleton-draft.js';

/** Position in the middle of the surface around a joint, across its bone; null for a joint outside of the surface. */
export function centerJoint(mesh: Mesh, skeleton: Skeleton, joint: JointRef): Vec3 | null {
  const index = jointIndex(skeleton, joint, 'rig/centerJoint');
  const { parents } = skeleton;
  const child = parents.indexOf(index);
  const [from, to] = [parents[index] >= 0 ? parents[index] : index, child >= 0 ? child : index];
  const axis = subtract(restPosition(skeleton, to), restPosition(skeleton, from));
  return centerInLimb(mesh, restPosition(skeleton, index), axis);
}
