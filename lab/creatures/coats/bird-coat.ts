/** @file The colours and patterns of a bird. */

import type { Rng } from '../../../src/base/rng.js';
import { smoothStep } from '../../../src/math/scalar.js';
import type { Vec3 } from '../../../src/math/vector.js';
import { hex, mixRgb, noise3, type Paints, plain, shade } from '../paint.js';

const PLUMAGES = [
  {
    back: '#7a5a3c',
    breast: '#d9622b',
    belly: '#f0e6d6',
    head: '#8a6642',
    wing: '#5a4330',
    beak: '#3a3330',
    leg: '#6b4f3a',
  },
  {
    back: '#2f74b5',
    breast: '#e8a13a',
    belly: '#f6efe0',
    head: '#2a62a4',
    wing: '#1e3f78',
    beak: '#2b2b30',
    leg: '#4a4a52',
  },
  {
    back: '#c2352b',
    breast: '#d94a35',
    belly: '#e06a4a',
    head: '#c8382c',
    wing: '#7a2420',
    beak: '#e8952c',
    leg: '#8a4a2a',
  },
  {
    back: '#4a9a4c',
    breast: '#d8c93a',
    belly: '#efe48a',
    head: '#3f8f6a',
    wing: '#1f6a5a',
    beak: '#d9d0b8',
    leg: '#7a6a55',
  },
  {
    back: '#35363f',
    breast: '#4a4b58',
    belly: '#5b5a66',
    head: '#2c2d36',
    wing: '#22222b',
    beak: '#e0a030',
    leg: '#3a3438',
  },
  {
    back: '#8fa8c2',
    breast: '#f2b8b0',
    belly: '#fbf3ee',
    head: '#dfe6ee',
    wing: '#56708f',
    beak: '#d98a3a',
    leg: '#c9785a',
  },
] as const;

export function drawBirdCoat(rng: Rng, skull: Vec3, size: number, wing: number): Paints {
  const chosen = PLUMAGES[rng.integer(PLUMAGES.length)];
  const color = (name: keyof typeof chosen) => hex(chosen[name]);
  const tint = rng.range(0.94, 1.06);
  const [back, breast, belly] = [shade(color('back'), tint), shade(color('breast'), tint), color('belly')];
  const flight = color('wing');
  const bar = mixRgb(belly, back, 0.25);
  return {
    coat: (p) => {
      const front = mixRgb(belly, breast, smoothStep(skull[1] - 0.13 * size, skull[1] - 0.08 * size, p.y));
      return mixRgb(front, back, smoothStep(-0.15, 0.35, p.up - 0.55 * p.front));
    },
    head: (p) => mixRgb(breast, color('head'), smoothStep(skull[1] - 0.02 * size, skull[1] + 0.005 * size, p.y - 0.5 * Math.max(0, p.z - skull[2]))),
    shoulder: (p) => (p.up > -0.3 ? back : belly),
    feather: (p) => {
      const reach = smoothStep(0.01 * wing, -0.075 * wing, p.z);
      const base = mixRgb(back, flight, reach);
      const fleck = smoothStep(0.35, 0.5, reach) * (1 - smoothStep(0.5, 0.65, reach));
      return p.up > 0 ? mixRgb(base, bar, 0.8 * fleck) : mixRgb(belly, base, 0.45);
    },
    tail: (p) => shade(flight, 1 + 0.12 * noise3(p.x * 90, 0, p.z * 20, 3)),
    crest: plain(color('breast')),
    thigh: plain(mixRgb(belly, breast, 0.25)),
    beak: plain(color('beak')),
    foot: plain(color('leg')),
    claw: plain(shade(color('leg'), 0.6)),
    iris: plain([0.07, 0.06, 0.06]),
    pupil: plain([0.03, 0.03, 0.03]),
    glint: plain([1, 1, 1]),
  };
}
