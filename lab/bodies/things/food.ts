/** @file Fruit, bread and cakes. */

import type { Vec3 } from '../../../src/math/vector.js';
import { chance, count, pick, upTo } from './draw-choices.js';

import { ball, circle, curve, curve2, ellipsoid, lathe, type Maker, move, rod, torus, tube, turn } from './mesh-pieces.js';
import { roughen } from './reshape.js';

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

/** Kinds of food. */
export const FOOD: Readonly<Record<string, Maker>> = { apple, banana, grapes, bread, donut, cake, iceCream, burger };
