/**
 * @file A snake: one long chain that follows its own path.
 */

import type { Rng } from '../../../src/base/rng.js';
import { smoothStep } from '../../../src/math/scalar.js';
import type { Vec3 } from '../../../src/math/vector.js';
import { type BodySection, createTableBody, drawMeasures, type MeasureTable, type TableBody, type Units } from '../body-table.js';
import { drawSnakeCoat } from '../coats/snake-coat.js';
import type { CreaturePlan, CreatureSpec } from '../creature-record.js';

/** Joints before and behind the root, which lies in the middle so that both ends are near it; the first seven are spine. */
const FRONT_COUNT = 11;
const SPINE_COUNT = 7;
const TAIL_COUNT = 11;

type Measure = 'size' | 'thick' | 'bone' | 'head' | 'hood' | 'high' | 'front';
type Section = BodySection<Measure>;

const MEASURES: MeasureTable<Measure> = {
  size: { range: [0.9, 1.15] },
  /** Radius of the body where it is fullest. */
  thick: { of: 'size', times: 0.045, range: [0.85, 1.18] },
  /** Length of one bone. */
  bone: { of: 'size', times: 0.066, range: [0.94, 1.08] },
  head: { of: 'size', times: 1.45, range: [0.95, 1.12] },
  /** How wide a cobra's hood is, 0 to 1. */
  hood: { chance: 0.35, range: [0.6, 1] },
  /** Height of the head. */
  high: { sum: { head: 0.042 } },
  /** From the root to the skull. */
  front: { sum: { bone: FRONT_COUNT + 1 } },
};

const UNITS: Units<Measure> = { skull: 'head' };

const HEAD_JOINTS: Section = {
  landmarks: {
    skull: ['ground', 0, { high: 1 }, { front: 1 }],
    hinge: ['skull', 0, -0.008, 0.022],
    chin: ['skull', 0, -0.031, 0.1],
    tongueRoot: ['skull', 0, -0.025, 0.072],
    fork: ['skull', 0, -0.027, 0.132],
  },
  joints: [
    { name: 'head', parent: 'frontEnd', at: ['skull', 0, -0.002, 0], tip: ['skull', 0, 0.004, 0.115] },
    { name: 'jaw', parent: 'head', at: 'hinge', tip: 'chin' },
    { name: 'tongue', parent: 'jaw', at: 'tongueRoot', tip: ['skull', 0, -0.027, 0.155] },
  ],
};

const HEAD: Section = {
  shapes: [
    {
      joints: 'head',
      in: 'head',
      ball: ['skull', 0, 0.006, 0.03],
      radii: [0.036, 0.024, 0.046],
      blend: 0.02,
      paint: 'head',
    },
    {
      joints: 'head',
      in: 'head',
      cone: [
        ['skull', 0, 0.005, 0.05],
        ['skull', 0, 0.001, 0.096],
      ],
      radii: [0.03, 0.019],
      squash: ['y', 0.72],
      blend: 0.014,
      paint: 'head',
    },
  ],
  parts: [
    {
      name: 'jaw',
      at: 'hinge',
      in: 'head',
      reach: 0.045,
      blend: 0.014,
      shapes: [
        {
          joints: 'jaw',
          in: 'head',
          cone: ['hinge', 'chin'],
          radii: [0.023, 0.014],
          squash: ['y', 0.42],
          paint: 'jaw',
        },
      ],
    },
    {
      name: 'tongue',
      parent: 'jaw',
      at: 'tongueRoot',
      in: 'head',
      reach: 0.02,
      blend: 0.002,
      shapes: [
        {
          joints: 'tongue',
          in: 'head',
          cone: ['tongueRoot', 'fork'],
          radii: [0.004, 0.0028],
          paint: 'tongue',
          detail: 0.01,
        },
        {
          joints: 'tongue',
          in: 'head',
          cone: ['fork', ['skull', 0.013, -0.026, 0.154]],
          radii: [0.0028, 0.0014],
          paint: 'tongue',
          detail: 0.01,
        },
        {
          joints: 'tongue',
          in: 'head',
          cone: ['fork', ['skull', -0.013, -0.026, 0.154]],
          radii: [0.0028, 0.0014],
          paint: 'tongue',
          detail: 0.01,
        },
      ],
    },
  ],
};

