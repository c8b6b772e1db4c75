/** @file Instruments and what stands about in a room. */

import type { Vec3 } from '../../../src/math/vector.js';
import { chance, count, pick, upTo } from './draw-choices.js';
import { extrude } from './extrude.js';
import {
  around,
  ball,
  bar,
  block,
  bothSides,
  curve,
  curve2,
  ellipsoid,
  hollowLathe,
  lathe,
  type Maker,
  move,
  type Outline,
  rod,
  torus,
  tube,
  turn,
} from './mesh-pieces.js';

const guitar: Maker = (rng) => {
  const [low, high, waist] = [rng.range(0.25, 0.35), rng.range(0.18, 0.28), rng.range(0.12, 0.22)];
  const half: Outline = [
    [0, -0.35],
    [low, -0.2],
    [low * 0.9, 0],
    [waist, 0.15],
    [high, 0.3],
    [0.05, 0.42],
  ];
  const body = extrude(
    curve2(
      [
        ...half,
        ...half
          .slice(1, -1)
          .reverse()
          .map(([x, y]): [number, number] => [-x, y]),
      ].concat([[0, -0.35]]),
      3,
    ).slice(0, -1),
    rng.range(0.06, 0.18),
    { bevel: 0.015 },
  );
  const neck = rng.range(0.4, 0.8);
  return [
    body,
    block([0.06, neck, 0.04], [0, 0.35 + neck / 2, 0.05]),
    block([0.11, 0.16, 0.03], [0, 0.4 + neck, 0.04]),
    block([0.15, 0.03, 0.03], [0, -0.1, 0.1]),
    ...bothSides(rod([0.04, 0.4 + neck, 0.04], [0.1, 0.4 + neck, 0.04], 0.012)),
  ];
};

const drum: Maker = (rng) => [
  lathe([
    [0, 0.2],
    [0.4, 0.2],
    [rng.range(0.3, 0.45), 0.5],
    [0.4, rng.range(0.6, 0.9)],
    [0, 0.6],
  ]),
  ...around(pick(rng, [0, 3, 4]), rod([0.35, 0.3, 0], [0.5, 0, 0], 0.02)),
  ...bothSides(rod([0.1, 0.8, -0.3], [0.05, 0.85, 0.3], 0.015)),
];

const trumpet: Maker = (rng) => {
  const long = rng.range(0.6, 1.1);
  return [
    turn(
      lathe([
        [0, 0],
        [0.03, 0],
        [0.025, long * 0.6],
        [0.05, long * 0.8],
        [rng.range(0.12, 0.25), long],
        [0, long * 0.85],
      ]),
      Math.PI / 2,
    ),
    ...upTo(3).map((k) => rod([0, -0.12, 0.25 + k * 0.08], [0, 0.12, 0.25 + k * 0.08], 0.025)),
    tube(
      curve([
        [0, 0, 0.15],
        [0, -0.12, 0.12],
        [0, -0.14, 0.5],
        [0, 0, 0.55],
      ]),
      0.02,
    ),
  ];
};

const bell: Maker = (rng) => [
  hollowLathe(
    curve2([
      [0.4, 0],
      [0.28, 0.15],
      [0.22, 0.4],
      [0.05, 0.5],
    ]),
    0.03,
  ),
  ball(0.08, [0, 0.02, 0], 10),
  move(turn(torus(0.08, 0.02, 16, 6), Math.PI / 2), [0, 0.56, 0]),
  ...(chance(rng, 0.3) ? [rod([0, 0.5, 0], [0, 1, 0], 0.04)] : []),
];

const books: Maker = (rng) =>
  upTo(pick(rng, [1, 1, 3, 6])).map((k) =>
    turn(block([rng.range(0.4, 0.6), rng.range(0.04, 0.12), rng.range(0.5, 0.8)], [0, k * 0.1, 0]), 0, rng.range(-0.3, 0.3)),
  );

const openBook: Maker = (rng) => bothSides(turn(block([0.5, 0.06, 0.7], [0.25, 0, 0], 0.01), 0, 0, rng.range(-0.1, 0.6)));

const candle: Maker = (rng) =>
  upTo(pick(rng, [1, 1, 3, 5]))
    .flatMap((k, _, all) => {
      const x = (k - (all.length - 1) / 2) * 0.22;
      return [
        rod([x, 0.2, 0], [x, rng.range(0.5, 1), 0], 0.06),
        ellipsoid([0.03, 0.07, 0.03], [x, 1.02, 0], 8),
        tube(
          curve([
            [0, 0.05, 0],
            [x, 0.05, 0],
            [x, 0.2, 0],
          ]),
          0.02,
        ),
      ];
    })
    .concat([
      lathe([
        [0, 0],
        [0.25, 0],
        [0.05, 0.06],
        [0, 0.08],
      ]),
    ]);

const clock: Maker = (rng) => [
  turn(
    lathe([
      [0, 0],
      [0.4, 0],
      [0.42, 0.05],
      [0.4, 0.12],
      [0, 0.1],
    ]),
    Math.PI / 2,
  ),
  block([0.03, 0.3, 0.02], [0, 0.14, 0.14]),
  turn(block([0.03, 0.2, 0.02], [0, 0.1, 0.14]), 0, 0, rng.range(0, 6)),
  ...bothSides(rod([0.25, -0.33, 0.05], [0.32, -0.47, 0.05], 0.03)),
  ...(chance(rng, 0.5) ? bothSides(ellipsoid([0.13, 0.1, 0.1], [0.22, 0.42, 0.05])) : []),
];

