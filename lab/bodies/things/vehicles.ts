/** @file Vehicles; forward is +Z. */

import type { Rng } from '../../../src/base/rng.js';
import type { Vec3 } from '../../../src/math/vector.js';
import type { Mesh } from '../../../src/mesh/mesh.js';
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
  loft,
  type Maker,
  move,
  type Outline,
  rod,
  torus,
  tube,
  turn,
} from './mesh-pieces.js';

/** A wheel whose axle lies along X. */
function wheel(rng: Rng, radius: number, width: number): Mesh {
  if (chance(rng, 0.3)) return turn(torus(radius - width / 2, width / 2, 20, 8), 0, 0, Math.PI / 2);
  const disk = extrude(circle(radius, 20), width, { bevel: width * rng.range(0, 0.4) });
  return turn(disk, 0, Math.PI / 2);
}

/** Pairs of wheels along the body. */
function wheels(rng: Rng, track: number, places: readonly number[], radius: number): Mesh[] {
  const one = wheel(rng, radius, radius * rng.range(0.3, 0.8));
  return places.flatMap((z) => [-1, 1].map((side) => move(one, [(side * track) / 2, radius, z])));
}

/** A body by its side view, [along z, y], extruded across. */
const sideView = (profile: Outline, width: number, bevel: number): Mesh => turn(extrude(profile, width, { bevel }), 0, -Math.PI / 2);

const evenly = (number: number, length: number) => upTo(number).map((k) => length * (number === 1 ? 0 : k / (number - 1) - 0.5));

const car: Maker = (rng) => {
  const [long, width, low] = [rng.range(1, 1.7), rng.range(0.5, 0.8), rng.range(0.08, 0.2)];
  const [hood, roof] = [rng.range(0.2, 0.4), rng.range(0.4, 0.75)];
  const [front, screen, rear, trunk] = [long / 2, long * rng.range(0.1, 0.3), -long * rng.range(0.1, 0.35), -long / 2];
  const back = chance(rng, 0.5) ? hood * rng.range(0.9, 1.1) : roof * rng.range(0.85, 1);
  const profile: Outline = [
    [trunk, low],
    [front, low],
    [front, hood * rng.range(0.7, 1)],
    [screen, hood],
    [screen - rng.range(0.05, 0.25), roof],
    [rear, roof],
    [trunk + rng.range(0.02, 0.2), back],
    [trunk, hood * 0.8],
  ];
  const shape = chance(rng, 0.4) ? curve2([...profile, profile[0]], 3).slice(0, -1) : profile;
  const radius = rng.range(0.1, 0.24);
  const pieces = [
    sideView(shape, width, rng.range(0, 0.08)),
    ...wheels(rng, width * rng.range(0.9, 1.1), evenly(pick(rng, [2, 2, 2, 3, 4]), long * rng.range(0.55, 0.75)), radius),
  ];
  if (chance(rng, 0.3))
    pieces.push(
      block([width * 0.9, 0.02, 0.15], [0, hood + 0.15, trunk + 0.05]),
      ...bothSides(block([0.02, 0.15, 0.05], [width * 0.3, hood + 0.08, trunk + 0.05])),
    );
  if (chance(rng, 0.3)) pieces.push(...bothSides(ellipsoid([0.05, 0.04, 0.03], [width * 0.55, hood + 0.05, screen])));
  if (chance(rng, 0.3)) pieces.push(...bothSides(ball(0.06, [width * 0.35, hood * 0.8, front], 10)));
  if (chance(rng, 0.4))
    pieces.push(block([width, 0.08, 0.06], [0, low + 0.06, front + 0.02], 0.02), block([width, 0.08, 0.06], [0, low + 0.06, trunk - 0.02], 0.02));
  return pieces;
};

const roundCar: Maker = (rng) => {
  const [long, width, tall] = [rng.range(0.45, 0.8), rng.range(0.25, 0.4), rng.range(0.2, 0.35)];
  const radius = rng.range(0.1, 0.22);
  return [
    ellipsoid([width, tall * 0.7, long], [0, radius + tall * 0.4, 0], 20),
    ellipsoid([width * 0.8, tall * rng.range(0.6, 1), long * rng.range(0.4, 0.6)], [0, radius + tall * 0.9, rng.range(-0.2, 0.1)], 18),
    ...wheels(rng, width * 1.8, evenly(2, long * 1.2), radius),
  ];
};

