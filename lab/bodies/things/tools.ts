/** @file Tools and weapons, drawn upright with the grip at the bottom. */

import type { Vec3 } from '../../../src/math/vector.js';
import { chance, count, pick, upTo } from './draw-choices.js';
import { extrude } from './extrude.js';
import {
  around,
  ball,
  bar,
  block,
  bothSides,
  circle,
  curve,
  curve2,
  ellipsoid,
  lathe,
  type Maker,
  move,
  type Outline,
  rod,
  stretch,
  torus,
  tube,
  turn,
} from './mesh-pieces.js';

const hammer: Maker = (rng) => {
  const [tall, head, thick] = [rng.range(0.6, 1.2), rng.range(0.2, 0.5), rng.range(0.05, 0.12)];
  const pieces = [rod([0, 0, 0], [0, tall, 0], rng.range(0.02, 0.05), rng.range(0.02, 0.04))];
  if (chance(rng, 0.5)) pieces.push(block([head, thick * 2, thick * 2], [0, tall, 0], rng.range(0, 0.04)));
  else
    pieces.push(
      rod([0, tall, 0], [head * 0.6, tall, 0], thick),
      tube(
        curve([
          [0, tall, 0],
          [-head * 0.4, tall, 0],
          [-head * 0.7, tall - 0.12, 0],
        ]),
        [...upTo(11)].map((k) => thick * (0.9 - 0.08 * k)),
      ),
    );
  return pieces;
};

const sword: Maker = (rng) => {
  const [long, wide, grip] = [rng.range(0.6, 1.4), rng.range(0.03, 0.09), rng.range(0.12, 0.3)];
  const bend = chance(rng, 0.3) ? rng.range(-0.3, 0.3) : 0;
  const path = upTo(8).map((k): Vec3 => [bend * (k / 7) ** 2 * long, grip + (long * k) / 7, 0]);
  return [
    tube(path, (share) => wide * (share > 0.85 ? Math.max(0.02, (1 - share) / 0.15) : 1), {
      section: [
        [0.25, 0],
        [0, 1],
        [-0.25, 0],
        [0, -1],
      ],
    }),
    bar([-rng.range(0.08, 0.25), grip, 0], [rng.range(0.08, 0.25), grip, 0], 0.04, 0.05),
    rod([0, 0, 0], [0, grip, 0], 0.025),
    ball(rng.range(0.03, 0.06), [0, 0, 0], 8),
  ];
};

const axe: Maker = (rng) => {
  const [tall, wide] = [rng.range(0.7, 1.3), rng.range(0.2, 0.4)];
  const edge = extrude(
    [
      [0, tall * 0.95],
      [wide, tall * 1.05],
      [wide * 1.1, tall * 0.9],
      [wide, tall * rng.range(0.65, 0.78)],
      [0, tall * 0.85],
    ],
    0.05,
    { bevel: 0.02 },
  );
  return [rod([0, 0, 0], [0, tall, 0], 0.03), edge, ...(chance(rng, 0.3) ? [stretch(edge, [-1, 1, 1])] : [])];
};

const key: Maker = (rng) => {
  const long = rng.range(0.5, 0.9);
  return [
    move(turn(torus(rng.range(0.12, 0.2), 0.04, 20, 8), Math.PI / 2), [0, long + 0.12, 0]),
    rod([0, 0, 0], [0, long, 0], 0.035),
    ...upTo(count(rng, 1, 4)).map((k) => block([rng.range(0.08, 0.2), 0.05, 0.03], [0.08, 0.04 + k * 0.08, 0])),
  ];
};

const scissors: Maker = (rng) => {
  const [long, open] = [rng.range(0.5, 0.8), rng.range(0.05, 0.5)];
  const half = [
    extrude(
      [
        [-0.05, 0],
        [0.05, 0],
        [0.01, long],
        [-0.01, long],
      ],
      0.03,
    ),
    tube(
      curve([
        [0, 0, 0],
        [-0.06, -0.12, 0],
        [-0.12, -0.2, 0],
      ]),
      0.03,
    ),
    move(stretch(turn(torus(0.1, 0.03, 18, 8), Math.PI / 2), [0.8, 1.3, 1]), [-0.14, -0.32, 0]),
  ];
  return half.flatMap((piece) => [turn(piece, 0, 0, -open / 2), turn(stretch(move(piece, [0, 0, 0.03]), [-1, 1, 1]), 0, 0, open / 2)]);
};

