/** @file The colours and patterns of a biped. */

import type { Rng } from '../../../src/base/rng.js';
import { smoothStep } from '../../../src/math/scalar.js';
import { hex, mixRgb, type Paint, type Paints, plain, shade } from '../paint.js';

export function drawBipedCoat(rng: Rng, waist: number, size: number): Paints {
  const pick = (list: readonly string[]) => hex(list[rng.integer(list.length)]);
  const skin = pick(['#f2c6a0', '#d99e73', '#a86a45', '#7b4a2f', '#8fc79a', '#9bb8d9']);
  const hair = pick(['#3b2619', '#8a4b20', '#d8a73c', '#22222b', '#b8462f', '#e8e0d2']);
  const [shirt, trousers, boot] = [
    ['#d9553f', '#3d4b66', '#5b3a25'],
    ['#2f8f83', '#5a4a3a', '#2d2a2c'],
    ['#e0a92e', '#34506b', '#7a3f2a'],
    ['#5867b8', '#474b52', '#8a5a33'],
    ['#7aa84a', '#6a5440', '#3b2d2a'],
    ['#c0587e', '#3f3f55', '#463430'],
  ][rng.integer(6)].map(hex);
  const belt = shade(boot, 0.7);
  // One function of the height for all cloth: the hem is level whatever shape lies below it.
  const cloth: Paint = (p) => {
    const over = (from: number, to: number) => smoothStep(waist + from * size, waist + to * size, p.y);
    const top = mixRgb(shirt, shade(shirt, 0.8), smoothStep(0.1, -0.6, p.up));
    return mixRgb(mixRgb(trousers, belt, over(0.024, 0.036)), top, over(0.052, 0.066));
  };
  return {
    coat: plain(skin),
    skin: plain(skin),
    nose: plain(mixRgb(skin, [0.86, 0.4, 0.34], 0.3)),
    hair: plain(hair),
    brow: plain(shade(hair, 0.75)),
    mouth: plain(mixRgb(shade(skin, 0.5), [0.55, 0.16, 0.16], 0.5)),
    iris: plain([0.97, 0.97, 0.95]),
    pupil: plain([0.1, 0.08, 0.08]),
    glint: plain([1, 1, 1]),
    shirt: cloth,
    trousers: cloth,
    boot: (p) => mixRgb(shade(boot, 0.6), boot, smoothStep(0.01 * size, 0.03 * size, p.y)),
  };
}
