/** @file The colours and patterns of a spider. */

import type { Rng } from '../../../src/base/rng.js';
import { smoothStep } from '../../../src/math/scalar.js';
import type { Vec3 } from '../../../src/math/vector.js';
import { hex, mixRgb, overlay, type Paints, plain, type SkinPoint, shade, spots } from '../paint.js';

const FURS = [
  { main: '#4a3a33', mark: '#d9913f', leg: '#5a463a', band: '#c98a4a', eye: '#1c2430' },
  { main: '#2c2d38', mark: '#d8402f', leg: '#33343f', band: '#70707e', eye: '#0f2a2a' },
  { main: '#8a6a4a', mark: '#f0e0c0', leg: '#7a5a3e', band: '#e0c89a', eye: '#221a12' },
  { main: '#34506e', mark: '#7fd0d8', leg: '#2c4258', band: '#8fb4c8', eye: '#101828' },
  { main: '#5a3a5c', mark: '#f09ab0', leg: '#4a2f4c', band: '#c890c0', eye: '#1a1020' },
] as const;

export function drawSpiderCoat(rng: Rng, middle: Vec3, size: number, fat: number): Paints {
  const fur = FURS[rng.integer(FURS.length)];
  const main = shade(hex(fur.main), rng.range(0.92, 1.1));
  const [mark, leg, band] = [hex(fur.mark), hex(fur.leg), hex(fur.band)];
  const tuft = spots(0.012 * size, 0.35, rng.integer(1000));
  const chevrons = rng.next() < 0.5;
  const figure = (p: SkinPoint) => {
    const z = (p.z - middle[2]) / fat;
    const x = Math.abs(p.x) / fat;
    const shape = chevrons ? Math.abs(((((z * 60 - x * 42) % 1) + 1) % 1) - 0.5) * 2 - 0.62 : 0.4 - Math.hypot(x * 55 - 0.55, z * 34) * 0.5;
    return smoothStep(-0.12, 0.12, shape) * smoothStep(0.15, 0.45, p.up) * smoothStep(0.026, 0.018, x);
  };
  return {
    coat: overlay(plain(main), shade(main, 1.35), (p) => 0.6 * tuft(p)),
    face: (p) => mixRgb(main, mark, smoothStep(0.3, 0.9, p.up) * 0.75),
    abdomen: overlay(plain(main), mark, figure),
    leg: (p) => {
      const r = Math.hypot(p.x, p.z) / size;
      const ring = Math.abs(((r * 34) % 1) - 0.5) * 2;
      return mixRgb(leg, band, smoothStep(0.55, 0.8, ring));
    },
    palp: plain(band),
    foot: plain(shade(leg, 0.65)),
    fang: plain(shade(mark, 0.85)),
    iris: plain(hex(fur.eye)),
    pupil: plain([0.04, 0.04, 0.05]),
    glint: plain([1, 1, 1]),
  };
}
