/** @file The background of a stage: of a few plain colours the one that is farthest from every colour of the creature. */

import type { Image } from '../../render/image.js';
import { labColor } from '../track/lab-color.js';

export type BackgroundColor = readonly [number, number, number];

/** Plain studio backgrounds; their hues differ, because a shadow changes lightness and leaves the hue. */
const CANDIDATES: readonly BackgroundColor[] = [
  [96, 150, 205],
  [104, 172, 116],
  [196, 120, 168],
  [214, 190, 96],
  [188, 192, 198],
];
/** The share of the creature's pixels that may be nearer to the background than counts. */
const IGNORED_SHARE = 0.05;
/** Lightness tells little: shadows change it. */
const LIGHTNESS_WEIGHT = 0.35;

/** The candidate that is farthest from the pixels of a picture on a transparent background. */
export function chooseBackground(picture: Image): BackgroundColor {
  const colors: (readonly number[])[] = [];
  for (let i = 0; i < picture.pixels.length; i += 4 * 7) {
    if (picture.pixels[i + 3] === 255)
      colors.push(labColor(picture.pixels[i], picture.pixels[i + 1], picture.pixels[i + 2]));
  }
  let best = CANDIDATES[0];
  let farthest = -1;
  for (const candidate of CANDIDATES) {
    const [l, a, b] = labColor(...candidate);
    const distances = colors
      .map((one) => Math.hypot(LIGHTNESS_WEIGHT * (one[0] - l), one[1] - a, one[2] - b))
      .sort((x, y) => x - y);
    const near = distances[Math.floor(distances.length * IGNORED_SHARE)] ?? 0;
    if (near > farthest) [best, farthest] = [candidate, near];
  }
  return best;
}
