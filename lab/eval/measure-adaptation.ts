/**
 * @file How much a pose space gains from adapting to a few poses of a rig: ten poses of one clip, or ten spread over half
 * of the clips; then it completes poses of the other clips (`measure-completion.ts`), against the space before adapting
 * and damped least squares. Adapted to half of the clips, it also interpolates between poses of the others
 * (`measure-interpolation.ts`).
 *
 * A single clip is chance (.66 of least squares where all clips give .58, ten rigs, leaves): every clip with motion is
 * the lesson once, at most 32 of them evenly chosen, and the means are given; of the halves, both.
 */

import { throwIfAborted, type WorkOptions } from '../../src/base/progress.js';
import type { SolverRig } from '../../src/pose/records/solver-rig.js';
import type { PoseSpace } from '../../src/pose/solve/pose-space.js';
import { solveLeastSquares } from '../../src/pose/solve/solve-least-squares.js';
import { adaptPoseSpace } from '../../src/pose/space/adapt-pose-space.js';
import type { Pose } from '../../src/rig/rig-records.js';
import { type Figure, meanOf } from './means.js';
import { type CompletePose, measureCompletion } from './measure-completion.js';
import { measureInterpolation } from './measure-interpolation.js';
import { createPoseCloud } from './pose-cloud.js';
import { movesAtAll, poseSpread } from './pose-metrics.js';
import { type NamedPoses, pickRealPoses, spreadIndices } from './pose-subject.js';
import { median } from './summary.js';

export interface MeasureAdaptationOptions extends WorkOptions {
  /** Poses to teach. */
  readonly examples?: number;
  /** Poses of other clips to complete, at most, each time. */
  readonly tests?: number;
  /** Walks between poses of other clips, at most, each time. */
  readonly walks?: number;
  readonly seed?: number;
  /** Milliseconds from anywhere; the clock is the caller's. */
  readonly now?: () => number;
}

export const MEASURE_ADAPTATION_DEFAULTS = Object.freeze({
  examples: 10,
  tests: 20,
  walks: 6,
  seed: 0,
  now: () => 0,
});

/** Errors of the joints that were not given, % of the diameter. */
export interface AdaptationErrors {
  readonly taught: Figure;
  readonly untaught: Figure;
  readonly dls: Figure;
}

/** By which joints were given. */
export interface AdaptationSets {
  readonly leaves: AdaptationErrors;
  readonly four: AdaptationErrors;
}

/** Distance of the middles of walks from the nearest real pose, % of the diameter; null where one clip is left. */
export interface AdaptationMiddles {
  readonly taught: Figure;
  readonly untaught: Figure;
  readonly slerp: Figure;
}

export interface AdaptationFigures {
  readonly oneClip: AdaptationSets;
  readonly spread: AdaptationSets;
  /** Of interpolations, adapted to half of the clips. */
  readonly middle: AdaptationMiddles;
  /** Median time of teaching, after the samples of the rig exist, milliseconds. */
  readonly teachMilliseconds: Figure;
}

/** Clips of fewer frames show nothing. */
const LEAST_FRAMES = 2;
/** Poses of other clips that middles of walks are compared with, at most. */
const MOST_REAL = 400;
/** Clips that are tried as the only lesson, at most. */
const LESSONS = 32;

/** A split of the clips into examples and test frames. */
export interface Lesson {
  /** The ten. */
  readonly taught: readonly Pose[];
  readonly asked: readonly NamedPoses[];
}

export type AdaptationSettings = Required<Omit<MeasureAdaptationOptions, keyof WorkOptions>> & WorkOptions;

