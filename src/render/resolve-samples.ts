/**
 * @file From samples to pixels: shades what the rasteriser found, adds outline and hidden highlights, and
 * averages in linear light over the background already there.
 */

import type { Vec3 } from '../math/vector.js';
import { encodeLinear, LINEAR_OF_BYTE } from './color.js';
import type { Image } from './image.js';
import type { SampleBuffer, SampleRange } from './rasterize.js';
import type { Shader } from './shade.js';

export interface ResolveOptions {
  /** Linear colour of the outline; absent: none. */
  readonly outline?: Vec3;
  /** A difference in closeness that counts as an edge, absolute; 0: a share of the closeness itself. */
  readonly edgeJump: number;
  /** Highlighted triangles alone, to shine through what hides them. */
  readonly highlights?: SampleBuffer;
  /** Linear. */
  readonly highlightColor: Vec3;
}

/** How much of a hidden highlight shines through, and how dark an outline is. */
const HIDDEN_HIGHLIGHT = 0.4;
const OUTLINE_STRENGTH = 0.75;
/** In perspective, something ends where what is behind it is this much farther away. */
const EDGE_SHARE = 0.025;

/**
 * Draws the samples, `supersample` squared for each pixel, over the picture; nothing lies outside of
 * `drawn`.
 */
export function resolveSamplesInto(
  image: Image,
  buffer: SampleBuffer,
  drawn: SampleRange,
  supersample: number,
  shader: Shader,
  options: ResolveOptions,
): void {
  const { width, pixels } = image;
  const right = Math.floor(drawn.right / supersample);
  const bottom = Math.floor(drawn.bottom / supersample);
  const { outline, highlights, highlightColor, edgeJump } = options;
  const perPixel = supersample * supersample;
  const color = new Float64Array(3);
  const sum = new Float64Array(3);
  for (let y = Math.floor(drawn.top / supersample); y <= bottom; y++) {
    for (let x = Math.floor(drawn.left / supersample); x <= right; x++) {
      let covered = 0;
      let last = -1;
      sum[0] = sum[1] = sum[2] = 0;
      for (let sy = y * supersample; sy < (y + 1) * supersample; sy++) {
        for (let sx = x * supersample; sx < (x + 1) * supersample; sx++) {
          const o = sy * buffer.width + sx;
          const t = buffer.triangle[o];
          if (t < 0) continue;
          covered++;
          // Samples of one pixel on one triangle look alike: shade the first.
          if (t !== last) shader(color, t, sx + 0.5, sy + 0.5);
          last = t;
          sum[0] += color[0];
          sum[1] += color[1];
          sum[2] += color[2];
          if (highlights && highlights.triangle[o] >= 0 && highlights.closeness[o] < buffer.closeness[o]) {
            blendInto(sum, color, highlightColor, HIDDEN_HIGHLIGHT);
          }
          if (outline && isEdge(buffer, sx, sy, supersample, edgeJump)) {
            blendInto(sum, color, outline, OUTLINE_STRENGTH);
          }
        }
      }
      if (covered === 0) continue;
      const o = (y * width + x) * 4;
      const below = (pixels[o + 3] / 255) * (1 - covered / perPixel);
      const total = covered / perPixel + below;
      for (let k = 0; k < 3; k++) {
        pixels[o + k] = encodeLinear((sum[k] / perPixel + LINEAR_OF_BYTE[pixels[o + k]] * below) / total);
      }
      pixels[o + 3] = Math.round(total * 255);
    }
  }
}

/** Turns the share `t` of a sample already added to the sum into another colour. */
function blendInto(sum: Float64Array, from: Float64Array, to: Vec3, t: number): void {
  for (let k = 0; k < 3; k++) sum[k] += (to[k] - from[k]) * t;
}

/** Whether what is seen here ends within `reach` samples. */
function isEdge(buffer: SampleBuffer, x: number, y: number, reach: number, edgeJump: number): boolean {
  const { width, height, closeness } = buffer;
  const here = closeness[y * width + x];
  const beyond = here - (edgeJump > 0 ? edgeJump : here * EDGE_SHARE);
  return (
    (x >= reach && closeness[y * width + x - reach] < beyond) ||
    (x + reach < width && closeness[y * width + x + reach] < beyond) ||
    (y >= reach && closeness[(y - reach) * width + x] < beyond) ||
    (y + reach < height && closeness[(y + reach) * width + x] < beyond)
  );
}
