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
import { type SolvedClip, solveClip } from './solve-clip.js';
import type { WeighedObservations } from './solve-frame.js';
import { stretchBody } from './stretch-body.js';
import type { AppearanceSource } from './synthesize-frame.js';
import { findMattes, KEY_STEP, observeFrame, type TrackedFrame, trackBody } from './track-body.js';

/** A video of the same motion from another side, frame by frame. */
export interface VideoView {
  readonly video: VideoFrames;
  readonly stage: Stage;
}

/** Options of `fitRigVideo`. */
export interface FitRigVideoOptions extends WorkOptions {
  /** What the video was filmed on; absent: found by aligning the body with the first frame. */
  readonly stage?: Stage;
  /** Where the creature is in each frame, as pictures that are white there; absent: what differs from the background. */
  readonly masks?: VideoFrames;
  /** The same motion from other sides: they tell the depth that one view lacks. */
  readonly views?: readonly VideoView[];
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
  /** Called with the pose of a frame whenever it is found: once as it is followed, once more as the clip is solved. */
  readonly onFrame?: (frame: number, pose: Pose) => void;
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
  depthDeviation: 0.03,
  stretchDeviation: 0.03,
  growthDeviation: 0.003,
};
const CLIP_ITERATIONS = 3;
/**
 * What the pose space weighs there against what it weighs in single frames: neighbours hold a frame as well. Where the
 * camera was aligned it keeps its whole weight: what is seen is then a little off, all in the same way.
 */
const CLIP_PRIOR_SHARE = 0.1;

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
  await pauseUnlessAborted(signal);
  const prior = settings.usePoseSpace ? await space.prepare({ signal }) : plainPrior(body.jointCount);
  const shared = {
    body,
    metric: createPoseMetric(prior),
    search: { samples: prior.samples, partners: space.rig.partners, mirrorAxis: mirrorAxis(space.rig) },
    settings: { ...settings, rounds: ROUNDS },
  };
  const seen = readFrames(video, settings.workingSide, settings.masks);
  const { stage, findings } = findStage(body.rig, settings.stage, video, seen.fields[0].matte);
  checkStage(stage, video);
  const scene: FitScene = { ...shared, ...seen, camera: stage.camera };
  const views = (settings.views ?? []).map((view): FitScene => {
    checkStage(view.stage, view.video);
    checkLength(view.video, video);
    return { ...shared, ...readFrames(view.video, settings.workingSide), camera: view.stage.camera };
  });
  const first = stage.pose ? toSolverPose(space, stage.pose) : restPose(skeleton);
  const poseOf = (pose: FitPose): Pose => fromSolverPose(space, fromFitPose(pose));
  const onFrame = options.onFrame && ((f: number, pose: FitPose) => options.onFrame!(f, poseOf(pose)));
  const tracked = await trackBody(scene, toFitPose(first), {
    signal,
    onFrame,
    onProgress: (progress) => onProgress?.({ ...progress, fraction: progress.fraction * 0.7 }),
  });
  const share = stage.aligned ? 1 : CLIP_PRIOR_SHARE;
  const solved = await refineClip([scene, ...views], tracked, share, { ...options, onFrame });
  const { poses } = solved;
  const report = reportFit(scene, solved, space.anatomy);
  return {
    clip: createClip(settings.name, video.frameRate, poses.map(poseOf)),
    stage,
    report,
    findings: [...findings, ...report.findings],
  };
}

/** The whole clip at once, twice: the second time every frame is looked for anew from the poses of the first. */
async function refineClip(
  scenes: readonly FitScene[],
  tracked: readonly TrackedFrame[],
  priorShare: number,
  { signal, onProgress, onFrame }: WorkOptions & { readonly onFrame?: (f: number, pose: FitPose) => void },
): Promise<SolvedClip> {
  const [scene] = scenes;
  const options = {
    ...scene,
    priorWeights: tracked.map(({ priorWeight }) => priorWeight * priorShare),
    ...SMOOTHNESS,
    iterations: CLIP_ITERATIONS,
  };
  onProgress?.({ stage: 'solving the whole clip', fraction: 0.72 });
  let solved: SolvedClip = { poses: tracked.map(({ pose }) => pose), stretch: [0, 0, 0] };
  let terms: readonly (readonly WeighedObservations[])[] = tracked.map((frame) => frame.terms);
  solved = solveClip(scene.body, solved, terms, options);
  // Other views come in here, and need a round of their own to pull the body to its depth.
  const rounds = scenes.length > 1 ? 2 : 1;
  for (let round = 0; round < rounds; round++) {
    const seen = scenes.map((one) => observeClip(one, solved));
    const { poses } = solved;
    const looked: WeighedObservations[][] = [];
    for (let f = 0; f < poses.length; f++) {
      await pauseUnlessAborted(signal);
      const share = (round + f / poses.length) / rounds;
      onProgress?.({ stage: 'looking again', fraction: 0.75 + 0.2 * share });
      onFrame?.(f, poses[f]);
      looked.push(seen.flatMap((observe) => observe(f)));
    }
    terms = looked;
    onProgress?.({ stage: 'solving the whole clip', fraction: 0.96 });
    solved = solveClip(scene.body, solved, terms, options);
  }
  return solved;
}

/** What the frames of a view say of the poses of a clip. */
function observeClip(scene: FitScene, { poses, stretch }: SolvedClip) {
  const { body, camera, width, height, frames, fields, settings } = scene;
  const bodies = poses.map((_, f) => stretchBody(body, stretch, f, poses.length));
  const sources = poses.map(
    (pose, f): AppearanceSource => ({
      frame: frames[f],
      matte: fields[f].matte,
      drawn: drawBody(body, poseBody(bodies[f], pose), camera, width, height),
    }),
  );
  const keys = sources.filter((_, f) => f % KEY_STEP === 0);
  return (f: number): WeighedObservations[] => {
    const lists = settings.flowWeight > 0 ? [keys, f > 0 ? [sources[f - 1]] : []] : [];
    const { terms } = observeFrame({ ...scene, body: bodies[f] }, f, poses[f], lists, ROUNDS - 1);
    return terms.map((term) => ({ ...term, view: { camera, width, height } }));
  };
}

/** The frames of a video as the fit sees them. */
function readFrames(video: VideoFrames, side: number, masks?: VideoFrames) {
  const scale = Math.min(1, side / Math.max(video.width, video.height));
  const [width, height] = [Math.round(video.width * scale), Math.round(video.height * scale)];
  const frames = video.images.map((image) => createWorkingFrame(image, width, height));
  const fields = findMattes(frames, masks && readMasks(masks, video, width, height));
  return { width, height, frames, fields };
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

function checkLength(other: VideoFrames, { images }: VideoFrames): void {
  if (other.images.length === images.length) return;
  throw new PosespaceError(
    'bad-input',
    `video/fitVideo: a view has ${other.images.length} frames and the video ${images.length}; cut them to the same frames`,
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
