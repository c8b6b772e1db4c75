/**
 * @file Removes the joints that move no vertex from an artist's skeleton (METRICS.md, "Skeleton"): bone ends, IK
 * controls, a root on the floor. Such leaves are dropped; inner ones are spliced out and their children reparented to
 * the nearest ancestor that stays. Where none stays, the result has several roots and no bone between them.
 */

import type { Rig, Skeleton } from '../../src/rig/rig-records.js';

/** Joints and their parents, −1 for a root; there may be several. */
export type JointForest = Pick<Skeleton, 'parents' | 'rest'>;

export interface MovingJoints extends JointForest {
  /** Index of each joint in the skeleton it came from, ascending. [N] */
  readonly joints: Int32Array;
}

/** The skeleton of a rig without the joints that no vertex follows. */
export function dropIdleJoints(rig: Pick<Rig, 'skeleton' | 'skin'>): MovingJoints {
  const { parents, rest } = rig.skeleton;
  const moves = movingJoints(rig);
  const numbers = new Int16Array(parents.length).fill(-1);
  // Of each joint: itself if it stays, else the nearest above that does. Parents come first, so one pass is enough.
  const anchors = new Int16Array(parents.length).fill(-1);
  const joints: number[] = [];
  const keptParents: number[] = [];
  const keptRest: number[] = [];
  for (let j = 0; j < parents.length; j++) {
    const above = parents[j] < 0 ? -1 : anchors[parents[j]];
    anchors[j] = moves[j] ? j : above;
    if (!moves[j]) continue;
    numbers[j] = joints.length;
    joints.push(j);
    keptParents.push(above < 0 ? -1 : numbers[above]);
    keptRest.push(rest[j * 3], rest[j * 3 + 1], rest[j * 3 + 2]);
  }
  return {
    joints: Int32Array.from(joints),
    parents: Int16Array.from(keptParents),
    rest: Float32Array.from(keptRest),
  };
}

/** 1 for each joint that at least one vertex follows. [J] */
export function movingJoints({ skeleton, skin }: Pick<Rig, 'skeleton' | 'skin'>): Uint8Array {
  const moves = new Uint8Array(skeleton.parents.length);
  for (let i = 0; i < skin.weights.length; i++) if (skin.weights[i] > 0) moves[skin.joints[i]] = 1;
  return moves;
}
