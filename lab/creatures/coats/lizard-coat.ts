/** @file The colours and patterns of a lizard. */

import type { Rng } from '../../../src/base/rng.js';
import { smoothStep } from '../../../src/math/scalar.js';
import { countershade, hex, mixRgb, overlay, type Paint, type Paints, plain, type SkinPoint, shade, spots, stripes } from '../paint.js';

const COATS = [
  { back: '#5f8f3a', belly: '#dfe3a4', mark: '#2f5a2a', eye: '#e0a030' },
  { back: '#8a6b45', belly: '#e2cfa8', mark: '#4a3524', eye: '#d8b04a' },
  { back: '#56603f', belly: '#c9c59a', mark: '#2b3122', eye: '#c9b23a' },
  { back: '#2f3036', belly: '#55535a', mark: '#f0b820', eye: '#20180e' },
  { back: '#c79a55', belly: '#f2e3c0', mark: '#7a4522', eye: '#8a3a1a' },
  { back: '#3f8f86', belly: '#dcefd8', mark: '#d8663a', eye: '#f0d060' },
  { back: '#8d9196', belly: '#dad6cc', mark: '#50555e', eye: '#b8a040' },
] as const;

export function drawLizardCoat(rng: Rng, girth: number, size: number): Paints {
  const coat = COATS[rng.integer(COATS.length)];
  const back = shade(hex(coat.back), rng.range(0.9, 1.1));
  const [belly, mark] = [hex(coat.belly), hex(coat.mark)];
  const seed = rng.integer(1000);
  const pattern = rng.integer(4);
  const line = rng.range(-0.4, -0.1);
  const grain = spots(0.02 * size, 0.4, seed + 1);
  let skin: Paint = overlay(countershade(back, belly, line, 0.5), shade(back, 0.82), (p) => 0.5 * grain(p) * smoothStep(-0.2, 0.2, p.up));
  const bars = stripes('z', girth * rng.range(0.9, 1.7), rng.range(0.25, 0.45), seed);
  const dots = spots(girth * rng.range(0.4, 0.75), rng.range(0.28, 0.4), seed);
  const above = (p: SkinPoint) => smoothStep(-0.1, 0.35, p.up);
  if (pattern === 0) skin = overlay(skin, mark, (p) => bars(p) * above(p));
  else if (pattern === 1) skin = overlay(skin, mark, (p) => dots(p) * above(p));
  else if (pattern === 2) skin = overlay(skin, mark, (p) => 0.85 * smoothStep(0.45, 0.85, p.up));
  return {
    coat: skin,
    face: skin,
    foot: (p) => mixRgb(skin(p), shade(back, 0.7), 0.5),
    jaw: (p) => mixRgb(belly, [0.84, 0.46, 0.44], smoothStep(0.5, 0.85, p.up)),
    ridge: plain(mixRgb(shade(back, 0.65), mark, 0.4)),
    claw: plain([0.16, 0.14, 0.12]),
    iris: plain(hex(coat.eye)),
    pupil: plain([0.05, 0.05, 0.05]),
    glint: plain([1, 1, 1]),
  };
}