/** Measures adaptation; null where the rig has not two clips, or none that moves. `clips` are poses of the space's own rig. */
export async function measureAdaptation(
  space: PoseSpace,
  clips: readonly NamedPoses[],
  rig: SolverRig,
  options: MeasureAdaptationOptions = {},
): Promise<AdaptationFigures | null> {
  const settings = { ...MEASURE_ADAPTATION_DEFAULTS, ...options };
  const usable = clips.filter(({ poses }) => poses.length >= LEAST_FRAMES);
  const moving = [...usable.keys()].filter((i) =>
    movesAtAll(poseSpread(createPoseCloud(rig, usable[i].poses))),
  );
  if (usable.length < 2 || moving.length === 0) return null;
  const times: number[] = [];
  const lone = spreadIndices(moving.length, LESSONS).map((k) =>
    divide(usable, (i) => i === moving[k], settings.examples),
  );
  const halves = [0, 1].map((rest) => divide(usable, (i) => i % 2 === rest, settings.examples));
  const measure = async (lessons: readonly Lesson[]): Promise<AdaptationSets> => {
    const rows: AdaptationSets[] = [];
    for (const lesson of lessons) rows.push(await measureLesson(space, rig, lesson, settings, times));
    return { leaves: meanErrors(rows, 'leaves'), four: meanErrors(rows, 'four') };
  };
  await space.prepare(options);
  return {
    oneClip: await measure(lone),
    spread: await measure(halves),
    middle: await measureMiddles(space, rig, halves, settings),
    teachMilliseconds: median(times),
  };
}

function divide(clips: readonly NamedPoses[], isTaught: (clip: number) => boolean, examples: number): Lesson {
  const poses = clips.flatMap((clip, i) => (isTaught(i) ? clip.poses : []));
  return {
    taught: spreadIndices(poses.length, examples).map((i) => poses[i]),
    asked: clips.filter((_, i) => !isTaught(i)),
  };
}

/** What a lesson gains. `times` gets how long teaching took. */
export async function measureLesson(
  space: PoseSpace,
  rig: SolverRig,
  lesson: Lesson,
  { tests, seed, signal, now }: AdaptationSettings,
  times: number[],
): Promise<AdaptationSets> {
  throwIfAborted(signal);
  const { poses: asked, cloud } = pickRealPoses({ clips: lesson.asked }, rig, tests);
  const start = now();
  const taught = adaptPoseSpace(space, lesson.taught);
  await taught.prepare({ signal });
  times.push(now() - start);
  const methods: Record<string, CompletePose> = {
    dls: ({ joints, targets }) => solveLeastSquares(rig, { joints, targets }),
    untaught: completeBySpace(space, rig, asked),
    taught: completeBySpace(taught, rig, asked),
  };
  const completion = await measureCompletion(rig, cloud, methods, seed, signal);
  const errors = (set: 'leaves' | 'four'): AdaptationErrors => ({
    taught: completion[set].taught.joints,
    untaught: completion[set].untaught.joints,
    dls: completion[set].dls.joints,
  });
  return { leaves: errors('leaves'), four: errors('four') };
}

async function measureMiddles(
  space: PoseSpace,
  rig: SolverRig,
  lessons: readonly Lesson[],
  { walks, seed, signal }: AdaptationSettings,
): Promise<AdaptationMiddles> {
  const rows: AdaptationMiddles[] = [];
  for (const lesson of lessons) {
    const real = pickRealPoses({ clips: lesson.asked }, rig, MOST_REAL);
    const walk = async (walked: PoseSpace) =>
      (await measureInterpolation(walked, real, undefined, { walks, seed, signal }))?.middle;
    const [before, after] = [await walk(space), await walk(adaptPoseSpace(space, lesson.taught))];
    if (before && after) rows.push({ taught: after.model, untaught: before.model, slerp: before.slerp });
  }
  const mean = (key: keyof AdaptationMiddles) => meanOf(rows.map((row) => row[key]));
  return { taught: mean('taught'), untaught: mean('untaught'), slerp: mean('slerp') };
}

/** A space's solver, given handles in metres as from a user. */
function completeBySpace(space: PoseSpace, { scale }: SolverRig, asked: readonly Pose[]): CompletePose {
  const { rest } = space.anatomy.original;
  return async ({ joints, targets, pose: index }) => {
    const height = asked[index].root[1];
    const handles = joints.map((joint, h) => {
      const at = (k: number) => rest[k] + targets[h * 3 + k] / scale + (k === 1 ? height : 0);
      return { joint, position: [at(0), at(1), at(2)] as const };
    });
    const { rotations, root } = await space.solve(handles);
    return { rotations, root: [root[0] * scale, (root[1] - height) * scale, root[2] * scale] };
  };
}

function meanErrors(rows: readonly AdaptationSets[], set: 'leaves' | 'four'): AdaptationErrors {
  const mean = (key: keyof AdaptationErrors) => meanOf(rows.map((row) => row[set][key]));
  return { taught: mean('taught'), untaught: mean('untaught'), dls: mean('dls') };
}
