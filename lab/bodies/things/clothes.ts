/** @file Clothes and what is worn, lying alone: a shirt and trousers have limbs of cloth and no body in them. */

import type { Vec3 } from '../../../src/math/vector.js';
import { chance, count, upTo } from './draw-choices.js';
import { extrude } from './extrude.js';
import {
  around,
  bothSides,
  circle,
  curve,
  curve2,
  ellipsoid,
  hollowLathe,
  lathe,
  loft,
  type Maker,
  move,
  rod,
  stretch,
  torus,
  tube,
  turn,
} from './mesh-pieces.js';
import { roughen } from './reshape.js';

/** A shirt: an open tube for the trunk with two sleeves, flat or filled. */
const shirt: Maker = (rng) => {
  const [wide, tall, deep] = [rng.range(0.25, 0.35), rng.range(0.6, 1), rng.range(0.03, 0.15)];
  const sleeve = rng.range(0.15, 0.65);
  const drop = rng.range(0, 1.2);
  const body = hollowLathe(
    [
      [wide * rng.range(0.9, 1.3), 0],
      [wide * 0.9, tall * 0.5],
      [wide, tall * 0.9],
      [wide * 0.4, tall],
    ],
    0.015,
    20,
  );
  const arm = tube(
    [
      [wide * 0.7, tall * 0.88, 0],
      [wide + sleeve * Math.cos(drop), tall * 0.88 - sleeve * Math.sin(drop), 0],
    ],
    [0.13, rng.range(0.07, 0.14)],
    { segments: 12 },
  );
  return [stretch(body, [1, 1, deep / wide]), ...bothSides(stretch(arm, [1, 1, Math.min(1, (deep / 0.13) * 1.2)]))].map((piece) =>
    roughen(piece, 0.02, 0.2, rng),
  );
};

const trousers: Maker = (rng) => {
  const [wide, tall] = [rng.range(0.18, 0.26), rng.range(0.4, 0.9)];
  const leg = tube(
    [
      [wide * 0.55, tall, 0],
      [wide * rng.range(0.7, 1.3), 0, 0],
    ],
    [wide * 0.55, rng.range(0.5, 0.9) * wide],
    { segments: 12 },
  );
  return [
    stretch(
      hollowLathe(
        [
          [wide * 1.1, tall * 0.95],
          [wide, tall + 0.25],
        ],
        0.02,
      ),
      [1, 1, 0.6],
    ),
    ...bothSides(stretch(leg, [1, 1, rng.range(0.3, 0.9)])),
  ].map((piece) => roughen(piece, 0.015, 0.15, rng));
};

const hat: Maker = (rng) => {
  const [brim, crown, tall] = [rng.range(0.3, 0.6), rng.range(0.18, 0.28), rng.range(0.15, 0.7)];
  return [
    lathe(
      [
        [0, 0],
        [brim, rng.range(-0.05, 0.08)],
        [brim, 0.03],
        [crown, 0.04],
        [crown * rng.range(0.05, 1.1), tall],
        [0, tall],
      ],
      22,
    ),
  ];
};

const shoe: Maker = (rng) => {
  const boot = rng.range(0, 0.4);
  const sole = turn(
    extrude(
      curve2(
        [
          [-0.1, -0.3],
          [0.1, -0.3],
          [0.09, 0],
          [0.13, 0.2],
          [0, 0.38],
          [-0.12, 0.2],
          [-0.08, 0],
          [-0.1, -0.3],
        ],
        3,
      ).slice(0, -1),
      0.05,
    ),
    -Math.PI / 2,
  );
  const one = [
    stretch(sole, [1, 1, -1]),
    ellipsoid([0.11, 0.1, 0.22], [0, 0.06, 0.12]),
    hollowLathe(
      [
        [0.11, 0.02],
        [0.1, 0.18 + boot],
      ],
      0.02,
      14,
    ),
  ].map((piece, k) => (k === 2 ? move(piece, [0, 0, -0.17]) : piece));
  return chance(rng, 0.5) ? one : one.flatMap((piece) => [move(piece, [0.18, 0, 0]), move(piece, [-0.18, 0, 0])]);
};

