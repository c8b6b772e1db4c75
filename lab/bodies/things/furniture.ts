/** @file Furniture. Chairs and tables on four legs matter most: nothing else looks so much like a quadruped. */

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
  type Maker,
  move,
  rod,
  stretch,
  torus,
  tube,
  turn,
} from './mesh-pieces.js';

/** Legs from the given places down to the floor, all of one style. */
function legs(rng: Rng, spots: readonly Vec3[]): Mesh[] {
  const style = rng.integer(5);
  const thick = rng.range(0.02, 0.07);
  const splay = chance(rng, 0.5) ? rng.range(0, 0.25) : 0;
  const taper = rng.range(0.4, 1.2);
  const knob = rng.range(1.2, 2);
  return spots.map(([x, y, z]) => {
    const foot: Vec3 = [x * (1 + splay), 0, z * (1 + splay)];
    if (style === 0) return bar([x, y, z], foot, 2 * thick, 2 * thick);
    if (style === 1) return rod([x, y, z], foot, thick, thick * taper);
    if (style === 2)
      return move(
        lathe(
          [
            [0, 0],
            ...curve2([
              [thick * 0.8, 0],
              [thick * knob, y * 0.15],
              [thick * 0.6, y * 0.25],
              [thick * knob, y * 0.7],
              [thick, y * 0.8],
              [thick * 1.2, y],
            ]),
            [0, y],
          ],
          10,
        ),
        [x, 0, z],
      );
    if (style === 3)
      return tube(
        curve([[x, y, z], [x * 1.15, y * 0.75, z * 1.15], [x, y * 0.25, z], foot]),
        [...upTo(16)].map((k) => thick * (1.4 - (0.7 * k) / 15)),
      );
    return tube(curve([[x, y, z], [x * 1.05, y * 0.5, z * 1.05], foot]), thick * 0.8, { segments: 6 });
  });
}

/** The corners of a rectangle at a height. */
const corners = (width: number, depth: number, y: number): Vec3[] => [-1, 1].flatMap((x) => [-1, 1].map((z): Vec3 => [(x * width) / 2, y, (z * depth) / 2]));

/** A flat top: a box, a disk or an oval. */
function top(rng: Rng, width: number, depth: number, y: number): Mesh {
  const thick = rng.range(0.03, 0.12);
  const style = rng.integer(3);
  if (style === 0) return block([width, thick, depth], [0, y + thick / 2, 0], chance(rng, 0.5) ? rng.range(0, 0.05) : 0);
  const plate = turn(extrude(circle(0.5, 24), thick, { bevel: rng.range(0, 0.03) }), Math.PI / 2);
  return move(stretch(plate, [width, 1, style === 1 ? width : depth]), [0, y + thick / 2, 0]);
}

/** Bars between neighbouring legs. */
function rails(rng: Rng, width: number, depth: number, y: number): Mesh[] {
  const [a, b, c, d] = corners(width, depth, y * rng.range(0.2, 0.6));
  const thick = rng.range(0.02, 0.04);
  if (chance(rng, 0.5)) return [bar(a, b, thick, thick), bar(c, d, thick, thick), bar(a, c, thick, thick), bar(b, d, thick, thick)];
  const [left, right]: Vec3[] = [
    [a[0], a[1], 0],
    [c[0], a[1], 0],
  ];
  return [bar(a, b, thick, thick), bar(c, d, thick, thick), bar(left, right, thick, thick)];
}

function backrest(rng: Rng, width: number, depth: number, seat: number): Mesh[] {
  const tall = rng.range(0.35, 0.9);
  const lean = rng.range(0, 0.3) * tall;
  const z = -depth / 2 + 0.03;
  const thick = rng.range(0.02, 0.07);
  const style = rng.integer(4);
  const posts = [-1, 1].map((side) => bar([(side * width) / 2.2, seat, z], [(side * width) / 2.2, seat + tall, z - lean], thick * 1.5, thick * 1.5));
  const across = (share: number) =>
    bar([-width / 2.2, seat + tall * share, z - lean * share], [width / 2.2, seat + tall * share, z - lean * share], thick * rng.range(1, 3), thick);
  if (style === 0) return [move(turn(block([width, tall, thick], [0, tall / 2, 0], thick * 0.4), -lean / tall), [0, seat, z])];
  if (style === 1) return [...posts, ...upTo(count(rng, 1, 4)).map((k) => across(0.95 - k * 0.2))];
  if (style === 2)
    return [
      ...posts,
      across(0.95),
      ...upTo(count(rng, 2, 6)).map((k) => rod([width * (k / 6 - 0.35), seat, z], [width * (k / 6 - 0.35), seat + tall * 0.95, z - lean], thick * 0.4)),
    ];
  const arc = upTo(15).map(
    (k): Vec3 => [(width / 2.1) * Math.cos((Math.PI * k) / 14), seat + tall * Math.sin((Math.PI * k) / 14), z - lean * Math.sin((Math.PI * k) / 14)],
  );
  return [tube(arc, thick * 0.7), rod([0, seat, z], [0, seat + tall, z - lean], thick * 0.5)];
}

