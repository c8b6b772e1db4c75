/** @file Which piece of the surface is seen at each pixel of the working picture, in a pose. */

import { type Camera, closenessRange, projectPointsInto } from '../../render/camera.js';
import {
  createSampleBuffer,
  edgeFunctionsInto,
  rasterizeInto,
  type SampleBuffer,
} from '../../render/rasterize.js';
import type { FitBody, PosedBody } from './fit-body.js';

/** A posed body as the camera sees it. */
export interface DrawnBody {
  readonly posed: PosedBody;
  readonly buffer: SampleBuffer;
  /** Homogeneous picture coordinates of the vertices. [V, 4] */
  readonly projected: Float64Array;
}

/** Draws a posed body into a picture of `width` × `height`. */
export function drawBody(
  body: FitBody,
  posed: PosedBody,
  camera: Camera,
  width: number,
  height: number,
): DrawnBody {
  const projected = new Float64Array((posed.positions.length / 3) * 4);
  projectPointsInto(projected, camera, width, height, posed.positions);
  const buffer = createSampleBuffer(width, height);
  rasterizeInto(buffer, projected, body.rig.mesh.triangles, closenessRange(camera));
  return { posed, buffer, projected };
}

/** Writes the weights of the corners at the middle of a pixel to `out`; false where the triangle has no area. [3] */
export function createCornerWeights({ projected, buffer }: DrawnBody, triangles: Uint32Array) {
  const edges = new Float64Array(9);
  return (out: Float64Array, pixel: number): boolean => {
    const t = buffer.triangle[pixel] * 3;
    if (
      edgeFunctionsInto(edges, projected, triangles[t] * 4, triangles[t + 1] * 4, triangles[t + 2] * 4) === 0
    ) {
      return false;
    }
    const x = (pixel % buffer.width) + 0.5;
    const y = Math.floor(pixel / buffer.width) + 0.5;
    let total = 0;
    for (let k = 0; k < 3; k++) {
      out[k] = Math.max(0, edges[k * 3] * x + edges[k * 3 + 1] * y + edges[k * 3 + 2]);
      total += out[k];
    }
    for (let k = 0; k < 3; k++) out[k] /= total;
    return total > 0;
  };
}

/** 1 where the body is drawn. [H, W] */
export function drawnMask({ buffer }: Pick<DrawnBody, 'buffer'>): Uint8Array {
  const mask = new Uint8Array(buffer.triangle.length);
  for (let i = 0; i < mask.length; i++) mask[i] = buffer.triangle[i] >= 0 ? 1 : 0;
  return mask;
}
