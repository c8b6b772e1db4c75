/**
 * @file Measures a pose space over a folder of rigs (METRICS.md, "Pose space", `eval pose`).
 *
 * A rig is measured on at most 40 frames, evenly spaced over its clips (completion), 1000 frames that samples are
 * compared with, and 32 samples: seconds per rig. References: damped least squares, the rest pose, random rotations, and
 * the nearest train rig retargeted, where the index has one. Then `measure-pose-space.ts`, half a minute per rig.
 *
 * Rigs are grouped by their relation to the training set (`pose-kinship.ts`).
 */

import { throwIfAborted, type WorkOptions } from '../../src/base/progress.js';
import type { SolverRig } from '../../src/pose/records/solver-rig.js';
import type { Pose } from '../../src/rig/rig-records.js';
import { type IndexRow, NO_CATEGORY, selectRows } from './index-row.js';
import {
  type MeasuredPoseSpace,
  type MeasurePoseRigOptions,
  measurePoseRig,
  POSE_MEASURES,
  type PoseMeasureName,
} from './measure-pose-rig.js';
import {
  familyOf,
  findKinship,
  type KnownRigs,
  knownRigs,
  mayMeasure,
  type TrainingRecord,
} from './pose-kinship.js';
import type { PoseOutcome, PoseSkip } from './pose-outcome.js';
import { describeSubject, type PoseSubject, pickRealPoses, type RealPoses } from './pose-subject.js';
import { carryPoses, findNearestRig, type PoseExample } from './retarget-rig.js';
import { type PoseEvaluation, summarizePose } from './summarize-pose.js';

/** A row of an index that may borrow its clips. */
export interface PoseIndexRow extends IndexRow {
  /** A file of the same folder and rig that holds the clips of this one. */
  readonly clipsFrom?: string;
  /** Whether there are clips at all, where the index tells. */
  readonly hasClips?: boolean;
}

/** Gets the body of a row and its motion, or why there is none. */
export type ReadPoses = (row: PoseIndexRow) => Promise<PoseSubject | PoseSkip>;

/** Opens the pose space of a rig. */
export type OpenSpace = (subject: PoseSubject) => Promise<MeasuredPoseSpace>;

/** A rig to measure. */
export interface PoseTask {
  readonly row: IndexRow;
  readonly known: KnownRigs;
  /** Rigs of the train split, one a family. */
  readonly examples: readonly PoseExample[];
}

/** What measuring a rig needs from outside. */
export interface PoseSources {
  readonly read: ReadPoses;
  /** Absent: references alone. */
  readonly open?: OpenSpace;
  /** Shows real poses and samples to somebody who wants to look at them. */
  readonly onSamples?: (subject: PoseSubject, real: RealPoses, samples: readonly Pose[]) => Promise<void>;
}

export interface EvaluatePoseOptions extends MeasurePoseRigOptions, WorkOptions {
  /** All rows of the index, of which those of the split `train` are retargeted from. Default: the same. */
  readonly index?: readonly PoseIndexRow[];
  /** What training knew; without it the index' split `train` counts as trained on, held-out clips as unknown. */
  readonly training?: TrainingRecord;
  /** Rigs of the train split to choose the nearest from, at most. */
  readonly examples?: number;
}

export const EVALUATE_POSE_DEFAULTS = Object.freeze({ examples: 200, testFrames: 40, realFrames: 1000 });

/** What is measured without poses that are unknown to the network. */
const WITHOUT_TESTS: readonly PoseMeasureName[] = ['division', 'clipRepair'];

