/**
 * @file A hand, an arm or a head that came alone, with its joints: hands and arms in any orientation, heads mostly upright
 * and facing +Z.
 */

import type { Rng } from '../../src/base/rng.js';
import type { Vec3 } from '../../src/math/vector.js';
import type { LimbCounts } from '../../src/rig/learned/role-tokens.js';
import type { LabelledBody } from './labelled-body.js';
import { createLabelledShapes, type LabelledShapes, meshLabelledShapes } from './labelled-shapes.js';
import { describeArm, describeHand } from './lone-hand.js';
import { describeHead } from './lone-head.js';
import { mapBody } from './map-body.js';
import { chance, factor, pick } from './things/draw-choices.js';
import { createNoise } from './things/reshape.js';

type LonePart = 'hand' | 'arm' | 'head';

interface LonePartKind {
  readonly describe: (shapes: LabelledShapes, rng: Rng) => void;
  /** Distance between points of the surface, metres. */
  readonly spacing: number;
  readonly counts: Partial<LimbCounts>;
  /** Probability that it stands as described. */
  readonly upright: number;
  /** Heights between which it may be cut off flat, from below or above. */
  readonly cut: readonly [number, number];
}

const KINDS: Readonly<Record<LonePart, LonePartKind>> = {
  hand: { describe: describeHand, spacing: 0.06, counts: {}, upright: 0.6, cut: [-0.3, 0] },
  arm: { describe: describeArm, spacing: 0.07, counts: { arms: 1 }, upright: 0.35, cut: [0, 0.15] },
  head: { describe: describeHead, spacing: 0.07, counts: { heads: 1 }, upright: 0.85, cut: [-0.6, -0.15] },
};

const NO_LIMBS: LimbCounts = { legs: 0, arms: 0, wings: 0, fins: 0, tentacles: 0, tails: 0, heads: 0 };

/** Draws a hand, an arm or a head; any, or the given one. */
export function generateLonePart(
  rng: Rng,
  whole: LonePart = pick(rng, ['hand', 'hand', 'arm', 'head']),
): LabelledBody {
  const { describe, spacing, counts, upright } = KINDS[whole];
  const shapes = createLabelledShapes();
  describe(shapes, rng);
  const body: LabelledBody = {
    name: `${whole}-${rng.integer(0x10000).toString(16)}`,
    family: `lone-${whole}`,
    kind: whole,
    source: 'things',
    whole,
    counts: { ...NO_LIMBS, ...counts },
    ...meshLabelledShapes(shapes, spacing * rng.range(0.8, 1.4)),
    roles: shapes.roles,
    sides: shapes.sides,
  };
  return mapBody(body, drawPlacement(rng, whole, chance(rng, upright)));
}

/** Proportions, a little smooth noise, the other hand, and an orientation. */
function drawPlacement(rng: Rng, whole: LonePart, upright: boolean): (point: Vec3) => Vec3 {
  const mirrored = whole !== 'head' && chance(rng, 0.5) ? -1 : 1;
  const size = [mirrored * factor(rng, 1.2), factor(rng, 1.2), factor(rng, 1.2)];
  const cut = chance(rng, 0.6) ? rng.range(...KINDS[whole].cut) : undefined;
  const clip = (y: number) => (cut === undefined ? y : whole === 'arm' ? Math.min(y, cut) : Math.max(y, cut));
  const noises = [createNoise(rng), createNoise(rng), createNoise(rng)];
  const rough = chance(rng, 0.4) ? rng.range(0.005, 0.03) : 0;
  const bearing =
    whole === 'head' ? (chance(rng, 0.85) ? 0 : rng.range(-0.6, 0.6)) : rng.integer(8) * (Math.PI / 4);
  const rotate = upright
    ? createTurn([0, bearing, 0])
    : createTurn([rng.range(-3.2, 3.2), rng.range(-3.2, 3.2), rng.range(-1.6, 1.6)]);
  return ([x, y, z]) => {
    const p = [x, clip(y), z];
    const shaken = [0, 1, 2].map((k) => size[k] * (p[k] + rough * noises[k](p[0] * 4, p[1] * 4, p[2] * 4)));
    return rotate(shaken as unknown as Vec3);
  };
}

/** Rotation about X, then Y, then Z, radians. */
function createTurn([x, y, z]: Vec3): (point: Vec3) => Vec3 {
  const [cx, sx, cy, sy, cz, sz] = [x, y, z].flatMap((angle) => [Math.cos(angle), Math.sin(angle)]);
  return ([px, py, pz]) => {
    const [y1, z1] = [cx * py - sx * pz, sx * py + cx * pz];
    const [x2, z2] = [cy * px + sy * z1, -sy * px + cy * z1];
    return [cz * x2 - sz * y1, sz * x2 + cz * y1, z2];
  };
}
