/** @file What a head can wear or grow without a joint of its own: hats, hair, horns, ears, a beard. */

import type { Rng } from '../../../src/base/rng.js';
import { add, type Vec3, vectorAt } from '../../../src/math/vector.js';
import type { Mesh } from '../../../src/mesh/mesh.js';
import { type BodyMeasures, findJoint, jointsOf } from '../measure-rigged-body.js';
import { chance, count, upTo } from '../things/draw-choices.js';
import {
  ball,
  bothSides,
  curve,
  curve2,
  ellipsoid,
  hollowLathe,
  lathe,
  move,
  rod,
  stretch,
  torus,
  tube,
  turn,
} from '../things/mesh-pieces.js';
import { roughen } from '../things/reshape.js';
import type { DistractorMaker } from './distractor.js';

/** The crown of a head: where a hat sits, and the radius of the head there. */
interface HeadPlace {
  readonly joint: number;
  readonly crown: Vec3;
  readonly radius: number;
  readonly low: number;
  readonly front: number;
}

/** Measures the head by the surface of its joint: a snout is long, so the width of the top gives the radius. */
function findHead(measures: BodyMeasures): HeadPlace | undefined {
  const joint = findJoint(measures, 'head');
  if (joint === undefined || measures.vertices[joint].length < 8) return undefined;
  const points = measures.vertices[joint].map((v) => vectorAt(measures.body.mesh.positions, v));
  const high = Math.max(...points.map(([, y]) => y));
  const low = Math.min(...points.map(([, y]) => y));
  const top = points.filter(([, y]) => y > high - 0.35 * (high - low));
  const middle = (k: number) => top.reduce((sum, p) => sum + p[k], 0) / top.length;
  const wide = Math.max(...top.map(([x]) => x)) - Math.min(...top.map(([x]) => x));
  const deep = Math.max(...top.map(([, , z]) => z)) - Math.min(...top.map(([, , z]) => z));
  const radius = Math.min(
    0.25 * measures.size,
    Math.max(0.01 * measures.size, 0.5 * Math.min(wide, deep * 1.3)),
  );
  return {
    joint,
    crown: [middle(0), high, middle(2)],
    radius,
    low,
    front: Math.max(...points.map(([, , z]) => z)),
  };
}

const onHead =
  (make: (head: HeadPlace, rng: Rng, measures: BodyMeasures) => Mesh[]): DistractorMaker =>
  (measures, rng) => {
    const head = findHead(measures);
    return head && { pieces: make(head, rng, measures), joints: [head.joint] };
  };

/** A lathed hat: brim, crown, and what is on top, in units of the head's radius. */
const hat = onHead(({ crown, radius }, rng) => {
  const [brim, wide, tall] = [
    chance(rng, 0.6) ? rng.range(1.2, 2.4) : 1.05,
    rng.range(0.85, 1.15),
    rng.range(0.4, 2.6),
  ];
  const end = rng.range(0.02, 1.1);
  const shape = stretch(
    lathe(
      [
        [0, 0],
        [brim, rng.range(-0.1, 0.15)],
        [brim, 0.08],
        [wide, 0.12],
        [wide * end, tall],
        [0, tall],
      ],
      18,
    ),
    [radius, radius, radius],
  );
  const placed = move(turn(shape, rng.range(-0.35, 0.2)), add(crown, [0, -0.25 * radius, 0]));
  return chance(rng, 0.25)
    ? [placed, ball(0.25 * radius, add(crown, [0, (tall - 0.2) * radius, 0]), 8)]
    : [placed];
});

const helmet = onHead(({ crown, radius }, rng) => {
  const at: Vec3 = add(crown, [0, -0.7 * radius, 0]);
  const shell = ellipsoid(
    [radius * rng.range(1.1, 1.3), radius * rng.range(1, 1.4), radius * rng.range(1.1, 1.4)],
    at,
    18,
  );
  const crest = ellipsoid(
    [0.12 * radius, rng.range(0.3, 0.8) * radius, rng.range(0.8, 1.4) * radius],
    add(crown, [0, 0.3 * radius, -0.2 * radius]),
    12,
  );
  return [
    shell,
    ...(chance(rng, 0.5) ? [crest] : []),
    ...(chance(rng, 0.3)
      ? bothSides(rod([radius, 0, 0], [2 * radius, radius, 0], 0.2 * radius, 0.02 * radius)).map((horn) =>
          move(horn, at),
        )
      : []),
  ];
});

const crown = onHead(({ crown: at, radius }, rng) => [
  move(
    stretch(
      hollowLathe(
        [
          [0.9, 0],
          [rng.range(0.9, 1.2), rng.range(0.4, 0.9)],
        ],
        0.1,
      ),
      [radius, radius, radius],
    ),
    add(at, [0, -0.3 * radius, 0]),
  ),
]);

const halo = onHead(({ crown: at, radius }, rng) => [
  move(
    turn(torus(radius * rng.range(0.8, 1.4), radius * 0.08, 20, 6), rng.range(-0.4, 0.4)),
    add(at, [0, radius * rng.range(0.2, 0.8), 0]),
  ),
]);