const tricycle: Maker = (rng) => {
  const radius = rng.range(0.15, 0.25);
  const one = wheel(rng, radius, 0.08);
  return [
    ...[-1, 1].map((x) => move(one, [x * 0.3, radius, -0.35])),
    move(one, [0, radius, 0.45]),
    tube(
      curve([
        [0, radius, -0.35],
        [0, radius + 0.1, 0.1],
        [0, radius + 0.5, 0.4],
      ]),
      0.035,
    ),
    rod([-0.3, radius, -0.35], [0.3, radius, -0.35], 0.03),
    rod([0, radius, 0.45], [0, radius + 0.55, 0.38], 0.03),
    rod([-0.22, radius + 0.55, 0.38], [0.22, radius + 0.55, 0.38], 0.025),
    block([0.22, 0.06, 0.25], [0, radius + 0.2, -0.15], 0.03),
  ];
};

const truck: Maker = (rng) => {
  const [cab, load, width] = [rng.range(0.3, 0.5), rng.range(0.6, 1.3), rng.range(0.4, 0.6)];
  const [tall, loadTall] = [rng.range(0.45, 0.7), rng.range(0.2, 0.8)];
  const radius = rng.range(0.1, 0.17);
  const nose = chance(rng, 0.4);
  const pieces = [
    block([width, tall, cab], [0, radius + tall / 2, load / 2 + cab / 2 + 0.05], rng.range(0, 0.06)),
    chance(rng, 0.3)
      ? move(
          turn(
            lathe([
              [0, -load / 2],
              [width / 2, -load / 2],
              [width / 2, load / 2],
              [0, load / 2],
            ]),
            Math.PI / 2,
          ),
          [0, radius + width / 2 + 0.1, 0],
        )
      : block([width * 1.05, loadTall, load], [0, radius + 0.08 + loadTall / 2, 0]),
    block([width * 0.5, 0.08, load + cab], [0, radius + 0.04, cab / 2]),
    ...wheels(rng, width, [load / 2 + cab * 0.5, ...evenly(count(rng, 1, 3), load * 0.4).map((z) => z - load * 0.25)], radius),
  ];
  if (nose) pieces.push(block([width * 0.9, tall * 0.5, 0.3], [0, radius + tall * 0.25, load / 2 + cab + 0.2], 0.05));
  return pieces;
};

const tractor: Maker = (rng) => {
  const [big, small] = [rng.range(0.3, 0.4), rng.range(0.15, 0.25)];
  const [fat, thin] = [wheel(rng, big, 0.18), wheel(rng, small, 0.12)];
  return [
    ...bothSides(move(fat, [0.35, big, -0.3])),
    ...bothSides(move(thin, [0.3, small, 0.45])),
    block([0.3, 0.3, 0.7], [0, big + 0.1, 0.3], 0.04),
    block([0.45, rng.range(0.4, 0.6), 0.4], [0, big + 0.4, -0.25], 0.03),
    rod([0.08, big + 0.2, 0.4], [0.08, big + rng.range(0.4, 0.7), 0.4], 0.03),
  ];
};

const cart: Maker = (rng) => {
  const [width, long, tall] = [rng.range(0.4, 0.6), rng.range(0.6, 1), rng.range(0.15, 0.4)];
  const radius = rng.range(0.15, 0.35);
  const pieces = [
    block([width, 0.05, long], [0, radius, 0]),
    ...bothSides(block([0.03, tall, long], [width / 2, radius + tall / 2, 0])),
    ...wheels(rng, width * 1.2, evenly(pick(rng, [1, 2]), long * 0.7), radius),
  ];
  pieces.push(
    ...(chance(rng, 0.5)
      ? bothSides(rod([width * 0.35, radius, long / 2], [width * 0.3, radius * rng.range(0.3, 1.5), long / 2 + 0.6], 0.025))
      : [rod([0, radius, long / 2], [0, radius * 0.5, long / 2 + 0.6], 0.03)]),
  );
  return pieces;
};

