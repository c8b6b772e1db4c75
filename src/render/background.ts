/**
 * @file What is behind the subject: a gradient, and the shadow that an otherwise invisible ground catches.
 */

import type { Camera, Vector3 } from './camera.js';
import { type Color, encodeLinear, linearColor, type Theme } from './color.js';
import { type GroundLight, groundLightAt } from './ground-light.js';
import type { Image } from './image.js';

/** The theme's gradient, nothing at all, or one colour. */
export type Background = 'theme' | 'transparent' | Color;

/** Fills the picture. On a transparent background the shadow is black with alpha. */
export function fillBackgroundInto(
  image: Image,
  theme: Theme,
  background: Background,
  camera: Camera,
  ground: GroundLight | undefined,
): void {
  const { width, height, pixels } = image;
  const transparent = background === 'transparent';
  const plain = typeof background === 'string' ? undefined : background;
  const from = linearColor(plain ?? theme.top);
  const to = linearColor(plain ?? theme.bottom);
  const alpha = transparent ? 0 : (plain?.[3] ?? 255);
  const shadows = new Float32Array(width);
  for (let y = 0; y < height; y++) {
    const t = height > 1 ? y / (height - 1) : 0;
    const color: Vector3 = [0, 1, 2].map((k) => from[k] + (to[k] - from[k]) * t) as unknown as Vector3;
    const bytes = transparent ? [0, 0, 0] : color.map(encodeLinear);
    if (ground) groundShadowInto(shadows, ground, camera, image, y);
    for (let x = 0, o = y * width * 4; x < width; x++, o += 4) {
      const shadow = shadows[x] * theme.shadowStrength;
      if (shadow === 0 || transparent) {
        pixels[o] = bytes[0];
        pixels[o + 1] = bytes[1];
        pixels[o + 2] = bytes[2];
        pixels[o + 3] = transparent ? Math.round(shadow * 255) : alpha;
        continue;
      }
      pixels[o] = encodeLinear(color[0] * (1 - shadow));
      pixels[o + 1] = encodeLinear(color[1] * (1 - shadow));
      pixels[o + 2] = encodeLinear(color[2] * (1 - shadow));
      pixels[o + 3] = alpha;
    }
  }
}

/** out = how much of the light is missing where the lines of sight through a row of pixels meet the ground. [W] */
function groundShadowInto(
  out: Float32Array,
  ground: GroundLight,
  camera: Camera,
  { width, height }: Image,
  y: number,
): void {
  const { eye, right, up, back, halfHeight } = camera;
  const unit = (2 * halfHeight) / height;
  const sy = (height / 2 - y - 0.5) * unit;
  out.fill(0);
  // Pictures are not tilted: `right` is level, so a whole row meets the ground at one distance.
  const perspective = camera.projection === 'perspective';
  const fall = perspective ? up[1] * sy - back[1] : -back[1];
  const start = perspective ? eye[1] : eye[1] + up[1] * sy;
  // Ground is seen from above only.
  if (!(fall < 0 && ground.height < start)) return;
  const distance = (ground.height - start) / fall;
  const spread = perspective ? distance : 1;
  const rowX = eye[0] + up[0] * sy * spread - back[0] * distance;
  const rowZ = eye[2] + up[2] * sy * spread - back[2] * distance;
  for (let x = 0; x < width; x++) {
    const sx = (x + 0.5 - width / 2) * unit * spread;
    out[x] = 1 - groundLightAt(ground, rowX + right[0] * sx, rowZ + right[2] * sx);
  }
}
