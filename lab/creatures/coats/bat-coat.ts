/** @file The colours and patterns of a bat. */

import type { Rng } from '../../../src/base/rng.js';
import { smoothStep } from '../../../src/math/scalar.js';
import type { Vec3 } from '../../../src/math/vector.js';
import { hex, mixRgb, noise3, type Paints, plain, shade } from '../paint.js';

const FURS = [
  { back: '#5a3d28', belly: '#a8845c', face: '#4a3222', skin: '#3a2a24' },
  { back: '#2a2627', belly: '#4c4442', face: '#211d1f', skin: '#1d191b' },
  { back: '#777370', belly: '#cfc8bf', face: '#625d5b', skin: '#4a4444' },
  { back: '#a4562a', belly: '#d89a5a', face: '#8a4422', skin: '#3d2620' },
  { back: '#3a2c26', belly: '#6a4a36', face: '#c98a3c', skin: '#2a2020' },
  { back: '#8a6a48', belly: '#e0cba6', face: '#7a5638', skin: '#8a5a4a' },
  { back: '#4c4a52', belly: '#8a8790', face: '#3c3a42', skin: '#6a3c34' },
] as const;

export function drawBatCoat(rng: Rng, skull: Vec3, size: number): Paints {
  const fur = FURS[rng.integer(FURS.length)];
  const tint = rng.range(0.88, 1.12);
  const [back, belly] = [shade(hex(fur.back), tint), shade(hex(fur.belly), tint)];
  const [front, skin] = [shade(hex(fur.face), tint), shade(hex(fur.skin), rng.range(0.9, 1.3))];
  const seed = rng.integer(1000);
  const collar = rng.next() < 0.4 ? hex('#c9853a') : back;
  const tuft = (x: number, y: number, z: number) => 1 + 0.09 * noise3(x / (0.012 * size), y / (0.012 * size), z / (0.012 * size), seed);
  return {
    coat: (p) => {
      const nape = smoothStep(skull[1] - 0.075 * size, skull[1] - 0.045 * size, p.y);
      const top = mixRgb(back, collar, 0.8 * nape);
      return shade(mixRgb(belly, top, smoothStep(-0.25, 0.3, p.up - 0.75 * p.front)), tuft(p.x, p.y, p.z));
    },
    head: (p) => shade(mixRgb(front, back, 0.4 * smoothStep(0.2, 0.9, p.up)), tuft(p.x, p.y, p.z)),
    jaw: (p) => mixRgb(shade(front, 0.9), [0.72, 0.34, 0.34], smoothStep(0.5, 0.8, p.up)),
    nose: plain(shade(skin, 0.8)),
    ear: (p) => (p.front > 0.25 ? mixRgb(skin, [0.72, 0.48, 0.44], 0.45) : shade(front, 0.85)),
    arm: (p) => mixRgb(shade(skin, 0.8), back, 0.7 * (1 - smoothStep(0.08 * size, 0.16 * size, p.x))),
    membrane: (p) => {
      const web = 0.1 * noise3(p.x / (0.05 * size), p.y / (0.05 * size), p.z / (0.02 * size), seed);
      return shade(skin, (p.up < 0 ? 1.25 : 1) * (1.12 + web - 0.2 * smoothStep(0.1 * size, 0.6 * size, p.x)));
    },
    foot: plain(shade(skin, 0.85)),
    claw: plain([0.2, 0.17, 0.16]),
    iris: plain(mixRgb(hex('#5a2f14'), hex('#17120f'), rng.next())),
    pupil: plain([0.04, 0.03, 0.03]),
    glint: plain([1, 1, 1]),
  };
}
