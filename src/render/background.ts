/**
 * @file What is behind the subject: a gradient, and the shadow that an otherwise invisible ground catches.
 */

import type { Camera } from './camera.js';
import { type Color, encodeLinear, linearColor, type Theme } from './color.js';
import { type GroundShadow, sampleGroundShadow } from './ground-shadow.js';
import type { Image } from './image.js';

/** The theme's gradient, nothing at all, or one colour. */
export type Background = 'theme' | 'transparent' | Color;

/** Fills the picture. On a transparent background the shadow is black with alpha. */
export function fillBackgroundInto(
  image: Image,
  theme: Theme,
  background: Background,
  camera: Camera,
  ground: GroundShadow | undefined,
): void {
  const { width, height, pixels } = image;
  const transparent = background === 'transparent';
  const plain = typeof background === 'string' ? undefined : background;
  const from = linearColor(plain ?? theme.top);
  const to = linearColor(plain ?? theme.bottom);
  const alpha = transparent ? 0 : (plain?.[3] ?? 255);
  const shadows = new Float32Array(width);
  const line = new Uint8Array(width * 4);
  for (let y = 0; y < height; y++) {
    const t = height > 1 ? y / (height - 1) : 0;
    const red = from[0] + (to[0] - from[0]) * t;
    const green = from[1] + (to[1] - from[1]) * t;
    const blue = from[2] + (to[2] - from[2]) * t;
    const bytes = transparent
      ? [0, 0, 0, 0]
      : [encodeLinear(red), encodeLinear(green), encodeLinear(blue), alpha];
    for (let i = 0; i < line.length; i++) line[i] = bytes[i & 3];
    if (ground && groundShadowInto(shadows, ground, camera, image, y)) {
      for (let x = 0, o = 0; x < width; x++, o += 4) {
        const shadow = shadows[x] * theme.shadowStrength;
        if (shadow === 0) continue;
        if (transparent) {
          line[o + 3] = Math.round(shadow * 255);
          continue;
        }
        line[o] = encodeLinear(red * (1 - shadow));
        line[o + 1] = encodeLinear(green * (1 - shadow));
        line[o + 2] = encodeLinear(blue * (1 - shadow));
      }
    }
    pixels.set(line, y * width * 4);
  }
}

/**
 * out = how much of the light is missing where the lines of sight through a row of pixels meet the ground;
 * false where they do not. [W]
 */
function groundShadowInto(
  out: Float32Array,
  ground: GroundShadow,
  camera: Camera,
  { width, height }: Image,
  y: number,
): boolean {
  const { eye, right, up, back, halfHeight } = camera;
  const unit = (2 * halfHeight) / height;
  const sy = (height / 2 - y - 0.5) * unit;
  // Pictures are not tilted: `right` is level, so a whole row meets the ground at one distance.
  const perspective = camera.projection === 'perspective';
  const fall = perspective ? up[1] * sy - back[1] : -back[1];
  const start = perspective ? eye[1] : eye[1] + up[1] * sy;
  // Ground is seen from above only.
  if (!(fall < 0 && ground.height < start)) return false;
  const distance = (ground.height - start) / fall;
  const spread = perspective ? distance : 1;
  const rowX = eye[0] + up[0] * sy * spread - back[0] * distance;
  const rowZ = eye[2] + up[2] * sy * spread - back[2] * distance;
  // The square of ground is a small part of a wide picture: only there is anything to look up.
  const reach = (ground.halfSide * Math.SQRT2) / (unit * spread);
  const middle =
    ((ground.centerX - rowX) * right[0] + (ground.centerZ - rowZ) * right[2]) / (unit * spread) + width / 2;
  const first = Math.max(0, Math.floor(middle - reach));
  const last = Math.min(width - 1, Math.ceil(middle + reach));
  out.fill(0);
  for (let x = first; x <= last; x++) {
    const sx = (x + 0.5 - width / 2) * unit * spread;
    out[x] = 1 - sampleGroundShadow(ground, rowX + right[0] * sx, rowZ + right[2] * sx);
  }
  return true;
}
