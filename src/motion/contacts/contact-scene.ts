/**
 * @file A clip prepared for contact detection: positions of the candidate contact points by frame, the height of the
 * body, the ground and whether the clip is a loop.
 */

import { PosespaceError } from '../../base/errors.js';
import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import { findClipGround, measureBodyHeight } from '../../rig/ground.js';
import type { JointGlobals } from '../../rig/kinematics/forward-kinematics.js';
import type { PartialRig } from '../../rig/rig-records.js';
import type { Clip } from '../clip.js';
import { resampleClip } from '../edit/resample-clip.js';
import { type BodyMotion, createBodyMotion } from './body-motion.js';
import { type ContactPoints, createContactPoints } from './contact-points.js';

export interface ContactSceneOptions extends WorkOptions {
  /** Height of the ground, metres; by default it is estimated. */
  readonly ground?: number;
  /** Frames per second of clips whose frames are not evenly spaced. */
  readonly frameRate?: number;
  /** Whether the clip is a loop; by default it is detected. */
  readonly loop?: boolean;
}

export const CONTACT_SCENE_DEFAULTS = Object.freeze({ frameRate: 30 });

export interface ContactScene {
  /** The clip on an even grid of times. */
  readonly clip: Clip;
  readonly motion: BodyMotion;
  readonly points: ContactPoints;
  /** Joint of the body that each point belongs to, −1 for none. [N] */
  readonly parts: Int16Array;
  /** Positions of the points by frame. [F][N, 3] */
  readonly positions: readonly Float64Array[];
  readonly height: number;
  readonly ground: number;
  readonly loop: boolean;
  /** Frames that differ: one less than the clip has in a loop, whose last repeats the first. */
  readonly period: number;
  /** Seconds between frames. */
  readonly step: number;
}

/** How far apart joints of first and last frame may be in a loop, over the height, */
const LOOP_GAP = 0.005;
/** or over the usual step between frames: many files leave the frame out that repeats the first. */
const LOOP_STEPS = 1.5;

export function createContactScene(
  body: PartialRig,
  source: Clip,
  options: ContactSceneOptions = {},
): ContactScene {
  if (source.times.length === 0) {
    throw new PosespaceError('bad-input', `motion/contacts: clip "${source.name}" has no frames`);
  }
  const clip = isEven(source.times)
    ? source
    : resampleClip(source, { frameRate: options.frameRate ?? CONTACT_SCENE_DEFAULTS.frameRate });
  const motion = createBodyMotion(body, clip);
  const points = createContactPoints(body, clip.poses);
  const positions = motion.frames.map(({ own }) => {
    throwIfAborted(options.signal);
    return pointPositions(points, own);
  });
  const height = measureBodyHeight(body);
  const frameCount = clip.times.length;
  const loop = frameCount > 2 && (options.loop ?? closes(motion, height));
  const { carriers } = motion.anatomy;
  return {
    clip,
    motion,
    points,
    parts: points.owners.map((j) => carriers[j]),
    positions,
    height,
    ground: options.ground ?? findClipGround(positions, height),
    loop,
    period: loop ? frameCount - 1 : frameCount,
    step: frameCount > 1 ? (clip.times[frameCount - 1] - clip.times[0]) / (frameCount - 1) : 1,
  };
}

export function pointPositions(points: ContactPoints, globals: JointGlobals): Float64Array {
  const out = new Float64Array(points.count * 3);
  points.placeInto(out, globals);
  return out;
}

function isEven(times: Float32Array): boolean {
  const step = (times[times.length - 1] - times[0]) / (times.length - 1);
  for (let f = 1; f < times.length; f++)
    if (Math.abs(times[f] - times[f - 1] - step) > 0.02 * step) return false;
  return true;
}

/** Whether the last frame equals the first apart from root motion, or is as close as consecutive frames are. */
function closes({ frames }: BodyMotion, height: number): boolean {
  const gap = meanDistance(frames[0].body.positions, frames[frames.length - 1].body.positions);
  const steps = Float64Array.from({ length: frames.length - 1 }, (_, f) =>
    meanDistance(frames[f].body.positions, frames[f + 1].body.positions),
  );
  const usual = steps.sort()[steps.length >> 1];
  return gap <= Math.max(LOOP_GAP * height, LOOP_STEPS * usual);
}

/** Mean distance between the joints of two frames, root motion aside. */
function meanDistance(a: Float64Array, b: Float64Array): number {
  const [dx, dz] = [b[0] - a[0], b[2] - a[2]];
  let sum = 0;
  for (let i = 0; i < a.length; i += 3) {
    sum += Math.hypot(b[i] - a[i] - dx, b[i + 1] - a[i + 1], b[i + 2] - a[i + 2] - dz);
  }
  return (3 * sum) / a.length;
}
