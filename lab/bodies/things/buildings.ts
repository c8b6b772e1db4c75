/** @file Buildings, bridges and what stands in streets and fields. */

import type { Vec3 } from '../../../src/math/vector.js';
import { chance, count, pick, upTo } from './draw-choices.js';
import { extrude } from './extrude.js';
import { around, ball, bar, block, bothSides, curve, ellipsoid, lathe, type Maker, move, type Outline, rod, torus, tube, turn } from './mesh-pieces.js';

const house: Maker = (rng) => {
  const [width, depth, wall] = [rng.range(0.5, 1), rng.range(0.5, 1.2), rng.range(0.3, 1)];
  const [roof, eave] = [rng.range(0.15, 0.6), rng.range(0, 0.12)];
  const pieces = [
    block([width, wall, depth], [0, wall / 2, 0]),
    move(
      extrude(
        [
          [-width / 2 - eave, 0],
          [width / 2 + eave, 0],
          [0, roof],
        ],
        depth + 2 * eave,
      ),
      [0, wall, 0],
    ),
  ];
  if (chance(rng, 0.5)) pieces.push(block([0.12, 0.4, 0.12], [width * 0.25, wall + roof * 0.6, depth * 0.2]));
  if (chance(rng, 0.4)) pieces.push(block([width * 0.6, wall * 0.7, depth * 0.5], [width * 0.6, wall * 0.35, 0]));
  if (chance(rng, 0.5))
    pieces.push(block([0.15, wall * 0.5, 0.04], [0, wall * 0.25, depth / 2]), ...bothSides(block([0.12, 0.12, 0.04], [width * 0.3, wall * 0.6, depth / 2])));
  return pieces;
};

const tower: Maker = (rng) => {
  const [wide, tall] = [rng.range(0.12, 0.3), rng.range(0.8, 1.6)];
  const sides = pick(rng, [4, 6, 8, 20]);
  const pieces = [
    lathe(
      [
        [0, 0],
        [wide * rng.range(1, 1.4), 0],
        [wide, tall],
        [0, tall],
      ],
      sides,
    ),
  ];
  if (chance(rng, 0.5))
    pieces.push(
      lathe(
        [
          [0, tall],
          [wide * rng.range(1.1, 1.5), tall],
          [0, tall + rng.range(0.2, 0.6)],
        ],
        sides,
      ),
    );
  else
    pieces.push(
      lathe(
        [
          [0, tall],
          [wide * 1.25, tall],
          [wide * 1.25, tall + 0.12],
          [0, tall + 0.12],
        ],
        sides,
      ),
      ...around(count(rng, 5, 9), block([0.08, 0.1, 0.1], [wide * 1.15, tall + 0.15, 0])),
    );
  return pieces;
};

const castle: Maker = (rng) => {
  const [size, wall] = [rng.range(0.4, 0.7), rng.range(0.2, 0.4)];
  const turret = lathe(
    [
      [0, 0],
      [0.13, 0],
      [0.12, wall * 1.5],
      [0.16, wall * 1.5],
      [0.16, wall * 1.7],
      [0, wall * (chance(rng, 0.5) ? 2.6 : 1.7)],
    ],
    12,
  );
  const spots = [-1, 1].flatMap((x) => [-1, 1].map((z): Vec3 => [x * size, 0, z * size]));
  return [
    ...spots.map((at) => move(turret, at)),
    ...bothSides(block([0.06, wall, size * 2], [size, wall / 2, 0])),
    ...[-1, 1].map((z) => block([size * 2, wall, 0.06], [0, wall / 2, z * size])),
    ...(chance(rng, 0.6) ? [block([size * 0.8, wall * 2, size * 0.8], [0, wall, 0])] : []),
  ];
};