const chair: Maker = (rng) => {
  const [width, depth, seat] = [rng.range(0.4, 0.7), rng.range(0.4, 0.7), rng.range(0.3, 0.8)];
  const inset = rng.range(0.75, 0.98);
  const pieces = [top(rng, width, depth, seat), ...backrest(rng, width, depth, seat)];
  const base = rng.next();
  if (base < 0.75) pieces.push(...legs(rng, corners(width * inset, depth * inset, seat + 0.02)));
  else if (base < 0.9) pieces.push(rod([0, 0.05, 0], [0, seat, 0], 0.04), ...around(count(rng, 3, 5), rod([0, 0.08, 0], [width * 0.6, 0.03, 0], 0.03)));
  else
    pieces.push(
      ...bothSides(
        tube(
          curve([
            [width / 2.2, seat, depth / 2],
            [width / 2.2, 0, depth / 2.2],
            [width / 2.2, 0, -depth / 2.2],
            [width / 2.2, seat, -depth / 2],
          ]),
          0.025,
        ),
      ),
    );
  if (base < 0.75 && chance(rng, 0.4)) pieces.push(...rails(rng, width * inset, depth * inset, seat));
  if (chance(rng, 0.35)) {
    const rise = rng.range(0.15, 0.3);
    pieces.push(
      ...bothSides(
        tube(
          curve([
            [width / 2.1, seat, depth * 0.35],
            [width / 2, seat + rise, depth * 0.4],
            [width / 2.1, seat + rise, -depth / 2],
          ]),
          0.025,
        ),
      ),
    );
  }
  if (chance(rng, 0.2)) pieces.push(ellipsoid([width * 0.45, 0.06, depth * 0.45], [0, seat + 0.12, 0]));
  return pieces;
};

const table: Maker = (rng) => {
  const [width, depth, tall] = [rng.range(0.5, 1.3), rng.range(0.4, 0.9), rng.range(0.25, 0.9)];
  const inset = rng.range(0.6, 0.95);
  const pieces = [top(rng, width, depth, tall)];
  const legCount = pick(rng, [1, 2, 3, 4, 4, 4, 4, 5, 6]);
  if (legCount === 4) pieces.push(...legs(rng, corners(width * inset, depth * inset, tall + 0.02)));
  else if (legCount === 6)
    pieces.push(
      ...legs(rng, [...corners(width * inset, depth * inset, tall + 0.02), [0, tall + 0.02, depth * inset * 0.5], [0, tall + 0.02, -depth * inset * 0.5]]),
    );
  else if (legCount === 2) pieces.push(...bothSides(block([0.05, tall, depth * 0.8], [width * 0.4, tall / 2, 0])));
  else if (legCount === 1)
    pieces.push(
      lathe(
        [
          [0, 0],
          [depth * rng.range(0.25, 0.5), 0],
          [0.06, 0.08],
          [0.05, tall * 0.5],
          [0.08, tall],
          [0, tall],
        ],
        12,
      ),
    );
  else
    pieces.push(
      ...legs(
        rng,
        circle(Math.min(width, depth) * 0.35, legCount).map(([x, z]): Vec3 => [x, tall + 0.02, z]),
      ),
    );
  if (legCount === 4 && chance(rng, 0.3)) pieces.push(...rails(rng, width * inset, depth * inset, tall));
  if (chance(rng, 0.3)) pieces.push(block([width * 0.8, rng.range(0.05, 0.2), depth * 0.8], [0, tall - 0.05, 0]));
  if (chance(rng, 0.3))
    pieces.push(
      ...upTo(count(rng, 1, 4)).map(() =>
        block([rng.range(0.05, 0.2), rng.range(0.05, 0.3), rng.range(0.05, 0.2)], [rng.range(-0.3, 0.3) * width, tall + 0.15, rng.range(-0.3, 0.3) * depth]),
      ),
    );
  return pieces;
};

