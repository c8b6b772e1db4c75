/** @file Plants: trees by repeated forking, leaves and petals as bent blades, cacti, mushrooms. */

import type { Rng } from '../../../src/base/rng.js';
import { add, normalize, scale, type Vec3 } from '../../../src/math/vector.js';
import type { Mesh } from '../../../src/mesh/mesh.js';
import { chance, count, pick, upTo } from './draw-choices.js';
import { around, ball, curve, curve2, ellipsoid, hollowLathe, lathe, type Maker, move, rod, stretch, tube, turn } from './mesh-pieces.js';
import { roughen } from './reshape.js';

/** A direction near another one, off by about `spread`. */
const stray = (rng: Rng, along: Vec3, spread: number): Vec3 =>
  normalize(add(along, [spread * rng.normal(), spread * rng.normal() * 0.7, spread * rng.normal()]));

interface Branching {
  readonly spread: number;
  readonly shrink: number;
  readonly forks: number;
  readonly segments: number;
}

/** Grows branches into `pieces`; returns the tips. */
function grow(rng: Rng, pieces: Mesh[], from: Vec3, along: Vec3, length: number, radius: number, depth: number, how: Branching): Vec3[] {
  const middle = add(from, scale(stray(rng, along, how.spread * 0.4), length / 2));
  const end = add(middle, scale(stray(rng, along, how.spread * 0.4), length / 2));
  const thin = radius * how.shrink;
  pieces.push(
    tube(curve([from, middle, end], 2), (share) => radius + (thin - radius) * share, {
      segments: how.segments,
    }),
  );
  if (depth === 0) return [end];
  const forks = count(rng, 2, how.forks);
  return upTo(forks).flatMap(() => {
    const next = stray(rng, add(along, [0, 0.15, 0]), how.spread);
    return grow(rng, pieces, end, next, length * rng.range(0.55, 0.85), thin, depth - 1, {
      ...how,
      segments: 5,
    });
  });
}

const tree: Maker = (rng) => {
  const pieces: Mesh[] = [];
  const how = {
    spread: rng.range(0.3, 0.8),
    shrink: rng.range(0.55, 0.8),
    forks: count(rng, 2, 4),
    segments: 8,
  };
  const trunk = rng.range(0.03, 0.12);
  const depth = count(rng, 2, how.forks > 3 ? 3 : 4);
  const tips = grow(rng, pieces, [0, 0, 0], [0, 1, 0], rng.range(0.3, 0.7), trunk, depth, how);
  if (chance(rng, 0.4))
    pieces.push(
      ...around(
        count(rng, 3, 6),
        tube(
          curve([
            [0, 0.15, 0],
            [trunk * 1.5, 0.03, 0],
            [trunk * 4, -0.03, 0],
          ]),
          [...upTo(11)].map((k) => trunk * (0.6 - 0.05 * k)),
          { segments: 6 },
        ),
        rng.next(),
      ),
    );
  const leaf = rng.next();
  if (leaf < 0.35) for (const tip of tips.slice(0, 24)) pieces.push(roughen(ball(rng.range(0.12, 0.28), tip, 10), 0.05, 0.1, rng));
  else if (leaf < 0.6)
    for (const tip of tips.slice(0, 40))
      for (let k = 0; k < 3; k++) pieces.push(move(turn(ellipsoid([0.05, 0.008, 0.1], [0, 0, 0.1], 6), rng.range(-1, 1), rng.range(0, 6.3)), tip));
  return pieces;
};

const roundTree: Maker = (rng) => {
  const [tall, crown] = [rng.range(0.3, 0.8), rng.range(0.25, 0.5)];
  const pieces = [
    tube(
      curve([
        [0, 0, 0],
        [rng.range(-0.05, 0.05), tall / 2, 0],
        [0, tall + crown * 0.5, 0],
      ]),
      [...upTo(11)].map((k) => 0.05 * (1.4 - 0.06 * k)),
    ),
  ];
  for (let k = count(rng, 1, 6); k > 0; k--)
    pieces.push(
      roughen(
        ellipsoid(
          [crown * rng.range(0.6, 1), crown * rng.range(0.6, 1.2), crown * rng.range(0.6, 1)],
          [rng.range(-0.2, 0.2), tall + crown * rng.range(0.4, 1.2), rng.range(-0.2, 0.2)],
          14,
        ),
        rng.range(0, 0.1),
        0.15,
        rng,
      ),
    );
  return pieces;
};

const conifer: Maker = (rng) => {
  const tiers = count(rng, 1, 6);
  const [tall, wide] = [rng.range(0.8, 1.4), rng.range(0.3, 0.5)];
  const sides = pick(rng, [5, 7, 12, 20]);
  return [
    rod([0, 0, 0], [0, 0.3, 0], rng.range(0.04, 0.09)),
    ...upTo(tiers).map((k) => {
      const [low, high] = [0.2 + (tall * k) / tiers, 0.2 + (tall * (k + 1.4)) / tiers];
      const radius = wide * (1 - (0.75 * k) / tiers);
      return lathe(
        [
          [0, low + 0.03],
          [radius, low],
          [radius * 0.5, (low + high) / 2 + rng.range(-0.05, 0.02)],
          [0, high],
        ],
        sides,
      );
    }),
  ];
};

