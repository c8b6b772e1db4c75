/** @file A video of a clip, drawn by the renderer: what `render --video` and the animate commands' `--preview` write. */

import { type Model, modelRig } from '../../io/model.js';
import { writeVideoFile } from '../../io/node-video-file.js';
import { readSurfacePaint } from '../../io/read-surface-paint.js';
import { type Clip, clipDuration } from '../../motion/clip.js';
import { sampleClip } from '../../motion/sample-clip.js';
import type { FrameCameraOptions } from '../../render/camera.js';
import type { ThemeName } from '../../render/color.js';
import { renderRig } from '../../render/render-rig.js';
import { renderSkeleton } from '../../render/render-skeleton.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { createRigSkinner } from '../../rig/kinematics/skin-mesh.js';
import { createVideoFrames } from '../../video/frames/video-frames.js';
import { facingCamera } from './facing-camera.js';
import { writtenPath } from './flags.js';

/** The flag of the animate commands. */
export const PREVIEW_FLAG = writtenPath(
  'write a video of the new clip: .mp4, .webm, .gif, or a folder of PNG frames',
);

export interface ClipVideoOptions {
  readonly size?: number;
  readonly frameRate?: number;
  readonly theme?: ThemeName;
  readonly camera?: FrameCameraOptions;
}

const DEFAULTS = { size: 480, frameRate: 24 } as const;

/** Draws a clip and writes it; the camera stands still and sees all of it. */
export async function writeClipVideo(
  path: string,
  model: Model,
  clip: Clip,
  options: ClipVideoOptions = {},
): Promise<void> {
  const { size, frameRate, theme, camera } = { ...DEFAULTS, ...options };
  const skeleton = model.skeleton!;
  const rig = modelRig(model);
  const surface = rig && (await readSurfacePaint(model)).paint;
  const count = Math.max(1, Math.round(clipDuration(clip) * frameRate));
  const poses = Array.from({ length: count }, (_, f) => sampleClip(clip, clip.times[0] + f / frameRate));
  const skinner = rig && createRigSkinner(rig);
  const frame = poses.map((pose) =>
    skinner ? skinner.pose(pose).slice() : Float32Array.from(poseJoints(skeleton, pose).positions),
  );
  const settings = {
    width: size,
    height: size,
    frame,
    ...(theme && { theme }),
    camera: camera ?? facingCamera(model, 'three-quarter'),
  };
  const images = poses.map((pose) =>
    rig ? renderRig(rig, pose, { ...settings, surface }) : renderSkeleton(skeleton, pose, settings),
  );
  await writeVideoFile(path, createVideoFrames(images, frameRate));
}
