/** @file Bounding spheres to frame: a joint with its bones, or the whole body in its pose. */

import type { Model } from 'posespace/io';
import { type Pose, poseJoints } from 'posespace/rig';
import { bodyBounds, boundsOf } from '../measure-body.js';
import { distanceOf, FIELD_OF_VIEW, type Vector } from '../stage-view.js';

export interface Framed {
  readonly target: Vector;
  readonly radius: number;
  /** What has to be in view, and the margin around each point, metres; absent: the sphere. */
  readonly points?: Float32Array;
  readonly margin?: number;
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
  const margin = Math.max(0, whole.radius - rest.radius);
  return {
    target: [middle(0), middle(1), middle(2)],
    radius: Math.max(posed.radius + margin, whole.radius * 0.3),
    points: Float32Array.from(poseJoints(skeleton, pose).positions),
    margin: Math.max(margin, whole.radius * 0.08),
  };
}

/**
 * Distance at which everything framed is in view from a direction: a wide body fills a wide stage. A point at (x, y, z) of
 * the camera's axes, z towards it, is in view from z + |x| / tan h and z + |y| / tan v on.
 */
export function framingDistance(
  { target, radius, points, margin = 0 }: Framed,
  { azimuth, elevation }: { readonly azimuth: number; readonly elevation: number },
  aspect: number,
): number {
  if (!points || points.length === 0) return distanceOf(radius, aspect);
  const vertical = Math.tan(FIELD_OF_VIEW / 2);
  const [sa, ca, se, ce] = [Math.sin(azimuth), Math.cos(azimuth), Math.sin(elevation), Math.cos(elevation)];
  let distance = radius * 0.5;
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = [points[i] - target[0], points[i + 1] - target[1], points[i + 2] - target[2]];
    const right = Math.abs(x * ca - z * sa) + margin;
    const up = Math.abs(y * ce - (x * sa + z * ca) * se) + margin;
    const near = y * se + (x * sa + z * ca) * ce;
    distance = Math.max(distance, near + Math.max(right / (vertical * aspect), up / vertical));
  }
  return distance;
}
