/** @file A frame as the trackers read it: CIELAB planes in the size that the fit works at. */

import type { Image } from '../../render/image.js';
import { resizeImage } from '../frames/resize-image.js';
import { labColor } from './lab-color.js';

/** Lightness and colour of a frame. */
export interface WorkingFrame {
  readonly width: number;
  readonly height: number;
  /** 0 to 100. [H, W] */
  readonly lightness: Float32Array;
  /** Green to red. [H, W] */
  readonly a: Float32Array;
  /** Blue to yellow. [H, W] */
  readonly b: Float32Array;
}

/** A picture in CIELAB at another size. */
export function createWorkingFrame(image: Image, width: number, height: number): WorkingFrame {
  const { pixels } = resizeImage(image, width, height);
  const count = width * height;
  const lightness = new Float32Array(count);
  const a = new Float32Array(count);
  const b = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const lab = labColor(pixels[i * 4], pixels[i * 4 + 1], pixels[i * 4 + 2]);
    lightness[i] = lab[0];
    a[i] = lab[1];
    b[i] = lab[2];
  }
  return { width, height, lightness, a, b };
}
