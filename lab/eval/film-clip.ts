/**
 * @file A video of a clip with a known truth, as a video model would return it: the creature starts in the pose of the
 * stage, moves into the clip and through it; brightness drifts, the body slowly changes its shape, and H.264 takes its
 * share.
 */

import { createRng } from '../../src/base/rng.js';
import { slerpInto } from '../../src/math/quaternion.js';
import { type Clip, clipDuration } from '../../src/motion/clip.js';
import { sampleClip } from '../../src/motion/sample-clip.js';
import type { Image } from '../../src/render/image.js';
import { createRigSkinner } from '../../src/rig/kinematics/skin-mesh.js';
import { type Pose, type Rig, restPose } from '../../src/rig/rig-records.js';
import { createVideoFrames, type VideoFrames } from '../../src/video/frames/video-frames.js';
import { renderStage } from '../../src/video/stage/render-stage.js';
import type { Stage } from '../../src/video/stage/stage-record.js';

export interface FilmClipOptions {
  readonly frameCount: number;
  readonly frameRate: number;
  /** Frames from the pose of the stage into the clip. */
  readonly leadFrames: number;
  /** Change of brightness by the last frame, as a share. */
  readonly brightnessDrift: number;
  /** Stretch of the body by the last frame, as a share; its volume stays. */
  readonly shapeDrift: number;
  readonly seed: number;
}

export const FILM_CLIP_DEFAULTS: FilmClipOptions = Object.freeze({
  frameCount: 48,
  frameRate: 24,
  leadFrames: 8,
  brightnessDrift: 0.08,
  shapeDrift: 0.03,
  seed: 0,
});

export interface FilmedClip {
  readonly video: VideoFrames;
  /** The true pose of each frame. */
  readonly poses: readonly Pose[];
}

/** Films a clip; nothing is encoded yet. */
export function filmClip(
  rig: Rig,
  clip: Clip,
  stage: Stage,
  options: Partial<FilmClipOptions> = {},
): FilmedClip {
  const settings = { ...FILM_CLIP_DEFAULTS, ...options };
  const poses = filmPoses(rig, clip, stage.pose ?? restPose(rig.skeleton), settings);
  const rng = createRng(settings.seed);
  const axes = [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)];
  const mean = (axes[0] + axes[1] + axes[2]) / 3;
  const most = Math.max(...axes.map((a) => Math.abs(a - mean))) || 1;
  const stretch = axes.map((a) => ((a - mean) / most) * settings.shapeDrift);
  const images = poses.map((pose, f) => {
    const t = f / Math.max(1, poses.length - 1);
    const positions = createRigSkinner({ ...rig, mesh: stretchMesh(rig, stretch, t) }).pose(pose);
    const image = renderStage(rig, stage, { positions });
    return brighten(image, 1 + settings.brightnessDrift * Math.sin(t * Math.PI * 1.5));
  });
  return { video: createVideoFrames(images, settings.frameRate), poses };
}

/** Poses of the video: from the start into the clip, then through it, to and fro where it does not loop. */
function filmPoses(rig: Rig, clip: Clip, start: Pose, settings: FilmClipOptions): Pose[] {
  const { frameCount, frameRate, leadFrames } = settings;
  const duration = clipDuration(clip);
  const first = sampleClip(clip, clip.times[0]);
  const loops = seam(rig, first, sampleClip(clip, clip.times[0] + duration)) < 0.02;
  return Array.from({ length: frameCount }, (_, f) => {
    if (f < leadFrames) {
      const t = f / leadFrames;
      return blendPose(start, first, t * t * (3 - 2 * t));
    }
    const time = (f - leadFrames) / frameRate;
    const turn = duration > 0 ? time / duration : 0;
    const phase = loops ? turn % 1 : 1 - Math.abs((turn % 2) - 1);
    return sampleClip(clip, clip.times[0] + phase * duration);
  });
}

/** Mean difference of two poses, radians. */
function seam(rig: Rig, a: Pose, b: Pose): number {
  let sum = 0;
  const count = rig.skeleton.parents.length;
  for (let j = 0; j < count; j++) {
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += a.rotations[j * 4 + k] * b.rotations[j * 4 + k];
    sum += 2 * Math.acos(Math.min(1, Math.abs(dot)));
  }
  return sum / count;
}

function blendPose(a: Pose, b: Pose, t: number): Pose {
  const rotations = new Float32Array(a.rotations.length);
  for (let i = 0; i < rotations.length; i += 4) slerpInto(rotations, i, a.rotations, i, b.rotations, i, t);
  const root = a.root.map((value, k) => value + (b.root[k] - value) * t);
  const offsets = (b.offsets ?? a.offsets)?.map(
    (_, i) => (a.offsets?.[i] ?? 0) * (1 - t) + (b.offsets?.[i] ?? 0) * t,
  );
  return { rotations, root, ...(offsets && { offsets }) };
}

function stretchMesh({ mesh, skeleton }: Rig, stretch: readonly number[], t: number): Rig['mesh'] {
  const positions = mesh.positions.map((value, i) => {
    const center = skeleton.rest[i % 3];
    return center + (value - center) * (1 + stretch[i % 3] * t);
  });
  return { ...mesh, positions };
}

function brighten(image: Image, gain: number): Image {
  const pixels = image.pixels.map((value, i) =>
    i % 4 === 3 ? value : Math.min(255, Math.round(value * gain)),
  );
  return { ...image, pixels };
}
