/** @file Vessels: lathed bodies with feet, lids, spouts and handles. */

import type { Rng } from '../../../src/base/rng.js';
import type { Vec3 } from '../../../src/math/vector.js';
import type { Mesh } from '../../../src/mesh/mesh.js';
import { chance, count, pick } from './draw-choices.js';
import { around, ball, curve, curve2, hollowLathe, lathe, type Maker, move, type Outline, rod, stretch, torus, tube, turn } from './mesh-pieces.js';

/** A handle in the XY plane between two points on the +X side, bulging outward. */
function handle(rng: Rng, low: Vec3, high: Vec3, thickness: number): Mesh {
  const reach = rng.range(0.5, 1.3) * Math.abs(high[1] - low[1]);
  const x = Math.max(low[0], high[0]);
  const path = curve([
    low,
    [x + reach * rng.range(0.6, 1), low[1] + rng.range(0.05, 0.3) * (high[1] - low[1]), 0],
    [x + reach * rng.range(0.7, 1), high[1] - rng.range(0, 0.2) * (high[1] - low[1]), 0],
    high,
  ]);
  return tube(path, thickness, { squash: rng.range(0.6, 1.8), segments: 8 });
}

/** A spout on the −X side, from the belly up to a mouth. */
function spout(rng: Rng, belly: number, low: number, high: number): Mesh {
  const reach = rng.range(0.5, 1.1) * belly;
  const path = curve([
    [-belly * 0.8, low, 0],
    [-belly - reach * 0.45, low + 0.25 * (high - low), 0],
    [-belly - reach * 0.75, high - 0.3 * (high - low), 0],
    [-belly - reach * rng.range(0.9, 1.2), high, 0],
  ]);
  const thick = rng.range(0.2, 0.34) * belly;
  const thin = rng.range(0.3, 0.6);
  return tube(path, (share) => thick * (1 + (thin - 1) * share), { segments: 10 });
}

const teapot: Maker = (rng) => {
  const [belly, tall] = [rng.range(0.35, 0.55), rng.range(0.4, 0.9)];
  const mouth = belly * rng.range(0.4, 0.7);
  const widest = tall * rng.range(0.25, 0.6);
  const pieces = [
    lathe([
      [0, 0],
      ...curve2([
        [belly * 0.6, 0],
        [belly, widest],
        [mouth * 1.1, tall * 0.95],
        [mouth, tall],
      ]),
      [0, tall],
    ]),
    lathe([
      [0, tall],
      ...curve2([
        [mouth * 1.05, tall],
        [mouth * 0.7, tall * 1.06],
        [0.05, tall * 1.1],
      ]),
      [0, tall * 1.1],
    ]),
    ball(rng.range(0.03, 0.08), [0, tall * 1.15, 0]),
    spout(rng, belly * 0.9, tall * rng.range(0.2, 0.45), tall * rng.range(0.8, 1.1)),
  ];
  if (chance(rng, 0.25))
    pieces.push(
      tube(
        curve([
          [-belly * 0.6, tall * 0.8, 0],
          [-belly * 0.7, tall * 1.4, 0],
          [belly * 0.7, tall * 1.4, 0],
          [belly * 0.6, tall * 0.8, 0],
        ]),
        0.03,
      ),
    );
  else pieces.push(handle(rng, [belly * 0.8, tall * rng.range(0.15, 0.4), 0], [mouth, tall * rng.range(0.75, 0.95), 0], rng.range(0.025, 0.06)));
  if (chance(rng, 0.3)) pieces.push(...around(count(rng, 3, 4), rod([belly * 0.5, 0.05, 0], [belly * 0.6, -rng.range(0.05, 0.2), 0], 0.05, 0.03)));
  return pieces;
};

const cup: Maker = (rng) => {
  const [top, tall] = [rng.range(0.25, 0.5), rng.range(0.4, 1)];
  const base = top * rng.range(0.5, 1);
  const pieces = [
    hollowLathe(
      curve2([
        [base, 0],
        [(base + top) / 2 + rng.range(-0.05, 0.1), tall / 2],
        [top, tall],
      ]),
      rng.range(0.02, 0.06),
    ),
  ];
  if (chance(rng, 0.8)) pieces.push(handle(rng, [base * 0.95, tall * 0.2, 0], [top * 0.97, tall * 0.8, 0], rng.range(0.02, 0.06)));
  if (chance(rng, 0.3))
    pieces.push(
      lathe([
        [0, -0.03],
        [top * 1.6, 0.02],
        [top * 1.65, 0.05],
        [0, 0],
      ]),
    );
  return pieces;
};

