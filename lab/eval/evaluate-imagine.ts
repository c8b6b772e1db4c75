/**
 * @file Judges the motion prior by motion: imagined motions of unseen rigs beside a random field of the same spread that is
 * projected onto the rig, and beside the rig's real clips. Which joints move, how periodic walks are, whether left and
 * right alternate as in the real clips, and which action a classifier sees that was trained on real clips of other rigs.
 */

import { createRng, type Rng } from '../../src/base/rng.js';
import { createMotionBody } from '../../src/motion/library/motion-body.js';
import type { Pose, Rig } from '../../src/rig/rig-records.js';
import { imaginePoses } from '../../src/video/distil/imagine-poses.js';
import {
  findMotionAction,
  MOTION_ACTIONS,
  type MotionAction,
} from '../../src/video/distil/motion-actions.js';
import { type MotionPrior, usualSize } from '../../src/video/distil/motion-prior-model.js';
import { createPriorBody } from '../../src/video/distil/prior-body.js';
import { createFitBody, type FitPose, toFitPose } from '../../src/video/fit/fit-body.js';
import { describeMotion, type MotionDescription, rankCorrelation } from './describe-motion.js';
import { imagineField } from './random-field.js';

/** A real window, for the classifier and as a truth. */
export interface RealMotion {
  readonly action: MotionAction;
  readonly clip: string;
  readonly description: MotionDescription;
}

/** Measures of one seed of one action on one rig; absent where they do not apply. */
export interface ImaginedRow {
  readonly file: string;
  readonly family: string;
  readonly action: MotionAction;
  readonly seed: number;
  readonly imagined: ImaginedFigures;
  readonly control: ImaginedFigures;
  /** The same of a real window against the others of the action. */
  readonly real: ImaginedFigures;
}

/** What is compared. */
export interface ImaginedFigures {
  /** Rank correlation with the real clips of how much joints move, and of how much they turn. */
  readonly moves?: number;
  readonly turns?: number;
  readonly period?: number;
  /** Difference of the correlation of left and right feet from the real one. */
  readonly sides?: number;
  readonly features: readonly number[];
}

/** What one rig gives. */
export interface ImagineOutcome {
  readonly file: string;
  readonly family: string;
  readonly real: readonly RealMotion[];
  readonly rows: readonly ImaginedRow[];
}

export interface MeasureImagineOptions {
  readonly seeds: number;
  /** Actions of a rig, at most. */
  readonly actions: number;
  readonly frames: number;
  readonly guidance?: number;
  readonly steps?: number;
}

/** Windows of a clip. */
const WINDOWS = 2;
/** Clips of one action of a rig that are looked at. */
const CLIPS = 4;
/** Real motions smaller than this are no motions, half diameters. */
const LEAST_SIZE = 0.015;
const GAITS: readonly MotionAction[] = ['walk', 'run'];

/** A rig with its clips on the anatomical tree, and whose it is. */
export interface ImagineSubject {
  readonly file: string;
  readonly family: string;
  readonly rig: Rig;
  readonly clips: readonly { readonly name: string; readonly poses: readonly Pose[] }[];
}