/** A flat wing from the body out to a tip, [across x, along z], mirrored. */
function wingPair(rng: Rng, root: number, span: number, sweep: number, at: Vec3, rise = 0): Mesh[] {
  const tip = root * rng.range(0.2, 0.9);
  const plate = turn(
    extrude(
      [
        [0, root / 2],
        [0, -root / 2],
        [span, -sweep - tip / 2],
        [span, -sweep + tip / 2],
      ],
      rng.range(0.02, 0.05),
      { bevel: 0.008 },
    ),
    Math.PI / 2,
    0,
    0,
  );
  return bothSides(turn(plate, 0, 0, rise)).map((wing) => move(wing, at));
}

const plane: Maker = (rng) => {
  const [long, thick] = [rng.range(1, 1.6), rng.range(0.07, 0.16)];
  const span = rng.range(0.5, 1);
  const blunt = rng.range(0.4, 0.8);
  const body = tube(
    curve([
      [0, 0, -long / 2],
      [0, 0, -long * 0.2],
      [0, 0, long * 0.3],
      [0, rng.range(-0.05, 0.02), long / 2],
    ]),
    (share) => thick * Math.sin(Math.PI * (0.08 + 0.87 * share)) ** blunt,
    { segments: 14 },
  );
  const wingAt: Vec3 = [0, rng.range(-0.8, 0.9) * thick, rng.range(-0.05, 0.15) * long];
  const pieces = [
    body,
    ...wingPair(rng, rng.range(0.2, 0.45), span, rng.range(-0.05, 0.4), wingAt, rng.range(-0.05, 0.15)),
    ...wingPair(rng, 0.18, span * 0.35, rng.range(0, 0.15), [0, rng.range(0, 0.3), -long * 0.45]),
  ];
  pieces.push(
    sideView(
      [
        [-long * 0.5, 0],
        [-long * 0.35, 0],
        [-long * 0.45, rng.range(0.2, 0.35)],
        [-long * 0.53, rng.range(0.2, 0.35)],
      ],
      0.03,
      0,
    ),
  );
  if (chance(rng, 0.4))
    pieces.push(
      ...bothSides(
        move(
          turn(
            lathe(
              [
                [0, -0.15],
                [0.06, -0.12],
                [0.07, 0.1],
                [0, 0.15],
              ],
              12,
            ),
            Math.PI / 2,
          ),
          [span * 0.4, wingAt[1] - 0.06, wingAt[2]],
        ),
      ),
    );
  if (chance(rng, 0.4))
    pieces.push(
      ...upTo(count(rng, 2, 4)).map((k, _, all) =>
        move(turn(block([0.04, 0.2, 0.01], [0, 0.1, 0]), 0, 0, (2 * Math.PI * k) / all.length), [0, 0, long * 0.51]),
      ),
    );
  if (chance(rng, 0.25)) pieces.push(...wingPair(rng, 0.25, span, 0, [0, wingAt[1] + 0.3, wingAt[2]]));
  if (chance(rng, 0.4))
    pieces.push(
      ...wheels(rng, 0.3, [0.1], 0.06).map((one) => move(one, [0, -thick - 0.15, 0])),
      ...bothSides(rod([0.05, -thick * 0.8, 0.1], [0.15, -thick - 0.1, 0.1], 0.015)),
    );
  return pieces;
};

const rocket: Maker = (rng) => {
  const [tall, wide] = [rng.range(0.9, 1.6), rng.range(0.1, 0.28)];
  const foot = rng.range(0.05, 0.25);
  const body = lathe([
    [0, foot],
    [wide * rng.range(0.5, 1), foot],
    ...curve2([
      [wide * rng.range(0.7, 1), foot + 0.1],
      [wide, foot + tall * 0.4],
      [wide * rng.range(0.6, 1), foot + tall * 0.7],
      [0.01, foot + tall],
    ]),
    [0, foot + tall],
  ]);
  const fin = extrude(
    [
      [wide * 0.7, foot + tall * 0.35],
      [wide * 0.7, foot],
      [wide + rng.range(0.1, 0.3), 0],
      [wide + rng.range(0.1, 0.3), foot + tall * 0.1],
    ],
    0.03,
  );
  const pieces = [body, ...around(count(rng, 3, 5), fin)];
  if (chance(rng, 0.3))
    pieces.push(
      ...around(
        2,
        move(
          lathe(
            [
              [0, foot],
              [wide * 0.4, foot],
              [wide * 0.4, tall * 0.6],
              [0, tall * 0.75],
            ],
            12,
          ),
          [wide * 1.3, 0, 0],
        ),
      ),
    );
  return pieces;
};