const glasses: Maker = (rng) => {
  const [lens, gap, thick] = [rng.range(0.15, 0.25), rng.range(0.04, 0.1), rng.range(0.012, 0.035)];
  const frame = stretch(turn(torus(lens, thick, 22, 8), Math.PI / 2), [1, rng.range(0.6, 1), 1]);
  return [
    ...bothSides(move(frame, [lens + gap / 2, 0, 0])),
    rod([-gap, 0, 0], [gap, 0, 0], thick),
    ...bothSides(
      tube(
        curve([
          [2 * lens + gap / 2, 0.02, 0],
          [2 * lens + gap / 2, 0.02, -0.5],
          [2 * lens + gap / 2, -0.1, -0.65],
        ]),
        thick * 0.8,
      ),
    ),
  ];
};

const headphones: Maker = (rng) => [
  tube(
    upTo(13).map((k): Vec3 => [0.35 * Math.cos((Math.PI * k) / 12), 0.4 * Math.sin((Math.PI * k) / 12), 0]),
    rng.range(0.02, 0.05),
  ),
  ...bothSides(
    turn(
      lathe([
        [0, -0.06],
        [0.14, -0.06],
        [0.16, 0.03],
        [0, 0.06],
      ]),
      0,
      0,
      Math.PI / 2,
    ),
  ).map((one, k) => move(one, [k === 0 ? 0.35 : -0.35, -0.02, 0])),
];

const crown: Maker = (rng) => [
  lathe(
    [
      [0.3, 0],
      [0.33, 0],
      [0.36, 0.2],
      [0.33, 0.2],
      [0.3, 0],
    ],
    24,
  ),
  ...around(
    count(rng, 4, 9),
    extrude(
      [
        [-0.1, 0.15],
        [0.1, 0.15],
        [0, rng.range(0.35, 0.5)],
      ],
      0.03,
    ),
  ).map((one, k, all) => move(one, [0.34 * Math.sin((2 * Math.PI * k) / all.length), 0, 0.34 * Math.cos((2 * Math.PI * k) / all.length)])),
];

const ring: Maker = (rng) => [
  turn(torus(0.35, rng.range(0.03, 0.09), 30, 10), Math.PI / 2),
  lathe(
    [
      [0, 0.35],
      [0.14, 0.5],
      [0.1, 0.58],
      [0, 0.58],
    ],
    8,
  ),
];

const sack: Maker = (rng) => [
  roughen(
    lathe(
      [
        [0, 0],
        ...curve2([
          [0.3, 0],
          [0.4, 0.25],
          [0.3, 0.6],
          [0.08, 0.75],
          [rng.range(0.08, 0.2), 0.9],
        ]),
        [0, 0.88],
      ],
      20,
    ),
    0.05,
    0.25,
    rng,
  ),
];

const pillow: Maker = (rng) => [
  roughen(
    stretch(
      loft(
        upTo(9).map((r) =>
          r === 0 || r === 8
            ? [[0, r / 8 - 0.5, 0] as Vec3]
            : circle(1, 20).map(
                ([a, b]): Vec3 => [
                  Math.sign(a) * Math.abs(a) ** 0.4 * Math.sin((Math.PI * r) / 8) ** 0.4,
                  r / 8 - 0.5,
                  Math.sign(b) * Math.abs(b) ** 0.4 * Math.sin((Math.PI * r) / 8) ** 0.4,
                ],
              ),
        ),
      ),
      [0.5, rng.range(0.2, 0.4), 0.4],
    ),
    0.03,
    0.2,
    rng,
  ),
];

/** Kinds of clothes. */
export const CLOTHES: Readonly<Record<string, Maker>> = { shirt, trousers, hat, shoe, glasses, headphones, crown, ring, sack, pillow };
