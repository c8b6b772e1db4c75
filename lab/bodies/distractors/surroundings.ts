/** @file What a body holds, stands on, or has beside it. */

import type { Rng } from '../../../src/base/rng.js';
import { add, type Vec3 } from '../../../src/math/vector.js';
import type { Mesh } from '../../../src/mesh/mesh.js';
import { mergeMeshes } from '../../../src/mesh/primitives.js';
import { type BodyMeasures, jointAt, jointsOf, reachAlong } from '../measure-rigged-body.js';
import { chance, count, pick, upTo } from '../things/draw-choices.js';
import {
  ball,
  block,
  ellipsoid,
  lathe,
  type Maker,
  move,
  rod,
  stretch,
  turn,
} from '../things/mesh-pieces.js';
import { boundsOf, roughen } from '../things/reshape.js';
import { TOOLS } from '../things/tools.js';
import type { DistractorMaker } from './distractor.js';

const HELD = [
  'sword',
  'axe',
  'hammer',
  'broom',
  'trident',
  'bow',
  'gun',
  'flail',
  'spoon',
  'umbrella',
  'key',
  'shovel',
] as const;

/** A tool of some length with its grip at the origin. */
function makeTool(maker: Maker, long: number, rng: Rng): Mesh {
  const mesh = mergeMeshes(maker(rng));
  const box = boundsOf(mesh);
  const by = long / Math.max(1e-6, box[4] - box[1], box[5] - box[2]);
  return stretch(move(mesh, [0, -box[1] - rng.range(0.02, 0.4) * (box[4] - box[1]), 0]), [by, by, by]);
}

/** A weapon or tool in one hand, sometimes a shield in the other. */
const heldProp: DistractorMaker = (measures, rng) => {
  const hands = jointsOf(measures, 'hand');
  if (hands.length === 0) return undefined;
  const hand = pick(rng, hands);
  const pose: Vec3 = pick(rng, [
    [0, 0, 0],
    [Math.PI / 2, 0, 0],
    [rng.range(-0.5, 2), 0, rng.range(-0.6, 0.6)],
    [Math.PI, 0, 0],
  ]);
  const tool = chance(rng, 0.15) ? TOOLS.shield : TOOLS[pick(rng, HELD)];
  const mesh = turn(
    makeTool(tool, measures.size * rng.range(0.15, 0.9), rng),
    pose[0],
    rng.range(-0.4, 0.4),
    pose[2],
  );
  return { pieces: [move(mesh, jointAt(measures, hand))], joints: [hand] };
};

/** A staff or a stick that stands on the ground beside the hand. */
const staff: DistractorMaker = (measures, rng) => {
  const hands = jointsOf(measures, 'hand');
  if (hands.length === 0) return undefined;
  const hand = pick(rng, hands);
  const [x, y, z] = jointAt(measures, hand);
  const [low, high] = [measures.box[1], Math.max(y, measures.box[1]) + measures.size * rng.range(0.05, 0.5)];
  const thick = measures.size * rng.range(0.006, 0.02);
  const top = chance(rng, 0.5) ? [ball(thick * rng.range(2, 5), [x, high, z], 10)] : [];
  return { pieces: [rod([x, low, z], [x, high, z], thick), ...top], joints: [hand] };
};

/** The ground that a body covers: centre and half width. */
function groundOf({ box }: BodyMeasures): { at: Vec3; half: Vec3 } {
  return {
    at: [(box[0] + box[3]) / 2, box[1], (box[2] + box[5]) / 2],
    half: [(box[3] - box[0]) / 2, 0, (box[5] - box[2]) / 2],
  };
}