const vase: Maker = (rng) => {
  const tall = rng.range(0.7, 1.5);
  const points: Outline = Array.from({ length: count(rng, 3, 6) }, (_, k) => [rng.range(0.1, 0.45), k] as const);
  const top = points.length - 1;
  const pieces = [hollowLathe(curve2(points.map(([r, k]) => [r, (tall * k) / top])), 0.03, pick(rng, [5, 6, 8, 12, 24]))];
  if (chance(rng, 0.3)) {
    const grip = handle(rng, [points[1][0] * 0.9, tall / top, 0], [points[top - 1][0] * 0.9, (tall * (top - 0.6)) / top, 0], 0.03);
    pieces.push(grip);
    if (chance(rng, 0.7)) pieces.push(stretch(grip, [-1, 1, 1]));
  }
  return pieces;
};

const bottle: Maker = (rng) => {
  const [wide, neck, tall] = [rng.range(0.15, 0.35), rng.range(0.05, 0.12), rng.range(0.9, 1.4)];
  const shoulder = tall * rng.range(0.5, 0.75);
  const pieces = [
    lathe([
      [0, 0],
      [wide * 0.9, 0],
      ...curve2([
        [wide, 0.05],
        [wide, shoulder],
        [neck, shoulder + wide],
        [neck, tall],
      ]),
      [neck * 1.2, tall],
      [neck * 1.2, tall + 0.08],
      [0, tall + 0.08],
    ]),
  ];
  if (chance(rng, 0.2)) pieces.push(move(turn(torus(wide * 0.4, 0.03, 16), Math.PI / 2), [neck + wide * 0.3, tall * 0.85, 0]));
  return pieces;
};

const jug: Maker = (rng) => {
  const [belly, tall] = [rng.range(0.25, 0.45), rng.range(0.7, 1.2)];
  const neck = belly * rng.range(0.4, 0.8);
  const body = hollowLathe(
    curve2([
      [belly * 0.7, 0],
      [belly, tall * 0.35],
      [neck, tall * 0.75],
      [neck * 1.3, tall],
    ]),
    0.03,
  );
  const lip = tube(
    [
      [-neck * 0.8, tall * 0.9, 0],
      [-neck * 1.9, tall * 1.04, 0],
    ],
    [neck * 0.5, neck * 0.15],
  );
  return [body, lip, handle(rng, [belly * 0.9, tall * 0.3, 0], [neck * 1.1, tall * 0.93, 0], rng.range(0.03, 0.05))];
};

const bowl: Maker = (rng) => {
  const [wide, tall] = [rng.range(0.4, 0.7), rng.range(0.15, 0.5)];
  const pieces = [
    hollowLathe(
      curve2([
        [wide * 0.4, 0],
        [wide * 0.85, tall * 0.5],
        [wide, tall],
      ]),
      0.03,
    ),
  ];
  if (chance(rng, 0.4))
    pieces.push(...Array.from({ length: count(rng, 2, 6) }, () => ball(rng.range(0.1, 0.2), [rng.range(-0.3, 0.3) * wide, tall, rng.range(-0.3, 0.3) * wide])));
  if (chance(rng, 0.3)) pieces.push(...around(count(rng, 3, 4), rod([wide * 0.5, tall * 0.3, 0], [wide * 0.6, -tall * 0.6, 0], 0.05, 0.03)));
  return pieces;
};

const pan: Maker = (rng) => {
  const [wide, tall] = [rng.range(0.3, 0.5), rng.range(0.06, 0.5)];
  const pieces = [
    hollowLathe(
      [
        [wide * rng.range(0.8, 1), 0],
        [wide, tall],
      ],
      0.03,
    ),
    tube(
      curve([
        [wide * 0.95, tall * 0.8, 0],
        [wide + 0.2, tall, 0],
        [wide + rng.range(0.4, 0.9), tall + rng.range(-0.05, 0.2), 0],
      ]),
      rng.range(0.02, 0.05),
      { squash: rng.range(0.6, 2) },
    ),
  ];
  if (chance(rng, 0.3))
    pieces.push(
      lathe([
        [0, tall],
        [wide, tall],
        [wide * 0.6, tall * 1.2 + 0.03],
        [0, tall * 1.25 + 0.05],
      ]),
      ball(0.05, [0, tall * 1.3 + 0.08, 0]),
    );
  return pieces;
};