const EYE: Section = {
  shapes: [{ joints: 'head', in: 'head', eye: ['skull', 0.026, 0.021, 0.055], radius: 0.0125, gaze: [1, 0.3, 0.6] }],
};

const LIMITS: Section = {
  limits: {
    body: [0.6, 1.6, 0.3],
    front: [0.6, 0.7, 0.15],
    tail: [0.6, 0.7, 0.15],
    head: [0.9, 0.9, 0.4],
    jaw: [[-0.25, 0.6], 0.05, 0.05],
    tongue: [0.5, 0.4, 0.1],
  },
};

export function describeSnake(rng: Rng): CreatureSpec {
  const measures = drawMeasures(rng, MEASURES);
  const { size, thick, front: skullZ } = measures;
  const body = createTableBody<Measure>(measures, UNITS);
  addChain(body);
  body.add(HEAD);
  body.mirror(EYE);
  body.add(LIMITS);

  const front = body.joints('front');
  const plan: CreaturePlan = {
    spine: [body.joint('body'), ...front.slice(0, SPINE_COUNT)],
    neck: front.slice(SPINE_COUNT),
    head: body.joint('head'),
    jaw: body.joint('jaw'),
    tail: body.joints('tail'),
    legs: [],
    arms: [],
    wings: [],
    feet: [],
  };
  return {
    body: body.build(),
    cell: 0.0118 * size,
    stands: true,
    paints: drawSnakeCoat(rng, thick, skullZ),
    plan,
  };
}

/** The joints of the whole body, and the shapes of the trunk and the hood. */
function addChain(body: TableBody<Measure>): void {
  const { builder, measures, setGroup, joint, joints, part } = body;
  const { size, thick, bone, hood, front: skullZ } = measures;
  const total = (FRONT_COUNT + TAIL_COUNT + 2) * bone;
  /** Radius along the body: thin tail, full middle, slim neck. */
  const radius = (z: number) => {
    const s = (z + (TAIL_COUNT + 1) * bone) / total;
    return thick * (0.12 + 0.88 * smoothStep(-0.08, 0.5, s) ** 0.8) * (1 - 0.34 * smoothStep(0.7, 0.95, s));
  };
  /** The middle of the body, which lies on the ground. */
  const at = (z: number): Vec3 => [0, radius(z) * 0.94, z];
  const names = Array.from({ length: FRONT_COUNT }, (_, i) => (i < SPINE_COUNT ? `spine${i + 1}` : `neck${i - SPINE_COUNT + 1}`));
  setGroup('body', [builder.joint('body', -1, at(0))]);
  const frontPoints = Array.from({ length: FRONT_COUNT + 1 }, (_, i) => at((i + 1) * bone));
  setGroup('front', builder.chain(names, joint('body'), frontPoints));
  setGroup('frontEnd', joints('front').slice(-1));
  body.add(HEAD_JOINTS);
  const tailPoints = Array.from({ length: TAIL_COUNT + 1 }, (_, i) => at(-(i + 1) * bone));
  setGroup('tail', builder.chain('tail', joint('body'), tailPoints));

  const trunk = part('trunk');
  const addPiece = (owner: number, from: Vec3, to: Vec3) => trunk.cone(owner, from, to, [radius(from[2]), radius(to[2])], { blend: 0.004 * size });
  for (const [i, owner] of joints(['body', 'front']).entries()) addPiece(owner, at(i * bone), at((i + 1) * bone));
  for (const [i, owner] of joints(['body', 'tail']).entries()) addPiece(owner, at(-i * bone), at(-(i + 1) * bone));
  if (hood > 0) {
    const middle = skullZ - 2.4 * bone;
    const radii: Vec3 = [thick * (1.3 + 0.9 * hood), thick * 0.7, 1.7 * bone];
    trunk.ball(joints('front').slice(-5), at(middle), radii, { blend: 0.02 * size, paint: 'hood' });
  }
}
