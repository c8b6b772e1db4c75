/**
 * @file Measures a tracked clip: skate, penetration and distance from the source clip, relative to the height.
 */

import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import type { PartialRig, Skeleton } from '../../rig/rig-records.js';
import type { Clip } from '../clip.js';
import type { ClipContacts } from '../contacts/contact-record.js';
import { createContactScene } from '../contacts/contact-scene.js';

/** A point below this share of the height touches. */
const TOUCHING = 0.02;

export interface TrackingMeasures {
  /** Mean over frames of how deep the lowest point is below the ground, % of the height. */
  readonly penetration: number;
  /** Mean speed along the ground of points that touch it, heights a second. */
  readonly skate: number;
}

/** Watches the points of a body that may touch the ground; `eval` watches all vertices. */
export function measureTracking(body: PartialRig, clip: Clip, contacts: ClipContacts): TrackingMeasures {
  const { ground, height, rootVelocity, loop } = contacts;
  const { positions, step } = createContactScene(body, clip, { ground, loop });
  let [depth, slid, touches] = [0, 0, 0];
  for (const [f, now] of positions.entries()) {
    let lowest = Infinity;
    const before = positions[f - 1];
    for (let i = 0; i < now.length; i += 3) {
      if (now[i + 1] < lowest) lowest = now[i + 1];
      if (!before || Math.max(now[i + 1], before[i + 1]) - ground > TOUCHING * height) continue;
      slid += Math.hypot(
        (now[i] - before[i]) / step + rootVelocity[0],
        (now[i + 2] - before[i + 2]) / step + rootVelocity[2],
      );
      touches++;
    }
    depth += Math.max(0, ground - lowest);
  }
  return {
    penetration: (100 * depth) / positions.length / height,
    skate: touches > 0 ? slid / touches / height : 0,
  };
}

/** Mean distance of joints between two clips of the same frames, by frame, % of the height. [F] */
export function trackingErrors(skeleton: Skeleton, a: Clip, b: Clip, height: number): Float64Array {
  return Float64Array.from(a.poses, (pose, f) => {
    const one = poseJoints(skeleton, pose).positions;
    const two = poseJoints(skeleton, b.poses[f]).positions;
    let sum = 0;
    for (let i = 0; i < one.length; i += 3) {
      sum += Math.hypot(one[i] - two[i], one[i + 1] - two[i + 1], one[i + 2] - two[i + 2]);
    }
    return (300 * sum) / one.length / height;
  });
}
