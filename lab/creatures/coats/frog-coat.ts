/** @file The colours and patterns of a frog. */

import type { Rng } from '../../../src/base/rng.js';
import { smoothStep } from '../../../src/math/scalar.js';
import { countershade, hex, mixRgb, overlay, type Paint, type Paints, plain, shade, spots } from '../paint.js';

const TOADS = [
  { back: '#7a5f3c', belly: '#d9c9a2', mark: '#46331f', foot: '#6b5233', iris: '#d8902a', pattern: 'warts' },
  { back: '#6f7048', belly: '#e0d8b0', mark: '#3a3f24', foot: '#626340', iris: '#e0b040', pattern: 'warts' },
  { back: '#a4562e', belly: '#ecc9a0', mark: '#5c2a18', foot: '#8f4a2a', iris: '#e8c050', pattern: 'none' },
] as const;

const FROGS = [
  { back: '#4f8a34', belly: '#ecebc8', mark: '#28501f', foot: '#5d9040', iris: '#e6b93a', pattern: 'spots' },
  { back: '#86703e', belly: '#efe6c8', mark: '#4a3a1e', foot: '#8a7644', iris: '#d9a038', pattern: 'spots' },
  { back: '#1f6fd0', belly: '#2a86e0', mark: '#0b1020', foot: '#123a86', iris: '#1c1c20', pattern: 'blots' },
  { back: '#e0b21c', belly: '#e8c030', mark: '#14120e', foot: '#1c1a14', iris: '#241c12', pattern: 'blots' },
] as const;

const CLIMBERS = [
  { back: '#5fbf3a', belly: '#f4f0dc', mark: '#3f7fd0', foot: '#f08a24', iris: '#d8301e', pattern: 'flank' },
  { back: '#7ccf4e', belly: '#f6f4e0', mark: '#e8d860', foot: '#9fd070', iris: '#e8c040', pattern: 'none' },
  { back: '#3fa07a', belly: '#e8ecd8', mark: '#1f5f4a', foot: '#e0a850', iris: '#f0d060', pattern: 'spots' },
] as const;

export function drawFrogCoat(rng: Rng, slim: number, size: number): Paints {
  const skins = slim < 0.35 ? TOADS : slim < 0.65 ? FROGS : CLIMBERS;
  const skin = skins[rng.integer(skins.length)];
  const main = shade(hex(skin.back), rng.range(0.9, 1.1));
  const [belly, mark, foot] = [hex(skin.belly), hex(skin.mark), hex(skin.foot)];
  const seed = rng.integer(1000);
  let coat: Paint = countershade(main, belly, -0.3, 0.5);
  if (skin.pattern === 'warts') {
    const dots = spots(0.035 * size, 0.36, seed);
    coat = overlay(coat, mark, (p) => 0.7 * dots(p) * smoothStep(-0.1, 0.3, p.up));
  } else if (skin.pattern === 'spots') {
    const dots = spots(rng.range(0.06, 0.09) * size, 0.34, seed);
    coat = overlay(coat, mark, (p) => 0.85 * dots(p) * smoothStep(0, 0.4, p.up));
  } else if (skin.pattern === 'blots') {
    const dots = spots(rng.range(0.09, 0.13) * size, 0.42, seed);
    coat = overlay(coat, mark, dots);
  } else if (skin.pattern === 'flank') {
    coat = overlay(coat, mark, (p) => smoothStep(-0.5, -0.2, p.up) * (1 - smoothStep(0, 0.25, p.up)));
  }
  return {
    coat,
    lid: coat,
    throat: (p) => mixRgb(mixRgb(belly, main, 0.15), [0.8, 0.45, 0.42], smoothStep(0.6, 0.9, p.up)),
    nostril: (p) => shade(coat(p), 0.6),
    foot: (p) => mixRgb(foot, coat(p), smoothStep(0.04 * size, 0.1 * size, p.y)),
    web: plain(mixRgb(foot, belly, 0.3)),
    iris: plain(hex(skin.iris)),
    pupil: plain([0.06, 0.05, 0.05]),
    glint: plain([1, 1, 1]),
  };
}
