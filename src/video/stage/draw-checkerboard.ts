/** @file A checkerboard on the ground, below whatever a transparent picture shows: distances can be read from it. */

import type { Image } from '../../render/image.js';
import type { Stage } from './stage-record.js';

/** Squares over the picture's height at the ground in the middle. */
const SQUARES = 6;
/** How much darker every second square is. */
const DARKER = 0.78;

/** Fills what is transparent: squares where a line of sight meets the ground, the plain background above. */
export function drawCheckerboardInto(image: Image, { camera, ground, background }: Stage): void {
  const { width, height, pixels } = image;
  const { eye, right, up, back, halfHeight } = camera;
  const perspective = camera.projection === 'perspective';
  const unit = (2 * halfHeight) / height;
  const below = eye[1] - ground;
  const side = (2 * (perspective ? Math.hypot(below, eye[0], eye[2]) : 1) * halfHeight) / SQUARES;
  for (let y = 0, o = 0; y < height; y++) {
    const sy = (height / 2 - y - 0.5) * unit;
    for (let x = 0; x < width; x++, o += 4) {
      const alpha = pixels[o + 3] / 255;
      if (alpha === 1) continue;
      const sx = (x + 0.5 - width / 2) * unit;
      const from = perspective
        ? eye
        : ([0, 1, 2].map((k) => eye[k] + right[k] * sx + up[k] * sy) as [number, number, number]);
      const along = (k: number) => (perspective ? right[k] * sx + up[k] * sy : 0) - back[k];
      const distance = (ground - from[1]) / along(1);
      const dark =
        distance > 0 &&
        (Math.floor((from[0] + along(0) * distance) / side) +
          Math.floor((from[2] + along(2) * distance) / side)) %
          2 !==
          0;
      for (let k = 0; k < 3; k++) {
        pixels[o + k] = Math.round(pixels[o + k] * alpha + background[k] * (dark ? DARKER : 1) * (1 - alpha));
      }
      pixels[o + 3] = 255;
    }
  }
}
