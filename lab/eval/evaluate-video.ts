/**
 * @file Motion recovered from videos with a known truth: a clip is filmed on its stage (`film-clip.ts`), encoded, and
 * fitted; joints and the tips of last bones are compared with the clip, in % of the diameter, over the frames after the
 * lead-in. References in the same run: the rest pose, outlines alone, and the fit without the pose space; beside them
 * the fit to two views, which know what one does not.
 */

import type { Model } from '../../src/io/model.js';
import type { Clip } from '../../src/motion/clip.js';
import type { ClipContacts } from '../../src/motion/contacts/contact-record.js';
import { detectContacts } from '../../src/motion/contacts/detect-contacts.js';
import type { PoseModel } from '../../src/pose/model/pose-model.js';
import { openRigPoseSpace } from '../../src/pose/space/open-rig-pose-space.js';
import { type Pose, type Rig, restPose } from '../../src/rig/rig-records.js';
import { type FitRigVideoOptions, fitRigVideo } from '../../src/video/fit/fit-rig-video.js';
import type { VideoFrames } from '../../src/video/frames/video-frames.js';
import { createStage } from '../../src/video/stage/create-stage.js';
import type { Stage } from '../../src/video/stage/stage-record.js';
import { chooseVideoClip } from './choose-video-clip.js';
import { FILM_CLIP_DEFAULTS, filmClip } from './film-clip.js';
import type { IndexRow } from './index-row.js';
import { createMeasuredPoints } from './measured-points.js';
import { type FileOutcome, rigToMeasure, sortOutcomes } from './outcome.js';

/** Joint errors of one fit, % of the diameter. */
export interface VideoErrors {
  readonly joints: number;
  /** Those whose surface is visible in the frame. */
  readonly visible: number;
}

export interface VideoRow {
  readonly file: string;
  readonly clip: string;
  readonly category: string;
  readonly points: number;
  readonly fit: VideoErrors;
  /** Mean overlap of outlines. */
  readonly iou: number;
  /** Share of foot-frames labelled alike; null where nothing touches the ground. */
  readonly contacts: number | null;
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** With a second view, which tells the depth: what one view costs; null where it was not asked for. */
  readonly twoViews: VideoErrors | null;
  readonly references: Readonly<Record<VideoReference, VideoErrors>>;
}

export type VideoReference = 'rest' | 'silhouettes' | 'noPoseSpace';
export const VIDEO_REFERENCES: readonly VideoReference[] = ['rest', 'silhouettes', 'noPoseSpace'];

/** What the evaluation takes from outside. */
export interface VideoTools {
  readonly poseModel: PoseModel;
  /** Encodes as H.264 and decodes again. */
  readonly compress: (video: VideoFrames, bitrate: number) => Promise<VideoFrames>;
  readonly now: () => number;
  /** Seconds of processor time so far. */
  readonly cpuSeconds: () => number;
  /** Whether the fit to two views is measured as well. */
  readonly twoViews: boolean;
}

const BITRATE = 1e6;
/** Where the second view stands from the first, degrees. */
const SECOND_VIEW = 80;

/** Measures one file, or says why it is skipped. */
export async function measureVideoFile(
  row: IndexRow,
  model: Model,
  tools: VideoTools,
): Promise<FileOutcome<VideoRow>> {
  const rig = rigToMeasure(row, model);
  if (typeof rig === 'string') return { skipped: rig, file: row.file };
  const points = createMeasuredPoints(rig);
  const clip = chooseVideoClip(rig, model, points);
  if (!clip) return { skipped: 'no joint moves anything', file: row.file };
  const stage = createStage(rig);
  const filmed = filmClip(rig, clip, stage);
  const video = await tools.compress(filmed.video, BITRATE);
  // Other clips tell how the joints hang together, as they do for users; nothing is learnt from them.
  const poses = model.clips.filter((one) => one !== clip).flatMap((one) => one.poses.slice(0, 24));
  const space = await openRigPoseSpace(rig, tools.poseModel, { poses });
  try {
    const truth = filmed.poses.slice(0, video.images.length);
    const measure = (fitted: readonly Pose[]) =>
      points.compare(fitted, truth, stage, FILM_CLIP_DEFAULTS.leadFrames);
    const fit = (options: FitRigVideoOptions) => fitRigVideo(space, video, { stage, ...options });
    await space.prepare();
    const [start, cpuStart] = [tools.now(), tools.cpuSeconds()];
    const fitted = await fit({});
    const [seconds, cpuSeconds] = [(tools.now() - start) / 1000, tools.cpuSeconds() - cpuStart];
    const outlines = await fit({ flowWeight: 0 });
    const plain = await fit({ usePoseSpace: false });
    const other = turnStage(rig, stage);
    const second = tools.twoViews && (await tools.compress(filmClip(rig, clip, other).video, BITRATE));
    const both = second && (await fit({ views: [{ video: second, stage: other }] }));
    const { overlaps } = fitted.report;
    return {
      row: {
        file: row.file,
        clip: clip.name,
        category: row.category ?? '',
        points: points.count,
        fit: measure(fitted.clip.poses),
        iou: overlaps.reduce((sum, one) => sum + one, 0) / overlaps.length,
        contacts: compareContacts(rig, truth, fitted.clip, stage),
        seconds,
        cpuSeconds,
        twoViews: both ? measure(both.clip.poses) : null,
        references: {
          rest: measure(truth.map(() => restPose(rig.skeleton))),
          silhouettes: measure(outlines.clip.poses),
          noPoseSpace: measure(plain.clip.poses),
        },
      },
    };
  } finally {
    await space.close();
  }
}

