/** @file The colours and patterns of a dragon. */

import type { Rng } from '../../../src/base/rng.js';
import { smoothStep } from '../../../src/math/scalar.js';
import { hex, mixRgb, overlay, type Paints, plain, shade, spots, stripes } from '../paint.js';

const HIDES = [
  { main: '#a8352c', belly: '#ecc58a', spike: '#3b1f22', skin: '#e08a3a', iris: '#f6d23a' },
  { main: '#2f7a5a', belly: '#dfe0a0', spike: '#16382f', skin: '#8fc06a', iris: '#f09030' },
  { main: '#3a4f8f', belly: '#c8d4ec', spike: '#1c2348', skin: '#8a6ac0', iris: '#7fe0e0' },
  { main: '#4a4650', belly: '#a89a94', spike: '#d8a23c', skin: '#7a2f35', iris: '#f25a2a' },
  { main: '#d0a33f', belly: '#f6e8b8', spike: '#7a4a1c', skin: '#e8c878', iris: '#3aa0c8' },
  { main: '#7a4a94', belly: '#e8cfe0', spike: '#34204a', skin: '#d86a94', iris: '#a8e04a' },
] as const;

export function drawDragonCoat(rng: Rng, back: number, leg: number, size: number): Paints {
  const hide = HIDES[rng.integer(HIDES.length)];
  const main = shade(hex(hide.main), rng.range(0.94, 1.08));
  const [belly, spike, skin] = [hex(hide.belly), hex(hide.spike), hex(hide.skin)];
  const seed = rng.integer(1000);
  const marks = rng.next() < 0.5 ? stripes('z', 0.15 * size, 0.3, seed) : spots(0.06 * size, 0.36, seed);
  const plates = (y: number, z: number) => 0.88 + 0.12 * smoothStep(0.2, 0.5, Math.abs((((((z - y) / (0.045 * size)) % 1) + 1) % 1) - 0.5));
  const top = overlay(plain(main), shade(main, 0.55), (p) => 0.6 * marks(p) * smoothStep(-0.1, 0.5, p.up));
  return {
    coat: (p) =>
      mixRgb(shade(belly, plates(p.y, p.z)), top(p), smoothStep(-0.55, -0.2, p.up - 0.45 * Math.max(0, p.front) * smoothStep(back * 0.8, back * 1.2, p.y))),
    jaw: (p) => mixRgb(belly, [0.78, 0.32, 0.34], smoothStep(0.5, 0.8, p.up)),
    brow: plain(shade(main, 0.6)),
    spike: plain(spike),
    horn: (p) => mixRgb([0.92, 0.87, 0.74], shade(spike, 1.1), smoothStep(back * 1.75, back * 2.1, p.y)),
    claw: plain([0.9, 0.86, 0.78]),
    foot: (p) => mixRgb(shade(main, 0.66), top(p), smoothStep(leg * 0.2, leg * 0.42, p.y)),
    wingArm: plain(shade(main, 0.85)),
    membrane: (p) => mixRgb(skin, shade(skin, 0.62), smoothStep(0.25 * size, 1.0 * size, p.x) * 0.75 + (p.up < 0 ? 0.2 : 0)),
    iris: plain(hex(hide.iris)),
    pupil: plain([0.07, 0.06, 0.06]),
    glint: plain([1, 1, 1]),
  };
}