const stool: Maker = (rng) => {
  const [wide, tall] = [rng.range(0.3, 0.5), rng.range(0.3, 1)];
  const number = pick(rng, [1, 3, 3, 4, 4, 4, 5]);
  const pieces = [top(rng, wide, wide, tall)];
  if (number === 1)
    pieces.push(
      rod([0, 0.03, 0], [0, tall, 0], 0.04),
      lathe([
        [0, 0],
        [wide * 0.5, 0],
        [wide * 0.45, 0.04],
        [0, 0.05],
      ]),
    );
  else
    pieces.push(
      ...legs(
        rng,
        circle(wide * 0.4, number).map(([x, z]): Vec3 => [x, tall + 0.02, z]),
      ),
    );
  if (chance(rng, 0.5)) pieces.push(move(torus(wide * 0.42, 0.015, 20, 6), [0, tall * rng.range(0.2, 0.5), 0]));
  return pieces;
};

const bench: Maker = (rng) => {
  const [long, depth, tall] = [rng.range(0.9, 1.6), rng.range(0.25, 0.45), rng.range(0.3, 0.6)];
  const pieces = [
    block([long, rng.range(0.04, 0.2), depth], [0, tall, 0], chance(rng, 0.5) ? 0.05 : 0),
    ...legs(rng, corners(long * rng.range(0.6, 0.9), depth * 0.8, tall)),
  ];
  if (chance(rng, 0.4)) pieces.push(...backrest(rng, long, depth, tall));
  if (chance(rng, 0.2)) pieces.push(block([long * 0.15, rng.range(0.2, 0.4), depth * 0.8], [long * 0.45, tall + 0.15, 0], 0.03));
  return pieces;
};

const sofa: Maker = (rng) => {
  const [long, depth, seat] = [rng.range(0.8, 1.6), rng.range(0.5, 0.7), rng.range(0.2, 0.35)];
  const round = rng.range(0.02, 0.08);
  const arm = rng.range(0.08, 0.2);
  const rise = rng.range(0.3, 0.6);
  return [
    block([long, seat, depth], [0, seat / 2 + 0.08, 0], round),
    block([long, rise, 0.18], [0, seat + rise / 2, -depth / 2], round),
    ...bothSides(block([arm, rng.range(0.25, 0.4), depth], [long / 2, seat + 0.05, 0], round)),
    ...upTo(count(rng, 1, 3)).map((k, _, all) =>
      block([(long * 0.9) / all.length, 0.12, depth * 0.8], [(long * 0.9 * (k + 0.5)) / all.length - long * 0.45, seat + 0.14, 0.03], 0.04),
    ),
    ...legs(rng, corners(long * 0.85, depth * 0.8, 0.1)),
  ];
};

const bed: Maker = (rng) => {
  const [width, long, tall] = [rng.range(0.5, 1), rng.range(1, 1.4), rng.range(0.2, 0.4)];
  const pieces = [
    block([width, 0.15, long], [0, tall, 0], 0.04),
    block([width, rng.range(0.2, 0.5), 0.06], [0, tall + 0.15, -long / 2]),
    ellipsoid([width * 0.35, 0.07, 0.13], [0, tall + 0.12, -long * 0.38]),
    ...legs(rng, corners(width * 0.9, long * 0.95, tall)),
  ];
  if (chance(rng, 0.5)) pieces.push(block([width, rng.range(0.05, 0.3), 0.06], [0, tall + 0.1, long / 2]));
  if (chance(rng, 0.25)) pieces.push(...corners(width, long, 0).map(([x, , z]) => rod([x, 0, z], [x, 1.2, z], 0.03)), block([width, 0.04, long], [0, 1.2, 0]));
  return pieces;
};

const shelf: Maker = (rng) => {
  const [width, depth, tall, boards] = [rng.range(0.4, 1), rng.range(0.15, 0.4), rng.range(0.6, 1.5), count(rng, 2, 6)];
  const pieces = [
    ...bothSides(block([0.03, tall, depth], [width / 2, tall / 2, 0])),
    ...upTo(boards).map((k) => block([width, 0.03, depth], [0, (tall * (k + 0.2)) / boards, 0])),
  ];
  if (chance(rng, 0.6)) {
    for (const k of upTo(boards)) {
      let x = -width / 2 + 0.04;
      while (x < width / 2 - 0.08 && chance(rng, 0.85)) {
        const [thick, high] = [rng.range(0.02, 0.07), rng.range(0.4, 0.85) * (tall / boards)];
        pieces.push(block([thick, high, depth * 0.7], [x + thick / 2, (tall * (k + 0.2)) / boards + high / 2, 0]));
        x += thick + 0.005;
      }
    }
  }
  return pieces;
};

