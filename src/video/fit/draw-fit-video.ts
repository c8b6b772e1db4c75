/** @file A video with the outline of the body that was fitted to it, to see how well it fits. */

import { requireInput } from '../../base/errors.js';
import { closenessRange, projectPointsInto } from '../../render/camera.js';
import type { Image } from '../../render/image.js';
import { createSampleBuffer, rasterizeInto } from '../../render/rasterize.js';
import { createRigSkinner } from '../../rig/kinematics/skin-mesh.js';
import type { Rig } from '../../rig/rig-records.js';
import type { VideoFrames } from '../frames/video-frames.js';
import { drawnMask } from './draw-body.js';
import type { FittedVideo } from './fit-rig-video.js';
import { stretchMesh } from './stretch-body.js';

const OUTLINE = [255, 48, 48, 255];

/** The frames of the video with the outline of the fitted body over them. */
export function drawFitVideo(
  { clip, stage, report }: FittedVideo,
  video: VideoFrames,
  rig: Rig | undefined,
): VideoFrames {
  requireInput(rig, 'video/drawFitVideo: the rig has no surface to draw');
  const projected = new Float64Array((rig.mesh.positions.length / 3) * 4);
  const images = video.images.map((image, f): Image => {
    const buffer = createSampleBuffer(image.width, image.height);
    const mesh = stretchMesh(rig.mesh, report.drift, f, video.images.length);
    const positions = createRigSkinner({ ...rig, mesh }).pose(clip.poses[f]);
    projectPointsInto(projected, stage.camera, image.width, image.height, positions);
    rasterizeInto(buffer, projected, rig.mesh.triangles, closenessRange(stage.camera));
    const mask = drawnMask({ buffer });
    const pixels = image.pixels.slice();
    for (let i = image.width; i < mask.length - image.width; i++) {
      if (!mask[i] || (mask[i - 1] && mask[i + 1] && mask[i - image.width] && mask[i + image.width]))
        continue;
      pixels.set(OUTLINE, i * 4);
    }
    return { ...image, pixels };
  });
  return { ...video, images };
}
