/**
 * @file Colours: palettes, patterns and the brush that lays them on a body, sRGB.
 *
 * A paint is a function of a point on the surface. Patterns are made of smooth noise and stripes in body
 * coordinates, mirrored, so that both flanks match.
 */

import { clamp, smoothStep } from '../../src/math/scalar.js';
import type { Body } from './body.js';
import type { HalfMesh } from './half-mesh.js';

/** sRGB, 0 to 1. */
export type Rgb = readonly [number, number, number];

/** A point on the skin of the left half. */
export interface SkinPoint {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Up-facing part of the normal, −1 to 1. */
  readonly up: number;
  /** Front-facing part of the normal. */
  readonly front: number;
}

export type Paint = (point: SkinPoint) => Rgb;
/** Paints by name; `coat` is the fallback. */
export type Paints = Readonly<Record<string, Paint>> & { readonly coat: Paint };

/** `#rrggbb` to numbers. */
export function hex(code: string): Rgb {
  const n = Number.parseInt(code.slice(1), 16);
  return [(n >> 16) / 255, ((n >> 8) & 255) / 255, (n & 255) / 255];
}

export const mixRgb = (a: Rgb, b: Rgb, t: number): Rgb => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];
export const shade = (a: Rgb, factor: number): Rgb => [
  clamp(a[0] * factor, 0, 1),
  clamp(a[1] * factor, 0, 1),
  clamp(a[2] * factor, 0, 1),
];
export const plain =
  (color: Rgb): Paint =>
  () =>
    color;

/** Dark back, light belly: the oldest camouflage. `line` is where they meet, in terms of the normal. */
export function countershade(back: Rgb, belly: Rgb, line = -0.25, width = 0.5): Paint {
  return ({ up }) => mixRgb(belly, back, smoothStep(line - width / 2, line + width / 2, up));
}

/** Lays a pattern over a paint; `amount` gives 0 to 1 at a point. */
export function overlay(paint: Paint, color: Rgb, amount: (point: SkinPoint) => number): Paint {
  return (point) => mixRgb(paint(point), color, clamp(amount(point), 0, 1));
}

/** Rings across an axis, wavering: 1 on a stripe, 0 between. */
export function stripes(axis: 'y' | 'z', spacing: number, share: number, seed: number) {
  return (point: SkinPoint): number => {
    const waver = 0.5 * noise3(point.x / spacing, point.y / spacing, point.z / spacing, seed);
    const phase = (axis === 'y' ? point.y : point.z) / spacing + waver;
    const wave = Math.abs(phase - Math.floor(phase) - 0.5) * 2;
    return 1 - smoothStep(share - 0.12, share + 0.12, wave);
  };
}

/** Round spots scattered over the skin. */
export function spots(size: number, share: number, seed: number) {
  return (point: SkinPoint): number => {
    const n = noise3(point.x / size, point.y / size, point.z / size, seed);
    return smoothStep(1 - share - 0.08, 1 - share + 0.08, n * 0.5 + 0.5);
  };
}

/** Smooth noise in −1 … 1 with features of size 1, mirrored in x. */
export function noise3(x: number, y: number, z: number, seed: number): number {
  const px = Math.abs(x);
  const i = Math.floor(px);
  const j = Math.floor(y);
  const k = Math.floor(z);
  const u = fade(px - i);
  const v = fade(y - j);
  const w = fade(z - k);
  let sum = 0;
  for (let c = 0; c < 8; c++) {
    const [a, b, d] = [c & 1, (c >> 1) & 1, c >> 2];
    const weight = (a ? u : 1 - u) * (b ? v : 1 - v) * (d ? w : 1 - w);
    sum += weight * lattice(i + a, j + b, k + d, seed);
  }
  return sum;
}

const fade = (t: number): number => t * t * t * (t * (6 * t - 15) + 10);

function lattice(i: number, j: number, k: number, seed: number): number {
  let h =
    Math.imul(i, 0x8da6b343) ^
    Math.imul(j, 0xd8163841) ^
    Math.imul(k, 0xcb1ab31f) ^
    Math.imul(seed, 0x165667b1);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return ((h ^ (h >>> 15)) >>> 0) / 2147483648 - 1;
}

/** Colours of the whole mirrored mesh. [V, 4] sRGB, opaque */
export function paintBody(body: Body, half: HalfMesh, source: Uint32Array, paints: Paints): Uint8Array {
  const colors = new Uint8Array(source.length * 4);
  for (const [v, s] of source.entries()) {
    const paint = paints[body.shapes[half.shapes[s]].paint] ?? paints.coat;
    const color = paint({
      x: half.positions[s * 3],
      y: half.positions[s * 3 + 1],
      z: half.positions[s * 3 + 2],
      up: half.normals[s * 3 + 1],
      front: half.normals[s * 3 + 2],
    });
    for (let k = 0; k < 3; k++) colors[v * 4 + k] = Math.round(clamp(color[k], 0, 1) * 255);
    colors[v * 4 + 3] = 255;
  }
  return colors;
}
