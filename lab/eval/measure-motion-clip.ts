/**
 * @file Measures one locomotion clip: before and after foot-skate cleanup, and after physics tracking.
 *
 * A clip without root motion is measured against ground that moves below it; before cleanup the lesser of its skate at
 * rest and at that speed counts.
 */

import type { WorkOptions } from '../../src/base/progress.js';
import { type Clip, clipDuration } from '../../src/motion/clip.js';
import { cleanFootSkate } from '../../src/motion/contacts/clean-foot-skate.js';
import { retimeClip } from '../../src/motion/edit/resample-clip.js';
import { type MotionMetrics, measureMotion } from '../../src/motion/measure/motion-metrics.js';
import type { TrackedMotion } from '../../src/motion/physics/track-motion.js';
import type { Rig } from '../../src/rig/rig-records.js';
import { speedOf } from './read-gaits.js';

export const MOTION_MEASURES = ['clean', 'track'] as const;
export type MotionMeasure = (typeof MOTION_MEASURES)[number];

/** Lets a body with weight follow a clip. */
export type TrackClip = (
  rig: Rig,
  clip: Clip,
  options: WorkOptions,
) => Promise<
  Pick<
    TrackedMotion,
    'clip' | 'contacts' | 'trackingError' | 'referenceError' | 'residualRootForce' | 'fell' | 'findings'
  >
>;

/** A rig with the clip to measure and what is known of it. */
export interface MotionSubject {
  readonly rig: Rig;
  readonly clip: Clip;
  /** File and clip. */
  readonly name: string;
  /** What kind of body it is. */
  readonly plan: string;
  /** Legs that step. */
  readonly legs: number;
}

/** Less of each, in % of what there was; null where there was nothing to see and still is not. */
export interface MotionSavings {
  readonly skate: number | null;
  readonly penetration: number | null;
}

/** Below this there is nothing to see: heights per second, % of the height. */
export const VISIBLE = Object.freeze({ skate: 0.02, penetration: 0.1 });

/** Jolts below this are none, % of the height. */
const STILL = 0.3;

export interface MotionRow {
  readonly clip: string;
  readonly plan: string;
  readonly legs: number;
  readonly joints: number;
  readonly frames: number;
  /** Length of the clip. */
  readonly seconds: number;
  readonly loop: boolean;
  /** Speed over the ground, heights of the body per second. */
  readonly speed: number;
  readonly before: MotionMetrics;
  readonly cleaned: MotionMetrics & {
    readonly less: MotionSavings;
    /** The least jolt that steps from contact to contact demand, % of the height. */
    readonly demand: number;
    /** The largest jolt over the source's, or over what the steps demand where that is more. */
    readonly pop: number;
    readonly seconds: number;
  };
  readonly tracked?: MotionMetrics & {
    readonly trackingError: number;
    /** The part of it that comes from putting the clip on the ground before it was simulated. */
    readonly referenceError: number;
    /** What held the body from nowhere: torque over the joints' own, force over the weight. */
    readonly residualRootForce: TrackedMotion['residualRootForce'];
    readonly fell: boolean;
    readonly seconds: number;
  };
  /** Codes of what was found worth telling. */
  readonly findings: readonly string[];
}

export interface MeasureMotionClipOptions extends WorkOptions {
  /** Absent: nothing is tracked. */
  readonly track?: TrackClip;
  /** Milliseconds from anywhere; the clock is the caller's. */
  readonly now?: () => number;
}

export async function measureMotionClip(
  { rig, clip: source, name, plan, legs }: MotionSubject,
  options: MeasureMotionClipOptions = {},
): Promise<MotionRow> {
  const { track, now = () => 0, ...work } = options;
  const start = now();
  const { clip, contacts, demand, findings } = cleanFootSkate(rig, source, work);
  const seconds = (now() - start) / 1000;
  const same = retimeClip(source, clip.times);
  const inPlace = measureMotion(rig, same, { ground: contacts.ground });
  const travelling = measureMotion(rig, same, contacts);
  const before = inPlace.skate < travelling.skate ? inPlace : travelling;
  const after = measureMotion(rig, clip, contacts);
  const codes = findings.map(({ code }) => code);
  const row: MotionRow = {
    clip: name,
    plan,
    legs,
    joints: rig.skeleton.names.length,
    frames: clip.times.length,
    seconds: clipDuration(clip),
    loop: contacts.loop,
    speed: speedOf(contacts, clip),
    before,
    cleaned: {
      ...after,
      less: {
        skate: lessBy(before.skate, after.skate, VISIBLE.skate),
        penetration: lessBy(before.penetration, after.penetration, VISIBLE.penetration),
      },
      demand: (100 * demand) / contacts.height,
      pop: after.jolt / Math.max(before.jolt, (100 * demand) / contacts.height, STILL),
      seconds,
    },
    findings: codes,
  };
  if (!track) return row;
  const began = now();
  const result = await track(rig, source, work);
  const took = (now() - began) / 1000;
  const { trackingError, referenceError, residualRootForce, fell } = result;
  return {
    ...row,
    tracked: {
      ...measureMotion(rig, result.clip, result.contacts),
      trackingError,
      referenceError,
      residualRootForce,
      fell,
      seconds: took,
    },
    findings: [...new Set([...codes, ...result.findings.map(({ code }) => code)])],
  };
}

const lessBy = (before: number, after: number, visible: number): number | null =>
  Math.max(before, after) <= visible ? null : before > 0 ? 100 * (1 - after / before) : -100;
