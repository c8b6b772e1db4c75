/** @file Keeps the frames of a repaired clip to a bound on how far their joints move. */

import type { Finding } from '../../base/finding.js';
import { slerpInto } from '../../math/quaternion.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { meanMove } from './mean-move.js';
import type { RepairTask } from './repair-task.js';

/** A clip on its body while it is repaired. */
export interface RepairedFrames {
  readonly tasks: readonly RepairTask[];
  /** Local rotations of each frame as they are by now. [F][J, 4] */
  readonly rotations: Float64Array[];
  /** Displacements of the root. [F][3] */
  readonly roots: Float64Array[];
  /** Changes of a round: rotation vectors of the joints, then the root's displacement. [F, J + 1, 3] */
  readonly changes: Float64Array;
  readonly width: number;
  /** Frames that are repaired only in part, to stay as natural as they were. */
  readonly partly: Set<number>;
}

/** Halvings of the share of a change that is kept. */
const BOUND_STEPS = 8;

/** Takes back what moves joints further than the bound; returns the frames concerned. */
export function boundFrames(space: PoseSpace, frames: RepairedFrames, bound: number): number[] {
  const { tasks, rotations } = frames;
  const blended = new Float64Array(rotations[0]?.length ?? 0);
  return rotations.flatMap((own, f) => {
    const original = tasks[f].rotations;
    if (meanMove(space.rig, original, own) <= bound) return [];
    let [low, high] = [0, 1];
    for (let i = 0; i < BOUND_STEPS; i++) {
      const share = (low + high) / 2;
      for (let j = 0; j < own.length; j += 4) slerpInto(blended, j, original, j, own, j, share);
      if (meanMove(space.rig, original, blended) <= bound) low = share;
      else high = share;
    }
    keepShare(frames, f, low);
    return [f];
  });
}

/** Leaves a frame with only a share of its change. */
export function keepShare({ tasks, rotations, roots }: RepairedFrames, f: number, share: number): void {
  const own = rotations[f];
  if (share === 0) own.set(tasks[f].rotations);
  else for (let j = 0; j < own.length; j += 4) slerpInto(own, j, tasks[f].rotations, j, own, j, share);
  for (let k = 0; k < 3; k++) roots[f][k] *= share;
}

export const reportBounded = (frames: readonly number[], bound: number): Finding[] =>
  frames.length === 0
    ? []
    : [
        {
          code: 'bound-reached',
          severity: 'warning',
          message: `${frames.length} frames need joints to move by more than ${100 * bound} % of the diameter and are repaired only so far, the first is ${frames[0]}`,
          fix: 'Raise the bound if the frames are wrong by that much, or edit them by hand.',
          count: frames.length,
        },
      ];