/** A blade along +Z, bent downwards, thin. */
function blade(long: number, wide: number, droop: number, fold = 0.25): Mesh {
  const path = upTo(7).map((k): Vec3 => [0, -droop * (k / 6) ** 2 * long, (long * k) / 6]);
  return tube(path, (share) => wide * Math.max(0.04, Math.sin(Math.PI * Math.min(0.98, 0.06 + 0.94 * share)) ** 0.8), {
    section: [
      [1, 0],
      [0, -fold],
      [-1, 0],
      [0, 0.06 - fold],
    ],
  });
}

const palm: Maker = (rng) => {
  const tall = rng.range(0.7, 1.3);
  const lean = rng.range(-0.3, 0.3);
  const leaf = blade(rng.range(0.4, 0.7), rng.range(0.06, 0.12), rng.range(0.3, 1));
  return [
    tube(
      curve([
        [0, 0, 0],
        [lean * 0.3, tall * 0.5, 0],
        [lean, tall, 0],
      ]),
      [...upTo(11)].map((k) => 0.07 - 0.003 * k),
    ),
    ...around(count(rng, 5, 10), leaf).map((one) => move(turn(one, rng.range(-0.2, 0.2)), [lean, tall, 0])),
    ...upTo(count(rng, 0, 3)).map(() => ball(0.05, [lean + rng.range(-0.08, 0.08), tall - 0.05, rng.range(-0.08, 0.08)], 8)),
  ];
};

const bush: Maker = (rng) =>
  upTo(count(rng, 3, 9)).map(() => {
    const size = rng.range(0.15, 0.35);
    return roughen(ball(size, [rng.range(-0.4, 0.4), size * rng.range(0.6, 1.2), rng.range(-0.3, 0.3)], 12), 0.25 * size, 0.12, rng);
  });

/** A cup or star of petals that opens upward. */
function bloom(rng: Rng, size: number): Mesh[] {
  const petals = count(rng, 4, 9);
  const open = rng.range(-0.2, 1.2);
  const petal = turn(blade(size, size * rng.range(0.2, 0.5), rng.range(-0.6, 0.8), rng.range(0.1, 0.5)), open - Math.PI / 2 + 0.3);
  const center = chance(rng, 0.5)
    ? [ellipsoid([size * 0.25, size * rng.range(0.08, 0.3), size * 0.25], [0, 0, 0], 10)]
    : around(count(rng, 3, 6), rod([0, 0, 0], [size * 0.2, size * 0.8, 0], size * 0.02, size * 0.05, 6));
  return [...around(petals, petal), ...center];
}

/** A stalk with leaves and a bloom on top. */
function stalk(rng: Rng, tall: number, at: Vec3): Mesh[] {
  const lean: Vec3 = [rng.range(-0.2, 0.2), tall, rng.range(-0.2, 0.2)];
  const stem = tube(curve([at, add(at, [lean[0] * 0.2, tall * 0.5, lean[2] * 0.2]), add(at, lean)]), rng.range(0.012, 0.03), { segments: 6 });
  const leaf = turn(blade(rng.range(0.3, 0.7) * tall, rng.range(0.03, 0.1), rng.range(0, 1)), -rng.range(0.2, 1.2));
  const tilt = rng.range(-0.7, 0.7);
  return [
    stem,
    ...around(count(rng, 0, 4), leaf, rng.next() * 6).map((one) => move(one, add(at, [0, tall * rng.range(0, 0.4), 0]))),
    ...bloom(rng, rng.range(0.15, 0.4)).map((one) => move(turn(one, tilt), add(at, lean))),
  ];
}

const flower: Maker = (rng) => stalk(rng, rng.range(0.5, 1.1), [0, 0, 0]);
const bouquet: Maker = (rng) => upTo(count(rng, 2, 5)).flatMap(() => stalk(rng, rng.range(0.5, 1), [rng.range(-0.2, 0.2), 0, rng.range(-0.2, 0.2)]));
const blossom: Maker = (rng) => bloom(rng, rng.range(0.5, 0.8));

const pottedPlant: Maker = (rng) => {
  const pot = hollowLathe(
    [
      [0.15, 0],
      [rng.range(0.16, 0.28), rng.range(0.25, 0.4)],
    ],
    0.03,
    pick(rng, [4, 6, 20]),
  );
  const leaves = around(count(rng, 4, 12), turn(blade(rng.range(0.3, 0.8), rng.range(0.03, 0.12), rng.range(0, 1.2)), -rng.range(0.4, 1.3)));
  const plant = chance(rng, 0.5) ? leaves.map((one) => turn(one, rng.range(-0.2, 0.2), rng.range(-0.2, 0.2))) : stalk(rng, rng.range(0.3, 0.7), [0, 0, 0]);
  return [pot, ...plant.map((one) => move(one, [0, 0.25, 0]))];
};

