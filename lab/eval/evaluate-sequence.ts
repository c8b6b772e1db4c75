/**
 * @file Measures sequence fitting over a folder of rigs (METRICS.md, `eval sequence`): a clip of every file is baked
 * to vertices, and rig and motion are recovered from those alone.
 *
 * The recovered rig is the same in all frames, so its PJDD, GSD and temporal error are 0 by construction. They are
 * measured for the alternative: the same rigger run on single frames, its joints transferred to the anchor frame by its
 * own weights.
 */

import { throwIfAborted, type WorkOptions } from '../../src/base/progress.js';
import { quaternionAngle } from '../../src/math/quaternion.js';
import { computeBox, longestSide } from '../../src/mesh/box.js';
import type { MeshSequence } from '../../src/mesh/mesh-sequence.js';
import { bakeClip } from '../../src/motion/bake-clip.js';
import { type Clip, clipDuration } from '../../src/motion/clip.js';
import { sampleClip } from '../../src/motion/sample-clip.js';
import { createRigSkinner } from '../../src/rig/kinematics/skin-mesh.js';
import type { SequenceFit } from '../../src/rig/sequence/fit-sequence.js';
import {
  type FrameConsistency,
  type FrameRigger,
  measureFrameRigs,
} from '../../src/rig/sequence/measure-frame-rigs.js';
import { lbsRmse } from '../../src/rig/sequence/sequence-metrics.js';
import { type IndexRow, NO_CATEGORY } from './index-row.js';
import { type FailedFile, type ReadRow, rigToMeasure, type SkipReason } from './outcome.js';
import { countWords, groupRows, mediansOf } from './summary.js';

export interface SequenceRow
  extends Pick<FrameConsistency, 'pjdd' | 'gsd' | 'temporalError' | 'temporalErrorPerPoint'> {
  readonly file: string;
  readonly category: string;
  readonly clip: string;
  readonly frames: number;
  readonly vertices: number;
  readonly anchor: number;
  /** Of the file's own rig where it has one, of the rig found on the anchor, of the recovered rig. */
  readonly joints: { readonly truth?: number; readonly start: number; readonly fitted: number };
  /** With the longest side of the anchor's box as 1. */
  readonly lbsRmse: number;
  readonly worstFrameRmse: number;
  /** What is left when the body moves as one piece: how much there was to recover. */
  readonly rigidRmse: number;
  readonly iterations: number;
  readonly seconds: number;
  /** Riggers on single frames, by name; absent where one failed on a frame. */
  readonly frameByFrame: Readonly<Record<string, FrameConsistency>>;
  readonly findings: readonly string[];
}

const MEASURES = ['lbsRmse', 'pjdd', 'gsd', 'temporalError', 'seconds'] as const;
const CONSISTENCY = ['pjdd', 'gsd', 'temporalError', 'temporalErrorPerPoint', 'samePlan', 'lbsRmse'] as const;
type Medians = Record<(typeof MEASURES)[number], number | null>;

export interface SequenceEvaluation {
  /** Sequences that were measured. */
  readonly sequences: number;
  readonly failed: readonly FailedFile[];
  /** Files left out, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  readonly median: Medians;
  /** How many sequences have an LBS RMSE under 1 % of the box. */
  readonly underOnePercent: number;
  /** Medians of riggers run frame by frame; of the share of frames with the anchor's hierarchy the mean. */
  readonly frameByFrame: Readonly<
    Record<string, Record<(typeof CONSISTENCY)[number], number | null> & { readonly sequences: number }>
  >;
  readonly byCategory: Readonly<Record<string, Medians & { readonly sequences: number }>>;
  readonly perSequence: readonly SequenceRow[];
}

export type SequenceOutcome =
  | { readonly row: SequenceRow }
  | { readonly skipped: SkipReason | 'no clip that moves'; readonly file: string }
  | { readonly error: string; readonly file: string };

/** The verbs under test. */
export interface SequenceRigger {
  /** Rig a single mesh, by name. */
  readonly frames: Readonly<Record<string, FrameRigger>>;
  /** Fits a sequence. */
  fit(sequence: MeshSequence): SequenceFit;
}

