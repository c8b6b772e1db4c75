/** @file Shapes that stand for nothing in particular: solids, knots, rocks, crystals, clouds, letters, sculpture, piles, terrain. */

import type { Rng } from '../../../src/base/rng.js';
import type { Vec3 } from '../../../src/math/vector.js';
import type { Mesh } from '../../../src/mesh/mesh.js';
import { createSheet } from '../../../src/mesh/primitives.js';
import { chance, count, factor, pick, upTo } from './draw-choices.js';
import { extrude, roundedRectangle } from './extrude.js';
import {
  ball,
  bar,
  block,
  circle,
  curve,
  curve2,
  ellipsoid,
  lathe,
  loft,
  type Maker,
  mapPoints,
  move,
  type Outline,
  rod,
  stretch,
  torus,
  tube,
  turn,
} from './mesh-pieces.js';
import { createNoise, refine, roughen } from './reshape.js';

/** One solid about the origin, about half a metre in radius. */
function solid(rng: Rng): Mesh {
  const kind = rng.integer(8);
  if (kind === 0) return ball(0.5, [0, 0, 0], 20);
  if (kind === 1) return block([1, rng.range(0.5, 1), rng.range(0.5, 1)], [0, 0, 0], chance(rng, 0.5) ? rng.range(0, 0.2) : 0);
  if (kind === 2) return rod([0, -0.5, 0], [0, 0.5, 0], rng.range(0.15, 0.5), undefined, pick(rng, [3, 5, 6, 8, 20]));
  if (kind === 3) return rod([0, -0.5, 0], [0, 0.5, 0], rng.range(0.3, 0.5), rng.range(0.01, 0.3), pick(rng, [3, 4, 6, 20]));
  if (kind === 4) return torus(0.38, rng.range(0.05, 0.2));
  if (kind === 5) return ellipsoid([0.5, rng.range(0.15, 0.5), rng.range(0.2, 0.5)]);
  if (kind === 6)
    return tube(
      [
        [0, -0.4, 0],
        [0, 0, 0],
        [0, 0.4, 0],
      ],
      [0.3, 0.3, 0.3],
      { segments: 16 },
    );
  return superEllipsoid(rng.range(0.2, 3), rng.range(0.2, 3));
}

/** Barr's superellipsoid: from a box over a ball to a star, by its two exponents. */
function superEllipsoid(across: number, along: number): Mesh {
  const power = (x: number, e: number) => Math.sign(x) * Math.abs(x) ** e;
  return loft(
    upTo(15).map((r) => {
      const angle = Math.PI * (r / 14 - 0.5);
      const y = 0.5 * power(Math.sin(angle), along);
      if (r === 0 || r === 14) return [[0, y, 0] as Vec3];
      const wide = 0.5 * power(Math.cos(angle), along);
      return circle(1, 24).map(([a, b]): Vec3 => [wide * power(a, across), y, -wide * power(b, across)]);
    }),
  );
}

const primitive: Maker = (rng) => [stretch(solid(rng), [factor(rng, 1.8), factor(rng, 1.8), factor(rng, 1.8)])];

const knot: Maker = (rng) => {
  const [p, q] = pick(rng, [
    [2, 3],
    [3, 2],
    [2, 5],
    [3, 4],
    [1, 4],
    [5, 2],
  ] as const);
  const depth = rng.range(0.1, 0.2);
  const path = upTo(120).map((k): Vec3 => {
    const t = (2 * Math.PI * k) / 120;
    const radius = 0.4 + depth * Math.cos(q * t);
    return [radius * Math.cos(p * t), depth * Math.sin(q * t), radius * Math.sin(p * t)];
  });
  return [tube(path, rng.range(0.03, 0.09), { closed: true, segments: 8 })];
};

const rock: Maker = (rng) =>
  upTo(pick(rng, [1, 1, 1, 2, 4])).map((k) => {
    const stone = stretch(ball(rng.range(0.3, 0.5), [0, 0, 0], pick(rng, [8, 12, 20])), [factor(rng, 1.6), factor(rng, 1.5), factor(rng, 1.6)]);
    return move(roughen(roughen(stone, rng.range(0.05, 0.2), rng.range(0.3, 0.6), rng), 0.04, 0.12, rng), [
      k * rng.range(-0.5, 0.5),
      0,
      k * rng.range(-0.4, 0.4),
    ]);
  });

const crystal: Maker = (rng) =>
  upTo(count(rng, 1, 9)).map(() => {
    const [tall, thick] = [rng.range(0.3, 1), rng.range(0.05, 0.15)];
    return turn(
      lathe(
        [
          [0, -0.1],
          [thick, -0.1],
          [thick, tall],
          [0, tall + thick * 1.5],
        ],
        pick(rng, [4, 5, 6]),
      ),
      rng.range(-0.7, 0.7),
      rng.range(0, 6),
      rng.range(-0.7, 0.7),
    );
  });

