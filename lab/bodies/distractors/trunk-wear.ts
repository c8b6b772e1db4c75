/** @file What a trunk can wear or grow without a limb: backpack, saddle, cape, skirt, udder, collar, spikes, hump, shell. */

import { add, dot, lerp, scale, subtract, type Vec3, vectorAt } from '../../../src/math/vector.js';
import {
  type BodyMeasures,
  findJoint,
  girthOf,
  jointAt,
  jointsOf,
  reachAlong,
} from '../measure-rigged-body.js';
import { chance, count, upTo } from '../things/draw-choices.js';
import {
  ball,
  block,
  bothSides,
  circle,
  curve,
  ellipsoid,
  lathe,
  loft,
  move,
  type Ring,
  rod,
  stretch,
  torus,
  tube,
  turn,
} from '../things/mesh-pieces.js';
import { roughen } from '../things/reshape.js';
import type { DistractorMaker } from './distractor.js';

const UP: Vec3 = [0, 1, 0];
const DOWN: Vec3 = [0, -1, 0];
const BACK: Vec3 = [0, 0, -1];
const FRONT: Vec3 = [0, 0, 1];
const LEFT: Vec3 = [1, 0, 0];

/** Joints of the trunk, from the hips to the chest. */
const trunkOf = (measures: BodyMeasures) => jointsOf(measures, 'hips', 'spine', 'chest');

/** A point of the trunk between hips (0) and chest (1), and how far the surface around it reaches from there. */
function trunkAt(
  measures: BodyMeasures,
  share: number,
  along: Vec3,
): { at: Vec3; reach: number; joint: number } {
  const [hips, chest] = [jointAt(measures, measures.hips), jointAt(measures, measures.chest)];
  const at = lerp(hips, chest, share);
  return { at, reach: reachAround(measures, at, along), joint: share > 0.5 ? measures.chest : measures.hips };
}

/** How far the trunk reaches from a point in the slice across it: one joint alone may move only the middle of a belly. */
function reachAround(measures: BodyMeasures, at: Vec3, along: Vec3): number {
  const { positions } = measures.body.mesh;
  const joints = [...trunkOf(measures), ...jointsOf(measures, 'hindUpperLeg', 'frontUpperLeg')];
  const axis = measures.upright ? 1 : 2;
  const reaches = joints
    .flatMap((j) => measures.vertices[j].map((v) => subtract(vectorAt(positions, v), at)))
    .filter((p) => Math.abs(p[axis]) < 0.06 * measures.size && Math.abs(p[0]) < 0.3 * measures.size)
    .map((p) => dot(p, along))
    .sort((a, b) => a - b);
  if (reaches.length < 4) return reachAlong(measures, joints.length > 0 ? joints : [0], at, along);
  return Math.max(0.01 * measures.size, reaches[Math.floor(0.95 * (reaches.length - 1))]);
}

const backpack: DistractorMaker = (measures, rng) => {
  if (!measures.upright || trunkOf(measures).length < 2) return undefined;
  const { at, reach, joint } = trunkAt(measures, 0.9, BACK);
  const wide = reachAround(measures, at, LEFT) * rng.range(1, 1.8);
  const [tall, deep] = [wide * rng.range(0.8, 1.8), wide * rng.range(0.3, 0.9)];
  const middle = add(at, [0, rng.range(-0.3, 0.2) * tall, -reach - deep * 0.4]);
  const pack = chance(rng, 0.3)
    ? rod(add(middle, [0, -tall / 2, 0]), add(middle, [0, tall / 2, 0]), deep * 0.5, undefined, 14)
    : block([wide, tall, deep], middle, 0.2 * deep);
  return {
    pieces: [
      pack,
      ...(chance(rng, 0.4)
        ? [
            rod(
              add(middle, [-wide * 0.6, tall * 0.6, 0]),
              add(middle, [wide * 0.6, tall * 0.6, 0]),
              deep * 0.25,
            ),
          ]
        : []),
    ],
    joints: [joint],
  };
};

