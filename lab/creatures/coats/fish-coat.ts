/** @file The colours and patterns of a fish. */

import type { Rng } from '../../../src/base/rng.js';
import { smoothStep } from '../../../src/math/scalar.js';
import { countershade, hex, mixRgb, overlay, type Paints, plain, type SkinPoint, shade, spots, stripes } from '../paint.js';

const COATS = [
  { main: '#f07a22', belly: '#f8a64a', mark: '#fdf7ee', edge: '#2a1c18', fin: '#f28a30', bands: true },
  { main: '#2d6fd0', belly: '#8fc3ee', mark: '#16243f', edge: '#0f1a30', fin: '#f4c431', bands: false },
  { main: '#f3d13a', belly: '#fbeea0', mark: '#2b2b35', edge: '#2b2b35', fin: '#f0b52a', bands: true },
  { main: '#d8465a', belly: '#f4b7a8', mark: '#fff0e2', edge: '#7a1f35', fin: '#b8304a', bands: false },
  { main: '#3aa89a', belly: '#d8efd8', mark: '#14504e', edge: '#0e3a3c', fin: '#f08a5a', bands: true },
  { main: '#7a5ac8', belly: '#e0c8f0', mark: '#f6d04a', edge: '#3a2470', fin: '#f6d04a', bands: false },
] as const;

export function drawFishCoat(rng: Rng, y: number, tall: number, long: number): Paints {
  const coat = COATS[rng.integer(COATS.length)];
  const main = shade(hex(coat.main), rng.range(0.95, 1.05));
  const [belly, mark, edge, fin] = [hex(coat.belly), hex(coat.mark), hex(coat.edge), hex(coat.fin)];
  const seed = rng.integer(1000);
  const base = countershade(main, belly, -0.4, 0.7);
  const shift = rng.range(-0.015, 0.015);
  const bandAt = (p: SkinPoint, z: number, width: number) => Math.abs(p.z / long - z - shift - 0.12 * ((p.y - y) / tall) ** 2) - width;
  const bands = (p: SkinPoint) => Math.min(bandAt(p, 0.125, 0.016), bandAt(p, 0.0, 0.02), bandAt(p, -0.165, 0.013));
  const rough = rng.next() < 0.5 ? spots(0.03 * tall, 0.42, seed) : stripes('y', 0.045 * tall, 0.4, seed);
  const scales = coat.bands
    ? (p: SkinPoint) => {
        const d = bands(p);
        return mixRgb(mixRgb(mark, edge, smoothStep(-0.006, 0.002, d)), base(p), smoothStep(0.006, 0.014, d));
      }
    : overlay(base, mark, (p) => 0.9 * rough(p) * smoothStep(-0.5, 0.2, p.up) * smoothStep(0.15, 0.08, p.z / long));
  return {
    coat: scales,
    lip: plain(mixRgb(main, [0.95, 0.6, 0.5], 0.4)),
    fin: (p) => {
      const far = Math.max(Math.abs(p.y - y) / tall - 0.1, (-p.z / long - 0.25) * 0.8, 0);
      return mixRgb(fin, edge, smoothStep(0.045, 0.075, far));
    },
    iris: plain([0.98, 0.95, 0.86]),
    pupil: plain([0.05, 0.05, 0.07]),
    glint: plain([1, 1, 1]),
  };
}
