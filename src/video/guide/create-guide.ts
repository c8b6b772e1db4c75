/**
 * @file What a video model needs to draw a finished video of a motion that we made: the proxy (mesh and skeleton on the
 * stage), its depth, its mask, tracks of points of its surface, the first frame and the last.
 *
 * Depth is disparity, as the estimators that models were trained with give it: 1/distance from the farthest to the nearest
 * point of the whole clip, dark to bright, so that it does not flicker; the background is black.
 */

import { PosespaceError } from '../../base/errors.js';
import { pauseUnlessAborted, type WorkOptions } from '../../base/progress.js';
import { closenessRange, projectPointsInto } from '../../render/camera.js';
import { drawSkeletonInto } from '../../render/draw-skeleton.js';
import { createImage, type Image } from '../../render/image.js';
import { createSampleBuffer, rasterizeInto, type SampleBuffer } from '../../render/rasterize.js';
import type { SurfacePaint } from '../../render/surface-paint.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { createRigSkinner } from '../../rig/kinematics/skin-mesh.js';
import type { Pose, Rig } from '../../rig/rig-records.js';
import { renderStage } from '../stage/render-stage.js';
import type { Stage } from '../stage/stage-record.js';
import {
  type DepthFrame,
  type FollowedPoint,
  followPoints,
  type GuideTrack,
  placePoints,
} from './follow-points.js';

/** Options of `createGuide`. */
export interface CreateGuideOptions extends WorkOptions {
  /** Textures and colours of the model. */
  readonly surface?: SurfacePaint;
  /** Points to follow, 0 to 400. */
  readonly trackCount?: number;
  /** Samples per pixel along each side of the pictures, 1 to 4. */
  readonly supersample?: number;
}

/** Defaults of `createGuide`. */
export const CREATE_GUIDE_DEFAULTS = Object.freeze({
  trackCount: 40,
  supersample: 2,
} as const satisfies CreateGuideOptions);

/** Pictures and tracks that guide a video model, one per frame. */
export interface Guide {
  /** Mesh and skeleton. */
  readonly proxy: readonly Image[];
  /** Near is bright. */
  readonly depth: readonly Image[];
  /** White where the creature is. */
  readonly mask: readonly Image[];
  readonly tracks: readonly GuideTrack[];
  /** The first and last frame as a video model shall draw them: without the skeleton. */
  readonly first: Image;
  readonly last: Image;
}

/** Grey of the farthest point: told apart from the background. */
const FARTHEST_GREY = 48;

/** Draws what guides a video model through poses. */
export async function createGuide(
  rig: Rig,
  poses: readonly Pose[],
  stage: Stage,
  options: CreateGuideOptions = {},
): Promise<Guide> {
  const { trackCount, supersample, surface, signal, onProgress } = { ...CREATE_GUIDE_DEFAULTS, ...options };
  if (poses.length === 0)
    throw new PosespaceError('bad-usage', 'video/createGuide: there are no poses; give a clip');
  if (!(trackCount >= 0 && trackCount <= 400)) {
    throw new PosespaceError('bad-usage', `video/createGuide: trackCount is ${trackCount}; give 0 to 400`);
  }
  const skinner = createRigSkinner(rig);
  const draw = createDepthDrawer(rig, stage);
  const proxy: Image[] = [];
  const frames: DepthFrame[] = [];
  const tracks: GuideTrack[] = [];
  let points: FollowedPoint[] = [];
  let first: Image | undefined;
  for (const [f, pose] of poses.entries()) {
    await pauseUnlessAborted(signal);
    const positions = skinner.pose(pose).slice();
    const plain = renderStage(rig, stage, { positions, surface, supersample });
    first ??= copyImage(plain);
    if (f === poses.length - 1) frames.push(draw(positions, copyImage(plain)));
    else frames.push(draw(positions));
    drawSkeletonInto(plain, rig.skeleton, poseJoints(rig.skeleton, pose).positions, stage.camera);
    proxy.push(plain);
    if (f === 0) {
      points = placePoints(rig, frames[0], trackCount);
      tracks.push(...points.map(({ joint }): GuideTrack => ({ joint, points: [] })));
    }
    followPoints(rig, points, frames[f], tracks);
    onProgress?.({ stage: 'drawing the guide', fraction: (f + 1) / poses.length });
  }
  const range = closenessOf(frames);
  return {
    proxy,
    depth: frames.map(({ buffer }) => paintBuffer(buffer, range)),
    mask: frames.map(({ buffer }) => paintBuffer(buffer)),
    tracks,
    first: first!,
    last: frames.at(-1)!.picture!,
  };
}

function createDepthDrawer({ mesh }: Rig, { camera, width, height }: Stage) {
  return (positions: Float32Array, picture?: Image): DepthFrame => {
    const projected = new Float64Array((positions.length / 3) * 4);
    projectPointsInto(projected, camera, width, height, positions);
    const buffer = createSampleBuffer(width, height);
    rasterizeInto(buffer, projected, mesh.triangles, closenessRange(camera));
    return { buffer, projected, ...(picture && { picture }) };
  };
}

/** The farthest and nearest of all frames. */
function closenessOf(frames: readonly DepthFrame[]): readonly [number, number] {
  let [far, near] = [Infinity, -Infinity];
  for (const { buffer } of frames) {
    for (const value of buffer.closeness) {
      if (value === -Infinity) continue;
      far = Math.min(far, value);
      near = Math.max(near, value);
    }
  }
  return [far, near];
}

/** A grey picture: by nearness within the range, or white without one; black where nothing is. */
function paintBuffer({ width, height, closeness }: SampleBuffer, range?: readonly [number, number]): Image {
  const image = createImage(width, height, [0, 0, 0, 255]);
  for (let i = 0; i < closeness.length; i++) {
    if (closeness[i] === -Infinity) continue;
    const share = range ? (closeness[i] - range[0]) / (range[1] - range[0] || 1) : 1;
    image.pixels.fill(Math.round(FARTHEST_GREY + (255 - FARTHEST_GREY) * share), i * 4, i * 4 + 3);
  }
  return image;
}

const copyImage = ({ width, height, pixels }: Image): Image => ({ width, height, pixels: pixels.slice() });
