/**
 * @file How well the plausibility score separates real poses from broken ones: random rotations of every joint, with the
 * mean angle of the real poses, and real poses with one joint bent the wrong way.
 */

import { throwIfAborted } from '../../src/base/progress.js';
import { createRng } from '../../src/base/rng.js';
import type { SolverRig } from '../../src/pose/records/solver-rig.js';
import type { PoseSpace } from '../../src/pose/solve/pose-space.js';
import { createPlausibilityScorer } from '../../src/pose/validate/create-plausibility-scorer.js';
import type { Pose } from '../../src/rig/rig-records.js';
import { type Figure, meanOf } from './means.js';
import type { RealPoses } from './pose-subject.js';
import { randomPoses } from './random-poses.js';
import { separation } from './separation.js';
import { median } from './summary.js';
import { wrongWayPoses } from './wrong-way-poses.js';

export interface PlausibilityFigures {
  /** Real poses against random rotations, 0.5 to 1. */
  readonly meterAuc: Figure;
  /** Real poses against those with one joint bent 60° the wrong way. */
  readonly meterAucSubtle: Figure;
  /** Fraction of the real poses that score as natural. */
  readonly meterInside: Figure;
  /** Median time of a score; null without a clock. */
  readonly meterMilliseconds: Figure;
}

export const PLAUSIBILITY_FIGURES = [
  'meterAuc',
  'meterAucSubtle',
  'meterInside',
  'meterMilliseconds',
] as const;

export const NO_PLAUSIBILITY_FIGURES: PlausibilityFigures = Object.freeze({
  meterAuc: null,
  meterAucSubtle: null,
  meterInside: null,
  meterMilliseconds: null,
});

export interface MeasurePlausibilityOptions {
  readonly seed?: number;
  readonly signal?: AbortSignal;
  /** Milliseconds from anywhere. */
  readonly now?: () => number;
}

/** Scores the test poses and as many broken ones; `real` gives the joint angles of the rig. */
export async function measurePlausibility(
  space: PoseSpace,
  rig: SolverRig,
  tests: RealPoses,
  real: RealPoses,
  { seed = 0, signal, now = () => 0 }: MeasurePlausibilityOptions = {},
): Promise<PlausibilityFigures> {
  const scorer = await createPlausibilityScorer(space, { signal });
  const times: number[] = [];
  const scoreAll = async (poses: readonly Pose[]) => {
    const scores: number[] = [];
    for (const pose of poses) {
      throwIfAborted(signal);
      const start = now();
      scores.push((await scorer.score(pose)).score);
      times.push(now() - start);
    }
    return scores;
  };
  const natural = await scoreAll(tests.poses);
  const random = await scoreAll(randomPoses(real.cloud, tests.poses.length, createRng(seed)));
  const bent = await scoreAll(wrongWayPoses(rig, tests.poses, real.cloud, createRng(seed + 1)));
  return {
    meterAuc: separation(natural, random),
    meterAucSubtle: separation(natural, bent),
    meterInside: meanOf(natural.map((score) => (score <= 1 ? 1 : 0))),
    meterMilliseconds: median(times),
  };
}