const spoon: Maker = (rng) => {
  const long = rng.range(0.6, 1);
  const head = chance(rng, 0.5)
    ? [ellipsoid([rng.range(0.08, 0.16), rng.range(0.12, 0.22), 0.04], [0, long, 0.01])]
    : [
        block([0.16, 0.1, 0.03], [0, long, 0]),
        ...upTo(4).map((k) => rod([-0.07 + k * 0.045, long, 0], [-0.07 + k * 0.045, long + 0.22, 0.02], 0.015, 0.008, 6)),
      ];
  return [
    tube(
      curve([
        [0, 0, 0.03],
        [0, long * 0.6, 0],
        [0, long, 0.02],
      ]),
      rng.range(0.015, 0.035),
      { squash: rng.range(0.4, 1) },
    ),
    ...head,
  ];
};

const gun: Maker = (rng) => {
  const long = rng.range(0.4, 1.3);
  const pieces = [
    block([0.08, rng.range(0.08, 0.16), long * 0.6], [0, 0.3, 0], 0.02),
    rod([0, 0.32, long * 0.2], [0, 0.32, long * rng.range(0.5, 0.9)], 0.03),
    move(turn(block([0.07, rng.range(0.22, 0.35), 0.12], [0, -0.1, 0], 0.02), rng.range(0, 0.5)), [0, 0.28, -long * 0.2]),
  ];
  if (chance(rng, 0.5)) pieces.push(block([0.06, 0.18, 0.4], [0, 0.26, -long * 0.3 - 0.2], 0.02));
  if (chance(rng, 0.5)) pieces.push(block([0.05, rng.range(0.15, 0.3), 0.08], [0, 0.18, 0.05]));
  if (chance(rng, 0.3)) pieces.push(rod([0, 0.43, -0.1], [0, 0.43, 0.15], 0.03));
  return pieces;
};

const broom: Maker = (rng) => {
  const tall = rng.range(0.9, 1.4);
  const wide = rng.range(0.12, 0.3);
  const head = chance(rng, 0.5)
    ? lathe(
        [
          [0, 0],
          [wide, 0],
          ...curve2([
            [wide * 0.9, 0.1],
            [0.05, 0.35],
          ]),
          [0, 0.35],
        ],
        12,
      )
    : block([wide * 2, 0.2, 0.1], [0, 0.1, 0]);
  return [rod([0, 0.1, 0], [0, tall, 0], 0.022), head];
};

const rake: Maker = (rng) => {
  const [tall, wide, teeth] = [rng.range(0.9, 1.3), rng.range(0.2, 0.4), count(rng, 3, 10)];
  return [
    rod([0, 0, 0], [0, tall, 0], 0.02),
    bar([-wide / 2, 0, 0], [wide / 2, 0, 0], 0.04, 0.03),
    ...upTo(teeth).map((k) => rod([wide * (k / (teeth - 1) - 0.5), 0, 0], [wide * (k / (teeth - 1) - 0.5), -0.1, 0.03], 0.015, 0.006, 6)),
  ];
};

const shovel: Maker = (rng) => {
  const tall = rng.range(0.8, 1.2);
  return [
    rod([0, 0.2, 0], [0, tall, 0], 0.025),
    extrude(
      curve2([
        [-0.14, 0.3],
        [-0.13, 0.08],
        [0, -0.08],
        [0.13, 0.08],
        [0.14, 0.3],
      ]),
      0.03,
    ),
    bar([-0.1, tall, 0], [0.1, tall, 0], 0.035, 0.035),
  ];
};

const wrench: Maker = (rng) => {
  const long = rng.range(0.6, 1);
  const jaw: Outline = [
    [-0.14, 0],
    [0.14, 0],
    [0.16, 0.16],
    [0.07, 0.24],
    [0.06, 0.1],
    [-0.06, 0.1],
    [-0.07, 0.24],
    [-0.16, 0.16],
  ];
  const ring = extrude(circle(0.13, 18), 0.06, { holes: [circle(0.075, 6)] });
  return [
    block([0.1, long, 0.05], [0, long / 2, 0], 0.015),
    move(extrude(jaw, 0.06), [0, long, 0]),
    chance(rng, 0.5) ? ring : turn(extrude(jaw, 0.06), 0, 0, Math.PI),
  ];
};

const pickaxe: Maker = (rng) => {
  const [tall, wide] = [rng.range(0.7, 1.1), rng.range(0.25, 0.45)];
  return [
    rod([0, 0, 0], [0, tall, 0], 0.03),
    tube(
      curve([
        [-wide, tall - 0.15, 0],
        [-wide * 0.5, tall, 0],
        [0, tall + 0.03, 0],
        [wide * 0.5, tall, 0],
        [wide, tall - 0.15, 0],
      ]),
      (share) => 0.012 + 0.04 * Math.sin(Math.PI * share),
    ),
  ];
};

