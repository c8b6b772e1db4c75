/**
 * @file Keeps repair from making poses less natural. A pose may be as natural as it was, or natural (a score of 1), whichever
 * allows more: within its own poses a creature moves freely.
 */

import { recall } from '../../base/memo.js';
import type { WorkOptions } from '../../base/progress.js';
import type { Pose } from '../../rig/rig-records.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { createPlausibilityScorer, type PlausibilityScorer } from '../validate/create-plausibility-scorer.js';

/** Tells how natural poses of a space are. */
export interface PlausibilityGuard {
  score(pose: Pose): Promise<number>;
}

/** The edge of the creature's own poses, and by how much a score may rise that is above it: it is no more exact. */
export const NATURAL = 1;
const SLACK = 1.01;

/** The score that a pose may have after a repair, by that before. */
export const allowedScore = (before: number): number => Math.max(NATURAL, SLACK * before);

/** The scorer of a space, from when it is first needed. */
const createOpening = (): { scorer?: Promise<PlausibilityScorer> } => ({});

/** The guard of a space; its scorer is created once, when it is needed. */
export function createPlausibilityGuard(space: PoseSpace, options: WorkOptions = {}): PlausibilityGuard {
  const opening = recall(space, createOpening);
  const open = (): Promise<PlausibilityScorer> => {
    opening.scorer ??= createPlausibilityScorer(space, options).catch((error) => {
      // The caller gave up waiting: the next one starts again.
      opening.scorer = undefined;
      throw error;
    });
    return opening.scorer;
  };
  return {
    async score(pose) {
      return (await (await open()).score(pose)).score;
    },
  };
}