const temple: Maker = (rng) => {
  const [columns, rows, tall] = [count(rng, 2, 6), count(rng, 2, 5), rng.range(0.4, 0.8)];
  const [width, depth] = [columns * 0.22, rows * 0.22];
  const column = lathe(
    [
      [0, 0],
      [0.07, 0],
      [0.05, 0.05],
      [0.045, tall - 0.05],
      [0.07, tall],
      [0, tall],
    ],
    10,
  );
  const spots = upTo(columns).flatMap((i) =>
    upTo(rows).flatMap((k): Vec3[] =>
      i === 0 || k === 0 || i === columns - 1 || k === rows - 1 ? [[width * (i / (columns - 1) - 0.5), 0.1, depth * (k / (rows - 1) - 0.5)]] : [],
    ),
  );
  return [
    block([width * 1.3, 0.1, depth * 1.3], [0, 0.05, 0]),
    ...spots.map((at) => move(column, at)),
    block([width * 1.25, 0.1, depth * 1.25], [0, tall + 0.14, 0]),
    move(
      extrude(
        [
          [-width * 0.65, 0],
          [width * 0.65, 0],
          [0, rng.range(0.1, 0.35)],
        ],
        depth * 1.25,
      ),
      [0, tall + 0.18, 0],
    ),
  ];
};

const bridge: Maker = (rng) => {
  const [long, rise, width] = [rng.range(1.2, 2), rng.range(0, 0.3), rng.range(0.2, 0.4)];
  const deck = upTo(13).map((k): Vec3 => [long * (k / 12 - 0.5), 0.5 + rise * Math.sin((Math.PI * k) / 12), 0]);
  const section: Outline = [
    [0.03, width / 2],
    [-0.03, width / 2],
    [-0.03, -width / 2],
    [0.03, -width / 2],
  ];
  const pieces = [tube(deck, 1, { section })];
  const piers = count(rng, 2, 5);
  for (const k of upTo(piers)) {
    const x = long * 0.8 * (k / (piers - 1) - 0.5);
    pieces.push(
      ...(chance(rng, 0.5)
        ? [block([0.08, 0.5 + rise * 0.6, width * 0.9], [x, 0.25 + rise * 0.3, 0])]
        : [-1, 1].map((z) => rod([x, 0, z * width * 0.35], [x, 0.5 + rise * 0.6, z * width * 0.35], 0.04))),
    );
  }
  if (chance(rng, 0.4))
    for (const z of [-1, 1])
      for (const x of [-0.3, 0.3])
        pieces.push(
          bar([x * long, 0, (z * width) / 2], [x * long, 1.1, (z * width) / 2], 0.06, 0.06),
          rod([x * long, 1.1, (z * width) / 2], [0, 0.6, (z * width) / 2], 0.01),
          rod([x * long, 1.1, (z * width) / 2], [x * 1.7 * long, 0.55, (z * width) / 2], 0.01),
        );
  return pieces;
};

const windmill: Maker = (rng) => {
  const tall = rng.range(0.7, 1.1);
  const blades = count(rng, 3, 6);
  const sail = chance(rng, 0.5) ? block([0.12, 0.5, 0.015], [0.05, 0.32, 0]) : rod([0, 0, 0], [0, 0.6, 0], 0.05, 0.015);
  return [
    lathe(
      [
        [0, 0],
        [rng.range(0.05, 0.28), 0],
        [rng.range(0.04, 0.16), tall],
        [0, tall + 0.12],
      ],
      pick(rng, [6, 8, 16]),
    ),
    rod([0, tall, 0], [0, tall, 0.25], 0.05),
    ...upTo(blades).map((k) => move(turn(sail, 0, 0, (2 * Math.PI * k) / blades + 0.3), [0, tall, 0.22])),
  ];
};

const tent: Maker = (rng) =>
  chance(rng, 0.5)
    ? [
        extrude(
          [
            [-0.5, 0],
            [0.5, 0],
            [0, rng.range(0.4, 0.8)],
          ],
          rng.range(0.6, 1.2),
        ),
      ]
    : [
        lathe(
          [
            [0, 0],
            [0.5, 0],
            [0.02, rng.range(0.7, 1.1)],
            [0, 1.1],
          ],
          pick(rng, [5, 8, 16]),
        ),
        ...around(4, rod([0, 0.9, 0], [0.05, 1.2, 0], 0.012)),
      ];