const monitor: Maker = (rng) => [
  block([rng.range(0.6, 1.1), 0.55, rng.range(0.04, 0.4)], [0, 0.6, 0], 0.02),
  rod([0, 0, 0], [0, 0.4, 0], 0.05),
  block([0.35, 0.03, 0.25], [0, 0.015, 0]),
  ...(chance(rng, 0.4) ? [block([0.6, 0.03, 0.2], [0, 0.015, 0.4])] : []),
];

const laptop: Maker = (rng) => [block([0.8, 0.04, 0.55]), move(turn(block([0.8, 0.55, 0.03], [0, 0.27, 0]), -rng.range(-0.8, 0.7)), [0, 0, -0.27])];

const camera: Maker = (rng) => [
  block([0.6, 0.4, 0.25], [0, 0.6, 0], 0.04),
  rod([0, 0.6, 0.1], [0, 0.6, rng.range(0.25, 0.6)], 0.14, 0.16, 18),
  block([0.2, 0.08, 0.15], [0, 0.83, 0]),
  ...(chance(rng, 0.5) ? around(3, rod([0, 0.4, 0], [0.3, -0.5, 0], 0.02)) : []),
];

const chest: Maker = (rng) =>
  [
    block([0.8, 0.4, 0.5], [0, 0.2, 0]),
    turn(
      extrude(
        upTo(13).map((k): [number, number] => [0.25 * Math.cos((Math.PI * k) / 12), 0.25 * Math.sin((Math.PI * k) / 12)]),
        0.8,
      ),
      0,
      Math.PI / 2,
    ),
  ].map((piece, k) => (k === 1 ? move(piece, [0, 0.4 + rng.range(0, 0.02), 0]) : piece));

const barrel: Maker = (rng) => [
  lathe(
    [
      [0, 0],
      ...curve2([
        [0.3, 0],
        [rng.range(0.34, 0.45), 0.45],
        [0.3, 0.9],
      ]),
      [0, 0.9],
    ],
    20,
  ),
  ...[0.15, 0.75].map((y) => move(torus(0.35, 0.02, 24, 6), [0, y, 0])),
];

const crate: Maker = (rng) => {
  const [w, h, d] = [rng.range(0.4, 0.9), rng.range(0.3, 0.9), rng.range(0.4, 0.9)];
  return [
    block([w, h, d], [0, h / 2, 0], chance(rng, 0.3) ? 0.05 : 0),
    ...[-1, 1].flatMap((x) => [-1, 1].map((z) => bar([(x * w) / 2, 0, (z * d) / 2], [(x * w) / 2, h, (z * d) / 2], 0.06, 0.06))),
  ];
};

const chessPiece: Maker = (rng) => {
  const tall = rng.range(0.6, 1.1);
  const top = pick(rng, [
    [
      [0.12, tall],
      [0.14, tall * 1.12],
      [0.06, tall * 1.2],
    ],
    [
      [0.13, tall],
      [0.15, tall * 1.15],
      [0.12, tall * 1.15],
    ],
    [
      [0.05, tall],
      [0.13, tall * 1.12],
      [0.03, tall * 1.28],
    ],
  ]) as [number, number][];
  return [
    lathe(
      [
        [0, 0],
        [0.25, 0],
        [0.25, 0.06],
        ...curve2([
          [0.18, 0.12],
          [0.09, tall * 0.5],
          [0.08, tall * 0.85],
        ]),
        [0.15, tall * 0.9],
        [0.15, tall * 0.94],
        ...curve2(top),
        [0, tall * 1.2],
      ],
      20,
    ),
  ];
};

const trophy: Maker = (rng) => {
  const cup = hollowLathe(
    curve2([
      [0.04, 0.35],
      [0.25, 0.55],
      [0.3, 0.95],
    ]),
    0.025,
  );
  return [
    block([0.35, 0.15, 0.35], [0, 0.07, 0]),
    rod([0, 0.12, 0], [0, 0.4, 0], 0.06, 0.04),
    cup,
    ...bothSides(
      tube(
        curve([
          [0.22, 0.55, 0],
          [rng.range(0.4, 0.55), 0.6, 0],
          [0.45, 0.88, 0],
          [0.28, 0.88, 0],
        ]),
        0.025,
      ),
    ),
  ];
};

const kite: Maker = (rng) => [
  extrude(
    [
      [0, 0.7],
      [0.4, 0.3],
      [0, -0.5],
      [-0.4, 0.3],
    ],
    0.02,
  ),
  tube(
    upTo(20).map((k): Vec3 => [0.08 * Math.sin(k), -0.5 - k * 0.05, 0]),
    0.012,
    { segments: 5 },
  ),
  ...upTo(count(rng, 0, 5)).map((k) => block([0.14, 0.04, 0.02], [0, -0.6 - k * 0.18, 0])),
];

const penBox: Maker = (rng) => [
  block([0.7, 0.25, 0.4], [0, 0.12, 0], 0.03),
  ...upTo(count(rng, 2, 6)).map((k) =>
    rod([k * 0.1 - 0.25, 0.2, rng.range(-0.1, 0.1)], [k * 0.1 - 0.25 + rng.range(-0.1, 0.1), rng.range(0.45, 0.7), rng.range(-0.1, 0.1)], 0.03),
  ),
];

/** Kinds of goods. */
export const GOODS: Readonly<Record<string, Maker>> = {
  guitar,
  drum,
  trumpet,
  bell,
  books,
  openBook,
  candle,
  clock,
  monitor,
  laptop,
  camera,
  chest,
  barrel,
  crate,
  chessPiece,
  trophy,
  kite,
  penBox,
};
