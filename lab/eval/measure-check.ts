/**
 * @file How well pose checks separate good from bad: how often they report real poses, each checked without its own clip
 * among the examples, and how often they find a joint that was bent the wrong way.
 *
 * Real poses are not free of errors (a hand passes through a hip), so the fraction of reported real poses is only an
 * upper bound of the false alarms.
 */

import { throwIfAborted } from '../../src/base/progress.js';
import { createRng } from '../../src/base/rng.js';
import type { SolverRig } from '../../src/pose/records/solver-rig.js';
import type { PoseSpace } from '../../src/pose/solve/pose-space.js';
import { createPoseChecker, type PoseChecker } from '../../src/pose/validate/create-pose-checker.js';
import type { Rig } from '../../src/rig/rig-records.js';
import { type Figure, meanOf } from './means.js';
import type { RealPoses } from './pose-subject.js';
import { median } from './summary.js';
import { wrongWayPoses } from './wrong-way-poses.js';

export interface CheckFigures {
  /** Share of real poses that something is found wrong with, 0 to 1. */
  readonly checkFaulty: Figure;
  /** Share of real poses with an error. */
  readonly checkErrors: Figure;
  /** Share of poses with one joint bent 60° the wrong way in which a joint is found to bend or twist too far. */
  readonly checkBentFound: Figure;
  /** Median time of a check; null without a clock. */
  readonly checkMilliseconds: Figure;
}

export const CHECK_FIGURES = ['checkFaulty', 'checkErrors', 'checkBentFound', 'checkMilliseconds'] as const;

export interface MeasureCheckOptions {
  readonly seed?: number;
  readonly signal?: AbortSignal;
  /** Milliseconds from anywhere. */
  readonly now?: () => number;
}

/** Measures the checks on real poses and on as many with a fault; without a mesh the joints alone are checked. */
export async function measureCheck(
  space: PoseSpace,
  poseRig: SolverRig,
  real: RealPoses,
  rig: Rig | undefined,
  { seed = 0, signal, now }: MeasureCheckOptions = {},
): Promise<CheckFigures> {
  const { poses, clipOf, cloud } = real;
  const all = await createPoseChecker(space, { rig, examples: poses, signal });
  const checkers = new Map<number, PoseChecker>();
  for (const clip of new Set(clipOf)) {
    checkers.set(clip, all.withExamples(poses.filter((_, i) => clipOf[i] !== clip)));
  }
  const bent = wrongWayPoses(poseRig, poses, cloud, createRng(seed));
  const times: number[] = [];
  const [faulty, errors, found]: number[][] = [[], [], []];
  for (const [i, pose] of poses.entries()) {
    throwIfAborted(signal);
    const checker = checkers.get(clipOf[i])!;
    const start = now?.() ?? 0;
    const { findings } = checker.check(pose);
    if (now) times.push(now() - start);
    faulty.push(findings.length > 0 ? 1 : 0);
    errors.push(findings.some(({ severity }) => severity === 'error') ? 1 : 0);
    if (!bent[i]) continue;
    const reported = checker.check(bent[i]).findings;
    found.push(reported.some(({ code }) => code === 'hyperextension' || code === 'twist') ? 1 : 0);
  }
  return {
    checkFaulty: meanOf(faulty),
    checkErrors: meanOf(errors),
    checkBentFound: meanOf(found),
    checkMilliseconds: times.length > 0 ? median(times) : null,
  };
}