const screwdriver: Maker = (rng) => [
  lathe(
    [
      [0, 0],
      ...curve2([
        [0.05, 0],
        [0.08, 0.15],
        [0.06, 0.3],
        [0.07, 0.35],
      ]),
      [0, 0.36],
    ],
    pick(rng, [6, 14]),
  ),
  rod([0, 0.3, 0], [0, rng.range(0.6, 1), 0], 0.025),
];

const saw: Maker = (rng) => {
  const long = rng.range(0.6, 1);
  const teeth = count(rng, 8, 20);
  const edge = upTo(teeth * 2 + 1).map((k): [number, number] => [(long * k) / (teeth * 2), k % 2 ? -0.03 : 0]);
  return [
    extrude([...edge, [long, 0.08], [0, 0.2]], 0.015),
    extrude(
      curve2([
        [0, -0.02],
        [-0.2, -0.06],
        [-0.24, 0.12],
        [-0.15, 0.22],
        [0.02, 0.2],
      ]),
      0.06,
      { holes: [circle(0.05, 10).map(([x, y]): [number, number] => [x - 0.1, y + 0.08])] },
    ),
  ];
};

const bow: Maker = (rng) => {
  const [tall, deep] = [rng.range(0.8, 1.4), rng.range(0.15, 0.4)];
  const pieces = [
    tube(
      curve([
        [0, 0, 0],
        [deep * 0.8, tall * 0.2, 0],
        [deep, tall * 0.5, 0],
        [deep * 0.8, tall * 0.8, 0],
        [0, tall, 0],
      ]),
      (share) => 0.012 + 0.02 * Math.sin(Math.PI * share),
    ),
    rod([0, 0, 0], [0, tall, 0], 0.006, 0.006, 5),
  ];
  if (chance(rng, 0.4))
    pieces.push(rod([-0.1, tall / 2, 0], [deep + 0.3, tall / 2, 0], 0.01), rod([deep + 0.3, tall / 2, 0], [deep + 0.4, tall / 2, 0], 0.04, 0.002));
  return pieces;
};

const shield: Maker = (rng) => {
  const outline: Outline = chance(rng, 0.5)
    ? circle(0.5, 24)
    : curve2([
        [-0.4, 0.5],
        [0, 0.55],
        [0.4, 0.5],
        [0.38, 0],
        [0, -0.6],
        [-0.38, 0],
      ]);
  return [
    extrude(outline, rng.range(0.03, 0.1), { bevel: 0.02 }),
    ellipsoid([0.12, 0.12, rng.range(0.08, 0.2)], [0, 0, 0.02]),
    ...(chance(rng, 0.3) ? [block([0.08, 1, 0.1]), block([0.8, 0.08, 0.1])] : []),
  ];
};

const umbrella: Maker = (rng) => {
  const [wide, tall] = [rng.range(0.35, 0.6), rng.range(0.7, 1)];
  const ribs = pick(rng, [6, 8, 12]);
  const dome = rng.range(0.15, 0.4);
  const canopy = lathe(
    [
      [0, tall + dome],
      ...curve2([
        [0.02, tall + dome],
        [wide * 0.7, tall + dome * 0.6],
        [wide, tall],
      ]),
      ...curve2([
        [wide * 0.98, tall - 0.01],
        [wide * 0.68, tall + dome * 0.55],
        [0.02, tall + dome * 0.93],
      ]),
      [0, tall + dome * 0.93],
    ],
    ribs,
  );
  return [
    canopy,
    rod([0, 0, 0], [0, tall + dome + 0.08, 0], 0.015),
    tube(
      curve([
        [0, 0.02, 0],
        [0, -0.06, 0],
        [0.06, -0.1, 0],
        [0.1, -0.03, 0],
      ]),
      0.025,
    ),
  ];
};

const anchor: Maker = (rng) => {
  const [tall, wide] = [rng.range(0.8, 1.1), rng.range(0.3, 0.5)];
  return [
    rod([0, 0, 0], [0, tall, 0], 0.05),
    move(turn(torus(0.09, 0.025, 18, 8), Math.PI / 2), [0, tall + 0.08, 0]),
    bar([-wide * 0.6, tall * 0.85, 0], [wide * 0.6, tall * 0.85, 0], 0.05, 0.05),
    tube(
      curve([
        [-wide, tall * 0.35, 0],
        [-wide * 0.7, tall * 0.1, 0],
        [0, 0, 0],
        [wide * 0.7, tall * 0.1, 0],
        [wide, tall * 0.35, 0],
      ]),
      0.05,
    ),
    ...bothSides(
      extrude(
        [
          [wide * 0.8, tall * 0.3],
          [wide * 1.15, tall * 0.28],
          [wide * 1.02, tall * 0.48],
        ],
        0.06,
      ),
    ),
  ];
};