const cloud: Maker = (rng) =>
  upTo(count(rng, 3, 9)).map(() => {
    const size = rng.range(0.12, 0.35);
    return ellipsoid([size * 1.3, size, size], [rng.range(-0.6, 0.6), rng.range(-0.1, 0.2), rng.range(-0.25, 0.25)], 14);
  });

/** A lump without limbs: a ball under coarse and fine noise. */
const lump: Maker = (rng) => {
  const coarse = roughen(ball(0.5, [0, 0, 0], 28), rng.range(0.1, 0.35), rng.range(0.3, 0.7), rng);
  return [stretch(roughen(coarse, rng.range(0, 0.06), 0.15, rng), [factor(rng, 1.7), factor(rng, 1.5), factor(rng, 1.7)])];
};

/** Strokes of letters and digits on a grid 4 wide and 6 high. */
const STROKES: Readonly<Record<string, string>> = {
  A: '00 26 40|12 32',
  B: '00 06 36 44 03 33 41 30 00',
  C: '45 26 04 02 20 41',
  E: '46 06 00 40|03 33',
  F: '46 06 00|03 33',
  H: '00 06|40 46|03 43',
  I: '20 26',
  J: '46 42 20 01',
  K: '00 06|46 03 40',
  L: '06 00 40',
  M: '00 06 23 46 40',
  N: '00 06 40 46',
  O: '02 04 26 44 42 20 02',
  P: '00 06 36 44 03',
  R: '00 06 36 44 03 40',
  S: '45 26 04 42 20 01',
  T: '20 26|06 46',
  U: '06 02 20 42 46',
  V: '06 20 46',
  W: '06 10 24 30 46',
  X: '00 46|06 40',
  Y: '20 23 06|23 46',
  Z: '06 46 00 40',
  1: '14 26 20',
  2: '05 26 45 00 40',
  3: '06 46 23 42 20 01',
  4: '30 36 02 42',
  5: '46 06 03 33 42 20 00',
  7: '06 46 10',
  8: '23 04 26 44 23 02 20 42 23',
  '+': '20 24|02 42',
  '?': '05 26 44 23 22|20 21',
  '#': '10 16|30 36|02 42|04 44',
  '*': '20 26|04 42|02 44',
};

const letter: Maker = (rng) => {
  const strokes = STROKES[pick(rng, Object.keys(STROKES))].split('|').map((stroke) => stroke.split(' ').map((at): Vec3 => [+at[0] * 0.17, +at[1] * 0.17, 0]));
  const [thick, deep] = [rng.range(0.05, 0.12), rng.range(0.06, 0.4)];
  const round = chance(rng, 0.35);
  return strokes.flatMap((stroke) =>
    round
      ? [tube(curve(stroke, 4), thick * 0.8)]
      : stroke.slice(1).flatMap((to, k) => [bar(stroke[k], to, deep, thick * 1.6), move(extrude(circle(thick * 0.8, 10), deep), to)]),
  );
};

const word: Maker = (rng) => upTo(count(rng, 2, 4)).flatMap((k) => letter(rng).map((piece) => move(piece, [k * 0.85, 0, 0])));

const symbol: Maker = (rng) => {
  const points = count(rng, 4, 12);
  const inner = rng.range(0.2, 0.4);
  const star = upTo(points * 2).map((k): [number, number] => [
    (k % 2 ? inner : 0.5) * Math.cos((Math.PI * k) / points),
    (k % 2 ? inner : 0.5) * Math.sin((Math.PI * k) / points),
  ]);
  const heart: Outline = curve2([
    [0, -0.45],
    [0.45, 0.05],
    [0.4, 0.35],
    [0.15, 0.4],
    [0, 0.2],
    [-0.15, 0.4],
    [-0.4, 0.35],
    [-0.45, 0.05],
  ]);
  const arrow: Outline = [
    [-0.5, -0.1],
    [0.1, -0.1],
    [0.1, -0.3],
    [0.5, 0],
    [0.1, 0.3],
    [0.1, 0.1],
    [-0.5, 0.1],
  ];
  const cross: Outline = [
    [-0.1, -0.5],
    [0.1, -0.5],
    [0.1, 0.1],
    [0.35, 0.1],
    [0.35, 0.3],
    [0.1, 0.3],
    [0.1, 0.5],
    [-0.1, 0.5],
    [-0.1, 0.3],
    [-0.35, 0.3],
    [-0.35, 0.1],
    [-0.1, 0.1],
  ];
  const moon: Outline = [
    ...circle(0.5, 24).filter(([x]) => x < 0.25),
    ...circle(0.42, 24)
      .filter(([x]) => x < 0.05)
      .reverse()
      .map(([x, y]): [number, number] => [x + 0.22, y]),
  ];
  return [extrude(pick(rng, [star, heart, arrow, cross, moon, roundedRectangle(1, 0.7, 0.2)]), rng.range(0.05, 0.4), { bevel: chance(rng, 0.5) ? 0.03 : 0 })];
};

