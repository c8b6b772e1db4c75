/**
 * @file The creature of a frame cut out, as models want it that make a mesh of a picture: alone, in the middle of a
 * square, on white without opacity.
 */

import { PosespaceError } from '../../base/errors.js';
import { createImage, type Image } from '../../render/image.js';
import { resizeImage } from '../frames/resize-image.js';
import { findMatte } from './find-matte.js';
import { createWorkingFrame } from './working-frame.js';

/** Longest side of the picture in which the creature is looked for. */
const WORKING_SIDE = 416;
/** Space around the creature, as a share of its longer side. */
const MARGIN = 0.1;
/** Smallest and largest side of what is cut out, pixels. */
const LEAST_SIDE = 16;
const LARGEST_SIDE = 768;
/** A creature smaller than this share of the picture is none. */
const LEAST_AREA = 0.002;

/** Cuts the creature out of a frame with a plain background. */
export function cutOutCreature(image: Image): Image {
  const scale = Math.min(1, WORKING_SIDE / Math.max(image.width, image.height));
  const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)];
  const { mask, area } = findMatte(createWorkingFrame(image, width, height));
  if (area < LEAST_AREA * width * height) {
    throw new PosespaceError(
      'bad-input',
      'video/cutOutCreature: there is nothing before the background; give a video of the creature on a plain one',
    );
  }
  const [left, top, right, bottom] = boundsOf(mask, width, height).map((value) => value / scale);
  const side = Math.max(LEAST_SIDE, Math.round(Math.max(right - left, bottom - top) * (1 + 2 * MARGIN)));
  const [x0, y0] = [Math.round((left + right - side) / 2), Math.round((top + bottom - side) / 2)];
  const out = createImage(side, side);
  for (let i = 0; i < out.pixels.length; i++) out.pixels[i] = i % 4 === 3 ? 0 : 255;
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [u, v] = [x0 + x, y0 + y];
      if (u < 0 || v < 0 || u >= image.width || v >= image.height) continue;
      const column = Math.min(width - 1, Math.floor((u + 0.5) * scale));
      const row = Math.min(height - 1, Math.floor((v + 0.5) * scale));
      if (!mask[row * width + column]) continue;
      const i = (v * image.width + u) * 4;
      out.pixels.set(image.pixels.subarray(i, i + 3), (y * side + x) * 4);
      out.pixels[(y * side + x) * 4 + 3] = 255;
    }
  }
  return side > LARGEST_SIDE ? resizeImage(out, LARGEST_SIDE, LARGEST_SIDE) : out;
}

/** Left, top, right and bottom of what is set. */
function boundsOf(mask: Uint8Array, width: number, height: number): number[] {
  const bounds = [width, height, 0, 0];
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (!mask[i]) continue;
      bounds[0] = Math.min(bounds[0], x);
      bounds[1] = Math.min(bounds[1], y);
      bounds[2] = Math.max(bounds[2], x + 1);
      bounds[3] = Math.max(bounds[3], y + 1);
    }
  }
  return bounds;
}
