/**
 * @file Checks every clip of a rig, each against what the other clips show and never against itself: a knee that bends
 * backwards in one clip is not right because it does so there.
 *
 * What is found in several frames of a clip is reported once, where it is worst. A body in motion leans: balance counts
 * only in frames in which it hardly moves.
 */

import { PosespaceError } from '../../base/errors.js';
import { pauseUnlessAborted, type WorkOptions } from '../../base/progress.js';
import type { PoseChecker } from '../../pose/validate/create-pose-checker.js';
import type { PoseFinding } from '../../pose/validate/pose-finding.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { type Pose, type Skeleton, skeletonDiameter } from '../../rig/rig-records.js';
import type { Clip } from '../clip.js';

/** Options of `checkClips`. */
export interface CheckClipsOptions extends WorkOptions {
  /** Check this clip alone. */
  readonly clip?: string;
  /** Check this frame alone, counted from 0. */
  readonly frame?: number;
  /** Check every so many frames. */
  readonly every?: number;
  /** The poses known to be good, of the clips that are left when one is checked; by default all of theirs. */
  readonly examplesOf?: (others: readonly Clip[]) => readonly Pose[];
}

/** Defaults of `checkClips`. */
export const CHECK_CLIPS_DEFAULTS = Object.freeze({
  every: 1,
  examplesOf: (others: readonly Clip[]) => others.flatMap(({ poses }) => poses),
});

/** The same thing found in one or more frames of a clip. */
export interface ClipFinding {
  readonly clip: string;
  /** The frame in which it is worst, and its time in seconds. */
  readonly frame: number;
  readonly time: number;
  /** Frames in which it is found. */
  readonly frames: number;
  readonly finding: PoseFinding;
  readonly pose: Pose;
}

/** One line about a checked clip. */
export interface ClipSummary {
  readonly clip: string;
  readonly frames: number;
  /** Frames with something wrong. */
  readonly faulty: number;
  readonly errors: number;
  readonly warnings: number;
}

/** What is wrong with the frames of a clip. */
export interface ClipCheck {
  readonly clips: readonly ClipSummary[];
  /** Of all clips, worst first. */
  readonly found: readonly ClipFinding[];
}

/** Frames between two pauses: some hundredths of a second. */
const FRAMES_AT_ONCE = 16;
/** Joints that move faster than this on average are in motion, diameters per second. */
const MOVING = 0.1;

/** Checks clips of a rig with a checker of it. */
export async function checkClips(
  checker: PoseChecker,
  skeleton: Skeleton,
  clips: readonly Clip[],
  options: CheckClipsOptions = {},
): Promise<ClipCheck> {
  const { examplesOf, signal, onProgress } = { ...CHECK_CLIPS_DEFAULTS, ...options };
  const chosen = chooseFrames(clips, options);
  const summaries: ClipSummary[] = [];
  const found: ClipFinding[] = [];
  for (const [i, { clip, frames }] of chosen.entries()) {
    onProgress?.({ stage: `checking ${clip.name}`, fraction: i / chosen.length });
    const groups = new Map<string, ClipFinding>();
    const own = checker.withExamples(examplesOf(clips.filter((other) => other !== clip)));
    let faulty = 0;
    for (const [n, f] of frames.entries()) {
      if (n % FRAMES_AT_ONCE === 0) await pauseUnlessAborted(signal);
      const findings = own
        .check(clip.poses[f])
        .findings.filter(({ code }) => code !== 'out-of-balance' || !isMoving(skeleton, clip, f));
      if (findings.length > 0) faulty++;
      for (const finding of findings) keepWorst(groups, clip, f, finding);
    }
    const list = [...groups.values()];
    const errors = list.filter(({ finding }) => finding.severity === 'error').length;
    summaries.push({
      clip: clip.name,
      frames: frames.length,
      faulty,
      errors,
      warnings: list.length - errors,
    });
    found.push(...list);
  }
  return { clips: summaries, found: found.sort((a, b) => b.finding.score - a.finding.score) };
}

/** The clips and frames that the options select. */
export function chooseFrames(
  clips: readonly Clip[],
  options: Pick<CheckClipsOptions, 'clip' | 'frame' | 'every'> = {},
): { clip: Clip; frames: number[] }[] {
  const { every, clip: name, frame } = { ...CHECK_CLIPS_DEFAULTS, ...options };
  const chosen = clips.filter((clip) => name === undefined || clip.name === name);
  if (name !== undefined && chosen.length === 0) {
    const names = clips.map((clip) => clip.name).join(', ') || 'none';
    throw new PosespaceError('bad-usage', `there is no clip "${name}"; the file has ${names}`);
  }
  return chosen.map((clip) => {
    const { poses } = clip;
    if (frame === undefined) return { clip, frames: [...poses.keys()].filter((f) => f % every === 0) };
    if (frame < poses.length) return { clip, frames: [frame] };
    throw new PosespaceError(
      'bad-usage',
      `clip "${clip.name}" has ${poses.length} frames; there is no frame ${frame}`,
    );
  });
}

function keepWorst(
  groups: Map<string, ClipFinding>,
  { name, times, poses }: Clip,
  frame: number,
  finding: PoseFinding,
): void {
  const key = `${finding.code} ${finding.joints.join(' ')}`;
  const known = groups.get(key);
  const frames = (known?.frames ?? 0) + 1;
  const worse = !known || finding.score > known.finding.score;
  groups.set(
    key,
    worse
      ? { clip: name, frame, time: times[frame], frames, finding, pose: poses[frame] }
      : { ...known, frames },
  );
}

/** Whether joints move on average between a frame and those beside it. */
function isMoving(skeleton: Skeleton, { times, poses }: Clip, frame: number): boolean {
  const here = poseJoints(skeleton, poses[frame]).positions;
  const diameter = skeletonDiameter(skeleton);
  return [frame - 1, frame + 1].some((f) => {
    if (f < 0 || f >= poses.length) return false;
    const there = poseJoints(skeleton, poses[f]).positions;
    let sum = 0;
    for (let i = 0; i < here.length; i += 3) {
      sum += Math.hypot(here[i] - there[i], here[i + 1] - there[i + 1], here[i + 2] - there[i + 2]);
    }
    const speed = (sum * 3) / here.length / Math.abs(times[f] - times[frame]);
    return speed > MOVING * diameter;
  });
}
