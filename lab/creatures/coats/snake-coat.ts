/** @file The colours and patterns of a snake. */

import type { Rng } from '../../../src/base/rng.js';
import { smoothStep } from '../../../src/math/scalar.js';
import { hex, mixRgb, type Paints, plain, type SkinPoint, shade } from '../paint.js';

const COATS = [
  { main: '#5d8a3c', mark: '#2b4a22', rim: '#d9d07a', belly: '#e6e3ae' },
  { main: '#d8a24a', mark: '#6b3a1e', rim: '#f2dca0', belly: '#f6ead0' },
  { main: '#d8503a', mark: '#26222a', rim: '#f4ead6', belly: '#f0c8a0' },
  { main: '#3f7f86', mark: '#153a48', rim: '#8fd0c0', belly: '#dcecd8' },
  { main: '#6a5a8a', mark: '#2d2348', rim: '#c8a8e0', belly: '#e8dcee' },
] as const;

export function drawSnakeCoat(rng: Rng, thick: number, skull: number): Paints {
  const coat = COATS[rng.integer(COATS.length)];
  const main = shade(hex(coat.main), rng.range(0.94, 1.06));
  const [mark, rim, belly] = [hex(coat.mark), hex(coat.rim), hex(coat.belly)];
  const spacing = thick * rng.range(3.0, 4.6);
  const rings = rng.next() < 0.4;
  const back = (p: SkinPoint) => {
    const phase = p.z / spacing;
    const along = Math.abs(phase - Math.floor(phase) - 0.5) * 2;
    // Diamonds narrow towards the flank, rings do not.
    const d = along + (rings ? 0 : Math.max(0, 1 - p.up) * 1.1) - 0.52;
    return mixRgb(mixRgb(mark, rim, smoothStep(-0.08, 0.02, d)), main, smoothStep(0.1, 0.2, d));
  };
  const skin = (p: SkinPoint) => mixRgb(belly, back(p), smoothStep(-0.45, -0.2, p.up));
  return {
    coat: skin,
    hood: skin,
    head: (p) => mixRgb(mixRgb(main, mark, 0.25), mark, smoothStep(0.55, 0.9, p.up) * (p.z < skull + 0.05 ? 0.8 : 0.2)),
    jaw: (p) => mixRgb(belly, [0.86, 0.45, 0.45], smoothStep(0.55, 0.85, p.up)),
    tongue: plain([0.78, 0.12, 0.2]),
    iris: plain(hex('#f2c330')),
    pupil: plain([0.06, 0.05, 0.05]),
    glint: plain([1, 1, 1]),
  };
}
