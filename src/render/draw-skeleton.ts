/**
 * @file Draws a skeleton over a picture, in front of everything: a tapered bone, wide
 * near its parent, with a dark edge to be read on any background, and a dot per joint.
 */

import { jointCount, type Skeleton } from '../rig/rig-records.js';
import { type Camera, projectPointsInto } from './camera.js';
import { type Color, jointColor, THEMES, type ThemeName } from './color.js';
import { drawTextInto } from './draw-text.js';
import type { Image } from './image.js';
import { blendMaskInto, createStrokeMask, strokeInto } from './stroke.js';

export interface DrawSkeletonOptions {
  readonly theme?: ThemeName;
  /** Colour of the bones, or a colour for each joint, as in the `joints` paint. */
  readonly boneColor?: Color | 'joints';
  /** Half of a bone's greatest width, pixels; absent: fitted to the picture. */
  readonly boneRadius?: number;
  /** Writes each joint's name beside it. */
  readonly jointNames?: boolean;
}

/** Where along a bone it is widest, and how wide a bone may be for its length. */
const SHOULDER = 0.14;
const STOUTNESS = 0.13;
const EDGE = 1.3;
/**
 * Radius of a dot over that of a bone, over the length of the shortest bone beside it, and at least, in
 * pixels.
 */
const DOT = 0.62;
const DOT_SHARE = 0.25;
const SMALLEST_DOT = 1.1;
const NAME_SIZE = 13;
const NAME_OFFSET = 8;

/**
 * Draws a skeleton with its joints at `positions` (global, [J, 3]). Joints behind the camera are left out.
 */
export function drawSkeletonInto(
  image: Image,
  skeleton: Skeleton,
  positions: Float32Array | Float64Array,
  camera: Camera,
  options: DrawSkeletonOptions = {},
): void {
  const theme = THEMES[options.theme ?? 'light'];
  const count = jointCount(skeleton);
  const projected = new Float64Array(count * 4);
  projectPointsInto(projected, camera, image.width, image.height, positions);
  const near = camera.projection === 'perspective' ? camera.near : -Infinity;
  const x = (j: number) => projected[j * 4] / projected[j * 4 + 2];
  const y = (j: number) => projected[j * 4 + 1] / projected[j * 4 + 2];
  const shown = (j: number) => projected[j * 4 + 2] >= near && Number.isFinite(x(j) + y(j));
  const closeness = (j: number) => projected[j * 4 + 3] / projected[j * 4 + 2];
  const radius = options.boneRadius ?? Math.max(1.6, Math.min(image.width, image.height) * 0.011);
  const { boneColor = theme.bone } = options;
  const colorOf = (j: number) => (boneColor === 'joints' ? jointColor(j) : boneColor);

  // Far bones first; equal distances keep the skeleton's order.
  const order = Array.from({ length: count }, (_, j) => j)
    .filter((j) => shown(j) && skeleton.parents[j] >= 0 && shown(skeleton.parents[j]))
    .sort((a, b) => closeness(a) - closeness(b) || a - b);
  // Dots of crowded joints (fingers) shrink with the bones between them.
  const dots = new Float64Array(count).fill(radius * DOT);
  for (const j of order) {
    const p = skeleton.parents[j];
    const length = Math.sqrt((x(p) - x(j)) * (x(p) - x(j)) + (y(p) - y(j)) * (y(p) - y(j)));
    for (const end of [p, j]) dots[end] = Math.min(dots[end], Math.max(SMALLEST_DOT, length * DOT_SHARE));
    drawBone(image, [x(p), y(p), x(j), y(j)], radius, colorOf(p), theme.boneOutline);
  }
  for (let j = 0; j < count; j++) {
    if (shown(j)) drawDot(image, x(j), y(j), dots[j], [255, 255, 255], theme.boneOutline);
  }
  if (options.jointNames) drawJointNamesInto(image, skeleton, positions, camera, options.theme);
}

/** Writes each joint's name beside it. */
export function drawJointNamesInto(
  image: Image,
  skeleton: Skeleton,
  positions: Float32Array | Float64Array,
  camera: Camera,
  themeName: ThemeName = 'light',
): void {
  const theme = THEMES[themeName];
  const projected = new Float64Array(jointCount(skeleton) * 4);
  projectPointsInto(projected, camera, image.width, image.height, positions);
  skeleton.names.forEach((name, j) => {
    const w = projected[j * 4 + 2];
    if (!(w > 0)) return;
    drawTextInto(image, name, projected[j * 4] / w + NAME_OFFSET, projected[j * 4 + 1] / w - 4, {
      size: NAME_SIZE,
      color: theme.text,
      halo: theme.page,
    });
  });
}

function drawBone(
  image: Image,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  radius: number,
  fill: Color,
  edge: Color,
): void {
  const length = Math.sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0));
  const wide = Math.min(radius, Math.max(1.2, length * STOUTNESS));
  const thin = Math.min(wide, Math.max(0.7, wide * 0.22));
  const sx = x0 + (x1 - x0) * SHOULDER;
  const sy = y0 + (y1 - y0) * SHOULDER;
  for (const [color, grow] of [
    [edge, EDGE],
    [fill, 0],
  ] as const) {
    const pad = wide + grow + 1;
    const mask = createStrokeMask(
      image,
      Math.min(x0, x1) - pad,
      Math.min(y0, y1) - pad,
      Math.max(x0, x1) + pad,
      Math.max(y0, y1) + pad,
    );
    if (!mask) return;
    strokeInto(mask, x0, y0, thin + grow, sx, sy, wide + grow);
    strokeInto(mask, sx, sy, wide + grow, x1, y1, thin + grow);
    blendMaskInto(image, mask, color);
  }
}

function drawDot(image: Image, x: number, y: number, radius: number, fill: Color, edge: Color): void {
  for (const [color, r] of [
    [edge, radius + EDGE],
    [fill, radius],
  ] as const) {
    const mask = createStrokeMask(image, x - r - 1, y - r - 1, x + r + 1, y + r + 1);
    if (!mask) return;
    strokeInto(mask, x, y, r, x, y, r);
    blendMaskInto(image, mask, color);
  }
}
