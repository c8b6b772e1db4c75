/**
 * @file The Image record: 8-bit sRGB pixels with straight alpha, rows from top to bottom. Everything in this
 * folder makes one or draws on one.
 */

import { PosespaceError } from '../base/errors.js';
import type { Color } from './color.js';

/** A picture: sRGB with alpha. */
export interface Image {
  readonly width: number;
  readonly height: number;
  /** sRGB with straight alpha, rows from top to bottom. [H, W, 4] */
  readonly pixels: Uint8Array;
}

/** Larger pictures are probably a mistake of the caller, and would take gigabytes. */
const MAX_SIDE = 16384;

/** A picture of one colour. */
export function createImage(width: number, height: number, color: Color = [0, 0, 0, 0]): Image {
  for (const side of [width, height]) {
    if (!(Number.isInteger(side) && side > 0 && side <= MAX_SIDE)) {
      throw new PosespaceError(
        'bad-usage',
        `render/createImage: width and height are whole numbers from 1 to ${MAX_SIDE}, ` +
          `got ${width} x ${height}; pass a size in pixels`,
      );
    }
  }
  const pixels = new Uint8Array(width * height * 4);
  if (color[3] === 0) return { width, height, pixels };
  for (let i = 0; i < pixels.length; i += 4) {
    pixels[i] = color[0];
    pixels[i + 1] = color[1];
    pixels[i + 2] = color[2];
    pixels[i + 3] = color[3] ?? 255;
  }
  return { width, height, pixels };
}

/** Lays a colour over one pixel; `coverage` 0 to 1 multiplies its alpha. Outside of the picture: nothing. */
export function blendPixelInto(image: Image, x: number, y: number, color: Color, coverage: number): void {
  if (x < 0 || y < 0 || x >= image.width || y >= image.height) return;
  const alpha = Math.min(1, coverage) * ((color[3] ?? 255) / 255);
  if (!(alpha > 0)) return;
  const { pixels } = image;
  const o = (y * image.width + x) * 4;
  const below = (pixels[o + 3] / 255) * (1 - alpha);
  const total = alpha + below;
  pixels[o] = Math.round((color[0] * alpha + pixels[o] * below) / total);
  pixels[o + 1] = Math.round((color[1] * alpha + pixels[o + 1] * below) / total);
  pixels[o + 2] = Math.round((color[2] * alpha + pixels[o + 2] * below) / total);
  pixels[o + 3] = Math.round(total * 255);
}

/** Lays a picture over another with its top left corner at (x, y); what sticks out is cut off. */
export function pasteImageInto(image: Image, picture: Image, x: number, y: number): void {
  const { pixels, width } = picture;
  for (let row = 0; row < picture.height; row++) {
    for (let column = 0; column < width; column++) {
      const i = (row * width + column) * 4;
      const color: Color = [pixels[i], pixels[i + 1], pixels[i + 2], pixels[i + 3]];
      blendPixelInto(image, x + column, y + row, color, 1);
    }
  }
}
