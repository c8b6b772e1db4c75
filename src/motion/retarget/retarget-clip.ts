/**
 * @file Retargets a clip to another skeleton by a map of joints.
 *
 * Poses are rest-relative and axis-free, so matching joints get the same rotation. What lies
 * between two mapped joints in the source (a spine of five joints onto one of three) is not lost: the global
 * rotation is transferred, and the target's local rotation follows from it. Root motion is scaled by
 * the ratio of the heights of the roots above the lowest joint, so that strides fit the legs.
 */

import { PosespaceError } from '../../base/errors.js';
import { normalizeQuaternion, relativeQuaternionInto, rotateVectorInto } from '../../math/quaternion.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { jointCount, type Pose, type Skeleton, skeletonDiameter } from '../../rig/rig-records.js';
import { type Clip, inheritSource } from '../clip.js';
import { turnRotationInto } from './map-joints.js';

/** Joint of the source for each joint of the target, −1 where there is none. [J of the target] */
export type JointMap = ArrayLike<number>;

/** Options of `retargetClip`. */
export interface RetargetOptions {
  /** Scale of the root motion; by default the ratio of the root heights. */
  readonly rootScale?: number;
  /** The rotation about +Y that makes the source face as the target does; absent: both face alike. [4] */
  readonly turn?: readonly [number, number, number, number];
}

const NO_TURN = [0, 0, 0, 1] as const;

/** The clip on the target skeleton. Joints without a partner keep their rest rotation relative to their parent. */
export function retargetClip(
  clip: Clip,
  source: Skeleton,
  target: Skeleton,
  map: JointMap,
  options: RetargetOptions = {},
): Clip {
  const count = jointCount(target);
  if (map.length !== count) {
    throw new PosespaceError(
      'bad-usage',
      `motion/retargetClip: the map needs one entry per target joint (${count}), got ${map.length}`,
    );
  }
  for (let j = 0; j < count; j++) {
    if (!(map[j] >= -1 && map[j] < jointCount(source))) {
      throw new PosespaceError(
        'bad-usage',
        `motion/retargetClip: joint ${j} maps to ${map[j]}, which the source does not have`,
      );
    }
  }
  const rootScale = options.rootScale ?? rootMotionScale(source, target);
  const poses = clip.poses.map((pose) =>
    retargetPose(pose, source, target, map, rootScale, options.turn ?? NO_TURN),
  );
  return { name: clip.name, ...inheritSource(clip), times: clip.times, poses };
}

function retargetPose(
  pose: Pose,
  source: Skeleton,
  target: Skeleton,
  map: JointMap,
  rootScale: number,
  turn: readonly number[],
): Pose {
  const from = poseJoints(source, pose);
  const count = jointCount(target);
  const globals = new Float64Array(count * 4);
  const rotations = new Float32Array(count * 4);
  for (let j = 0; j < count; j++) {
    const p = target.parents[j];
    const at = map[j] * 4;
    for (let k = 0; k < 4; k++) {
      globals[j * 4 + k] = map[j] >= 0 ? from.rotations[at + k] : p >= 0 ? globals[p * 4 + k] : +(k === 3);
    }
    if (map[j] >= 0 && turn[3] !== 1) turnRotationInto(globals, j * 4, turn);
    // Rotations that are a little too long add up down a chain, and bones with them.
    normalizeQuaternion(globals, j * 4);
    if (p >= 0) relativeQuaternionInto(rotations, j * 4, globals, p * 4, globals, j * 4);
    else for (let k = 0; k < 4; k++) rotations[k] = globals[k];
  }
  // Root motion of the joint that drives the target's root, not of the source's root: they may differ.
  const driver = map[0] >= 0 ? map[0] : 0;
  const root = new Float32Array(3);
  for (let k = 0; k < 3; k++)
    root[k] = (from.positions[driver * 3 + k] - source.rest[driver * 3 + k]) * rootScale;
  rotateVectorInto(root, 0, turn, 0, root, 0);
  return { rotations, root };
}

/** Joints of the same name, letter case and punctuation aside. */
export function mapJointsByName(source: Skeleton, target: Skeleton): Int32Array {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const index = new Map(source.names.map((name, j) => [plain(name), j]));
  return Int32Array.from(target.names, (name) => index.get(plain(name)) ?? -1);
}

/** Scale of root motion from one skeleton to another. */
export const rootMotionScale = (source: Skeleton, target: Skeleton): number =>
  rootHeight(target) / rootHeight(source);

/** Height of the root above the lowest joint; the size of the skeleton for bodies that lie flat. */
function rootHeight(skeleton: Skeleton): number {
  let lowest = skeleton.rest[1];
  for (let i = 1; i < skeleton.rest.length; i += 3) lowest = Math.min(lowest, skeleton.rest[i]);
  const height = skeleton.rest[1] - lowest;
  const diameter = skeletonDiameter(skeleton);
  return height > 0.05 * diameter ? height : diameter || 1;
}