const cabinet: Maker = (rng) => {
  const [width, depth, tall, foot] = [rng.range(0.4, 1), rng.range(0.3, 0.5), rng.range(0.4, 1.3), rng.range(0.02, 0.3)];
  const rows = count(rng, 1, 5);
  return [
    block([width, tall, depth], [0, foot + tall / 2, 0], chance(rng, 0.4) ? 0.04 : 0),
    ...legs(rng, corners(width * 0.85, depth * 0.85, foot + 0.03)),
    ...upTo(rows).flatMap((k) => [
      block([width * 0.85, (tall * 0.8) / rows, 0.03], [0, foot + (tall * (k + 0.5)) / rows, depth / 2]),
      ball(0.025, [0, foot + (tall * (k + 0.5)) / rows, depth / 2 + 0.03], 8),
    ]),
  ];
};

const lamp: Maker = (rng) => {
  const [tall, shade] = [rng.range(0.6, 1.6), rng.range(0.15, 0.35)];
  const bent = chance(rng, 0.4);
  const reach = bent ? rng.range(0.2, 0.6) : 0;
  const path = curve(
    bent
      ? [
          [0, 0, 0],
          [0, tall * 0.6, 0],
          [reach * 0.3, tall, 0],
          [reach, tall * 0.95, 0],
        ]
      : [
          [0, 0, 0],
          [0, tall, 0],
        ],
  );
  const cover = lathe(
    [
      [0, 0.3 * shade],
      [shade * rng.range(0.3, 0.9), 0.6 * shade],
      [shade, -0.6 * shade],
      [0, -0.3 * shade],
    ],
    pick(rng, [6, 20]),
  );
  const pieces = [tube(path, 0.02, { segments: 8 }), move(cover, [reach, tall, 0])];
  if (chance(rng, 0.35)) pieces.push(...around(count(rng, 3, 4), rod([0, tall * 0.3, 0], [tall * 0.25, 0, 0], 0.02)));
  else
    pieces.push(
      lathe([
        [0, 0],
        [rng.range(0.12, 0.3), 0],
        [0.1, 0.05],
        [0, 0.08],
      ]),
    );
  return pieces;
};

const piano: Maker = (rng) => {
  const [width, tall] = [rng.range(0.8, 1.2), rng.range(0.35, 0.6)];
  const wing = extrude(
    curve2(
      [
        [-width / 2, 0],
        [-width / 2, 0.9],
        [-width * 0.2, 1.1],
        [0, 0.6],
        [width / 2, 0.4],
        [width / 2, 0],
        [-width / 2, 0],
      ].slice(0, 6) as [number, number][],
    ),
    0.18,
  );
  return [
    move(turn(wing, -Math.PI / 2), [0, tall, 0.3]),
    block([width, 0.06, 0.2], [0, tall - 0.03, 0.35]),
    ...legs(rng, [
      [-width * 0.4, tall, 0.25],
      [width * 0.4, tall, 0.25],
      [-width * 0.25, tall, -0.5],
    ]),
  ];
};

const rack: Maker = (rng) => {
  const tall = rng.range(1, 1.5);
  return [
    rod([0, 0, 0], [0, tall, 0], 0.03),
    ...around(
      count(rng, 3, 4),
      tube(
        curve([
          [0, 0.15, 0],
          [0.15, 0.1, 0],
          [0.3, 0, 0],
        ]),
        0.02,
      ),
    ),
    ...around(
      count(rng, 2, 6),
      tube(
        curve([
          [0, tall * 0.9, 0],
          [0.12, tall * 0.88, 0],
          [0.2, tall, 0],
        ]),
        0.018,
      ),
      rng.next(),
    ),
  ];
};

const trestle: Maker = (rng) => {
  const [long, tall, spread] = [rng.range(0.6, 1.2), rng.range(0.4, 0.8), rng.range(0.15, 0.4)];
  const thick = rng.range(0.03, 0.08);
  return [
    bar([-long / 2, tall, 0], [long / 2, tall, 0], thick * 1.5, thick * 2),
    ...[-1, 1].flatMap((x) => [-1, 1].map((z) => bar([x * long * 0.4, tall, 0], [x * long * 0.45, 0, z * spread], thick, thick))),
    ...[-1, 1].map((x) => bar([x * long * 0.43, tall * 0.4, -spread * 0.6], [x * long * 0.43, tall * 0.4, spread * 0.6], thick, thick * 0.6)),
  ];
};

/** Kinds of furniture. */
export const FURNITURE: Readonly<Record<string, Maker>> = {
  chair,
  table,
  stool,
  bench,
  sofa,
  bed,
  shelf,
  cabinet,
  lamp,
  piano,
  rack,
  trestle,
};
