/** @file The colours and patterns of an insect. */

import type { Rng } from '../../../src/base/rng.js';
import { smoothStep } from '../../../src/math/scalar.js';
import type { Vec3 } from '../../../src/math/vector.js';
import { hex, mixRgb, overlay, type Paints, plain, type SkinPoint, shade, spots } from '../paint.js';

const COATS = [
  { light: '#f2b927', dark: '#2b221c', collar: '#f4c53a', wing: '#dfe9f2', eye: '#1a1614' },
  { light: '#e0642c', dark: '#2a1d20', collar: '#e88a3a', wing: '#ead9c4', eye: '#2a1010' },
  { light: '#58b6a8', dark: '#173a44', collar: '#8ad8c0', wing: '#d6eef0', eye: '#3a1a2a' },
  { light: '#e9e2d0', dark: '#3b3a44', collar: '#b8433a', wing: '#dfe2ea', eye: '#202028' },
  { light: '#8fbf3a', dark: '#23401f', collar: '#d8d050', wing: '#e2eed2', eye: '#5a1e14' },
] as const;

export function drawInsectCoat(rng: Rng, waist: Vec3, sting: Vec3, size: number): Paints {
  const coat = COATS[rng.integer(COATS.length)];
  const light = shade(hex(coat.light), rng.range(0.95, 1.05));
  const [dark, collar, wing] = [hex(coat.dark), hex(coat.collar), hex(coat.wing)];
  const bands = 2 + rng.integer(3);
  const fuzz = spots(0.006 * size, 0.4, rng.integer(1000));
  const banded = (p: SkinPoint) => {
    const s = (waist[2] - p.z) / (waist[2] - sting[2]);
    const phase = s * bands + 0.2 - 0.05 * p.up;
    const d = Math.abs(phase - Math.floor(phase) - 0.5) * 2;
    return mixRgb(dark, light, smoothStep(0.36, 0.56, d));
  };
  return {
    coat: overlay(plain(collar), shade(collar, 0.8), (p) => fuzz(p)),
    abdomen: overlay(banded, dark, (p) => 0.7 * smoothStep(0, -0.7, p.up)),
    head: plain(dark),
    mouth: plain(shade(dark, 1.6)),
    sting: plain(shade(dark, 0.7)),
    leg: plain(shade(dark, 1.15)),
    wing: (p) => mixRgb(mixRgb(wing, dark, 0.5), wing, smoothStep(0.014 * size, 0.06 * size, p.x)),
    eye: plain(hex(coat.eye)),
    glint: plain([1, 1, 1]),
  };
}
