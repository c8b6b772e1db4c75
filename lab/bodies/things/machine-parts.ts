/** @file Mechanical parts: plates with cut-outs, brackets, gears, fasteners, pipes. Sharp edges and flat faces. */

import type { Rng } from '../../../src/base/rng.js';
import type { Vec3 } from '../../../src/math/vector.js';
import type { Mesh } from '../../../src/mesh/mesh.js';
import { chance, count, pick, upTo } from './draw-choices.js';
import { extrude, roundedRectangle } from './extrude.js';
import { around, ball, block, circle, curve, curve2, lathe, type Maker, move, type Outline, rod, torus, tube, turn } from './mesh-pieces.js';

const shifted = (outline: Outline, x: number, y: number): Outline => outline.map(([a, b]) => [a + x, b + y]);

/** A hollow cylinder along Y. */
const sleeve = (inner: number, outer: number, tall: number, segments = 24): Mesh =>
  lathe(
    [
      [inner, 0],
      [outer, 0],
      [outer, tall],
      [inner, tall],
      [inner, 0],
    ],
    segments,
  );

const bracket: Maker = (rng) => {
  const [a, b, thick, width] = [rng.range(0.4, 0.9), rng.range(0.4, 0.9), rng.range(0.05, 0.15), rng.range(0.3, 0.8)];
  const hole = () => circle(rng.range(0.04, 0.1), 14);
  const floor = extrude(roundedRectangle(a, width, 0.08), thick, { holes: [shifted(hole(), a * 0.15, 0)] });
  const pieces = [
    turn(floor, Math.PI / 2),
    move(turn(extrude(roundedRectangle(width, b, 0.08), thick, { holes: [shifted(hole(), 0, b * 0.15)] }), 0, Math.PI / 2), [-a / 2 + thick / 2, b / 2, 0]),
  ];
  if (chance(rng, 0.5))
    pieces.push(
      extrude(
        [
          [-a / 2, 0],
          [a * 0.3, 0],
          [-a / 2, b * 0.8],
        ],
        thick,
      ),
    );
  if (chance(rng, 0.3)) pieces.push(move(sleeve(0.08, 0.14, 0.3), [a * 0.25, 0, 0]));
  return pieces;
};

const gear: Maker = (rng) => {
  const [teeth, inner, deep] = [count(rng, 8, 24), rng.range(0.3, 0.45), rng.range(0.05, 0.12)];
  const outline = upTo(teeth).flatMap((k) =>
    [0, 0.25, 0.5, 0.75].map((part): [number, number] => {
      const angle = (2 * Math.PI * (k + part)) / teeth;
      const radius = part < 0.5 ? inner + deep : inner;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    }),
  );
  const spokes = chance(rng, 0.4) ? circle(inner * 0.6, count(rng, 3, 6)).map(([x, y]) => shifted(circle(inner * 0.18, 12), x, y)) : [];
  const disk = extrude(outline, rng.range(0.05, 0.3), {
    holes: [circle(rng.range(0.05, 0.12), 14), ...spokes],
  });
  return [disk, ...(chance(rng, 0.5) ? [turn(sleeve(0.13, 0.18, rng.range(0.15, 0.5)), Math.PI / 2)] : [])];
};

/** A plate whose outline mixes straight lines and arcs, with steps and bores: the look of a turbine disk segment. */
const fanDisk: Maker = (rng) => {
  const [inner, outer] = [rng.range(0.25, 0.45), rng.range(0.6, 0.8)];
  const sweep = rng.range(0.8, 2.4);
  const arc = (radius: number, from: number, to: number, steps = 12) =>
    upTo(steps + 1).map((k): [number, number] => [radius * Math.cos(from + ((to - from) * k) / steps), radius * Math.sin(from + ((to - from) * k) / steps)]);
  const plate = extrude([...arc(inner, 0, sweep), ...arc(outer, sweep, 0)], rng.range(0.15, 0.5), {
    bevel: rng.range(0, 0.04),
  });
  const step = extrude([...arc(inner * 1.1, 0.1, sweep * 0.9), ...arc(outer * rng.range(0.75, 0.95), sweep * rng.range(0.5, 0.9), 0.1)], rng.range(0.4, 0.8));
  const lug = block([rng.range(0.2, 0.5), rng.range(0.1, 0.3), rng.range(0.2, 0.6)], [outer * Math.cos(sweep / 2), outer * Math.sin(sweep / 2), 0]);
  return [plate, step, ...(chance(rng, 0.6) ? [lug] : []), ...(chance(rng, 0.4) ? [move(turn(sleeve(0.05, 0.14, 0.5), Math.PI / 2), [inner, 0, 0])] : [])];
};

