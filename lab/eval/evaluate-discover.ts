/**
 * @file What a pose space gains from perfect videos: half of the clips of a rig are filmed by our renderer, fitted as
 * `pose discover` does, and what was found is taught; poses of the other clips are then completed. Beside it: the space
 * untaught, and taught ten true poses of the filmed clips.
 */

import type { Model } from '../../src/io/model.js';
import type { Clip } from '../../src/motion/clip.js';
import type { PoseModel } from '../../src/pose/model/pose-model.js';
import { openRigPoseSpace } from '../../src/pose/space/open-rig-pose-space.js';
import type { Pose, Rig } from '../../src/rig/rig-records.js';
import { discoverPoses } from '../../src/verbs/discover-poses.js';
import { createStage } from '../../src/video/stage/create-stage.js';
import { movingClips } from './choose-video-clip.js';
import { filmClip } from './film-clip.js';
import type { IndexRow } from './index-row.js';
import { MEASURE_ADAPTATION_DEFAULTS, measureLesson } from './measure-adaptation.js';
import { createMeasuredPoints } from './measured-points.js';
import { type FileOutcome, sortOutcomes } from './outcome.js';
import { describeSubject, type NamedPoses, spreadIndices } from './pose-subject.js';
import { readPoseSubject } from './read-pose-subject.js';
import { median } from './summary.js';

/** Clips that are filmed, and frames of each. */
const FILMS = 3;
const FRAMES = 32;
const FRAME_RATE = 24;
/** True poses that are taught for comparison. */
const TRUE_POSES = 10;
/** How much worse than those discovered poses may be. */
export const DISCOVER_SHARE = 1.1;

export interface DiscoverRow {
  readonly file: string;
  readonly films: number;
  readonly discovered: number;
  /** Mean error of the discovered poses' joints, % of the diameter. */
  readonly poseError: number;
  /** Errors of completion, % of the diameter, leaves and four joints given, mean. */
  readonly untaught: number;
  readonly taught: number;
  readonly taughtTruth: number;
}

/** Measures one file, or says why it is skipped. */
export async function measureDiscover(
  row: IndexRow,
  model: Model,
  poseModel: PoseModel,
): Promise<FileOutcome<DiscoverRow>> {
  const skip = (skipped: 'flat rig' | 'no mesh, skeleton or skin' | 'no joint moves anything') => ({
    skipped,
    file: row.file,
  });
  const subject = readPoseSubject(row, model);
  if (subject === 'flat rig') return skip('flat rig');
  if (typeof subject === 'string' || !subject.rig) return skip('no mesh, skeleton or skin');
  const { rig } = subject;
  const clips = movingClips(rig, subject.clips.map(toClip), createMeasuredPoints(rig));
  // Every second one is filmed, the others are asked for.
  const filmed = clips.filter((_, i) => i % 2 === 0).slice(0, FILMS);
  const asked = clips.filter((_, i) => i % 2 === 1);
  if (asked.length === 0) return skip('no joint moves anything');
  const space = await openRigPoseSpace(rig, poseModel, { anatomy: 'as-is' });
  try {
    await space.prepare();
    const films = filmAll(rig, filmed);
    const found = await discoverPoses(
      space,
      films.map(({ video, stage }, i) => ({ video, stage, label: filmed[i].name })),
    );
    const discovered = found.flatMap(({ poses }) => poses);
    const truth = filmed.flatMap(({ poses }) => poses);
    const ten = spreadIndices(truth.length, TRUE_POSES).map((i) => truth[i]);
    const solver = describeSubject(subject);
    const lesson = async (taught: readonly Pose[]) => {
      const figures = await measureLesson(
        space,
        solver,
        { taught, asked },
        { ...MEASURE_ADAPTATION_DEFAULTS },
        [],
      );
      const mean = (key: 'taught' | 'untaught') =>
        ((figures.leaves[key] ?? 0) + (figures.four[key] ?? 0)) / 2;
      return { taught: mean('taught'), untaught: mean('untaught') };
    };
    const byTruth = await lesson(ten);
    const byVideo = discovered.length > 0 ? await lesson(discovered) : { taught: byTruth.untaught };
    return {
      row: {
        ...{ file: row.file, films: films.length, discovered: discovered.length },
        poseError: errorOf(
          rig,
          found.map(({ poses }) => poses),
          films.map(({ poses }) => poses),
        ),
        untaught: byTruth.untaught,
        taught: byVideo.taught,
        taughtTruth: byTruth.taught,
      },
    };
  } finally {
    await space.close();
  }
}

const toClip = ({ name, poses }: NamedPoses): Clip => ({
  name,
  poses,
  times: Float32Array.from(poses, (_, f) => f / FRAME_RATE),
});

function filmAll(rig: Rig, clips: readonly Clip[]) {
  const stage = createStage(rig);
  return clips.map((clip) => ({
    stage,
    ...filmClip(rig, clip, stage, { frameCount: FRAMES, brightnessDrift: 0, shapeDrift: 0 }),
  }));
}

/** Distance of what was found from the nearest true pose of its film. */
function errorOf(rig: Rig, found: readonly (readonly Pose[])[], truth: readonly (readonly Pose[])[]): number {
  const points = createMeasuredPoints(rig);
  const errors = found.flatMap((poses, i) =>
    poses.map((pose) => Math.min(...truth[i].map((one) => points.compareTurned(pose, one)))),
  );
  return errors.reduce((sum, error) => sum + error, 0) / Math.max(1, errors.length);
}

export interface DiscoverEvaluation {
  readonly rigs: number;
  readonly failed: readonly { readonly file: string; readonly error: string }[];
  readonly skipped: number;
  /** Medians of taught over untaught. */
  readonly byVideos: number | null;
  readonly byTruth: number | null;
  /** Whether videos gain what ten true poses do, times 1.1. */
  readonly enough: boolean;
  readonly perRig: readonly DiscoverRow[];
}

/** Medians over rigs. */
export function summarizeDiscover(outcomes: readonly FileOutcome<DiscoverRow>[]): DiscoverEvaluation {
  const { rows, failed, skipped } = sortOutcomes(outcomes);
  const byVideos = median(rows.map(({ taught, untaught }) => taught / untaught));
  const byTruth = median(rows.map(({ taughtTruth, untaught }) => taughtTruth / untaught));
  return {
    rigs: rows.length,
    failed,
    skipped: skipped.length,
    byVideos,
    byTruth,
    enough: byVideos !== null && byTruth !== null && byVideos <= byTruth * DISCOVER_SHARE,
    perRig: rows,
  };
}
