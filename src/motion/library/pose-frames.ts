/**
 * @file From frames of a motion to poses of a body: trunk and chains from their rotations, the trunk as high as all feet
 * can reach, legs folded so that each foot is exactly where it should be, soles on the ground by their lowest point.
 *
 * What the skin does at the ground is known only when it is posed, so the frames are posed a few times, each time with
 * what the last one found.
 */

import type { Pose } from '../../rig/rig-records.js';
import { calmSwings } from './calm-swings.js';
import { envelope } from './envelope.js';
import { CONTACT, createGroundContact } from './meet-ground.js';
import type { MotionBody } from './motion-body.js';
import type { MotionFrame } from './motion-frame.js';
import { neededDrop, poseLeg } from './pose-legs.js';
import { poseTrunk } from './pose-trunk.js';
import {
  createWorkFrame,
  type PoseFramesOptions,
  placeJoints,
  toPose,
  type WorkFrame,
} from './work-frame.js';

/** Times that the frames are posed at most, and what may be left, over the height. */
const ROUNDS = 6;
const SETTLED = 1e-4;

/** Frames as poses, and how much slides. */
export interface PosedFrames {
  /** Poses of the anatomical skeleton, in the body's axes, one per frame. */
  readonly poses: Pose[];
  /** Mean way along the ground of what is near it, from frame to frame, over the height. */
  readonly slide: number;
}

export function poseFrames(
  body: MotionBody,
  frames: readonly MotionFrame[],
  options: PoseFramesOptions,
): PosedFrames {
  const works = frames.map((frame) => createWorkFrame(body, frame));
  const contact = createGroundContact(body, options);
  poseOnce(body, works, options);
  for (let round = 1; round < ROUNDS && options.grounded; round++) {
    if (contact.meet(works) < SETTLED * body.height) break;
    poseOnce(body, works, options);
  }
  const poses = works.map((work) => toPose(work));
  return { poses, slide: options.grounded ? measureSlide(body, poses) : 0 };
}

function measureSlide({ points, ground, height }: MotionBody, poses: readonly Pose[]): number {
  const low = ground + CONTACT * height;
  let [way, count] = [0, 0];
  let before: Float32Array | undefined;
  for (const pose of poses) {
    const now = points.pose(pose).slice();
    for (let i = 0; before && i < now.length; i += 3) {
      if (!(now[i + 1] < low && before[i + 1] < low)) continue;
      way += Math.hypot(now[i] - before[i], now[i + 2] - before[i + 2]);
      count++;
    }
    before = now;
  }
  return count > 0 ? way / count / height : 0;
}

function poseOnce(body: MotionBody, works: readonly WorkFrame[], options: PoseFramesOptions): void {
  for (const work of works) poseTrunk(body, work);
  if (options.grounded && body.legs.length > 0) {
    const drops = envelope(
      works.map((work) => neededDrop(body, work)),
      options,
    );
    for (const [f, work] of works.entries()) {
      const down = drops[f] * (1 - work.frame.lying) + work.frame.dip;
      if (down === 0) continue;
      work.root[1] -= down;
      placeJoints(body, work);
    }
  }
  for (const work of works) {
    for (let i = 0; i < body.legs.length; i++) poseLeg(body, work, i, options.grounded);
  }
  if (options.grounded) calmSwings(body, works, options);
  for (const work of works) placeJoints(body, work);
}
