/**
 * @file Takes back what makes frames of a repaired clip less natural (`plausibility-guard.ts`), fading over the frames before
 * and behind, so that nothing jumps.
 */

import type { Finding } from '../../base/finding.js';
import type { Pose } from '../../rig/rig-records.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { keepShare, type RepairedFrames } from './bound-frames.js';
import { allowedScore, type PlausibilityGuard } from './plausibility-guard.js';
import { fromRepairTask } from './repair-task.js';

/** Shares of the change of a frame that are tried. */
const SHARES = [1, 0.75, 0.5, 0.25];

/** Takes back what has to be, and adds the frames concerned to `partly`. */
export async function keepFramesNatural(
  space: PoseSpace,
  guard: PlausibilityGuard,
  poses: readonly Pose[],
  frames: RepairedFrames,
  smoothing: number,
): Promise<void> {
  const kept = new Float64Array(poses.length).fill(1);
  for (const [f, pose] of poses.entries()) kept[f] = await naturalShare(space, guard, pose, frames, f);
  for (let f = 0; f < poses.length; f++) {
    let share = kept[f];
    for (let d = 1; d <= smoothing; d++) {
      const fade = d / (smoothing + 1);
      share = Math.min(share, (kept[f - d] ?? 1) + fade, (kept[f + d] ?? 1) + fade);
    }
    if (share === 1) continue;
    keepShare(frames, f, share);
    if (kept[f] < 1) frames.partly.add(f);
  }
}

/** The largest share of a frame's change that leaves the pose as natural as it was. */
async function naturalShare(
  space: PoseSpace,
  guard: PlausibilityGuard,
  pose: Pose,
  { tasks, rotations, roots, ...rest }: RepairedFrames,
  f: number,
): Promise<number> {
  const task = tasks[f];
  if (rotations[f].every((value, i) => value === task.rotations[i])) return 1;
  const allowed = allowedScore(await guard.score(pose));
  for (const share of SHARES) {
    const one = { ...rest, tasks: [task], rotations: [rotations[f].slice()], roots: [roots[f].slice()] };
    keepShare(one, 0, share);
    const part = fromRepairTask(space, pose, task, one.rotations[0], one.roots[0]);
    if ((await guard.score(part)) <= allowed) return share;
  }
  return 0;
}

export const reportPartly = (frames: ReadonlySet<number>): Finding[] =>
  frames.size === 0
    ? []
    : [
        {
          code: 'kept-natural',
          severity: 'info',
          message: `${frames.size} frames are repaired only in part, because the whole repair would make them less natural, the first is ${Math.min(...frames)}`,
          fix: 'Edit them by hand where they still run through themselves.',
          count: frames.size,
        },
      ];
