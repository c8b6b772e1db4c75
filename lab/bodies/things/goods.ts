/** @file Instruments, food, clothes that lie alone, and what stands about in a room. */

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
  hollowLathe,
  lathe,
  loft,
  type Maker,
  move,
  type Outline,
  rod,
  stretch,
  torus,
  tube,
  turn,
} from './mesh-pieces.js';
import { roughen } from './reshape.js';

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

const apple: Maker = (rng) =>
  upTo(pick(rng, [1, 1, 2, 4])).flatMap((k) => {
    const size = rng.range(0.25, 0.4);
    const pear = rng.range(0, 0.5);
    return [
      lathe(
        [
          [0, 0.05],
          ...curve2([
            [size * 0.3, 0],
            [size, size * 0.7],
            [size * (0.8 - pear * 0.5), size * (1.4 + pear)],
            [size * 0.15, size * (1.7 + pear)],
          ]),
          [0, size * (1.6 + pear)],
        ],
        18,
      ),
      tube(
        curve([
          [0, size * 1.6, 0],
          [0.02, size * 1.8, 0],
          [0.06, size * (2 + pear), 0],
        ]),
        0.02,
        { segments: 6 },
      ),
    ].map((one) => move(one, [k * 0.55, 0, (k % 2) * 0.3]));
  });

const banana: Maker = (rng) => {
  const bend = rng.range(0.5, 1.2);
  const one = tube(
    upTo(12).map((k): Vec3 => [0.6 * Math.cos(bend * (k / 11 - 0.5)) - 0.5, 0.6 * Math.sin(bend * (k / 11 - 0.5)), 0]),
    (share) => 0.02 + 0.09 * Math.sin(Math.PI * (0.05 + 0.9 * share)) ** 0.6,
    { segments: 7 },
  );
  return upTo(count(rng, 1, 5)).map((k) => turn(one, 0, k * 0.3));
};

const grapes: Maker = (rng) =>
  upTo(count(rng, 12, 30)).map((k) => {
    const level = k / 30;
    return ball(0.08, [rng.range(-0.25, 0.25) * (1 - level * 0.5), 0.6 - level * 0.6, rng.range(-0.2, 0.2)], 8);
  });

const bread: Maker = (rng) => {
  const [long, wide] = [rng.range(0.4, 0.8), rng.range(0.12, 0.3)];
  const loaf = ellipsoid([wide, rng.range(0.12, 0.22), long], [0, 0.1, 0], 18);
  return [
    roughen(loaf, 0.02, 0.2, rng),
    ...upTo(count(rng, 0, 4)).map((k) => ellipsoid([wide * 0.8, 0.04, 0.06], [0, 0.26, -long * 0.5 + k * 0.25 * long], 10)),
  ];
};

const donut: Maker = (rng) => [torus(rng.range(0.3, 0.5), rng.range(0.1, 0.25), 28, 14)];

const cake: Maker = (rng) => {
  const tiers = count(rng, 1, 4);
  return [
    ...upTo(tiers).map((k) =>
      lathe(
        [
          [0, k * 0.25],
          [0.5 - k * 0.12, k * 0.25],
          [0.5 - k * 0.12, k * 0.25 + 0.25],
          [0, k * 0.25 + 0.25],
        ],
        24,
      ),
    ),
    ...circle(0.2, count(rng, 0, 7)).map(([x, z]) => rod([x * 0.5, tiers * 0.25, z * 0.5], [x * 0.5, tiers * 0.25 + 0.15, z * 0.5], 0.015)),
    ...(chance(rng, 0.3) ? [ball(0.06, [0, tiers * 0.25 + 0.05, 0])] : []),
  ];
};

const iceCream: Maker = (rng) => [
  rod([0, 0, 0], [0, 0.6, 0], 0.02, 0.2, 16),
  ...upTo(count(rng, 1, 3)).map((k) => roughen(ball(0.2 - k * 0.02, [rng.range(-0.04, 0.04), 0.65 + k * 0.25, 0]), 0.03, 0.1, rng)),
];

const burger: Maker = (rng) => [
  lathe([
    [0, 0],
    [0.4, 0.02],
    [0.4, 0.1],
    [0, 0.12],
  ]),
  ...upTo(count(rng, 1, 4)).map((k) =>
    roughen(
      lathe([
        [0, 0.12 + k * 0.07],
        [0.43, 0.12 + k * 0.07],
        [0.43, 0.17 + k * 0.07],
        [0, 0.18 + k * 0.07],
      ]),
      0.03,
      0.12,
      rng,
    ),
  ),
  ellipsoid([0.41, 0.22, 0.41], [0, 0.4, 0]),
];

const books: Maker = (rng) =>
  upTo(pick(rng, [1, 1, 3, 6])).map((k) =>
    turn(block([rng.range(0.4, 0.6), rng.range(0.04, 0.12), rng.range(0.5, 0.8)], [0, k * 0.1, 0]), 0, rng.range(-0.3, 0.3)),
  );

const openBook: Maker = (rng) => bothSides(turn(block([0.5, 0.06, 0.7], [0.25, 0, 0], 0.01), 0, 0, rng.range(-0.1, 0.6)));

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
  apple,
  banana,
  grapes,
  bread,
  donut,
  cake,
  iceCream,
  burger,
  books,
  openBook,
  shirt,
  trousers,
  hat,
  shoe,
  glasses,
  candle,
  clock,
  monitor,
  laptop,
  camera,
  headphones,
  chest,
  barrel,
  crate,
  chessPiece,
  trophy,
  crown,
  ring,
  kite,
  sack,
  pillow,
  penBox,
};