/** The stage seen from another side. */
function turnStage(rig: Rig, stage: Stage): Stage {
  const { back } = stage.camera;
  const azimuth = (Math.atan2(back[0], back[2]) * 180) / Math.PI + SECOND_VIEW;
  const { camera } = createStage(rig, { azimuth });
  return { ...stage, camera };
}

/** Share of foot-frames that both clips label alike. */
function compareContacts(rig: Rig, truth: readonly Pose[], fitted: Clip, stage: Stage): number | null {
  const lead = FILM_CLIP_DEFAULTS.leadFrames;
  const part = (poses: readonly Pose[]): Clip => ({
    ...fitted,
    times: fitted.times.slice(0, poses.length - lead),
    poses: poses.slice(lead),
  });
  const settings = { ground: stage.ground, loop: false };
  const real = detectContacts(rig, part(truth), settings);
  const found = detectContacts(rig, part(fitted.poses), settings);
  if (real.tracks.length === 0) return null;
  let [alike, all] = [0, 0];
  const times = part(truth).times;
  for (const track of real.tracks) {
    for (const time of times) {
      all++;
      if (touches(real, track.joint, time) === touches(found, track.joint, time)) alike++;
    }
  }
  return alike / all;
}

const touches = ({ tracks }: ClipContacts, joint: number, time: number): boolean =>
  tracks.some(
    (track) => track.joint === joint && track.spans.some(({ start, end }) => start <= time && time <= end),
  );

export interface VideoEvaluation {
  readonly clips: number;
  readonly failed: readonly { readonly file: string; readonly error: string }[];
  readonly skipped: number;
  readonly median: Readonly<
    Record<'joints' | 'visible' | 'iou' | 'contacts' | 'seconds' | 'cpuSeconds', number | null>
  >;
  readonly references: Readonly<Record<VideoReference, number | null>>;
  readonly twoViews: number | null;
  /** Clips on which the fit is better than every reference. */
  readonly betterThanReferences: number;
  readonly perClip: readonly VideoRow[];
}

/** Medians over files. */
export function summarizeVideo(outcomes: readonly FileOutcome<VideoRow>[]): VideoEvaluation {
  const { rows, failed, skipped } = sortOutcomes(outcomes);
  const median = (value: (row: VideoRow) => number | null): number | null => {
    const values = rows.flatMap((row) => value(row) ?? []).sort((a, b) => a - b);
    if (values.length === 0) return null;
    return (values[(values.length - 1) >> 1] + values[values.length >> 1]) / 2;
  };
  return {
    clips: rows.length,
    failed,
    skipped: skipped.length,
    median: {
      joints: median(({ fit }) => fit.joints),
      visible: median(({ fit }) => fit.visible),
      iou: median(({ iou }) => iou),
      contacts: median(({ contacts }) => contacts),
      seconds: median(({ seconds }) => seconds),
      cpuSeconds: median(({ cpuSeconds }) => cpuSeconds),
    },
    references: {
      rest: median(({ references }) => references.rest.joints),
      silhouettes: median(({ references }) => references.silhouettes.joints),
      noPoseSpace: median(({ references }) => references.noPoseSpace.joints),
    },
    twoViews: median(({ twoViews }) => twoViews?.joints ?? null),
    betterThanReferences: rows.filter(({ fit, references }) =>
      VIDEO_REFERENCES.every((name) => fit.joints < references[name].joints),
    ).length,
    perClip: rows,
  };
}
