/**
 * @file How well the meter of a pose space tells real poses from broken ones: random rotations of every joint, as much
 * as real joints turn, and real poses with one joint bent the wrong way.
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

export interface MeterFigures {
  /** Real poses against random rotations, 0.5 to 1. */
  readonly meterAuc: Figure;
  /** Real poses against those with one joint bent 60° the wrong way. */
  readonly meterAucSubtle: Figure;
  /** Share of the real poses that the meter finds inside. */
  readonly meterInside: Figure;
  /** Median time of a measure; null without a clock. */
  readonly meterMilliseconds: Figure;
}

export const METER_FIGURES = ['meterAuc', 'meterAucSubtle', 'meterInside', 'meterMilliseconds'] as const;

export const NO_METER_FIGURES: MeterFigures = Object.freeze({
  meterAuc: null,
  meterAucSubtle: null,
  meterInside: null,
  meterMilliseconds: null,
});

export interface MeasureMeterOptions {
  readonly seed?: number;
  readonly signal?: AbortSignal;
  /** Milliseconds from anywhere. */
  readonly now?: () => number;
}

/** Measures the meter on poses of which as many are made up; `real` says how the joints of the rig turn. */
export async function measureMeter(
  space: PoseSpace,
  rig: SolverRig,
  tests: RealPoses,
  real: RealPoses,
  { seed = 0, signal, now = () => 0 }: MeasureMeterOptions = {},
): Promise<MeterFigures> {
  const scorer = await createPlausibilityScorer(space, { signal });
  const times: number[] = [];
  const measureAll = async (poses: readonly Pose[]) => {
    const distances: number[] = [];
    for (const pose of poses) {
      throwIfAborted(signal);
      const start = now();
      distances.push((await scorer.score(pose)).score);
      times.push(now() - start);
    }
    return distances;
  };
  const inside = await measureAll(tests.poses);
  const random = await measureAll(randomPoses(real.cloud, tests.poses.length, createRng(seed)));
  const bent = await measureAll(wrongWayPoses(rig, tests.poses, real.cloud, createRng(seed + 1)));
  return {
    meterAuc: separation(inside, random),
    meterAucSubtle: separation(inside, bent),
    meterInside: meanOf(inside.map((distance) => (distance <= 1 ? 1 : 0))),
    meterMilliseconds: median(times),
  };
}
