/**
 * @file The feet that a body stands on, and the handles that lock them to the ground while something else is dragged. A
 * flat foot is held by its ankle, softly turned as it is; a leg that ends in a point, by the point of its skin that
 * touches the ground.
 */

import { invertQuaternionInto, rotateVectorInto } from '../math/quaternion.js';
import { type Vec3, vectorAt } from '../math/vector.js';
import { createMotionBody } from '../motion/library/motion-body.js';
import type { IndexedHandle } from '../pose/records/pose-handle.js';
import { isInSubtree } from '../rig/joint-tree.js';
import { type JointGlobals, poseJoints } from '../rig/kinematics/forward-kinematics.js';
import type { PartialRig } from '../rig/rig-records.js';
import { type Pose, restPose } from '../rig/rig-records.js';
import { positionOf, rotationOf } from './drag-handles.js';
import { nearestVertex } from './mirror-handle.js';

/** A foot that a body stands on. */
export interface StandingFoot {
  /** Its joint: the ankle, or the last of a leg that ends in a point. */
  readonly joint: number;
  /** The vertex that touches the ground, of a leg that ends in a point; absent: the foot is flat. */
  readonly vertex?: number;
}

/** How freely a foot on the ground tilts, radians. */
const SOLE = 0.1;
/** Feet that are nearer to where they stand at rest than this, over the body's height, stand. */
const STANDS = 0.05;

/** The feet of a body; none where it does not stand on any. */
export function findStandingFeet(rig: PartialRig): StandingFoot[] {
  const { legs, anatomy, turn } = createMotionBody(rig);
  const back = [0, 0, 0, 1];
  invertQuaternionInto(back, 0, turn, 0);
  return legs.map(({ foot, joints, sole }) => {
    const joint = anatomy.sources[foot >= 0 ? foot : joints[joints.length - 1]];
    if (foot >= 0 || !rig.mesh || !rig.skin) return { joint };
    const at = [0, 0, 0];
    rotateVectorInto(at, 0, back, 0, sole, 0);
    return { joint, vertex: nearestVertex(rig.mesh.positions, at as unknown as Vec3) };
  });
}

/**
 * Handles that hold feet where a pose has them: those that stand in it, except those that `dragged` joints are part of.
 */
export function lockFeet(
  rig: PartialRig,
  feet: readonly StandingFoot[],
  pose: Pose,
  dragged: readonly number[] = [],
): IndexedHandle[] {
  const { skeleton } = rig;
  const now = poseJoints(skeleton, pose);
  const atRest = poseJoints(skeleton, restPose(skeleton));
  const heights = Array.from(skeleton.rest).filter((_, i) => i % 3 === 1);
  const height = Math.max(...heights) - Math.min(...heights);
  return feet.flatMap(({ joint, vertex }): IndexedHandle[] => {
    if (dragged.some((one) => isInSubtree(skeleton.parents, joint, one))) return [];
    const place = (globals: JointGlobals) =>
      vertex === undefined ? positionOf(globals, joint) : skinnedVertex(rig, globals, vertex);
    const position = place(now);
    if (position[1] - place(atRest)[1] > STANDS * height) return [];
    if (vertex !== undefined) return [{ vertex, position }];
    return [
      { joint, position },
      { joint, rotation: rotationOf(now, joint), softness: SOLE },
    ];
  });
}

/** A pose raised by what its locked feet sank: legs that cannot fold any further hold the body up. */
export function raiseToFeet(rig: PartialRig, pose: Pose, locks: readonly IndexedHandle[]): Pose {
  const now = poseJoints(rig.skeleton, pose);
  let sunk = 0;
  for (const { joint, vertex, position } of locks) {
    if (!position) continue;
    const [, y] = vertex === undefined ? positionOf(now, joint!) : skinnedVertex(rig, now, vertex);
    sunk = Math.max(sunk, position[1] - y);
  }
  if (sunk === 0) return pose;
  return { ...pose, root: Float32Array.of(pose.root[0], pose.root[1] + sunk, pose.root[2]) };
}

/** Where a pose has a vertex. */
function skinnedVertex({ mesh, skin, skeleton }: PartialRig, globals: JointGlobals, vertex: number): Vec3 {
  const { joints, weights, influenceCount } = skin!;
  const point = vectorAt(mesh!.positions, vertex);
  const moved = [0, 0, 0];
  const sum: [number, number, number] = [0, 0, 0];
  for (let i = vertex * influenceCount; i < (vertex + 1) * influenceCount; i++) {
    const j = joints[i];
    const from = [0, 1, 2].map((k) => point[k] - skeleton.rest[j * 3 + k]);
    rotateVectorInto(moved, 0, globals.rotations, j * 4, from, 0);
    for (let k = 0; k < 3; k++) sum[k] += weights[i] * (moved[k] + globals.positions[j * 3 + k]);
  }
  return sum;
}