/** A hull by its sections from stern to bow. */
function hull(rng: Rng, long: number, width: number, tall: number): Mesh {
  const rows = 10;
  const sharp = rng.range(0.4, 1);
  const rings = upTo(rows + 1).map((r): Vec3[] => {
    const share = r / rows;
    const wide = (width / 2) * Math.max(0.03, (1 - Math.max(0, share * 2 - 1) ** 2 * sharp - Math.max(0, 1 - share * 4) * 0.3) * (share === 1 ? 0.1 : 1));
    const z = long * (share - 0.5);
    const lift = 0.3 * tall * Math.max(0, share - 0.6);
    return [
      [wide, tall + lift, z],
      [wide * 0.85, tall * 0.4 + lift, z],
      [0, lift, z],
      [-wide * 0.85, tall * 0.4 + lift, z],
      [-wide, tall + lift, z],
    ];
  });
  const center = (ring: readonly Vec3[]): Vec3 => [0, ring[0][1] * 0.7, ring[0][2]];
  return loft([[center(rings[0])], ...rings, [center(rings[rows])]]);
}

const boat: Maker = (rng) => {
  const [long, width, tall] = [rng.range(0.9, 1.6), rng.range(0.25, 0.5), rng.range(0.12, 0.3)];
  const pieces = [hull(rng, long, width, tall)];
  for (const z of evenly(pick(rng, [0, 1, 1, 2, 3]), long * 0.5)) {
    const mast = rng.range(0.6, 1.3);
    pieces.push(rod([0, tall * 0.5, z], [0, tall + mast, z], 0.025, 0.015));
    const sail: Outline = chance(rng, 0.5)
      ? [
          [z - 0.02, tall + 0.1],
          [z - 0.02, tall + mast * 0.95],
          [z - rng.range(0.3, 0.5), tall + 0.12],
        ]
      : [
          [z + 0.2, tall + 0.2],
          [z + 0.2, tall + mast * 0.9],
          [z - 0.2, tall + mast * 0.9],
          [z - 0.25, tall + 0.2],
        ];
    pieces.push(sideView(sail, 0.015, 0));
  }
  if (chance(rng, 0.5)) pieces.push(block([width * 0.6, tall * rng.range(0.6, 2), long * 0.3], [0, tall * 1.3, -long * 0.15], 0.03));
  if (chance(rng, 0.3)) pieces.push(rod([0, tall * 1.5, -0.1], [0, tall * 1.5 + 0.4, -0.15], 0.07));
  if (chance(rng, 0.3)) pieces.push(...bothSides(rod([width * 0.3, tall, 0], [width * 1.5, -0.05, rng.range(-0.3, 0.3)], 0.02)));
  return pieces;
};

const bicycle: Maker = (rng) => {
  const radius = rng.range(0.25, 0.4);
  const base = rng.range(0.8, 1.1);
  const thick = rng.range(0.012, 0.03);
  const hoop = turn(torus(radius, thick * rng.range(1, 2), 28, 6), 0, 0, Math.PI / 2);
  const spokes = turn(
    lathe(
      [
        [0, -0.02],
        [radius, -0.004],
        [radius, 0.004],
        [0, 0.02],
      ],
      12,
    ),
    0,
    0,
    Math.PI / 2,
  );
  const wheelAt = (z: number) => [move(chance(rng, 0.3) ? spokes : hoop, [0, radius, z]), move(hoop, [0, radius, z])];
  const [rear, front, crank, seat, head]: Vec3[] = [
    [0, radius, -base / 2],
    [0, radius, base / 2],
    [0, radius * 0.9, -0.05],
    [0, radius + 0.5, -0.18],
    [0, radius + 0.5, base / 2 - 0.15],
  ];
  const pieces = [
    ...wheelAt(rear[2]),
    ...wheelAt(front[2]),
    ...(
      [
        [rear, crank],
        [rear, seat],
        [crank, seat],
        [crank, head],
        [seat, head],
        [head, front],
      ] as const
    ).map(([a, b]) => rod(a, b, thick)),
    block([0.1, 0.04, 0.22], [0, radius + 0.55, -0.18], 0.015),
    rod([-0.25, radius + 0.6, base / 2 - 0.18], [0.25, radius + 0.6, base / 2 - 0.18], thick),
  ];
  if (chance(rng, 0.35)) pieces.push(block([0.14, 0.25, 0.5], [0, radius + 0.25, 0], 0.05), ellipsoid([0.1, 0.1, 0.2], [0, radius + 0.5, 0.1]));
  return pieces;
};

