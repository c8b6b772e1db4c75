/** @file Renders a body made of Gaussian kernels in a pose, over a checkerboard with a soft shadow. */

import { boxSize, computeBox } from '../../mesh/box.js';
import { type Pose, restPose, type Skeleton } from '../../rig/rig-records.js';
import { type Camera, type FrameCameraOptions, frameCamera } from '../camera.js';
import type { Image } from '../image.js';
import type { BoundSplats } from './splat-cloud.js';
import { groundUnder } from './splat-ground.js';
import { createSplatRenderer } from './splat-renderer.js';

/** Options of `renderSplats`. */
export interface RenderSplatsOptions {
  readonly width?: number;
  readonly height?: number;
  /** A camera, or how to frame the body. */
  readonly camera?: Camera | FrameCameraOptions;
  /** Draws the ground at the height of the lowest kernel at rest. */
  readonly ground?: boolean;
}

/** Defaults of `renderSplats`. */
export const RENDER_SPLATS_DEFAULTS = Object.freeze({
  width: 480,
  height: 480,
  ground: true,
} as const satisfies RenderSplatsOptions);

/** Renders a body of kernels in a pose, by default the rest pose. */
export function renderSplats(
  splats: BoundSplats,
  skeleton: Skeleton,
  pose: Pose = restPose(skeleton),
  options: RenderSplatsOptions = {},
): Image {
  const { width, height, ground, camera: given = {} } = { ...RENDER_SPLATS_DEFAULTS, ...options };
  const camera = 'eye' in given ? given : frameCamera(splats.positions, { aspect: width / height, ...given });
  const box = computeBox(splats.positions);
  const [wide, tall, long] = boxSize(box);
  // The lowest kernels lie on the ground: a hair lower, so that they are not switched off.
  const level = box.min[1] - tall * 0.005;
  // Squares suit long, flat bodies too.
  const size = Math.max(tall, wide / 3, long / 3);
  const scene = { camera, width, height, ...(ground && { ground: groundUnder(level, size) }) };
  const colors = createSplatRenderer(splats, skeleton, scene).render(pose);
  const pixels = new Uint8Array(width * height * 4).fill(255);
  for (let p = 0; p < width * height; p++) {
    for (let k = 0; k < 3; k++)
      pixels[p * 4 + k] = Math.round(Math.min(1, Math.max(0, colors[p * 3 + k])) * 255);
  }
  return { width, height, pixels };
}