const church: Maker = (rng) => {
  const wall = rng.range(0.4, 0.6);
  const spire = rng.range(0.3, 0.8);
  return [
    block([0.5, wall, 1], [0, wall / 2, 0]),
    move(
      extrude(
        [
          [-0.3, 0],
          [0.3, 0],
          [0, 0.3],
        ],
        1.05,
      ),
      [0, wall, 0],
    ),
    block([0.3, wall * 2, 0.3], [0, wall, 0.6]),
    lathe(
      [
        [0, wall * 2],
        [0.22, wall * 2],
        [0, wall * 2 + spire],
      ],
      4,
    ),
    rod([0, wall * 2 + spire - 0.02, 0.6], [0, wall * 2 + spire + 0.2, 0.6], 0.015),
  ].map((piece, k) => (k === 3 ? move(turn(piece, 0, Math.PI / 4), [0, 0, 0.6]) : piece));
};

const skyline: Maker = (rng) =>
  upTo(count(rng, 1, 8)).map((k) => {
    const tall = rng.range(0.3, 1.4);
    return block([rng.range(0.15, 0.3), tall, rng.range(0.15, 0.3)], k === 0 ? [0, tall / 2, 0] : [rng.range(-0.5, 0.5), tall / 2, rng.range(-0.5, 0.5)]);
  });

const lattice: Maker = (rng) => {
  const [levels, legs] = [count(rng, 2, 5), pick(rng, [3, 4, 4])];
  const [tall, wide, top] = [rng.range(0.9, 1.5), rng.range(0.25, 0.45), rng.range(0.02, 0.2)];
  const at = (leg: number, share: number): Vec3 => {
    const radius = wide + (top - wide) * share;
    return [radius * Math.cos((2 * Math.PI * leg) / legs), tall * share, radius * Math.sin((2 * Math.PI * leg) / legs)];
  };
  const pieces = upTo(legs).map((leg) => bar(at(leg, 0), at(leg, 1), 0.03, 0.03));
  for (const level of upTo(levels))
    for (const leg of upTo(legs))
      pieces.push(
        bar(at(leg, (level + 1) / levels), at(leg + 1, (level + 1) / levels), 0.02, 0.02),
        bar(at(leg, level / levels), at(leg + 1, (level + 1) / levels), 0.015, 0.015),
      );
  if (chance(rng, 0.5))
    pieces.push(
      chance(rng, 0.5)
        ? lathe([
            [0, tall],
            [0.3, tall],
            [0.3, tall + 0.3],
            [0, tall + 0.45],
          ])
        : rod([0, tall, 0], [0, tall * 1.3, 0], 0.015),
    );
  return pieces;
};

const fence: Maker = (rng) => {
  const posts = count(rng, 3, 10);
  const tall = rng.range(0.4, 0.7);
  return [
    ...upTo(posts).map((k) => bar([k * 0.2, 0, 0], [k * 0.2, tall * rng.range(0.95, 1.05), 0], 0.07, 0.04)),
    ...[0.3, 0.75].map((share) => bar([-0.05, tall * share, 0], [posts * 0.2 - 0.15, tall * share, 0], 0.03, 0.05)),
  ];
};

const arch: Maker = (rng) => {
  const [wide, tall, thick] = [rng.range(0.4, 0.9), rng.range(0.4, 1), rng.range(0.08, 0.25)];
  const path = [
    [-wide / 2, 0, 0] as Vec3,
    ...upTo(13).map((k): Vec3 => [(-wide / 2) * Math.cos((Math.PI * k) / 12), tall * 0.6 + (wide / 2) * Math.sin((Math.PI * k) / 12), 0]),
    [wide / 2, 0, 0] as Vec3,
  ];
  return chance(rng, 0.5)
    ? [tube(path, thick * 0.6)]
    : [...bothSides(block([thick, tall, thick], [wide / 2, tall / 2, 0])), block([wide + thick * 2.5, thick, thick * 1.2], [0, tall + thick / 2, 0])];
};

