/** @file The colours and patterns of a quadruped. */

import type { Rng } from '../../../src/base/rng.js';
import { smoothStep } from '../../../src/math/scalar.js';
import { countershade, hex, mixRgb, overlay, type Paint, type Paints, plain, shade, spots, stripes } from '../paint.js';

const COATS = [
  { back: '#c8642a', belly: '#f3e6d2', sock: '#3a2620', eye: '#2a1a10', pattern: 'none' },
  { back: '#6d7480', belly: '#dcdcd8', sock: '#c9c6bf', eye: '#2c2416', pattern: 'saddle' },
  { back: '#d98e3c', belly: '#f6ead0', sock: '#e3a65a', eye: '#20301c', pattern: 'stripes' },
  { back: '#b98450', belly: '#f0e2c4', sock: '#9c6b40', eye: '#221812', pattern: 'spots' },
  { back: '#3d3f4c', belly: '#6d6a76', sock: '#2b2c36', eye: '#d9a520', pattern: 'none' },
  { back: '#e6dccb', belly: '#fbf8f1', sock: '#b9a98f', eye: '#263238', pattern: 'saddle' },
] as const;

export function drawQuadrupedCoat(rng: Rng, back: number, tailEnd: number, size: number): Paints {
  const coat = COATS[rng.integer(COATS.length)];
  const tint = rng.range(0.92, 1.06);
  const pattern = rng.integer(1000);
  const main = shade(hex(coat.back), tint);
  const belly = hex(coat.belly);
  const dark = shade(main, 0.42);
  let fur: Paint = countershade(main, belly, -0.35, 0.5);
  if (coat.pattern === 'stripes') {
    const bars = stripes('z', 0.075 * size, 0.34, pattern);
    fur = overlay(fur, dark, (p) => bars(p) * smoothStep(-0.4, 0.1, p.up));
  } else if (coat.pattern === 'spots') {
    const dots = spots(0.032 * size, 0.34, pattern);
    fur = overlay(fur, belly, (p) => dots(p) * smoothStep(0.0, 0.3, p.up));
  } else if (coat.pattern === 'saddle') {
    fur = overlay(fur, dark, (p) => 0.7 * smoothStep(back, back + 0.08 * size, p.y) * smoothStep(0.1, 0.7, p.up));
  }
  const sock = hex(coat.sock);
  return {
    coat: fur,
    muzzle: (p) => mixRgb(belly, main, smoothStep(0.15, 0.6, p.up)),
    nose: plain([0.09, 0.08, 0.09]),
    eye: plain(hex(coat.eye)),
    glint: plain([1, 1, 1]),
    ear: (p) => mixRgb(shade(main, 0.72), mixRgb(belly, [0.85, 0.6, 0.55], 0.5), smoothStep(0.2, 0.7, p.front)),
    sock: (p) => mixRgb(sock, fur(p), smoothStep(0.1 * size, 0.2 * size, p.y)),
    tail: (p) => mixRgb(coat.pattern === 'stripes' ? dark : belly, fur(p), smoothStep(tailEnd + 0.05 * size, tailEnd + 0.12 * size, p.z)),
  };
}