const saddle: DistractorMaker = (measures, rng) => {
  if (measures.upright || jointsOf(measures, 'hindUpperLeg').length === 0) return undefined;
  const { at, reach, joint } = trunkAt(measures, rng.range(0.35, 0.7), UP);
  const wide = reachAround(measures, at, LEFT);
  const long = wide * rng.range(0.6, 1.3);
  const top = add(at, [0, reach, 0]);
  const seat = ellipsoid([wide * rng.range(0.5, 1.1), wide * rng.range(0.15, 0.35), long], top, 14);
  const ends = [1, -1].map((z) =>
    ellipsoid(
      [wide * 0.4, wide * rng.range(0.2, 0.5), wide * 0.12],
      add(top, [0, wide * 0.2, z * long * 0.9]),
      10,
    ),
  );
  const flaps = bothSides(
    block([wide * 0.06, wide * rng.range(0.6, 1.4), long], [wide * 1.05, -wide * 0.4, 0]),
  ).map((flap) => move(flap, at));
  return {
    pieces: [seat, ...(chance(rng, 0.6) ? ends : []), ...(chance(rng, 0.6) ? flaps : [])],
    joints: [joint],
  };
};

/** Bags, barrels or a load on the back of a four-legged body. */
const load: DistractorMaker = (measures, rng) => {
  if (measures.upright || trunkOf(measures).length < 2) return undefined;
  const { at, reach, joint } = trunkAt(measures, rng.range(0.3, 0.7), UP);
  const wide = reachAround(measures, at, LEFT);
  const size: Vec3 = [wide * rng.range(0.4, 0.8), wide * rng.range(0.6, 1.2), wide * rng.range(0.8, 1.6)];
  if (chance(rng, 0.5))
    return {
      pieces: bothSides(block(size, [wide + size[0] * 0.4, 0, 0], 0.2 * size[0])).map((one) => move(one, at)),
      joints: [joint],
    };
  return {
    pieces: upTo(count(rng, 1, 4)).map((k) =>
      block(
        [size[2], size[0], size[2]],
        add(at, [rng.range(-0.2, 0.2) * wide, reach + size[0] * (0.5 + k), rng.range(-0.3, 0.3) * wide]),
        0.1 * wide,
      ),
    ),
    joints: [joint],
  };
};

/** A cloth down the back, from the shoulders to the knees or the ground. */
const cape: DistractorMaker = (measures, rng) => {
  if (!measures.upright || trunkOf(measures).length < 2) return undefined;
  const chest = jointAt(measures, measures.chest);
  const [back, wide] = [reachAround(measures, chest, BACK), reachAround(measures, chest, LEFT)];
  const top = chest[1] + reachAlong(measures, [measures.chest], chest, UP) * 0.9;
  const bottom =
    measures.box[1] + rng.range(0.02, 0.5) * (jointAt(measures, measures.hips)[1] - measures.box[1]);
  const flare = rng.range(1, 2);
  const wave = rng.range(0, 0.3) * wide;
  const rings = upTo(9).map((r): Ring => {
    const share = r / 8;
    const y = top + (bottom - top) * share;
    const half = wide * (1 + (flare - 1) * share);
    const row = upTo(9).map(
      (c): Vec3 => [
        chest[0] + half * (c / 4 - 1),
        y,
        chest[2] -
          back * (1.05 + 0.6 * share) -
          wave * share * Math.sin(c * 1.7) +
          0.5 * back * (c / 4 - 1) ** 2,
      ],
    );
    return [...row, ...row.map((p): Vec3 => add(p, [0, 0, -0.04 * wide])).reverse()];
  });
  return {
    pieces: [loft([[rings[0][4]], ...rings, [rings[8][4]]])],
    joints: [measures.chest, measures.hips, ...jointsOf(measures, 'hindUpperLeg')],
  };
};