const cactus: Maker = (rng) => {
  const [tall, thick] = [rng.range(0.7, 1.3), rng.range(0.08, 0.18)];
  const round = (share: number) => Math.max(0.02, Math.min(1, 6 * (1 - share))) ** 0.5;
  const pieces = [
    tube(
      upTo(9).map((k): Vec3 => [0, (tall * k) / 8, 0]),
      (share) => thick * round(share),
      { segments: 12 },
    ),
  ];
  for (let k = count(rng, 0, 4); k > 0; k--) {
    const [y, rise, out] = [tall * rng.range(0.25, 0.65), rng.range(0.15, 0.4), thick + rng.range(0.08, 0.2)];
    const arm = tube(
      curve([
        [0, y, 0],
        [out * 0.8, y, 0],
        [out, y + rise * 0.4, 0],
        [out, y + rise, 0],
      ]),
      (share) => thick * 0.6 * round(share),
    );
    pieces.push(turn(arm, 0, pick(rng, [0, Math.PI, rng.range(0, 6.3)])));
  }
  return pieces;
};

const mushroom: Maker = (rng) =>
  upTo(pick(rng, [1, 1, 1, 2, 3, 5])).flatMap((k) => {
    const [tall, cap, stem] = [rng.range(0.25, 0.9), rng.range(0.15, 0.5), rng.range(0.04, 0.14)];
    const dome = rng.range(0.1, 0.5);
    const at: Vec3 = k === 0 ? [0, 0, 0] : [rng.range(-0.5, 0.5), 0, rng.range(-0.5, 0.5)];
    return [
      lathe(
        [
          [0, 0],
          ...curve2([
            [stem * rng.range(1, 2), 0],
            [stem, tall * 0.5],
            [stem, tall],
          ]),
          [0, tall],
        ],
        14,
      ),
      lathe([
        [0, tall],
        [cap * 0.9, tall - rng.range(0, 0.1)],
        ...curve2([
          [cap, tall],
          [cap * 0.7, tall + dome * 0.8],
          [0.02, tall + dome],
        ]),
        [0, tall + dome],
      ]),
    ].map((one) => move(one, at));
  });

const grass: Maker = (rng) => {
  const leaf = turn(blade(rng.range(0.5, 1), rng.range(0.015, 0.04), rng.range(0.05, 0.6)), -rng.range(0.8, 1.4));
  return upTo(count(rng, 8, 30)).map(() =>
    move(turn(stretch(leaf, [1, rng.range(0.5, 1.1), 1]), 0, rng.range(0, 6.3)), [rng.range(-0.15, 0.15), 0, rng.range(-0.15, 0.15)]),
  );
};

const bamboo: Maker = (rng) =>
  upTo(count(rng, 2, 6)).flatMap(() => {
    const [x, z, tall] = [rng.range(-0.3, 0.3), rng.range(-0.3, 0.3), rng.range(0.8, 1.5)];
    return upTo(6)
      .map((k) =>
        lathe(
          [
            [0, (tall * k) / 6],
            [0.035, (tall * k) / 6],
            [0.03, (tall * (k + 0.9)) / 6],
            [0.036, (tall * (k + 1)) / 6],
            [0, (tall * (k + 1)) / 6],
          ],
          8,
        ),
      )
      .map((one) => move(one, [x, 0, z]));
  });

const stump: Maker = (rng) => [
  roughen(
    lathe(
      [
        [0, 0],
        ...curve2([
          [0.4, 0],
          [0.28, 0.15],
          [0.26, rng.range(0.3, 0.6)],
        ]),
        [0, rng.range(0.3, 0.6)],
      ],
      18,
    ),
    0.04,
    0.2,
    rng,
  ),
  ...around(
    count(rng, 3, 6),
    tube(
      curve([
        [0, 0.2, 0],
        [0.35, 0.06, 0],
        [rng.range(0.5, 0.8), -0.02, 0],
      ]),
      [...upTo(11)].map((k) => 0.11 - 0.008 * k),
    ),
    rng.next(),
  ),
];

const coral: Maker = (rng) => {
  const pieces: Mesh[] = [];
  const tips = upTo(count(rng, 3, 6)).flatMap(() =>
    grow(rng, pieces, [0, 0, 0], stray(rng, [0, 1, 0], 0.6), rng.range(0.25, 0.5), 0.06, 2, {
      spread: 0.5,
      shrink: 0.85,
      forks: 3,
      segments: 8,
    }),
  );
  return [...pieces, ...tips.map((tip) => ball(0.045, tip, 8))];
};

/** Kinds of plants. */
export const PLANTS: Readonly<Record<string, Maker>> = {
  tree,
  roundTree,
  conifer,
  palm,
  bush,
  flower,
  bouquet,
  blossom,
  pottedPlant,
  cactus,
  mushroom,
  grass,
  bamboo,
  stump,
  coral,
};
