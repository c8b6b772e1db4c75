/**
 * @file Image to PNG bytes, by fast-png.
 */

import { encode } from 'fast-png';
import type { Image } from './image.js';

/**
 * The bytes of a PNG file; decoding them gives the same pixels. An opaque picture is written without alpha.
 */
export function encodePng(image: Image): Uint8Array {
  const { width, height, pixels } = image;
  let opaque = true;
  for (let i = 3; i < pixels.length && opaque; i += 4) opaque = pixels[i] === 255;
  if (!opaque) return encode({ width, height, data: pixels, channels: 4, depth: 8 });
  const data = new Uint8Array(width * height * 3);
  for (let i = 0, o = 0; i < pixels.length; i += 4, o += 3) {
    data[o] = pixels[i];
    data[o + 1] = pixels[i + 1];
    data[o + 2] = pixels[i + 2];
  }
  return encode({ width, height, data, channels: 3, depth: 8 });
}
