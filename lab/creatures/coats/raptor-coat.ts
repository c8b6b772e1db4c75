/** @file The colours and patterns of a raptor. */

import type { Rng } from '../../../src/base/rng.js';
import { smoothStep } from '../../../src/math/scalar.js';
import { countershade, hex, mixRgb, overlay, type Paints, plain, shade, spots, stripes } from '../paint.js';

const HIDES = [
  { back: '#4f7d3a', belly: '#e3dba8', mark: '#24401f', crest: '#d9622b', iris: '#f0b62c' },
  { back: '#b5673a', belly: '#f0d9ae', mark: '#5d2b1d', crest: '#2c8a86', iris: '#e8d44a' },
  { back: '#3f6f8f', belly: '#dfe6d8', mark: '#1c3550', crest: '#e0a030', iris: '#f07a2c' },
  { back: '#7a6a52', belly: '#e6d8bd', mark: '#3b2f26', crest: '#b8403a', iris: '#9fd04a' },
  { back: '#5c4a78', belly: '#dcd0dc', mark: '#2b2142', crest: '#e46f8e', iris: '#f2c84a' },
] as const;

export function drawRaptorCoat(rng: Rng, leg: number, size: number): Paints {
  const hide = HIDES[rng.integer(HIDES.length)];
  const main = shade(hex(hide.back), rng.range(0.92, 1.08));
  const [belly, mark, crest] = [hex(hide.belly), hex(hide.mark), hex(hide.crest)];
  const seed = rng.integer(1000);
  const pattern = rng.next() < 0.6 ? stripes('z', 0.105 * size, 0.36, seed) : spots(0.05 * size, 0.4, seed);
  const base = countershade(main, belly, -0.3, 0.5);
  const coat = overlay(base, mark, (p) => 0.85 * pattern(p) * smoothStep(0.0, 0.45, p.up) * smoothStep(leg * 0.5, leg * 0.9, p.y));
  return {
    coat,
    jaw: (p) => mixRgb(belly, mixRgb(crest, [0.75, 0.3, 0.32], 0.6), smoothStep(0.5, 0.8, p.up)),
    crest: plain(crest),
    brow: plain(mark),
    foot: (p) => mixRgb(shade(main, 0.62), coat(p), smoothStep(leg * 0.2, leg * 0.42, p.y)),
    claw: plain([0.93, 0.9, 0.82]),
    iris: plain(hex(hide.iris)),
    pupil: plain([0.08, 0.07, 0.07]),
    glint: plain([1, 1, 1]),
  };
}
