/**
 * @file Measures what repair does to animators' clips, which should stay as they are: frames of each clip are repaired as
 * `pose repair` does it: the space has learnt from the clips, and the other clips show which contacts are normal.
 *
 * Counts are of frames, so that a ratio of means over rigs is a share of all frames.
 */

import type { WorkOptions } from '../../src/base/progress.js';
import { repairPoses } from '../../src/pose/repair/repair-poses.js';
import type { PoseSpace } from '../../src/pose/solve/pose-space.js';
import { adaptPoseSpace } from '../../src/pose/space/adapt-pose-space.js';
import { createPlausibilityScorer } from '../../src/pose/validate/create-plausibility-scorer.js';
import type { Rig } from '../../src/rig/rig-records.js';
import { type NamedPoses, spreadIndices } from './pose-subject.js';

export interface ClipRepairFigures {
  readonly frames: number;
  /** Frames that are changed at all, whose joints move by more than 1 % of the diameter in the mean, by more than 3 %. */
  readonly changed: number;
  readonly moved: number;
  readonly movedFar: number;
  /** Largest change of a frame, % of the diameter. */
  readonly worst: number;
  /** Frames that are less natural than before, and not natural by the plausibility score. */
  readonly lessPlausible: number;
}

export interface MeasureClipRepairOptions extends WorkOptions {
  /** Frames of each clip and of the rig, at most. */
  readonly framesPerClip?: number;
  readonly mostFrames?: number;
}

export const MEASURE_CLIP_REPAIR_DEFAULTS = Object.freeze({ framesPerClip: 6, mostFrames: 36 });

/** Changes above these shares of the diameter count as moved, and as moved far. */
const MOVED = 0.01;
const FAR = 0.03;
/** Scores are no more exact than this, and the bound is kept to within rounding. */
const SAME_SCORE = 1.011;
const SAME_CHANGE = 1.001;

/** Measures the clips of a rig; null where there is no mesh. */
export async function measureClipRepair(
  space: PoseSpace,
  clips: readonly NamedPoses[],
  rig: Rig | undefined,
  options: MeasureClipRepairOptions = {},
): Promise<ClipRepairFigures | null> {
  const { framesPerClip, mostFrames, signal } = { ...MEASURE_CLIP_REPAIR_DEFAULTS, ...options };
  if (!rig || clips.length === 0) return null;
  const adapted = adaptPoseSpace(
    space,
    clips.flatMap(({ poses }) => poses),
  );
  const scorer = await createPlausibilityScorer(adapted, { signal });
  const figures = { frames: 0, changed: 0, moved: 0, movedFar: 0, worst: 0, lessPlausible: 0 };
  for (const index of spreadIndices(clips.length, Math.ceil(mostFrames / framesPerClip))) {
    const { poses } = clips[index];
    const frames = spreadIndices(poses.length, framesPerClip).map((i) => poses[i]);
    const examples = clips.flatMap((other, i) => (i === index ? [] : other.poses));
    // Frames far apart are repaired each by itself.
    const repaired = await repairPoses(adapted, frames, { examples, smoothing: 0, signal });
    for (const [i, change] of repaired.changes.entries()) {
      figures.frames++;
      if (change === 0) continue;
      figures.changed++;
      if (change > MOVED) figures.moved++;
      if (change > FAR * SAME_CHANGE) figures.movedFar++;
      figures.worst = Math.max(figures.worst, 100 * change);
      const [{ score: before }, { score: after }] = [
        await scorer.score(frames[i]),
        await scorer.score(repaired.poses[i]),
      ];
      if (after > SAME_SCORE * Math.max(1, before)) figures.lessPlausible++;
    }
  }
  return figures;
}