const hair = onHead(({ crown: at, radius }, rng) => {
  const middle = add(at, [0, -0.85 * radius, -0.15 * radius]);
  const cap = roughen(
    ellipsoid([radius * 1.15, radius * rng.range(1, 1.35), radius * 1.15], middle, 16),
    radius * rng.range(0, 0.15),
    radius * 0.5,
    rng,
  );
  const long = rng.range(0.5, 4);
  const back: Vec3 = add(at, [0, -0.6 * radius, -radius * 0.8]);
  const style = rng.integer(5);
  if (style === 0) return [cap];
  if (style === 1)
    return [cap, ball(radius * rng.range(0.4, 0.7), add(at, [0, 0.2 * radius, -0.6 * radius]), 10)];
  if (style === 2)
    return [
      cap,
      tube(
        curve([
          back,
          add(back, [0, -0.3 * radius, -0.7 * radius]),
          add(back, [0, -long * radius, -0.5 * radius]),
        ]),
        (share) => radius * (0.35 - 0.28 * share),
      ),
    ];
  if (style === 3)
    return [
      cap,
      ...bothSides(
        tube(
          curve([
            [radius, 0, 0],
            [radius * 1.5, -0.2 * radius, 0],
            [radius * 1.3, -long * radius, 0],
          ]),
          (share) => radius * (0.3 - 0.2 * share),
        ),
      ).map((tail) => move(tail, add(at, [0, -0.6 * radius, 0]))),
    ];
  return [cap, stretchDown(back, radius, long, rng)];
});

/** Long hair down the back. */
const stretchDown = (from: Vec3, radius: number, long: number, rng: Rng): Mesh =>
  tube(
    curve([
      add(from, [0, 0.5 * radius, 0.4 * radius]),
      from,
      add(from, [0, -0.5 * long * radius, -0.2 * radius]),
      add(from, [0, -long * radius, 0]),
    ]),
    (share) => radius * (1 - 0.4 * share),
    { squash: rng.range(0.25, 0.5) },
  );

/** Horns or antlers, only where no joint is one. */
const horns: DistractorMaker = (measures, rng) => {
  if (jointsOf(measures, 'horn').length > 0) return undefined;
  return onHead(({ crown: at, radius }) => {
    const long = rng.range(0.6, 3.5) * radius;
    const [out, bend] = [rng.range(0.1, 1), rng.range(-1, 1)];
    const path = curve([
      [0.4 * radius, -0.3 * radius, 0],
      [0.5 * radius + out * long * 0.5, long * 0.5, bend * long * 0.1],
      [0.5 * radius + out * long * rng.range(0.3, 0.8), long, bend * long * 0.6],
    ]);
    const thick = radius * rng.range(0.08, 0.3);
    const main = tube(path, (share) => thick * (1 - 0.85 * share), { segments: 8 });
    const prongs = chance(rng, 0.4)
      ? upTo(count(rng, 1, 4)).map((k) =>
          rod(
            path[2 + 2 * k],
            add(path[2 + 2 * k], [0.1 * long, 0.2 * long, 0.25 * long]),
            thick * 0.5,
            thick * 0.1,
            6,
          ),
        )
      : [];
    return [main, ...prongs].flatMap(bothSides).map((one) => move(one, at));
  })(measures, rng);
};

/** Ears, only where no joint is one. */
const ears: DistractorMaker = (measures, rng) => {
  if (jointsOf(measures, 'ear').length > 0) return undefined;
  return onHead(({ crown: at, radius }) => {
    const [long, wide] = [rng.range(0.4, 2.5) * radius, rng.range(0.25, 0.6) * radius];
    const shape = ellipsoid(
      [wide, long / 2, wide * rng.range(0.2, 0.6)],
      [0, long / 2 - 0.1 * radius, 0],
      10,
    );
    const lean = rng.range(-0.2, 2.4);
    return bothSides(
      move(turn(shape, rng.range(-0.4, 0.3), 0, -lean), [
        radius * (lean > 1 ? 0.9 : 0.55),
        -radius * (lean > 1 ? 0.8 : 0.25),
        0,
      ]),
    ).map((one) => move(one, at));
  })(measures, rng);
};

const beard = onHead(({ crown: at, radius, low, front }, rng) => {
  const long = rng.range(0.4, 2.5) * radius;
  return [
    tube(
      curve([
        [at[0], low + 0.3 * radius, front - 0.6 * radius],
        [at[0], low - 0.3 * long, front - 0.3 * radius],
        [at[0], low - long, front - 0.5 * radius],
      ]),
      (share) => 0.4 * radius * (1 - 0.8 * share),
    ),
  ];
});

/** A crest of plates or a comb along the middle of the head. */
const comb = onHead(({ crown: at, radius }, rng) => {
  const number = count(rng, 1, 6);
  return upTo(number)
    .map((k) =>
      move(
        turn(
          lathe(
            curve2([
              [0.02, -0.3],
              [0.35, 0.1],
              [0.02, 1],
            ]),
            6,
          ),
          -0.25 * k,
        ),
        add(at, [0, -0.1 * radius * k, -0.35 * radius * k]),
      ),
    )
    .map((one, k) =>
      scaleAbout(one, add(at, [0, 0, -0.35 * radius * k]), [0.3 * radius, radius * 0.9, radius * 0.7]),
    );
});

/** Scales a mesh about a point. */
const scaleAbout = (mesh: Mesh, at: Vec3, by: Vec3): Mesh =>
  move(stretch(move(mesh, [-at[0], -at[1], -at[2]]), by), at);

/** What a head wears. */
export const HEAD_WEAR: Readonly<Record<string, DistractorMaker>> = {
  hat,
  helmet,
  crown,
  halo,
  hair,
  horns,
  ears,
  beard,
  comb,
};