const pile: Maker = (rng) =>
  upTo(count(rng, 2, 12)).map(() => {
    const size = rng.range(0.15, 0.6);
    const piece = turn(stretch(solid(rng), [size * factor(rng, 2), size * factor(rng, 2), size * factor(rng, 2)]), rng.range(0, 6), rng.range(0, 6));
    return move(piece, [rng.range(-0.5, 0.5), rng.range(0, 0.5), rng.range(-0.5, 0.5)]);
  });

/** Random solids that are mirror images: symmetry alone makes no body. */
const symmetricPile: Maker = (rng) =>
  upTo(count(rng, 2, 6)).flatMap((k) => {
    const size = rng.range(0.15, 0.6);
    const piece = stretch(solid(rng), [size * factor(rng, 2), size * factor(rng, 2), size * factor(rng, 2)]);
    if (k === 0) return [piece];
    const placed = move(turn(piece, rng.range(0, 6), rng.range(0, 6)), [rng.range(0, 0.5), rng.range(-0.4, 0.5), rng.range(-0.5, 0.5)]);
    return [placed, stretch(placed, [-1, 1, 1])];
  });

const ribbon: Maker = (rng) =>
  upTo(pick(rng, [1, 1, 2, 4])).map(() => {
    const points = upTo(count(rng, 4, 7)).map((): Vec3 => [rng.range(-0.5, 0.5), rng.range(0, 1), rng.range(-0.5, 0.5)]);
    return tube(curve(points, 8), rng.range(0.04, 0.15), {
      squash: pick(rng, [1, 0.15, 0.3]),
      twist: rng.range(0, 6),
      segments: 10,
    });
  });

const spiral: Maker = (rng) => {
  const turns = rng.range(1.5, 4);
  const rise = rng.range(0, 1);
  return [
    tube(
      upTo(80).map(
        (k): Vec3 => [
          (0.05 + (0.5 * k) / 79) * Math.cos((2 * Math.PI * turns * k) / 79),
          (rise * k) / 79,
          (0.05 + (0.5 * k) / 79) * Math.sin((2 * Math.PI * turns * k) / 79),
        ],
      ),
      (share) => 0.02 + 0.07 * share,
      { segments: 8 },
    ),
  ];
};

const totem: Maker = (rng) => {
  let y = 0;
  return upTo(count(rng, 2, 6)).map(() => {
    const size = rng.range(0.15, 0.4);
    const piece = stretch(solid(rng), [size * 1.5, size, size * 1.5]);
    y += size * 0.45;
    const placed = move(piece, [0, y, 0]);
    y += size * 0.45;
    return placed;
  });
};

const lattice: Maker = (rng) => {
  const [n, m, l] = [count(rng, 2, 4), count(rng, 1, 4), count(rng, 2, 4)];
  const [size, gap] = [rng.range(0.06, 0.2), 0.25];
  return upTo(n * m * l).flatMap((k) =>
    chance(rng, 0.75) ? [block([size, size, size], [(k % n) * gap, (Math.floor(k / n) % m) * gap, Math.floor(k / n / m) * gap])] : [],
  );
};

/** Spikes of all sizes about a core, in no order. */
const urchin: Maker = (rng) => [
  solid(rng),
  ...upTo(count(rng, 5, 25)).map(() =>
    turn(rod([0, 0, 0], [0, rng.range(0.6, 0.9), 0], rng.range(0.03, 0.12), 0.004, 6), rng.range(0, 6.3), rng.range(0, 6.3), rng.range(0, 6.3)),
  ),
];

/** Ground: a sheet raised by noise, sometimes with a skirt and a few stones. */
const terrain: Maker = (rng) => {
  const [noise, fine] = [createNoise(rng), createNoise(rng)];
  const [high, wave] = [rng.range(0.05, 0.5), rng.range(0.2, 0.6)];
  const ground = (x: number, z: number) => high * noise(x / wave, 0.5, z / wave) + 0.25 * high * fine((3 * x) / wave, 0.5, (3 * z) / wave);
  const sheet = chance(rng, 0.5) ? createSheet(1.4, rng.range(0.7, 1.4), 24, 24) : refine(block([1.4, 0.2, rng.range(0.7, 1.4)]), 0.1, 4000);
  const raised = mapPoints(sheet, ([x, y, z]) => [x, y < -0.05 ? -high - 0.1 : y + ground(x, z), z]);
  return [
    raised,
    ...upTo(pick(rng, [0, 0, 2, 5])).map(() => {
      const [x, z, size] = [rng.range(-0.5, 0.5), rng.range(-0.3, 0.3), rng.range(0.04, 0.15)];
      return chance(rng, 0.5) ? ball(size, [x, ground(x, z), z], 8) : rod([x, ground(x, z), z], [x, ground(x, z) + 3 * size, z], size, 0.01, 7);
    }),
  ];
};

/** Kinds of shapes. */
export const ABSTRACT_SHAPES: Readonly<Record<string, Maker>> = {
  primitive,
  knot,
  rock,
  crystal,
  cloud,
  lump,
  letter,
  word,
  symbol,
  pile,
  symmetricPile,
  ribbon,
  spiral,
  totem,
  cubes: lattice,
  urchin,
  terrain,
};
