/** @file A picture of a creature on its stage: the first frame for a video model, or any frame of a clip. */

import type { Image } from '../../render/image.js';
import { renderMesh } from '../../render/render-mesh.js';
import type { SurfacePaint } from '../../render/surface-paint.js';
import { skinMesh } from '../../rig/kinematics/skin-mesh.js';
import { type Pose, type Rig, restPose } from '../../rig/rig-records.js';
import { drawCheckerboardInto } from './draw-checkerboard.js';
import { stagePaint } from './stage-paint.js';
import type { Stage } from './stage-record.js';

/** Options of `renderStage`. */
export interface RenderStageOptions {
  /** The pose to draw; absent: that of the stage. */
  readonly pose?: Pose;
  /** Vertex positions to draw instead of a pose. [V, 3] */
  readonly positions?: Float32Array;
  /** Textures and colours of the model. */
  readonly surface?: SurfacePaint;
  /** Samples per pixel along each side, 1 to 4. */
  readonly supersample?: number;
}

/** Draws a rig on a stage. */
export function renderStage(rig: Rig, stage: Stage, options: RenderStageOptions = {}): Image {
  const { width, height, camera, ground, background, checkerboard } = stage;
  const pose = options.pose ?? stage.pose ?? restPose(rig.skeleton);
  const image = renderMesh(rig.mesh, {
    positions: options.positions ?? skinMesh(rig, pose),
    camera,
    width,
    height,
    ground,
    surface: stagePaint(rig, stage, options.surface),
    background: checkerboard ? 'transparent' : [...background],
    supersample: options.supersample ?? 2,
  });
  if (checkerboard) drawCheckerboardInto(image, stage);
  return image;
}
