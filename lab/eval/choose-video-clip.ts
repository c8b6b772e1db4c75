/**
 * @file The clip of a rig that is filmed: one of its own, or where it has none that moves, a motion of the library. Either
 * way its poses are the truth.
 */

import type { Model } from '../../src/io/model.js';
import { type Clip, clipDuration } from '../../src/motion/clip.js';
import { createMotion } from '../../src/motion/library/create-motion.js';
import { createMotionBody } from '../../src/motion/library/motion-body.js';
import { motionsOf } from '../../src/motion/library/motions.js';
import { sampleClip } from '../../src/motion/sample-clip.js';
import { type Rig, restPose } from '../../src/rig/rig-records.js';
import type { MeasuredPoints } from './measured-points.js';

/** Clips whose points move less than this from rest, mean over the clip, show nothing; % of the diameter. */
const LEAST_MOTION = 2;
const LOCOMOTION = /walk|run|gallop|trot|fly|flap|swim|slither|crawl/i;

/** Clips that move enough, those of locomotion first, then those that move most. */
export function movingClips(rig: Rig, clips: readonly Clip[], points: MeasuredPoints): Clip[] {
  const rest = restPose(rig.skeleton);
  const moving = clips
    .filter(({ times }) => times.length > 1)
    .map((clip) => {
      const poses = Array.from({ length: 8 }, (_, i) =>
        sampleClip(clip, clip.times[0] + (clipDuration(clip) * i) / 8),
      );
      const still = poses.map(() => rest);
      return { clip, walks: LOCOMOTION.test(clip.name), motion: points.compareAll(poses, still) };
    })
    .filter(({ motion }) => motion >= LEAST_MOTION);
  moving.sort((a, b) => Number(b.walks) - Number(a.walks) || b.motion - a.motion);
  return moving.map(({ clip }) => clip);
}

/** The clip to film; its name tells where it is from. */
export function chooseVideoClip(rig: Rig, { clips }: Model, points: MeasuredPoints): Clip | undefined {
  const [own] = movingClips(rig, clips, points);
  if (own) return own;
  const body = createMotionBody(rig);
  const made = motionsOf(body)
    .filter(({ name }) => LOCOMOTION.test(name))
    .map((definition): Clip => {
      const { clip } = createMotion(body, definition);
      return { ...clip, name: `${definition.name} (library)` };
    });
  return movingClips(rig, made, points)[0];
}