const ladder: Maker = (rng) => {
  const [wide, tall, rungs] = [rng.range(0.2, 0.5), rng.range(0.8, 1.5), count(rng, 3, 10)];
  const lean = rng.range(0, 0.4);
  const half = [
    ...bothSides(bar([wide / 2, 0, lean], [wide / 2, tall, 0], 0.04, 0.05)),
    ...upTo(rungs).map((k) =>
      rod(
        [-wide / 2, (tall * (k + 0.5)) / rungs, lean * (1 - (k + 0.5) / rungs)],
        [wide / 2, (tall * (k + 0.5)) / rungs, lean * (1 - (k + 0.5) / rungs)],
        0.018,
        0.018,
        6,
      ),
    ),
  ];
  return chance(rng, 0.5) ? [...half, ...half.map((piece) => stretch(piece, [1, 1, -1]))] : half;
};

const pliers: Maker = (rng) => {
  const open = rng.range(0.1, 0.4);
  const half = [
    tube(
      curve([
        [0, 0, 0],
        [0.05, -0.2, 0],
        [0.06, -0.6, 0],
      ]),
      0.035,
    ),
    tube(
      curve([
        [0, 0, 0],
        [-0.06, 0.1, 0],
        [-0.01, 0.3, 0],
      ]),
      [...upTo(11)].map((k) => 0.06 - 0.004 * k),
    ),
  ];
  return half.flatMap((piece) => [turn(piece, 0, 0, open / 2), turn(stretch(piece, [-1, 1, 1]), 0, 0, -open / 2)]);
};

const flail: Maker = (rng) => {
  const size = rng.range(0.1, 0.2);
  const spikes = upTo(count(rng, 6, 14)).map(() =>
    turn(rod([0, size * 0.8, 0], [0, size * 1.5, 0], size * 0.2, 0.002, 6), rng.range(0, 6.3), rng.range(0, 6.3)),
  );
  return [
    rod([0, 0, 0], [0, rng.range(0.5, 0.9), 0], 0.03),
    ball(size, [0, 1, 0]),
    ...spikes.map((one) => move(one, [0, 1, 0])),
    rod([0, 0.5, 0], [0, 1, 0], 0.02),
  ];
};

const chain: Maker = (rng) => {
  const link = stretch(torus(0.1, 0.03, 16, 8), [1, 1, 1.5]);
  return upTo(count(rng, 3, 9)).map((k) => move(turn(link, 0, 0, (k % 2) * (Math.PI / 2)), [0, 0, k * 0.2]));
};

const trident: Maker = (rng) => {
  const tall = rng.range(0.9, 1.4);
  const prongs = pick(rng, [2, 3, 4]);
  return [
    rod([0, 0, 0], [0, tall, 0], 0.025),
    ...upTo(prongs).map((k) => {
      const x = 0.25 * (k / (prongs - 1) - 0.5) * 2;
      return tube(
        curve([
          [0, tall * 0.9, 0],
          [x * 0.8, tall, 0],
          [x, tall + 0.35, 0],
        ]),
        [...upTo(11)].map((i) => 0.025 - 0.002 * i),
        { segments: 6 },
      );
    }),
  ];
};

const brush: Maker = (rng) => [
  lathe(
    [
      [0, 0],
      ...curve2([
        [0.02, 0],
        [0.04, 0.2],
        [0.02, 0.5],
      ]),
      [0.04, 0.55],
      [0.045, 0.7],
      ...curve2([
        [0.05, 0.72],
        [0.06, 0.8],
        [0.01, rng.range(0.95, 1.1)],
      ]),
      [0, 1.1],
    ],
    14,
  ),
];

const tongs: Maker = (rng) =>
  around(
    pick(rng, [2, 2, 3]),
    tube(
      curve([
        [0, 1, 0],
        [0.1, 0.7, 0],
        [0.12, 0.3, 0],
        [rng.range(0.01, 0.1), 0, 0],
      ]),
      0.025,
      { squash: 1.8 },
    ),
  );

/** Kinds of tools and weapons. */
export const TOOLS: Readonly<Record<string, Maker>> = {
  hammer,
  sword,
  axe,
  key,
  scissors,
  spoon,
  gun,
  broom,
  rake,
  shovel,
  wrench,
  pickaxe,
  screwdriver,
  saw,
  bow,
  shield,
  umbrella,
  anchor,
  ladder,
  pliers,
  flail,
  chain,
  trident,
  brush,
  tongs,
};