const bladedDisk: Maker = (rng) => {
  const blades = count(rng, 5, 24);
  const blade = move(turn(block([rng.range(0.25, 0.5), rng.range(0.1, 0.25), 0.02]), rng.range(-0.9, 0.9)), [0.4, 0.08, 0]);
  return [sleeve(0.06, 0.2, 0.16), ...around(blades, blade), ...(chance(rng, 0.4) ? [sleeve(0.62, 0.66, 0.16)] : [])];
};

const bolt: Maker = (rng) => {
  const [long, thick] = [rng.range(0.4, 1), rng.range(0.08, 0.18)];
  const threads = chance(rng, 0.5) ? upTo(Math.round(long / 0.06)).map((k) => move(torus(thick, 0.02, 18, 6), [0, 0.04 + k * 0.06, 0])) : [];
  const head = turn(extrude(circle(thick * 1.9, pick(rng, [6, 6, 4, 20])), thick * 1.3, { bevel: 0.02 }), Math.PI / 2);
  return [
    rod([0, 0, 0], [0, long, 0], thick, thick, 18),
    ...threads,
    move(head, [0, long, 0]),
    ...(chance(rng, 0.4) ? [move(turn(extrude(circle(thick * 2, 6), thick * 1.4, { holes: [circle(thick, 16)] }), Math.PI / 2), [0, long * 0.3, 0])] : []),
  ];
};

const nut: Maker = (rng) => [
  extrude(circle(0.5, pick(rng, [4, 6, 6, 8])), rng.range(0.2, 0.6), {
    holes: [circle(rng.range(0.2, 0.35), 20)],
    bevel: rng.range(0, 0.05),
  }),
];

const pipe: Maker = (rng) => {
  const points: Vec3[] = [[0, 0, 0]];
  for (let k = count(rng, 1, 5); k > 0; k--) {
    const [x, y, z] = points[points.length - 1];
    const step = rng.range(0.3, 0.7) * pick(rng, [-1, 1]);
    points.push(
      pick(rng, [
        [x + step, y, z],
        [x, y + Math.abs(step), z],
        [x, y, z + step],
      ] as Vec3[]),
    );
  }
  const radius = rng.range(0.05, 0.15);
  const flange = (at: Vec3) => move(turn(sleeve(radius * 0.5, radius * 1.7, radius * 0.5, 16), pick(rng, [0, Math.PI / 2])), at);
  return [
    tube(chance(rng, 0.6) ? curve(points) : points, radius, { segments: 14 }),
    ...(chance(rng, 0.6) ? [flange(points[0]), flange(points[points.length - 1])] : []),
  ];
};

const manifold: Maker = (rng) => {
  const branches = count(rng, 1, 6);
  return [
    rod([-0.7, 0, 0], [0.7, 0, 0], 0.14, 0.14, 16),
    ...upTo(branches).map((k) =>
      rod(
        [1.1 * ((k + 0.5) / branches - 0.5), 0, 0],
        [1.1 * ((k + 0.5) / branches - 0.5), pick(rng, [-1, 1]) * rng.range(0.3, 0.6), pick(rng, [0, 0, 0.2])],
        0.09,
        0.09,
        14,
      ),
    ),
  ];
};