/** A skirt, a robe or a coat: an open cone around hips and legs, bound by height to hips and legs. */
const skirt: DistractorMaker = (measures, rng) => {
  const legs = jointsOf(measures, 'hindUpperLeg', 'hindLowerLeg');
  if (!measures.upright || legs.length < 2 || jointsOf(measures, 'frontUpperLeg').length > 0)
    return undefined;
  const hips = jointAt(measures, measures.hips);
  const ground = measures.box[1];
  const wide = reachAround(measures, hips, LEFT) * rng.range(1.1, 1.3);
  const deep = Math.max(reachAround(measures, hips, FRONT), reachAround(measures, hips, BACK)) * 1.15;
  const long = (hips[1] - ground) * rng.range(0.3, 1);
  const top = hips[1] + rng.range(0, 0.6) * (jointAt(measures, measures.chest)[1] - hips[1]);
  const flare = rng.range(1, 2.2);
  const folds = chance(rng, 0.4) ? rng.range(0.02, 0.12) : 0;
  const ring = (share: number, inner: number): Ring => {
    const y = top + (hips[1] - long - top) * share;
    return circle(1, 28).map(([x, z], k): Vec3 => {
      const grow = inner * (1 + (flare - 1) * share) * (1 + folds * share * Math.cos(k * Math.PI * 0.5));
      return [hips[0] + wide * grow * x, y, hips[2] - deep * grow * z];
    });
  };
  const shares = [0, 0.2, 0.4, 0.6, 0.8, 1];
  const cloth = loft([
    ...shares.map((share) => ring(share, 1)),
    ...[...shares].reverse().map((share) => ring(share, 0.95)),
  ]);
  return { pieces: [cloth], joints: [measures.hips, ...legs] };
};

/** An udder or a bag under the belly, with or without teats. */
const udder: DistractorMaker = (measures, rng) => {
  if (measures.upright || jointsOf(measures, 'hindUpperLeg').length === 0) return undefined;
  const { at, reach, joint } = trunkAt(measures, rng.range(0.05, 0.5), DOWN);
  const size = reach * rng.range(0.25, 0.6);
  const middle = add(at, [0, -reach, 0]);
  const teats = [-1, 1].flatMap((x) =>
    [-1, 1].map((z) =>
      rod(
        add(middle, [x * size * 0.4, -size * 0.5, z * size * 0.4]),
        add(middle, [x * size * 0.45, -size * 1.1, z * size * 0.45]),
        size * 0.15,
        size * 0.1,
        6,
      ),
    ),
  );
  return {
    pieces: [
      ellipsoid([size, size * rng.range(0.6, 1), size * rng.range(0.9, 1.5)], middle, 12),
      ...(chance(rng, 0.7) ? teats : []),
    ],
    joints: [joint],
  };
};

const pouch: DistractorMaker = (measures, rng) => {
  if (!measures.upright) return undefined;
  const { at, reach, joint } = trunkAt(measures, rng.range(0, 0.5), FRONT);
  return {
    pieces: [
      ellipsoid(
        [reach * rng.range(0.5, 1), reach * rng.range(0.5, 1.1), reach * rng.range(0.3, 0.7)],
        add(at, [0, 0, reach * 0.9]),
        14,
      ),
    ],
    joints: [joint],
  };
};