export interface EvaluateSequenceOptions extends WorkOptions {
  /** Name of the clip to take from each file; by default its liveliest. */
  readonly clip?: string;
  /** Frames per second. */
  readonly frameRate?: number;
  /** Most frames of a sequence; longer clips get a lower rate. */
  readonly maxFrames?: number;
  /** Frames on which the rigger is run alone, 0 for none. */
  readonly soloFrames?: number;
  readonly seed?: number;
  /** Milliseconds from anywhere; the clock is the caller's. */
  readonly now?: () => number;
}

export const EVALUATE_SEQUENCE_DEFAULTS = Object.freeze({
  frameRate: 30,
  maxFrames: 48,
  soloFrames: 6,
  seed: 0,
  now: () => 0,
});

/** Below this mean turn, radians, a clip does not move. */
const LIVELY = 1e-3;

/** Evaluates all rows one after the other. */
export async function evaluateSequence(
  rows: readonly IndexRow[],
  read: ReadRow,
  rigger: SequenceRigger,
  options: EvaluateSequenceOptions = {},
): Promise<SequenceEvaluation> {
  const outcomes: SequenceOutcome[] = [];
  for (const [i, row] of rows.entries()) {
    throwIfAborted(options.signal);
    options.onProgress?.({ stage: row.file, fraction: i / rows.length });
    try {
      outcomes.push(await measureSequenceFile(row, read, rigger, options));
    } catch (error) {
      throwIfAborted(options.signal);
      outcomes.push({ file: row.file, error: (error as Error).message });
    }
  }
  return summarizeSequences(outcomes);
}

/** Measures one file. */
export async function measureSequenceFile(
  row: IndexRow,
  read: ReadRow,
  rigger: SequenceRigger,
  options: EvaluateSequenceOptions = {},
): Promise<SequenceOutcome> {
  const settings = { ...EVALUATE_SEQUENCE_DEFAULTS, ...options };
  const { file } = row;
  const model = await read(file);
  const rig = rigToMeasure(row, model);
  if (typeof rig === 'string') return { file, skipped: rig };
  const clip = chooseClip(model.clips, settings.clip);
  if (!clip) return { file, skipped: 'no clip that moves' };

  const sequence = bakeClip(rig, clip, { frameRate: frameRateOf(clip, settings) });
  const told = { file, category: row.category, clip: clip.name, truth: rig.skeleton.parents.length };
  return { row: await measureSequence(sequence, told, rigger, settings) };
}

/** What is known of a sequence; `truth`: the joints of the rig that moved it, absent where none did. */
export interface ToldSequence {
  readonly file: string;
  readonly category?: string;
  readonly clip: string;
  readonly truth?: number;
}

/** Recovers rig and motion of a sequence and measures them. */
export async function measureSequence(
  sequence: MeshSequence,
  told: ToldSequence,
  rigger: SequenceRigger,
  options: EvaluateSequenceOptions = {},
): Promise<SequenceRow> {
  const settings = { ...EVALUATE_SEQUENCE_DEFAULTS, ...options };
  const start = settings.now();
  const fit = rigger.fit(sequence);
  const seconds = (settings.now() - start) / 1000;
  const scale = longestSide(computeBox(sequence.frames[fit.anchor])) || 1;
  const skinner = createRigSkinner(fit.rig);
  const posed = fit.clip.poses.map((pose) => skinner.pose(pose));
  const frameByFrame = await measureFrameByFrame(sequence, rigger, settings);
  return {
    file: told.file,
    category: told.category ?? NO_CATEGORY,
    clip: told.clip,
    frames: sequence.frames.length,
    vertices: sequence.frames[0].length / 3,
    anchor: fit.anchor,
    joints: {
      ...(told.truth !== undefined && { truth: told.truth }),
      start: fit.rig.skeleton.parents.length - fit.addedJoints.length,
      fitted: fit.rig.skeleton.parents.length,
    },
    lbsRmse: lbsRmse(posed, sequence.frames, scale),
    worstFrameRmse: Math.max(...fit.frameRmse),
    rigidRmse: fit.rigidRmse,
    // One rig for all frames: nothing can differ between them.
    pjdd: 0,
    gsd: 0,
    temporalError: 0,
    temporalErrorPerPoint: 0,
    iterations: fit.iterations,
    seconds,
    frameByFrame,
    findings: fit.findings.map(({ code }) => code),
  };
}