/** A disk, a plinth or a rock under the feet. */
const base: DistractorMaker = (measures, rng) => {
  const { at, half } = groundOf(measures);
  const [wide, deep] = [half[0] * rng.range(0.6, 1.3), half[2] * rng.range(0.6, 1.3)];
  const round = Math.max(wide, deep, 0.1 * measures.size);
  const tall = measures.size * rng.range(0.01, 0.3);
  const style = rng.integer(4);
  const shapes: Mesh[] =
    style === 0
      ? [
          stretch(
            lathe(
              [
                [0, -tall],
                [1, -tall],
                [rng.range(0.8, 1), 0],
                [0, 0],
              ],
              pick(rng, [6, 8, 28]),
            ),
            [round, 1, round],
          ),
        ]
      : style === 1
        ? [block([2 * round, tall, 2 * round], [0, -tall / 2, 0], chance(rng, 0.5) ? 0.1 * tall : 0)]
        : style === 2
          ? [
              roughen(
                ellipsoid(
                  [round, Math.max(tall, 0.1 * round), round],
                  [0, -Math.max(tall, 0.1 * round) * 0.9, 0],
                  20,
                ),
                0.1 * round,
                0.5 * round,
                rng,
              ),
            ]
          : upTo(count(rng, 2, 3)).map((k) =>
              block(
                [2 * round * (1 + 0.25 * k), tall * 0.5, 2 * round * (1 + 0.25 * k)],
                [0, -tall * (0.25 + 0.5 * k), 0],
              ),
            );
  return { pieces: shapes.map((shape) => move(shape, at)), joints: [0] };
};

/** A pole that holds the body up from below, on a foot. */
const pole: DistractorMaker = (measures, rng) => {
  const hips = jointAt(measures, measures.hips);
  const { at } = groundOf(measures);
  const low = measures.box[1] - measures.size * rng.range(0, 0.5);
  const thick = measures.size * rng.range(0.008, 0.03);
  const foot = lathe(
    [
      [0, 0],
      [thick * 8, 0],
      [thick * 6, thick * 1.5],
      [0, thick * 2],
    ],
    20,
  );
  const top = hips[1] - 0.5 * reachAlong(measures, [measures.hips], hips, [0, -1, 0]);
  return {
    pieces: [
      rod([hips[0], low, hips[2]], [hips[0], Math.max(top, low + thick), hips[2]], thick),
      move(foot, [hips[0], low, chance(rng, 0.5) ? hips[2] : at[2]]),
    ],
    joints: [0],
  };
};

/** Balls, eggs or stones on the ground beside it. */
const beside: DistractorMaker = (measures, rng) => {
  const { at, half } = groundOf(measures);
  const pieces = upTo(count(rng, 1, 4)).map(() => {
    const size = measures.size * rng.range(0.03, 0.14);
    const angle = rng.range(0, 2 * Math.PI);
    const place = add(at, [
      (half[0] + size) * Math.cos(angle) * 0.9,
      size * 0.9,
      (half[2] + size) * Math.sin(angle) * 0.9,
    ]);
    if (chance(rng, 0.3)) return block([2 * size, 2 * size, 2 * size], place, 0.2 * size);
    return chance(rng, 0.5)
      ? ellipsoid([size, size * 1.3, size], place, 12)
      : roughen(ball(size, place, 12), 0.3 * size, size, rng);
  });
  return { pieces, joints: [0] };
};

/** Grass, stalks or posts around the feet. */
const growth: DistractorMaker = (measures, rng) => {
  const { at, half } = groundOf(measures);
  const pieces = upTo(count(rng, 1, 8)).map(() => {
    const place = add(at, [rng.range(-1.2, 1.2) * half[0], 0, rng.range(-1.2, 1.2) * half[2]]);
    return rod(
      place,
      add(place, [rng.range(-0.05, 0.05) * measures.size, rng.range(0.05, 0.35) * measures.size, 0]),
      measures.size * rng.range(0.004, 0.02),
      measures.size * 0.002,
      6,
    );
  });
  return { pieces, joints: [0] };
};

/** What surrounds a body. */
export const SURROUNDINGS: Readonly<Record<string, DistractorMaker>> = {
  heldProp,
  staff,
  base,
  pole,
  beside,
  growth,
};