/** A ring about the neck, with or without a bell. */
const collar: DistractorMaker = (measures, rng) => {
  const neck = findJoint(measures, 'neck');
  if (neck === undefined) return undefined;
  const next = measures.children[neck][0] ?? neck;
  const [from, to] = [jointAt(measures, neck), jointAt(measures, next)];
  const along: Vec3 = next === neck ? UP : [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const radius = girthOf(measures, neck) * rng.range(0.9, 1.3);
  const ring = turn(torus(radius, radius * rng.range(0.08, 0.4), 22, 8), Math.atan2(along[2], along[1]));
  const at = lerp(from, to, rng.range(0.2, 0.6));
  return {
    pieces: [
      move(ring, at),
      ...(chance(rng, 0.4) ? [ball(radius * 0.25, add(at, [0, -radius * 0.5, radius]), 8)] : []),
    ],
    joints: [neck],
  };
};

const belt: DistractorMaker = (measures, rng) => {
  if (!measures.upright) return undefined;
  const { at, joint } = trunkAt(measures, rng.range(0.05, 0.3), LEFT);
  const [wide, deep] = [reachAround(measures, at, LEFT), reachAround(measures, at, BACK)];
  const ring = stretch(torus(1, rng.range(0.06, 0.2), 22, 6), [wide, wide, deep]);
  return {
    pieces: [
      move(ring, at),
      ...(chance(rng, 0.5)
        ? bothSides(block([wide * 0.3, wide * 0.5, deep * 0.4], [wide * 1.1, 0, 0], wide * 0.05)).map((one) =>
            move(one, at),
          )
        : []),
    ],
    joints: [joint],
  };
};

/** Spikes, plates or a mane along the back: neck, trunk and tail. */
const spikes: DistractorMaker = (measures, rng) => {
  const line = jointsOf(measures, 'tail', 'hips', 'spine', 'chest', 'neck').filter(
    (j) => measures.body.sides[j] === 'middle' && measures.vertices[j].length > 0,
  );
  if (line.length < 3) return undefined;
  const long = measures.size * rng.range(0.02, 0.12);
  const flat = chance(rng, 0.5);
  const along = measures.upright ? BACK : UP;
  const each = count(rng, 1, 3);
  const pieces = line.flatMap((j) => {
    const parent = measures.body.skeleton.parents[j];
    const from = parent < 0 ? jointAt(measures, j) : jointAt(measures, parent);
    return upTo(each).map((k) => {
      const at = lerp(jointAt(measures, j), from, k / each);
      const root = add(at, scale(along, 0.9 * reachAlong(measures, [j], at, along)));
      const tip = add(root, scale(along, long * rng.range(0.7, 1.3)));
      return tube([root, tip], [long * 0.35, long * 0.02], { segments: 6, squash: flat ? 0.2 : 1 });
    });
  });
  return { pieces, joints: line };
};

/** A hump, a shell or a sail on the back. */
const hump: DistractorMaker = (measures, rng) => {
  const along = measures.upright ? BACK : UP;
  const pieces = upTo(count(rng, 1, 2)).map((_, k, all) => {
    const { at, reach } = trunkAt(measures, all.length === 1 ? rng.range(0.3, 0.7) : 0.3 + 0.45 * k, along);
    const size = reach * rng.range(0.5, 1);
    return roughen(
      ellipsoid([size, size, size * rng.range(0.8, 1.4)], add(at, scale(along, reach * 0.85)), 16),
      0.05 * size,
      size,
      rng,
    );
  });
  return { pieces, joints: trunkOf(measures).length > 0 ? trunkOf(measures) : [0] };
};

const shell: DistractorMaker = (measures, rng) => {
  const along = measures.upright ? BACK : UP;
  const { at, reach, joint } = trunkAt(measures, 0.5, along);
  const wide = reachAround(measures, at, LEFT) * rng.range(1, 1.5);
  const long = Math.max(wide, measures.size * rng.range(0.1, 0.25));
  const dome = lathe(
    [
      [0, -0.15],
      [1, 0],
      [0.85, 0.5],
      [0.5, 0.85],
      [0, 1],
    ],
    18,
  );
  const shaped = stretch(dome, [wide, reach * rng.range(0.6, 1.2), long]);
  return {
    pieces: [
      move(measures.upright ? turn(shaped, -Math.PI / 2) : shaped, add(at, scale(along, reach * 0.4))),
    ],
    joints: [joint],
  };
};

const scarf: DistractorMaker = (measures, rng) => {
  const neck = findJoint(measures, 'neck');
  if (neck === undefined || !measures.upright) return undefined;
  const [at, radius] = [jointAt(measures, neck), girthOf(measures, neck) * 1.1];
  const long = radius * rng.range(2, 6);
  const end = tube(
    curve([
      [0, 0, radius],
      [0.3 * radius, -0.5 * long, radius * 1.4],
      [0.4 * radius, -long, radius * 1.2],
    ]),
    radius * 0.4,
    { squash: 0.3 },
  );
  return {
    pieces: [move(torus(radius, radius * 0.35, 20, 8), at), move(turn(end, 0, rng.range(-0.6, 3.6)), at)],
    joints: [neck, measures.chest],
  };
};

/** What a trunk wears. */
export const TRUNK_WEAR: Readonly<Record<string, DistractorMaker>> = {
  backpack,
  saddle,
  load,
  cape,
  skirt,
  udder,
  pouch,
  collar,
  belt,
  spikes,
  hump,
  shell,
  scarf,
};