const goblet: Maker = (rng) => {
  const [cupWide, stem, foot, tall] = [rng.range(0.2, 0.4), rng.range(0.02, 0.06), rng.range(0.15, 0.35), rng.range(0.8, 1.2)];
  return [
    hollowLathe(
      [
        [foot, 0],
        [foot * 0.6, 0.04],
        [stem, 0.1],
        [stem, tall * 0.45],
        ...curve2([
          [stem * 1.5, tall * 0.5],
          [cupWide, tall * 0.7],
          [cupWide * rng.range(0.7, 1.1), tall],
        ]),
      ],
      0.02,
    ),
  ];
};

const bucket: Maker = (rng) => {
  const [wide, tall] = [rng.range(0.3, 0.45), rng.range(0.5, 0.8)];
  const rise = rng.range(0.2, 0.5);
  const arc = Array.from({ length: 13 }, (_, k): Vec3 => [wide * Math.cos((Math.PI * k) / 12), tall + rise * Math.sin((Math.PI * k) / 12), 0]);
  return [
    hollowLathe(
      [
        [wide * 0.75, 0],
        [wide, tall],
      ],
      0.03,
    ),
    tube(arc, 0.02, { segments: 6 }),
  ];
};

const wateringCan: Maker = (rng) => {
  const [wide, tall] = [rng.range(0.25, 0.4), rng.range(0.4, 0.7)];
  const tip: Vec3 = [-wide - rng.range(0.4, 0.7), tall * rng.range(1, 1.3), 0];
  return [
    lathe([
      [0, 0],
      [wide, 0],
      [wide * rng.range(0.7, 1), tall],
      [0, tall],
    ]),
    rod([-wide * 0.8, tall * 0.2, 0], tip, 0.06, 0.04),
    rod(tip, [tip[0] - 0.12, tip[1] + 0.08, 0], 0.04, rng.range(0.08, 0.16)),
    handle(rng, [wide * 0.9, tall * 0.3, 0], [wide * 0.2, tall, 0], 0.03),
  ];
};

const basket: Maker = (rng) => {
  const [wide, tall] = [rng.range(0.35, 0.55), rng.range(0.3, 0.5)];
  const rows = count(rng, 4, 7);
  const hoops = Array.from({ length: rows }, (_, k) =>
    move(torus(wide * (0.75 + (0.25 * k) / rows), (0.55 * tall) / rows, 20, 6), [0, (tall * (k + 0.5)) / rows, 0]),
  );
  const arc = Array.from({ length: 13 }, (_, k): Vec3 => [wide * Math.cos((Math.PI * k) / 12), tall * (1 + 1.1 * Math.sin((Math.PI * k) / 12)), 0]);
  return [
    ...hoops,
    lathe([
      [0, 0],
      [wide * 0.75, 0],
      [wide * 0.75, 0.04],
      [0, 0.04],
    ]),
    tube(arc, 0.03, { segments: 6 }),
  ];
};

const tank: Maker = (rng) => {
  const [wide, long, legs] = [rng.range(0.2, 0.35), rng.range(0.8, 1.5), rng.range(0.15, 0.5)];
  const body = turn(
    lathe([
      [0, -long / 2],
      ...curve2([
        [wide * 0.6, -long / 2],
        [wide, -long * 0.4],
        [wide, long * 0.4],
        [wide * 0.6, long / 2],
      ]),
      [0, long / 2],
    ]),
    Math.PI / 2,
  );
  const spots = [-1, 1].flatMap((x) => [-1, 1].map((z): Vec3 => [x * wide * 0.6, legs + wide * 0.6, z * long * 0.35]));
  return [move(body, [0, legs + wide, 0]), ...spots.map((at) => rod(at, [at[0] * 1.2, 0, at[2]], 0.05, 0.04))];
};

/** Kinds of vessels. */
export const VESSELS: Readonly<Record<string, Maker>> = {
  teapot,
  cup,
  vase,
  bottle,
  jug,
  bowl,
  pan,
  goblet,
  bucket,
  wateringCan,
  basket,
  tank,
};
