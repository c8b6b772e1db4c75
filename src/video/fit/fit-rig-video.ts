/**
 * @file The motion of a rig from a video, by analysis and synthesis: the body is drawn in the pose that is expected, in
 * the colours that the video showed so far, and moved to where the frame shows that drawing (`track-body.ts`); then all
 * frames are solved at once with smooth motion (`solve-clip.ts`). No tracking network; self-occlusion is that of the
 * fitted pose in every frame.
 *
 * Depth is what one view lacks: bones of fixed length, perspective, the pose space's metric and smoothness supply it.
 * Figures and what was tried: lab/notes/video-fit.md.
 */

import { PosespaceError } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import { pauseUnlessAborted, type WorkOptions } from '../../base/progress.js';
import type { Clip } from '../../motion/clip.js';
import { fromSolverPose, toSolverPose } from '../../pose/model/bound-rig.js';
import { plainPrior } from '../../pose/prior/pose-prior.js';
import { mirrorAxis } from '../../pose/records/normalise-rig.js';
import type { PoseSpace } from '../../pose/solve/pose-space.js';
import { type Pose, type Rig, restPose } from '../../rig/rig-records.js';
import type { VideoFrames } from '../frames/video-frames.js';
import { type AlignedStage, alignStage } from '../stage/align-stage.js';
import type { Stage } from '../stage/stage-record.js';
import { createWorkingFrame } from '../track/working-frame.js';
import { drawBody } from './draw-body.js';
import { createFitBody, type FitPose, fromFitPose, poseBody, toFitPose } from './fit-body.js';
import type { FitScene } from './fit-scene.js';
import { createPoseMetric } from './pose-metric.js';
import { reportFit, type VideoFitReport } from './report-fit.js';
import { solveClip } from './solve-clip.js';
import type { AppearanceSource } from './synthesize-frame.js';
import { findMattes, KEY_STEP, observeFrame, trackBody } from './track-body.js';

/** Options of `fitRigVideo`. */
export interface FitRigVideoOptions extends WorkOptions {
  /** What the video was filmed on; absent: found by aligning the body with the first frame. */
  readonly stage?: Stage;
  /** Where the creature is in each frame, as pictures that are white there; absent: what differs from the background. */
  readonly masks?: VideoFrames;
  /** Name of the clip. */
  readonly name?: string;
  /** Longest side of the pictures that the fit works on, pixels. */
  readonly workingSide?: number;
  /** What the surface's motion in the picture weighs; 0 uses the outline alone. */
  readonly flowWeight?: number;
  /** What the outline weighs. */
  readonly silhouetteWeight?: number;
  /** What the pose space weighs. */
  readonly priorWeight?: number;
  /** Whether poses are measured by the pose space, or joints all alike. */
  readonly usePoseSpace?: boolean;
}

/** Defaults of `fitRigVideo`. */
export const FIT_RIG_VIDEO_DEFAULTS = Object.freeze({
  name: 'video',
  workingSide: 416,
  flowWeight: 200,
  silhouetteWeight: 100,
  priorWeight: 1,
  usePoseSpace: true,
} as const satisfies FitRigVideoOptions);

/** A clip fitted to a video, and how far it can be trusted. */
export interface FittedVideo {
  /** On the rig's own skeleton, from the first frame on. */
  readonly clip: Clip;
  /** The stage of the video: the one given, or the one found. */
  readonly stage: Stage;
  readonly report: VideoFitReport;
  readonly findings: readonly Finding[];
}

const ROUNDS = 3;
/** Deviations of the whole-clip pass: of second differences over time, and of the root's distance from the camera. */
const SMOOTHNESS = {
  accelerationDeviation: 0.05,
  rootAcceleration: 0.02,
  depthAcceleration: 0.005,
  depthDeviation: 0.15,
};
const CLIP_ITERATIONS = 3;

