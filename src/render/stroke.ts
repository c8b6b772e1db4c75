/**
 * @file Anti-aliased strokes: a mask of coverage, filled by distance to tapered line segments. Text and
 * bones are made of these. Overlapping strokes of one mask take the greatest coverage, so joints between
 * segments do not show.
 */

import type { Color } from './color.js';
import { blendPixelInto, type Image } from './image.js';

/** A rectangle of coverage that will be laid over a picture with its corner at (left, top). */
export interface StrokeMask {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** 0 to 1. [H, W] */
  readonly coverage: Float32Array;
}

/** An empty mask over a range of the picture's pixels, cut to the picture. */
export function createStrokeMask(
  image: Image,
  left: number,
  top: number,
  right: number,
  bottom: number,
): StrokeMask | undefined {
  const x = Math.max(0, Math.floor(left));
  const y = Math.max(0, Math.floor(top));
  const width = Math.min(image.width, Math.ceil(right)) - x;
  const height = Math.min(image.height, Math.ceil(bottom)) - y;
  // Also false where a coordinate is not a number.
  if (!(width > 0 && height > 0)) return undefined;
  return { left: x, top: y, width, height, coverage: new Float32Array(width * height) };
}

/** Adds a line from (x0, y0) to (x1, y1), in picture coordinates, whose half-width goes from r0 to r1. */
export function strokeInto(
  mask: StrokeMask,
  x0: number,
  y0: number,
  r0: number,
  x1: number,
  y1: number,
  r1: number,
): void {
  const reach = Math.max(r0, r1) + 1;
  const left = Math.max(0, Math.floor(Math.min(x0, x1) - reach - mask.left));
  const right = Math.min(mask.width - 1, Math.ceil(Math.max(x0, x1) + reach - mask.left));
  const top = Math.max(0, Math.floor(Math.min(y0, y1) - reach - mask.top));
  const bottom = Math.min(mask.height - 1, Math.ceil(Math.max(y0, y1) + reach - mask.top));
  const dx = x1 - x0;
  const dy = y1 - y0;
  const squared = dx * dx + dy * dy;
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const px = x + mask.left + 0.5 - x0;
      const py = y + mask.top + 0.5 - y0;
      const t = squared > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy) / squared)) : 0;
      const ex = px - dx * t;
      const ey = py - dy * t;
      const cover = r0 + (r1 - r0) * t + 0.5 - Math.sqrt(ex * ex + ey * ey);
      const o = y * mask.width + x;
      if (cover > mask.coverage[o]) mask.coverage[o] = Math.min(1, cover);
    }
  }
}

/** Lays a colour over the picture where the mask covers it. */
export function blendMaskInto(image: Image, mask: StrokeMask, color: Color): void {
  for (let y = 0, o = 0; y < mask.height; y++) {
    for (let x = 0; x < mask.width; x++, o++) {
      if (mask.coverage[o] > 0) blendPixelInto(image, mask.left + x, mask.top + y, color, mask.coverage[o]);
    }
  }
}