/** A block with rounded cut-outs, drilled through. */
const cutBlock: Maker = (rng) => {
  const [w, h, d] = [rng.range(0.5, 1.2), rng.range(0.3, 0.9), rng.range(0.2, 0.8)];
  const [a, b] = [w * rng.range(0.15, 0.35), h * rng.range(0.3, 0.7)];
  const shapes: Outline[] = [
    [
      [-w / 2, 0],
      [w / 2, 0],
      [w / 2, h],
      [w / 2 - a, h],
      [w / 2 - a, h - b],
      [a - w / 2, h - b],
      [a - w / 2, h],
      [-w / 2, h],
    ],
    [
      [-w / 2, 0],
      [w / 2, 0],
      [w / 2, h - b],
      [a - w / 2, h - b],
      [a - w / 2, h],
      [-w / 2, h],
    ],
    [
      [-w / 2, 0],
      [w / 2, 0],
      [w / 2, h * 0.3],
      [a / 2, h * 0.3],
      [a / 2, h],
      [-a / 2, h],
      [-a / 2, h * 0.3],
      [-w / 2, h * 0.3],
    ],
    [
      [-w / 2, 0],
      [w / 2, 0],
      ...curve2([
        [w / 2, h * 0.4],
        [w * 0.2, h],
        [-w * 0.1, h * 0.9],
        [-w / 2, h * 0.5],
      ]),
    ],
  ];
  const drilled = upTo(count(rng, 0, 2)).map((k) => shifted(circle(Math.min(h, w) * 0.09, 14), (k - 0.5) * w * 0.5, Math.min(h - b, h * 0.3) * 0.5));
  const pieces = [extrude(pick(rng, shapes), d, { bevel: chance(rng, 0.5) ? 0.02 : 0, holes: drilled })];
  if (chance(rng, 0.4)) pieces.push(move(sleeve(0.07, 0.15, rng.range(0.1, 0.5)), [rng.range(-0.2, 0.2), h * 0.3, 0]));
  if (chance(rng, 0.3)) pieces.push(turn(extrude(pick(rng, shapes), d * 0.6), 0, Math.PI / 2));
  return pieces;
};

const spring: Maker = (rng) => {
  const [turns, tall, radius] = [rng.range(3, 8), rng.range(0.6, 1.2), rng.range(0.15, 0.35)];
  const path = upTo(90).map(
    (k): Vec3 => [radius * Math.cos((2 * Math.PI * turns * k) / 89), (tall * k) / 89, radius * Math.sin((2 * Math.PI * turns * k) / 89)],
  );
  return [tube(path, rng.range(0.02, 0.05), { segments: 6 })];
};

const crankshaft: Maker = (rng) =>
  upTo(count(rng, 2, 5)).flatMap((k) => {
    const x = k * 0.35;
    const angle = rng.range(0, 6.3);
    const throwAt: Vec3 = [x + 0.17, 0.15 * Math.cos(angle), 0.15 * Math.sin(angle)];
    return [
      rod([x - 0.08, 0, 0], [x + 0.1, 0, 0], 0.08, 0.08, 14),
      rod([throwAt[0] - 0.1, throwAt[1], throwAt[2]], [throwAt[0] + 0.1, throwAt[1], throwAt[2]], 0.07, 0.07, 14),
      ...[0.07, 0.27].map((dx) => move(turn(block([0.04, 0.4, 0.22], [0, 0.05, 0], 0.01), angle), [x + dx, 0, 0])),
    ];
  });

const flange: Maker = (rng) => {
  const bolts = count(rng, 3, 8);
  const plate = extrude(chance(rng, 0.6) ? circle(0.5, 32) : roundedRectangle(0.9, 0.9, 0.15), rng.range(0.06, 0.15), {
    holes: [circle(0.18, 20), ...circle(0.36, bolts).map(([x, y]) => shifted(circle(0.05, 10), x, y))],
  });
  return [turn(plate, Math.PI / 2), sleeve(0.18, rng.range(0.22, 0.28), rng.range(0.1, 0.8))];
};

const propeller: Maker = (rng) => [
  ball(0.14, [0, 0, 0]),
  ...around(
    count(rng, 2, 6),
    turn(
      tube(
        curve([
          [0, 0, 0],
          [0.2, 0, 0],
          [rng.range(0.5, 0.7), 0, 0],
        ]),
        (share) => 0.05 + 0.1 * Math.sin(Math.PI * (0.1 + 0.85 * share)),
        { squash: 0.15, twist: rng.range(0.3, 1) },
      ),
      rng.range(0.3, 1),
    ),
  ),
  ...(chance(rng, 0.4) ? [rod([0, -0.4, 0], [0, 0.1, 0], 0.06)] : []),
];

