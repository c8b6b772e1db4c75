/** @file The colours and patterns of an octopus. */

import type { Rng } from '../../../src/base/rng.js';
import { smoothStep } from '../../../src/math/scalar.js';
import { hex, mixRgb, overlay, type Paints, plain, shade, spots } from '../paint.js';

const SKINS = [
  { main: '#d2593f', under: '#f4c9a8', mark: '#8f2f2a', iris: '#f4d878' },
  { main: '#8a5aa8', under: '#e6cdea', mark: '#57307a', iris: '#f2c14e' },
  { main: '#3f8fa0', under: '#cfe8e0', mark: '#1f5a72', iris: '#f6e3a0' },
  { main: '#d98aa0', under: '#fae3e0', mark: '#b0506e', iris: '#8fd0c8' },
  { main: '#c99a4a', under: '#f6e8c4', mark: '#2f6fa8', iris: '#e8e0d0' },
] as const;

export function drawOctopusCoat(rng: Rng, size: number): Paints {
  const skin = SKINS[rng.integer(SKINS.length)];
  const main = shade(hex(skin.main), rng.range(0.94, 1.08));
  const [under, mark] = [hex(skin.under), hex(skin.mark)];
  const seed = rng.integer(1000);
  const large = spots(0.055 * size, 0.36, seed);
  const small = spots(0.02 * size, 0.3, seed + 1);
  const top = overlay(plain(main), mark, (p) => 0.75 * Math.max(large(p), 0.7 * small(p)) * smoothStep(-0.1, 0.5, p.up));
  return {
    coat: top,
    arm: (p) => {
      const r = Math.hypot(p.x, p.z) / size;
      const sucker = smoothStep(0.5, 0.75, Math.abs(((r * 42) % 1) - 0.5) * 2);
      return mixRgb(mixRgb(under, shade(under, 0.82), sucker), top(p), smoothStep(-0.42, -0.12, p.up));
    },
    iris: plain(hex(skin.iris)),
    pupil: plain([0.08, 0.06, 0.1]),
    glint: plain([1, 1, 1]),
  };
}