/** Fits the rig of a pose space to a video. */
export async function fitRigVideo(
  space: PoseSpace,
  video: VideoFrames,
  options: FitRigVideoOptions = {},
): Promise<FittedVideo> {
  const settings = { ...FIT_RIG_VIDEO_DEFAULTS, ...options };
  const { signal, onProgress } = options;
  const { mesh, skin, skeleton } = space.anatomy.rig;
  if (!mesh || !skin) {
    throw new PosespaceError(
      'bad-input',
      'video/fitVideo: the rig has no surface to look for; give a mesh with a skin',
    );
  }
  const body = createFitBody({ mesh, skin, skeleton });
  const scale = Math.min(1, settings.workingSide / Math.max(video.width, video.height));
  const [width, height] = [Math.round(video.width * scale), Math.round(video.height * scale)];
  const frames = video.images.map((image) => createWorkingFrame(image, width, height));
  await pauseUnlessAborted(signal);
  const fields = findMattes(frames, settings.masks && readMasks(settings.masks, video, width, height));
  const { stage, findings } = findStage(body.rig, settings.stage, video, fields[0].matte);
  checkStage(stage, video);
  const prior = settings.usePoseSpace ? await space.prepare({ signal }) : plainPrior(body.jointCount);
  const scene: FitScene = {
    body,
    camera: stage.camera,
    width,
    height,
    frames,
    fields,
    metric: createPoseMetric(prior),
    search: { samples: prior.samples, partners: space.rig.partners, mirrorAxis: mirrorAxis(space.rig) },
    settings: { ...settings, rounds: ROUNDS },
  };
  const first = stage.pose ? toSolverPose(space, stage.pose) : restPose(skeleton);
  const tracked = await trackBody(scene, toFitPose(first), {
    signal,
    onProgress: (progress) => onProgress?.({ ...progress, fraction: progress.fraction * 0.7 }),
  });
  const poses = await refineClip(
    scene,
    tracked.map(({ pose }) => pose),
    tracked.map(({ terms }) => terms),
    options,
  );
  const report = reportFit(scene, poses, space.anatomy);
  return {
    clip: createClip(
      settings.name,
      video.frameRate,
      poses.map((pose) => fromSolverPose(space, fromFitPose(pose))),
    ),
    stage,
    report,
    findings: [...findings, ...report.findings],
  };
}

/** The whole clip at once, twice: the second time every frame is looked for anew from the poses of the first. */
async function refineClip(
  scene: FitScene,
  start: readonly FitPose[],
  terms: Parameters<typeof solveClip>[2],
  { signal, onProgress }: WorkOptions,
): Promise<FitPose[]> {
  const options = {
    ...scene,
    priorWeight: scene.settings.priorWeight,
    ...SMOOTHNESS,
    iterations: CLIP_ITERATIONS,
  };
  onProgress?.({ stage: 'solving the whole clip', fraction: 0.72 });
  const smooth = solveClip(scene.body, start, terms, options);
  const { body, camera, width, height, frames, fields, settings } = scene;
  const sources = smooth.map(
    (pose, f): AppearanceSource => ({
      frame: frames[f],
      matte: fields[f].matte,
      drawn: drawBody(body, poseBody(body, pose), camera, width, height),
    }),
  );
  const keys = sources.filter((_, f) => f % KEY_STEP === 0);
  const again: (typeof terms)[number][] = [];
  for (const [f, pose] of smooth.entries()) {
    await pauseUnlessAborted(signal);
    onProgress?.({ stage: 'looking again', fraction: 0.75 + (0.2 * f) / smooth.length });
    const lists = settings.flowWeight > 0 ? [keys, f > 0 ? [sources[f - 1]] : []] : [];
    again.push(observeFrame(scene, f, pose, lists, ROUNDS - 1).terms);
  }
  onProgress?.({ stage: 'solving the whole clip', fraction: 0.96 });
  return solveClip(body, smooth, again, options);
}

function createClip(name: string, frameRate: number, poses: readonly Pose[]): Clip {
  return { name, source: 'video', times: Float32Array.from(poses, (_, f) => f / frameRate), poses };
}

function findStage(
  rig: Rig,
  given: Stage | undefined,
  video: VideoFrames,
  matte: FitScene['fields'][0]['matte'],
): AlignedStage {
  return given ? { stage: given, overlap: 1, findings: [] } : alignStage(rig, matte, video);
}

/** A video of another shape than the stage was filmed by something else. */
function checkStage(stage: Stage, video: VideoFrames): void {
  const [asked, got] = [stage.width / stage.height, video.width / video.height];
  if (Math.abs(asked / got - 1) < 0.03) return;
  throw new PosespaceError(
    'bad-input',
    `video/fitVideo: the video is ${video.width} × ${video.height} and the stage ${stage.width} × ${stage.height}; ` +
      'crop the video to the shape of the stage, or leave the stage out',
  );
}

/** Masks at the working size: white is the creature. */
function readMasks(masks: VideoFrames, video: VideoFrames, width: number, height: number): Uint8Array[] {
  if (masks.images.length !== video.images.length) {
    throw new PosespaceError(
      'bad-input',
      `video/fitVideo: ${masks.images.length} masks for ${video.images.length} frames; give one mask for each frame`,
    );
  }
  return masks.images.map((image) => {
    const { lightness } = createWorkingFrame(image, width, height);
    return Uint8Array.from(lightness, (value) => (value > 50 ? 1 : 0));
  });
}