const train: Maker = (rng) => {
  const cars = count(rng, 1, 4);
  const [long, width, tall] = [rng.range(0.4, 0.8), rng.range(0.25, 0.35), rng.range(0.25, 0.4)];
  const radius = rng.range(0.05, 0.1);
  return upTo(cars).flatMap((k) => {
    const at = (k - cars / 2) * long * 1.08;
    const steam = k === cars - 1 && chance(rng, 0.5);
    const body = steam
      ? [
          move(
            turn(
              lathe([
                [0, -long / 2],
                [width / 2, -long / 2],
                [width / 2, long / 2],
                [0, long / 2],
              ]),
              Math.PI / 2,
            ),
            [0, radius + width / 2, 0],
          ),
          block([width, tall, long * 0.3], [0, radius + tall / 2, -long * 0.35]),
          rod([0, radius + width * 0.9, long * 0.3], [0, radius + width + 0.2, long * 0.3], 0.05, 0.08),
        ]
      : [block([width, tall, long], [0, radius + tall / 2 + 0.02, 0], rng.range(0, 0.05))];
    return [...body, ...wheels(rng, width * 0.9, evenly(count(rng, 2, 4), long * 0.75), radius)].map((piece) => move(piece, [0, 0, at]));
  });
};

const helicopter: Maker = (rng) => {
  const [wide, long] = [rng.range(0.18, 0.3), rng.range(0.3, 0.5)];
  const tail = rng.range(0.6, 1);
  const blades = count(rng, 2, 5);
  return [
    ellipsoid([wide, wide, long], [0, 0.4, 0]),
    rod([0, 0.45, -long * 0.6], [0, 0.5, -long - tail], wide * 0.4, 0.04),
    sideView(
      [
        [-long - tail - 0.1, 0.45],
        [-long - tail + 0.1, 0.45],
        [-long - tail - 0.05, 0.7],
        [-long - tail - 0.15, 0.7],
      ],
      0.03,
      0,
    ),
    rod([0, 0.5, 0], [0, 0.45 + wide + 0.1, 0], 0.04),
    ...around(blades, block([rng.range(0.6, 1), 0.012, 0.06], [rng.range(0.3, 0.5), 0.45 + wide + 0.08, 0]), rng.next()),
    ...bothSides(
      tube(
        curve([
          [wide * 0.8, 0.1, -long],
          [wide * 0.8, 0.08, long * 0.8],
          [wide * 0.8, 0.15, long],
        ]),
        0.02,
      ),
    ),
    ...[-1, 1].flatMap((x) => [-0.5, 0.5].map((z) => rod([x * wide * 0.5, 0.3, z * long], [x * wide * 0.8, 0.08, z * long], 0.015))),
  ];
};

const drone: Maker = (rng) => {
  const arms = pick(rng, [3, 4, 4, 6, 8]);
  const reach = rng.range(0.35, 0.6);
  const rotor = rng.range(0.12, 0.22);
  return [
    chance(rng, 0.5) ? ellipsoid([0.2, 0.09, 0.2], [0, 0.2, 0]) : block([0.25, 0.1, 0.35], [0, 0.2, 0], 0.03),
    ...around(arms, rod([0, 0.2, 0], [reach, 0.22, 0], 0.03, 0.02)),
    ...circle(reach, arms).map(([x, z]) => move(chance(rng, 0.5) ? torus(rotor, 0.015, 18, 6) : block([rotor * 2, 0.01, 0.04]), [x, 0.27, z])),
    ...(chance(rng, 0.6)
      ? bothSides(
          tube(
            curve([
              [0.1, 0.15, 0],
              [0.2, 0, 0.15],
              [0.2, 0, -0.15],
            ]),
            0.012,
          ),
        )
      : []),
  ];
};

