/** @file Joints while they are being placed, in the body's frame, and their mirror images. */
import { childrenOf } from '../joint-tree.js';

/** Where on the body a joint sits. */
export type JointKind = 'root' | 'trunk' | 'fork' | 'first' | 'limb' | 'tip' | 'landmark';

export interface DraftJoint {
  readonly position: readonly [number, number, number];
  /** Distance to the surface. */
  readonly radius: number;
  /** Index of the parent, lower than the joint's own; −1 for the root. */
  readonly parent: number;
  readonly kind: JointKind;
  /** Log odds of the limb it lies on; large in the trunk. */
  readonly odds: number;
  /** Name given by the user. */
  readonly name?: string;
}

/**
 * Mirror image of each joint across x = 0: itself on the plane, −1 where there is none. Images are exact copies with x
 * negated, so they are found by equal coordinates.
 */
export function findImages(joints: readonly DraftJoint[]): Int32Array {
  const key = ([x, y, z]: readonly number[], sign: number) => `${x * sign + 0} ${y} ${z}`;
  const at = new Map<string, number>();
  joints.forEach((joint, j) => {
    at.set(key(joint.position, 1), j);
  });
  return Int32Array.from(joints, (joint) => at.get(key(joint.position, -1)) ?? -1);
}

/** Sorts joints breadth-first, parents before children. */
export function sortJoints(joints: readonly DraftJoint[]): DraftJoint[] {
  const children = childrenOf(joints.map(({ parent }) => parent));
  const order = joints.flatMap(({ parent }, j) => (parent < 0 ? [j] : []));
  for (let i = 0; i < order.length; i++) order.push(...children[order[i]]);
  const rank = new Int32Array(joints.length);
  order.forEach((j, i) => {
    rank[j] = i;
  });
  return order.map((j) => {
    const joint = joints[j];
    return { ...joint, parent: joint.parent < 0 ? -1 : rank[joint.parent] };
  });
}