const beam: Maker = (rng) => {
  const [w, h, t] = [rng.range(0.2, 0.4), rng.range(0.2, 0.5), rng.range(0.03, 0.06)];
  const shapes: Outline[] = [
    [
      [-w / 2, 0],
      [w / 2, 0],
      [w / 2, t],
      [t / 2, t],
      [t / 2, h - t],
      [w / 2, h - t],
      [w / 2, h],
      [-w / 2, h],
      [-w / 2, h - t],
      [-t / 2, h - t],
      [-t / 2, t],
      [-w / 2, t],
    ],
    [
      [0, 0],
      [w, 0],
      [w, t],
      [t, t],
      [t, h],
      [0, h],
    ],
    [
      [0, 0],
      [w, 0],
      [w, t],
      [t, t],
      [t, h - t],
      [w, h - t],
      [w, h],
      [0, h],
    ],
  ];
  return [extrude(pick(rng, shapes), rng.range(0.6, 1.6))];
};

const heatSink: Maker = (rng) => {
  const fins = count(rng, 4, 12);
  return [block([1, 0.1, 0.8], [0, 0.05, 0]), ...upTo(fins).map((k) => block([0.03, 0.3, 0.8], [(k + 0.5) / fins - 0.5, 0.2, 0]))];
};

const connectingRod: Maker = (rng) => {
  const long = rng.range(0.6, 1.1);
  const [big, small] = [rng.range(0.18, 0.28), rng.range(0.1, 0.18)];
  return [
    turn(sleeve(big * 0.6, big, 0.16), Math.PI / 2),
    move(turn(sleeve(small * 0.6, small, 0.16), Math.PI / 2), [0, long, 0]),
    extrude(
      [
        [-big * 0.4, big * 0.8],
        [big * 0.4, big * 0.8],
        [small * 0.4, long - small * 0.8],
        [-small * 0.4, long - small * 0.8],
      ],
      0.1,
    ),
  ].map((piece, k) => (k < 2 ? move(piece, [0, 0, -0.08]) : piece));
};

const valve: Maker = (rng) => [
  turn(sleeve(0.1, 0.16, 0.9, 18), Math.PI / 2),
  ball(0.22, [0, 0, 0.45]),
  rod([0, 0, 0.45], [0, 0.45, 0.45], 0.04),
  move(torus(rng.range(0.15, 0.25), 0.025, 22, 8), [0, 0.45, 0.45]),
  ...around(3, rod([0, 0, 0], [0.2, 0, 0], 0.015)).map((one) => move(one, [0, 0.45, 0.45])),
];

const bearing: Maker = (rng) => {
  const balls = count(rng, 7, 12);
  return [sleeve(0.2, 0.28, 0.2), sleeve(0.42, 0.5, 0.2), ...circle(0.35, balls).map(([x, z]) => ball(0.07, [x, 0.1, z], 10))];
};

/** Steps of plates of random outlines along one axis: what a turned and milled part looks like. */
function turned(rng: Rng): Mesh[] {
  const steps = count(rng, 3, 7);
  let y = 0;
  const profile: [number, number][] = [[0, 0]];
  for (let k = 0; k < steps; k++) {
    const radius = rng.range(0.08, 0.4);
    profile.push([radius, y]);
    y += rng.range(0.05, 0.35);
    profile.push([radius, y]);
  }
  return [lathe([...profile, [0, y]], pick(rng, [6, 12, 28]))];
}

/** Kinds of mechanical parts. */
export const MACHINE_PARTS: Readonly<Record<string, Maker>> = {
  bracket,
  gear,
  fanDisk,
  bladedDisk,
  bolt,
  nut,
  pipe,
  manifold,
  cutBlock,
  spring,
  crankshaft,
  flange,
  propeller,
  beam,
  heatSink,
  connectingRod,
  valve,
  bearing,
  turned,
};