const battleTank: Maker = (rng) => {
  const [long, width] = [rng.range(0.8, 1.2), rng.range(0.5, 0.7)];
  const track = sideView(
    curve2(
      [
        [-long / 2, 0.12],
        [-long * 0.4, 0],
        [long * 0.4, 0],
        [long / 2, 0.12],
        [long * 0.4, 0.24],
        [-long * 0.4, 0.24],
        [-long / 2, 0.12],
      ],
      3,
    ).slice(0, -1),
    0.15,
    0.02,
  );
  return [
    ...bothSides(move(track, [width / 2, 0, 0])),
    block([width * 0.8, 0.2, long * 0.9], [0, 0.26, 0], 0.03),
    lathe(
      [
        [0, 0.34],
        [0.28, 0.34],
        [0.2, rng.range(0.5, 0.6)],
        [0, 0.58],
      ],
      pick(rng, [6, 16]),
    ),
    rod([0, 0.46, 0.15], [0, rng.range(0.46, 0.7), rng.range(0.6, 1)], 0.035),
  ];
};

const submarine: Maker = (rng) => {
  const [long, thick] = [rng.range(1, 1.6), rng.range(0.12, 0.22)];
  const body = turn(
    lathe([
      [0, -long / 2],
      ...curve2([
        [0.02, -long / 2],
        [thick, -long * 0.2],
        [thick, long * 0.3],
        [thick * 0.6, long * 0.47],
        [0.02, long / 2],
      ]),
      [0, long / 2],
    ]),
    Math.PI / 2,
  );
  return [
    move(body, [0, thick, 0]),
    block([thick * 0.5, thick * 1.2, thick * 1.6], [0, thick * 2, 0.1], 0.03),
    rod([0, thick * 2, 0.1], [0, thick * 3.4, 0.1], 0.015),
    ...around(4, block([0.02, 0.15, 0.12], [0, 0.12, 0])).map((fin, k) => move(turn(fin, 0, 0, (Math.PI / 2) * k), [0, thick, -long * 0.45])),
  ];
};

const saucer: Maker = (rng) => [
  lathe([
    [0, 0],
    ...curve2([
      [0.2, 0],
      [rng.range(0.5, 0.7), rng.range(0.1, 0.2)],
      [0.25, 0.3],
    ]),
    [0, 0.32],
  ]),
  ellipsoid([0.25, rng.range(0.1, 0.25), 0.25], [0, 0.28, 0]),
  ...(chance(rng, 0.5) ? around(count(rng, 3, 4), rod([0.3, 0.1, 0], [0.45, -0.25, 0], 0.03)) : []),
];

const balloon: Maker = (rng) => [
  ellipsoid([0.5, rng.range(0.5, 0.7), 0.5], [0, 1, 0], 20),
  block([0.25, 0.2, 0.25], [0, 0, 0], 0.02),
  ...around(4, rod([0.14, 0.1, 0], [0.35, 0.65, 0], 0.01), Math.PI / 4),
];

const skateboard: Maker = (rng) => [
  sideView(
    curve2(
      [
        [-0.6, 0.2],
        [-0.45, 0.12],
        [0.45, 0.12],
        [0.6, 0.2],
        [0.6, 0.22],
        [0.45, 0.15],
        [-0.45, 0.15],
        [-0.6, 0.22],
      ],
      2,
    ),
    0.25,
    0.01,
  ),
  ...wheels(rng, 0.22, [-0.35, 0.35], 0.05),
  ...[-0.35, 0.35].map((z) => bar([-0.1, 0.07, z], [0.1, 0.07, z], 0.05, 0.05)),
];

/** Kinds of vehicles. */
export const VEHICLES: Readonly<Record<string, Maker>> = {
  car,
  roundCar,
  tricycle,
  truck,
  tractor,
  cart,
  plane,
  rocket,
  boat,
  bicycle,
  train,
  helicopter,
  drone,
  battleTank,
  submarine,
  saucer,
  balloon,
  skateboard,
};
