/**
 * @file Motion from one mesh per frame with a known truth: frames of a clip are remeshed (`remesh-frame.ts`) and the rig is
 * fitted to them. Heading, scale and place of a reconstruction are its own, so joints are compared after the heading and
 * shift that fit best. Frames must be within 3 % of the diameter or be left out.
 */

import { createRng } from '../../src/base/rng.js';
import type { Model } from '../../src/io/model.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { clipDuration } from '../../src/motion/clip.js';
import { sampleClip } from '../../src/motion/sample-clip.js';
import type { PoseModel } from '../../src/pose/model/pose-model.js';
import { openRigPoseSpace } from '../../src/pose/space/open-rig-pose-space.js';
import { createRigSkinner } from '../../src/rig/kinematics/skin-mesh.js';
import { restPose } from '../../src/rig/rig-records.js';
import { fitReconstructions } from '../../src/video/fit/fit-reconstructions.js';
import { chooseVideoClip } from './choose-video-clip.js';
import type { IndexRow } from './index-row.js';
import { createMeasuredPoints } from './measured-points.js';
import { type FileOutcome, rigToMeasure, sortOutcomes } from './outcome.js';
import { remeshFrame } from './remesh-frame.js';
import { median } from './summary.js';

const FRAMES = 12;
const FRAME_RATE = 12;
/** Error up to which a frame is right, % of the diameter. */
export const RIGHT_ERROR = 3;

export interface ReconstructionRow {
  readonly file: string;
  readonly clip: string;
  readonly frames: number;
  readonly kept: number;
  /** Frames within 3 %, of all. */
  readonly right: number;
  /** Frames that were kept although they are not. */
  readonly wrong: number;
  /** Median over kept frames, % of the diameter; null where none was. */
  readonly joints: number | null;
  /** Median distance of the surfaces of kept frames, % of the diagonal. */
  readonly chamfer: number | null;
  /** The rest pose, over the same frames. */
  readonly rest: number | null;
  readonly cpuSeconds: number;
}

/** Measures one file, or says why it is skipped. */
export async function measureReconstructions(
  row: IndexRow,
  model: Model,
  poseModel: PoseModel,
): Promise<FileOutcome<ReconstructionRow>> {
  const rig = rigToMeasure(row, model);
  if (typeof rig === 'string') return { skipped: rig, file: row.file };
  const points = createMeasuredPoints(rig);
  const clip = chooseVideoClip(rig, model, points);
  if (!clip) return { skipped: 'no joint moves anything', file: row.file };
  const rng = createRng(1);
  const skinner = createRigSkinner(rig);
  const span = Math.min(clipDuration(clip), FRAMES / FRAME_RATE);
  const truth = Array.from({ length: FRAMES }, (_, f) =>
    sampleClip(clip, clip.times[0] + (span * f) / FRAMES),
  );
  const meshes: Mesh[] = [];
  for (const pose of truth) meshes.push(await remeshFrame(rig.mesh, skinner.pose(pose).slice(), rng));
  const poses = model.clips.filter(({ name }) => name !== clip.name).flatMap((one) => one.poses.slice(0, 24));
  const space = await openRigPoseSpace(rig, poseModel, { poses });
  try {
    await space.prepare();
    const start = process.cpuUsage();
    const fitted = await fitReconstructions(space, meshes, { frameRate: FRAME_RATE }).catch(() => undefined);
    const used = process.cpuUsage(start);
    const kept = (fitted?.frames ?? []).flatMap(({ dropped }, f) => (dropped ? [] : [f]));
    const errors = kept.map((f, i) => points.compareTurned(fitted!.clip.poses[i], truth[f]));
    const still = kept.map((f) => points.compareTurned(restPose(rig.skeleton), truth[f]));
    const right = errors.filter((error) => error <= RIGHT_ERROR).length;
    return {
      row: {
        ...{ file: row.file, clip: clip.name, frames: FRAMES, kept: kept.length, right },
        wrong: kept.length - right,
        joints: median(errors),
        chamfer: median(kept.map((f) => 100 * fitted!.frames[f].chamfer)),
        rest: median(still),
        cpuSeconds: (used.user + used.system) / 1e6,
      },
    };
  } finally {
    await space.close();
  }
}

export interface ReconstructionEvaluation {
  readonly clips: number;
  readonly failed: readonly { readonly file: string; readonly error: string }[];
  readonly skipped: number;
  /** Shares of all frames. */
  readonly right: number;
  readonly wrong: number;
  readonly dropped: number;
  readonly joints: number | null;
  readonly perClip: readonly ReconstructionRow[];
}

/** Shares over the frames of all files. */
export function summarizeReconstructions(
  outcomes: readonly FileOutcome<ReconstructionRow>[],
): ReconstructionEvaluation {
  const { rows, failed, skipped } = sortOutcomes(outcomes);
  const sum = (value: (row: ReconstructionRow) => number) =>
    rows.reduce((total, row) => total + value(row), 0);
  const frames = Math.max(
    1,
    sum((row) => row.frames),
  );
  return {
    clips: rows.length,
    failed,
    skipped: skipped.length,
    right: sum(({ right }) => right) / frames,
    wrong: sum(({ wrong }) => wrong) / frames,
    dropped: sum((row) => row.frames - row.kept) / frames,
    joints: median(rows.flatMap(({ joints }) => joints ?? [])),
    perClip: rows,
  };
}
