/**
 * @file Whether distillation finds a motion again when the score is exact: the ideal denoiser of a creature's own clips,
 * through trajectories and through splats. Then what each loss is good for, where the denoiser errs.
 */

import { throwIfAborted, type WorkOptions } from '../../src/base/progress.js';
import { createRng } from '../../src/base/rng.js';
import { createSplats } from '../../src/render/splat/create-splats.js';
import { groundUnder } from '../../src/render/splat/splat-ground.js';
import { createSplatRenderer } from '../../src/render/splat/splat-renderer.js';
import type { Pose } from '../../src/rig/rig-records.js';
import { distilCameras } from '../../src/video/distil/distil-cameras.js';
import { distilMotion } from '../../src/video/distil/distil-motion.js';
import {
  type DistilTrajectoriesOptions,
  distilTrajectories,
} from '../../src/video/distil/distil-trajectories.js';
import { createExactDenoiser } from '../../src/video/distil/exact-denoiser.js';
import { createDenoiserScore } from '../../src/video/distil/score-model.js';
import type { TrajectoryDenoiser } from '../../src/video/distil/trajectory-denoiser.js';
import type { CreatureKind } from '../creatures/creature-record.js';
import {
  createDistilSubject,
  createExactScore,
  type DistilSubject,
  LOCOMOTION,
  poseDistance,
  restDistance,
} from './distil-subject.js';
import { type MotionRow, measureMotionClip, type TrackClip } from './measure-motion-clip.js';

/** What came back of one motion; distances in % of the diameter. */
export interface RecoveryRow {
  readonly creature: string;
  readonly motion: string;
  readonly rest: number;
  readonly found: number;
  /** CPU milliseconds of an iteration. */
  readonly milliseconds: number;
}

/** Microseconds of CPU time of the process. */
export type CpuClock = () => number;

const FRAMES = 16;

/** Every motion of a creature through trajectories: 16 frames, the set holds all its motions. */
export async function recoverByTrajectories(
  kind: CreatureKind,
  seed: number,
  cpu: CpuClock,
  work: WorkOptions,
): Promise<RecoveryRow[]> {
  const subject = createDistilSubject(kind, seed, FRAMES);
  const score = createExactScore(subject);
  const rows: RecoveryRow[] = [];
  for (const { caption, poses } of subject.motions) {
    const start = cpu();
    const { clip, history } = await distilTrajectories(subject.rig, score, { prompt: caption, ...work });
    rows.push({
      creature: subject.name,
      motion: caption,
      rest: restDistance(subject.rig, poses),
      found: poseDistance(subject.rig, clip.poses, poses),
      milliseconds: (cpu() - start) / 1000 / history.length,
    });
  }
  return rows;
}

/** Sizes of the films. */
export interface FilmOptions {
  readonly frameCount: number;
  readonly viewCount: number;
  readonly size: number;
  readonly splatCount: number;
  readonly iterations: number;
  readonly optimizer: 'adam' | 'gauss-newton';
}

/** The locomotion of a creature through splats on the checkerboard; the set holds all its motions. */
export async function recoverByFilms(
  kind: CreatureKind,
  seed: number,
  options: FilmOptions,
  cpu: CpuClock,
  work: WorkOptions,
): Promise<RecoveryRow> {
  const subject = createDistilSubject(kind, seed, options.frameCount);
  const { rig, colors, motions } = subject;
  const score = createDenoiserScore(
    createExactDenoiser(
      motions.map(({ caption, poses }) => ({ caption, views: filmViews(subject, poses, options) })),
    ),
  );
  const { caption, poses } = motions[LOCOMOTION];
  const start = cpu();
  const { clip, history } = await distilMotion(rig, score, {
    ...options,
    ...work,
    prompt: caption,
    guidance: 1,
    // The few frames are far apart in time: hardly smooth.
    smoothness: 1e-6,
    surface: { colors },
  });
  return {
    creature: subject.name,
    motion: caption,
    rest: restDistance(rig, poses),
    found: poseDistance(rig, clip.poses, poses),
    milliseconds: (cpu() - start) / 1000 / history.length,
  };
}

/** Poses as the cameras of a run film them. [F, H, W, 3] each */
function filmViews(
  { rig, colors }: DistilSubject,
  poses: readonly Pose[],
  { viewCount, size, splatCount }: FilmOptions,
): Float32Array[] {
  const { cameras, low, height } = distilCameras(rig, viewCount);
  const splats = createSplats(rig, { count: splatCount, colors });
  const ground = groundUnder(low - 0.005 * height, height);
  return cameras.map((camera) => {
    const renderer = createSplatRenderer(splats, rig.skeleton, { camera, width: size, height: size, ground });
    const film = new Float32Array(poses.length * size * size * 3);
    for (const [f, pose] of poses.entries()) film.set(renderer.render(pose), f * size * size * 3);
    return film;
  });
}

/** One set of losses: how the motion came out, as distilled and after physics tracking. */
export interface AblationRow extends Pick<MotionRow, 'before' | 'cleaned' | 'tracked'> {
  readonly creature: string;
  readonly losses: string;
  /** Distance to the true motion, % of the diameter. */
  readonly found: number;
}

/** Error of the denoiser in the ablation, half diameters times the spread of a frequency. */
const ERROR = 0.5;

/** What is left out, or added. */
const ABLATIONS: Readonly<Record<string, Partial<DistilTrajectoriesOptions>>> = {
  all: {},
  'no smoothness': { smoothness: 0 },
  'no ground': { groundWeight: 0 },
  neither: { smoothness: 0, groundWeight: 0 },
  'paper schedule': { schedule: 'paper' },
};

/** Distils a creature's locomotion with losses left out, against a denoiser that errs in every answer. */
export async function ablateLosses(
  kind: CreatureKind,
  seed: number,
  options: {
    /** Poses pulled to natural ones, for a row of its own. */
    readonly project?: (poses: readonly Pose[]) => Promise<readonly Pose[]>;
    readonly track?: TrackClip;
  },
  work: WorkOptions,
): Promise<AblationRow[]> {
  const subject = createDistilSubject(kind, seed, FRAMES);
  const score = createErringScore(createExactScore(subject));
  const { caption, poses } = subject.motions[LOCOMOTION];
  const variants = Object.entries({
    ...ABLATIONS,
    ...(options.project && { 'with the pose space': { project: options.project } }),
  });
  const rows: AblationRow[] = [];
  for (const [losses, changes] of variants) {
    throwIfAborted(work.signal);
    const { clip } = await distilTrajectories(subject.rig, score, {
      prompt: caption,
      seed,
      loop: true,
      ...changes,
    });
    const subjectOfMotion = { rig: subject.rig, clip, name: losses, plan: kind, legs: 0 };
    const track = ['all', 'no ground'].includes(losses) ? options.track : undefined;
    const { before, cleaned, tracked } = await measureMotionClip(subjectOfMotion, { ...work, track });
    rows.push({
      creature: subject.name,
      losses,
      found: poseDistance(subject.rig, clip.poses, poses),
      before,
      cleaned,
      tracked,
    });
  }
  return rows;
}

/** A score that errs: every answer is off by noise of its own, as large as half of what usually moves. */
function createErringScore(exact: TrajectoryDenoiser): TrajectoryDenoiser {
  let calls = 0;
  return {
    ...exact,
    async denoise(noisy, request) {
      const rng = createRng(++calls);
      return (await exact.denoise(noisy, request)).map((z) => z + ERROR * rng.normal());
    },
  };
}