/** Evaluates all rows one after the other. */
export async function evaluatePose(
  rows: readonly IndexRow[],
  sources: PoseSources,
  options: EvaluatePoseOptions = {},
): Promise<PoseEvaluation> {
  const index = options.index ?? rows;
  const exampleRows = choosePoseExamples(index, options.examples);
  const total = exampleRows.length + rows.length;
  const examples: PoseExample[] = [];
  for (const [i, row] of exampleRows.entries()) {
    throwIfAborted(options.signal);
    options.onProgress?.({ stage: row.file, fraction: i / total });
    const example = await readPoseExample(row, sources.read).catch(() => undefined);
    if (example) examples.push(example);
  }
  const outcomes: PoseOutcome[] = [];
  const known = knownRigs(options.training, index);
  for (const [i, row] of rows.entries()) {
    throwIfAborted(options.signal);
    options.onProgress?.({ stage: row.file, fraction: (exampleRows.length + i) / total });
    try {
      outcomes.push(await measurePoseFile({ row, known, examples }, sources, options));
    } catch (error) {
      throwIfAborted(options.signal);
      outcomes.push({ file: row.file, error: (error as Error).message });
    }
  }
  return summarizePose(outcomes, { examples: examples.length, model: sources.open !== undefined, known });
}

/** Train rows to retarget from: one of each family, at most so many, spread over the index. */
export function choosePoseExamples(
  index: readonly PoseIndexRow[],
  limit: number = EVALUATE_POSE_DEFAULTS.examples,
): PoseIndexRow[] {
  const seen = new Set<string>();
  const firsts = index.filter((row) => {
    if (row.split !== 'train' || row.flatRig || row.hasClips === false) return false;
    if (seen.has(familyOf(row))) return false;
    seen.add(familyOf(row));
    return true;
  });
  return limit > 0 ? selectRows(firsts, { limit }) : [];
}

/** The tree of a train row, undefined where it has no poses to carry over. */
export async function readPoseExample(row: IndexRow, read: ReadPoses): Promise<PoseExample | undefined> {
  const subject = await read(row);
  if (typeof subject === 'string' || subject.clips.length === 0) return undefined;
  return { row, family: familyOf(row), names: subject.skeleton.names, ...describeSubject(subject) };
}

/** Measures one file. */
export async function measurePoseFile(
  { row, known, examples }: PoseTask,
  { read, open, onSamples }: PoseSources,
  options: MeasurePoseRigOptions = {},
): Promise<PoseOutcome> {
  const { file } = row;
  const subject = await read(row);
  if (typeof subject === 'string') return { file, skipped: subject };
  if (subject.skeleton.parents.length < 3) return { file, skipped: 'fewer than three joints' };
  const rig = describeSubject(subject);
  const { testFrames, realFrames } = EVALUATE_POSE_DEFAULTS;
  const real = pickRealPoses(subject, rig, realFrames);
  if (real.poses.length === 0) return { file, skipped: 'no clips' };
  const tests = pickRealPoses(subject, rig, testFrames, ({ name }) => mayMeasure(row, name, known));
  const measures = options.measures ?? POSE_MEASURES;
  if (tests.poses.length === 0 && measures.some((name) => !WITHOUT_TESTS.includes(name))) {
    return { file, skipped: 'trained on all its clips' };
  }

  const nearest = findNearestRig(rig, familyOf(row), examples);
  const retargeted = nearest ? await readRetargeted(nearest, rig, read) : [];
  const seed = (options.seed ?? 0) + hashText(file);
  const space = await open?.(subject);
  const { sampled, ...figures } = await measurePoseRig({ subject, rig, tests, real, retargeted }, space, {
    ...options,
    seed,
  });
  await onSamples?.(subject, real, sampled);
  return {
    row: {
      file,
      category: row.category ?? NO_CATEGORY,
      family: familyOf(row),
      kinship: findKinship(row, subject.skeleton.names, known, examples),
      joints: rig.parents.length,
      clips: new Set(tests.clipOf).size,
      frames: tests.poses.length,
      ...figures,
      ...(subject.residual !== undefined && { residual: subject.residual }),
      ...(nearest && { retargetedFrom: nearest.example.row.file }),
    },
  };
}

async function readRetargeted(
  { example, match }: NonNullable<ReturnType<typeof findNearestRig>>,
  target: SolverRig,
  read: ReadPoses,
): Promise<Pose[]> {
  const source = await read(example.row);
  if (typeof source === 'string') return [];
  const described = describeSubject(source);
  const { poses } = pickRealPoses(source, described, EVALUATE_POSE_DEFAULTS.realFrames);
  return carryPoses(target, described, match, poses);
}

/** A number from a text (FNV-1a): every rig draws its own, whichever thread it runs in. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 1;
}