/** Medians over what became of each file. */
export function summarizeSequences(outcomes: readonly SequenceOutcome[]): SequenceEvaluation {
  const rows = outcomes.flatMap((outcome) => ('row' in outcome ? [outcome.row] : []));
  const names = [...new Set(rows.flatMap(({ frameByFrame }) => Object.keys(frameByFrame)))];
  const withCount = (group: readonly SequenceRow[]) => ({
    sequences: group.length,
    ...mediansOf(group, MEASURES),
  });
  return {
    sequences: rows.length,
    failed: outcomes.flatMap((outcome) => ('error' in outcome ? [outcome] : [])),
    skipped: countWords(outcomes.flatMap((outcome) => ('skipped' in outcome ? [outcome.skipped] : []))),
    median: mediansOf(rows, MEASURES),
    underOnePercent: rows.filter((row) => row.lbsRmse < 0.01).length,
    frameByFrame: Object.fromEntries(
      names.map((name) => [name, summarizeFrames(rows.flatMap((row) => row.frameByFrame[name] ?? []))]),
    ),
    byCategory: Object.fromEntries(
      [...groupRows(rows, ({ category }) => category)].map(([name, group]) => [name, withCount(group)]),
    ),
    perSequence: rows,
  };
}

/** The clip of a name, or the one in which joints turn most: the hardest to recover. */
export function chooseClip(clips: readonly Clip[], name?: string): Clip | undefined {
  const candidates = clips.filter(
    (clip) => clip.times.length > 1 && (name === undefined || clip.name === name),
  );
  const turns = candidates.map(liveliness);
  const most = Math.max(...turns);
  return most > LIVELY ? candidates[turns.indexOf(most)] : undefined;
}

/** Mean turn of a joint away from the clip's first frame, radians, over a dozen moments. */
function liveliness(clip: Clip): number {
  const moments = 12;
  const first = clip.poses[0].rotations;
  let sum = 0;
  for (let i = 1; i <= moments; i++) {
    const { rotations } = sampleClip(clip, clip.times[0] + (clipDuration(clip) * i) / moments);
    for (let j = 0; j < rotations.length; j += 4) sum += quaternionAngle(first, j, rotations, j);
  }
  return sum / (moments * Math.max(1, first.length / 4));
}

/** At least a dozen frames, at most as many as requested. */
function frameRateOf(clip: Clip, { frameRate, maxFrames }: { frameRate: number; maxFrames: number }): number {
  const duration = clipDuration(clip);
  const frames = Math.min(maxFrames, Math.max(12, Math.round(duration * frameRate) + 1));
  return Math.min(1000, (frames - 1) / duration);
}

/** Riggers on a few frames, each for itself. */
async function measureFrameByFrame(
  sequence: MeshSequence,
  { frames: riggers }: SequenceRigger,
  { soloFrames, seed, signal }: { soloFrames: number; seed: number; signal?: AbortSignal },
): Promise<SequenceRow['frameByFrame']> {
  const measured: [string, FrameConsistency][] = [];
  for (const [name, rigger] of Object.entries(riggers)) {
    try {
      const one = await measureFrameRigs(sequence, rigger, { frames: soloFrames, seed, signal });
      if (one) measured.push([name, one]);
    } catch {
      throwIfAborted(signal);
    }
  }
  return Object.fromEntries(measured);
}

function summarizeFrames(measured: readonly FrameConsistency[]) {
  const shares = measured.map(({ samePlan }) => samePlan);
  return {
    sequences: measured.length,
    ...mediansOf(measured, CONSISTENCY),
    samePlan: shares.reduce((sum, share) => sum + share, 0) / shares.length,
  };
}