/** Measures one rig; without a prior only its real clips. */
export async function measureImagine(
  { file, family, rig, clips }: ImagineSubject,
  prior: MotionPrior | undefined,
  patch: number,
  options: MeasureImagineOptions,
): Promise<ImagineOutcome> {
  const motionBody = createMotionBody(rig);
  const body = createFitBody(motionBody.anatomy.rig as Rig);
  const isSame = body.jointCount === rig.skeleton.parents.length;
  const subject = createPriorBody(body, motionBody.turn, patch);
  const describe = (poses: readonly FitPose[]) =>
    describeMotion(subject, motionBody.turn, motionBody.legs, poses);
  const real = isSame ? describeClips(clips, options.frames, describe, createRng(1)) : [];
  if (!prior) return { file, family, real, rows: [] };
  const known = MOTION_ACTIONS.filter(
    (action) => action !== 'other' && real.some((one) => one.action === action),
  );
  const rows: ImaginedRow[] = [];
  for (const action of known.slice(0, options.actions)) {
    const truths = real.filter((one) => one.action === action).map(({ description }) => description);
    for (let seed = 0; seed < options.seeds; seed++) {
      const rng = createRng(seed * 7919 + MOTION_ACTIONS.indexOf(action));
      const size = usualSize(prior.card, action, [rng.normal() * 0.5, rng.normal() * 0.5]);
      const poses = await imaginePoses(prior, subject, rng, {
        action,
        size,
        ...(options.guidance !== undefined && { guidance: options.guidance }),
        ...(options.steps !== undefined && { steps: options.steps }),
      });
      const imagined = describe(poses);
      const field = imagineField(
        subject,
        prior.card.deviations,
        options.frames,
        imagined.size,
        rng,
        (list) => describe(list).size,
      );
      const own = truths[seed % truths.length];
      const others = truths.filter((one) => one !== own);
      rows.push({
        file,
        family,
        action,
        seed,
        imagined: compare(imagined, truths, action),
        control: compare(describe(field), truths, action),
        real: others.length > 0 ? compare(own, others, action) : { features: own.features },
      });
    }
  }
  return { file, family, real, rows };
}

function describeClips(
  clips: ImagineSubject['clips'],
  frames: number,
  describe: (poses: readonly FitPose[]) => MotionDescription,
  rng: Rng,
): RealMotion[] {
  const taken = new Map<MotionAction, number>();
  return clips.flatMap(({ name, poses }) => {
    const action = findMotionAction(name) ?? 'other';
    const before = taken.get(action) ?? 0;
    if (before >= CLIPS || poses.length < 5) return [];
    const windows = Array.from({ length: WINDOWS }, () => describe(cutWindow(poses, frames, rng)));
    const lively = windows.filter(({ size }) => size.motion > LEAST_SIZE);
    if (lively.length > 0) taken.set(action, before + 1);
    return lively.map((description) => ({ action, clip: name, description }));
  });
}

/** A window of a clip: short loops go round, other short clips hold their last frame, as in training. */
function cutWindow(poses: readonly Pose[], frames: number, rng: Rng): FitPose[] {
  const last = poses.length - 1;
  const step = poses.slice(1).reduce((sum, pose, f) => sum + distance(poses[f], pose), 0) / last;
  const loops = distance(poses[last], poses[0]) < 2 * step + 1e-3;
  const start = rng.integer(loops ? last : Math.max(1, poses.length - frames + 1));
  return Array.from({ length: frames }, (_, f) =>
    toFitPose(poses[loops ? (start + f) % last : Math.min(last, start + f)]),
  );
}

/** Mean angle between two poses. */
function distance({ rotations: a }: Pose, { rotations: b }: Pose): number {
  let sum = 0;
  for (let j = 0; j < a.length; j += 4) {
    const dot = a[j] * b[j] + a[j + 1] * b[j + 1] + a[j + 2] * b[j + 2] + a[j + 3] * b[j + 3];
    sum += 2 * Math.acos(Math.min(1, Math.abs(dot)));
  }
  return sum / (a.length / 4);
}

function compare(
  one: MotionDescription,
  truths: readonly MotionDescription[],
  action: MotionAction,
): ImaginedFigures {
  const typical = (key: 'moves' | 'turns') =>
    one[key].map((_, j) => truths.reduce((sum, truth) => sum + truth[key][j] / norm(truth[key]), 0));
  const sides = truths.flatMap((truth) => truth.sides ?? []);
  const gait = GAITS.includes(action);
  return {
    moves: rankCorrelation(one.moves, typical('moves')),
    turns: rankCorrelation(one.turns, typical('turns')),
    ...(gait && { period: one.period }),
    ...(gait &&
      one.sides !== undefined &&
      sides.length > 0 && { sides: Math.abs(one.sides - sides.reduce((a, b) => a + b, 0) / sides.length) }),
    features: one.features,
  };
}

const norm = (list: readonly number[]): number => Math.hypot(...list) || 1;
