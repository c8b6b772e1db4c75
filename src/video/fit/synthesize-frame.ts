/**
 * @file The frame as the pose predicts it: every piece of the surface in the colour that earlier frames showed it in.
 *
 * Each source is a frame with the pose that was fitted to it. For a pixel of the prediction the surface point under it is
 * looked up in the sources in their order; the first in which it is visible gives the lightness. So appearance needs no
 * texture and no model of light, and what was hidden at first is learnt as it comes into view.
 */

import type { Camera } from '../../render/camera.js';
import type { Matte } from '../track/find-matte.js';
import type { WorkingFrame } from '../track/working-frame.js';
import { createCornerWeights, type DrawnBody } from './draw-body.js';

/** A frame whose pose is known. */
export interface AppearanceSource {
  readonly frame: WorkingFrame;
  readonly matte: Matte;
  readonly drawn: DrawnBody;
}

/** A predicted frame. */
export interface SynthesizedFrame {
  /** Lightness; the background where no body is. [H, W] */
  readonly lightness: Float32Array;
  /** 1 where a source showed the surface. [H, W] */
  readonly known: Uint8Array;
}

/** Depth that counts as the same surface, over the distance from the eye. */
const DEPTH_TOLERANCE = 0.012;

/** Draws the prediction from its sources. */
export function synthesizeFrame(
  drawn: DrawnBody,
  triangles: Uint32Array,
  sources: readonly AppearanceSource[],
  matte: Matte,
  camera: Camera,
): SynthesizedFrame {
  const { buffer } = drawn;
  const { width, height } = buffer;
  const lightness = matte.backdrop.slice();
  const known = new Uint8Array(width * height);
  const weights = new Float64Array(3);
  const cornerWeights = createCornerWeights(drawn, triangles);
  const lookUps = sources.map((source) => createLookUp(source, camera, width, height));
  const fallback = meanLightness(sources, lightness);
  for (let i = 0; i < known.length; i++) {
    const t = buffer.triangle[i];
    if (t < 0) continue;
    lightness[i] = fallback;
    if (!cornerWeights(weights, i)) continue;
    const [a, b, c] = [triangles[t * 3], triangles[t * 3 + 1], triangles[t * 3 + 2]];
    for (const lookUp of lookUps) {
      const value = lookUp(a, b, c, weights, matte.backdrop[i]);
      if (!(value >= 0)) continue;
      lightness[i] = value;
      known[i] = 1;
      break;
    }
  }
  return { lightness, known };
}

/** Lightness of a surface point in a source, brought to the brightness of `backdrop`; −1 where it is not visible. */
function createLookUp(
  { frame, matte, drawn }: AppearanceSource,
  camera: Camera,
  width: number,
  height: number,
) {
  const { positions: vertices } = drawn.posed;
  const { eye, right, up, back, halfHeight } = camera;
  const perspective = camera.projection === 'perspective';
  const scale = height / 2 / halfHeight;
  return (a: number, b: number, c: number, w: Float64Array, backdrop: number): number => {
    const px = w[0] * vertices[a * 3] + w[1] * vertices[b * 3] + w[2] * vertices[c * 3] - eye[0];
    const py = w[0] * vertices[a * 3 + 1] + w[1] * vertices[b * 3 + 1] + w[2] * vertices[c * 3 + 1] - eye[1];
    const pz = w[0] * vertices[a * 3 + 2] + w[1] * vertices[b * 3 + 2] + w[2] * vertices[c * 3 + 2] - eye[2];
    const depth = -(px * back[0] + py * back[1] + pz * back[2]);
    const s = perspective ? scale / depth : scale;
    const x = (px * right[0] + py * right[1] + pz * right[2]) * s + width / 2 - 0.5;
    const y = -(px * up[0] + py * up[1] + pz * up[2]) * s + height / 2 - 0.5;
    if (!(x >= 0 && y >= 0 && x < width - 1 && y < height - 1 && depth > 0)) return -1;
    const [i, j] = [Math.floor(x), Math.floor(y)];
    const near = Math.round(y) * width + Math.round(x);
    if (matte.mask[near] === 0) return -1;
    const seen = drawn.buffer.closeness[near];
    const seenDepth = perspective ? 1 / seen : -seen;
    if (!(depth <= seenDepth * (1 + DEPTH_TOLERANCE))) return -1;
    const o = j * width + i;
    const { lightness } = frame;
    const [fx, fy] = [x - i, y - j];
    const upper = lightness[o] + (lightness[o + 1] - lightness[o]) * fx;
    const lower = lightness[o + width] + (lightness[o + width + 1] - lightness[o + width]) * fx;
    const gain = matte.backdrop[near] > 1 ? backdrop / matte.backdrop[near] : 1;
    return (upper + (lower - upper) * fy) * gain;
  };
}

/** Mean lightness of the creature in the first source: for what no source shows. */
function meanLightness([first]: readonly AppearanceSource[], background: Float32Array): number {
  if (!first) return background[0];
  let [sum, count] = [0, 0];
  first.matte.mask.forEach((inside, i) => {
    if (!inside) return;
    sum += first.frame.lightness[i];
    count++;
  });
  return count > 0 ? sum / count : background[0];
}
