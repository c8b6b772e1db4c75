/** @file The motion of a model from a video, in one call: opens its pose space, fits, closes. */

import { PosespaceError } from '../base/errors.js';
import { type Model, modelRig } from '../io/model.js';
import { type FitRigVideoOptions, type FittedVideo, fitRigVideo } from '../video/fit/fit-rig-video.js';
import type { VideoFrames } from '../video/frames/video-frames.js';
import { type OpenPoseSpaceOptions, openPoseSpace } from './open-pose-space.js';

/** Options of `fitVideo`. */
export interface FitVideoOptions
  extends FitRigVideoOptions,
    Pick<OpenPoseSpaceOptions, 'network' | 'adapt' | 'runtime'> {}

/**
 * Fits a model to a video: a clip of its rig that does what the creature in the video does. The video shows this body,
 * alone, on a plain background, from a camera that stands still; best is one that a video model made of the picture of a
 * stage (`createStage`, `renderStage`).
 *
 * @example
 * const { clip, findings } = await fitVideo(model, await readVideoFile('walk.mp4'), { stage });
 * await writeModelFile('hero-walk.glb', addClip(model, clip));
 */
export async function fitVideo(
  model: Model,
  video: VideoFrames,
  options: FitVideoOptions = {},
): Promise<FittedVideo> {
  if (!modelRig(model)) {
    throw new PosespaceError(
      'bad-input',
      `video/fitVideo: "${model.name}" has no rig to move; rig it first with rigModel (posespace rig)`,
    );
  }
  const { network, adapt, runtime, ...fitting } = options;
  const space = await openPoseSpace(model, {
    ...(network !== undefined && { network }),
    ...(adapt !== undefined && { adapt }),
    ...(runtime !== undefined && { runtime }),
    signal: options.signal,
  });
  try {
    return await fitRigVideo(space, video, fitting);
  } finally {
    await space.close();
  }
}
