/** @file Bounding spheres to frame: a joint with its bones, or the whole body in its pose. */

import type { Model } from 'posespace/io';
import { type Pose, poseJoints } from 'posespace/rig';
import { bodyBounds, boundsOf } from '../measure-body.js';
import type { Vector } from '../stage-view.js';

export interface Framed {
  readonly target: Vector;
  readonly radius: number;
}

/** Margin around a joint, relative to its longest bone. */
const ROOM = 1.8;
/** Smallest framed radius, as a share of the body's radius. */
const CLOSEST = 0.14;

export function frameJoint(model: Model, pose: Pose, joint: number): Framed {
  const { parents } = model.skeleton!;
  const { positions } = poseJoints(model.skeleton!, pose);
  const distance = (a: number, b: number) =>
    Math.hypot(...[0, 1, 2].map((k) => positions[a * 3 + k] - positions[b * 3 + k]));
  let longest = parents[joint] < 0 ? 0 : distance(joint, parents[joint]);
  parents.forEach((parent, j) => {
    if (parent === joint) longest = Math.max(longest, distance(j, joint));
  });
  const least = CLOSEST * bodyBounds(model).radius;
  const target: Vector = [positions[joint * 3], positions[joint * 3 + 1], positions[joint * 3 + 2]];
  return { target, radius: Math.max(longest * ROOM, least) };
}

/** The extent of the joints in the pose, plus the margin of the surface at rest. */
export function frameWhole(model: Model, pose: Pose): Framed {
  const whole = bodyBounds(model);
  const skeleton = model.skeleton!;
  const rest = boundsOf(skeleton.rest);
  const posed = boundsOf(poseJoints(skeleton, pose).positions);
  const middle = (k: number) => posed.center[k] + whole.center[k] - rest.center[k];
  return {
    target: [middle(0), middle(1), middle(2)],
    radius: Math.max(posed.radius + Math.max(0, whole.radius - rest.radius), whole.radius * 0.3),
  };
}