const stairs: Maker = (rng) => {
  const [steps, rise] = [count(rng, 3, 12), rng.range(0.05, 0.12)];
  return upTo(steps).map((k) => block([0.5, rise * (k + 1), 0.12], [0, (rise * (k + 1)) / 2, -k * 0.12]));
};

const streetLamp: Maker = (rng) => [
  lathe(
    [
      [0, 0],
      [0.08, 0],
      [0.03, 0.15],
      [0.02, 1.2],
      [0, 1.2],
    ],
    10,
  ),
  ...around(
    pick(rng, [1, 2, 3, 4]),
    tube(
      curve([
        [0, 1.1, 0],
        [0.12, 1.25, 0],
        [0.3, 1.2, 0],
      ]),
      0.018,
    ),
  ),
  ...(chance(rng, 0.5) ? [ball(0.1, [0, 1.3, 0])] : []),
];

const fountain: Maker = (rng) =>
  upTo(count(rng, 1, 3)).flatMap((k) => [
    lathe(
      [
        [0, k * 0.35],
        [0.05, k * 0.35],
        [0.05, k * 0.35 + 0.25],
        [0.5 - k * 0.15, k * 0.35 + 0.3],
        [0.5 - k * 0.15, k * 0.35 + 0.4],
        [0, k * 0.35 + 0.33],
      ],
      pick(rng, [6, 8, 20]),
    ),
  ]);

const pyramid: Maker = (rng) =>
  chance(rng, 0.5)
    ? [
        lathe(
          [
            [0, 0],
            [0.6, 0],
            [0, rng.range(0.4, 1)],
          ],
          pick(rng, [3, 4, 4, 5]),
        ),
      ]
    : upTo(count(rng, 3, 7)).map((k, _, all) => block([1 - k / all.length, 0.12, 1 - k / all.length], [0, 0.06 + k * 0.12, 0]));

const well: Maker = () => [
  lathe(
    [
      [0.25, 0],
      [0.32, 0],
      [0.32, 0.3],
      [0.25, 0.3],
      [0.25, 0],
    ],
    16,
  ),
  ...bothSides(bar([0.3, 0, 0], [0.3, 0.8, 0], 0.05, 0.05)),
  move(
    extrude(
      [
        [-0.45, 0],
        [0.45, 0],
        [0, 0.25],
      ],
      0.5,
    ),
    [0, 0.8, 0],
  ),
  rod([-0.3, 0.6, 0], [0.3, 0.6, 0], 0.03),
];

const signpost: Maker = (rng) => [
  rod([0, 0, 0], [0, 1.1, 0], 0.03),
  ...upTo(count(rng, 1, 4)).map((k) =>
    turn(
      extrude(
        [
          [-0.1, 0.9 - k * 0.18],
          [0.3, 0.9 - k * 0.18],
          [0.4, 0.96 - k * 0.18],
          [0.3, 1.02 - k * 0.18],
          [-0.1, 1.02 - k * 0.18],
        ],
        0.03,
      ),
      0,
      rng.range(0, 6.3),
    ),
  ),
];

const monument: Maker = (rng) => [
  block([0.6, 0.15, 0.6], [0, 0.07, 0]),
  block([0.45, 0.15, 0.45], [0, 0.22, 0]),
  lathe(
    [
      [0, 0.28],
      [rng.range(0.12, 0.2), 0.28],
      [rng.range(0.08, 0.16), 1.1],
      [0, rng.range(1.1, 1.3)],
    ],
    pick(rng, [4, 16]),
  ),
  ...(chance(rng, 0.5) ? [ellipsoid([0.14, 0.16, 0.14], [0, 1.25, 0])] : [move(torus(0.14, 0.04, 16, 8), [0, 1.15, 0])]),
];

/** Kinds of buildings. */
export const BUILDINGS: Readonly<Record<string, Maker>> = {
  house,
  tower,
  castle,
  temple,
  bridge,
  windmill,
  tent,
  church,
  skyline,
  lattice,
  fence,
  arch,
  stairs,
  streetLamp,
  fountain,
  pyramid,
  well,
  signpost,
  monument,
};
