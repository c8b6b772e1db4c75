/**
 * @file A two-legged explorer with hands: big head, short boots, a shirt and a tuft of hair.
 */

import type { Rng } from '../../../src/base/rng.js';
import { add, lerp, normalize, scale, type Vec3 } from '../../../src/math/vector.js';
import { SIDES, type Side } from '../body.js';
import { type BodySection, createTableBody, drawMeasures, type MeasureTable, type Point, type TableBody } from '../body-table.js';
import { drawBipedCoat } from '../coats/biped-coat.js';
import type { CreaturePlan, CreatureSpec } from '../creature-record.js';

type Measure = 'size' | 'leg' | 'torso' | 'girth' | 'shoulders' | 'arm' | 'head' | 'waist' | 'upperArm' | 'foreArm' | 'palm' | 'stance';
type Section = BodySection<Measure>;

const MEASURES: MeasureTable<Measure> = {
  size: { range: [0.88, 1.12] },
  leg: { of: 'size', times: 0.7, range: [0.88, 1.12] },
  torso: { of: 'size', times: 0.4, range: [0.93, 1.08] },
  girth: { of: 'size', range: [0.88, 1.2] },
  /** From the midline to the joint of the shoulder. */
  shoulders: { of: 'size', times: 0.155, range: [0.94, 1.15] },
  arm: { of: 'size', range: [0.95, 1.1] },
  head: { of: 'size', range: [0.92, 1.12] },
  /** Height of the hips. */
  waist: { sum: { leg: 1, size: 0.04 } },
  upperArm: { sum: { arm: 0.215 } },
  foreArm: { sum: { arm: 0.2 } },
  palm: { sum: { size: 0.07 } },
  /** From the midline to a leg. */
  stance: { sum: { girth: 0.083 } },
};

const UNITS = { waist: 'torso', skull: 'head' } as const;

/** Which way arms point: slightly below the horizontal. */
const ARM_AXIS: Vec3 = [0.76, -0.65, 0];

/** Offset along the palm's width, spread and length, over the size. */
const FINGERS: readonly (readonly [name: string, z: number, spread: number, length: number])[] = [
  ['Index', 0.028, 0.32, 0.075],
  ['Middle', -0.002, 0.0, 0.08],
  ['Pinky', -0.03, -0.36, 0.068],
  ['Thumb', 0.02, 0.95, 0.068],
];

/** Locks of hair, from root to tip, one list for each style. */
const HAIR: readonly (readonly (readonly [Point<Measure>, Point<Measure>])[])[] = [
  [
    [
      ['skull', 0, 0.225, 0.075],
      ['skull', 0, 0.27, 0.125],
    ],
    [
      ['skull', 0, 0.26, 0.02],
      ['skull', 0, 0.315, 0.055],
    ],
    [
      ['skull', 0, 0.255, -0.04],
      ['skull', 0, 0.31, -0.035],
    ],
  ],
  [
    [
      ['skull', 0, 0.23, -0.04],
      ['skull', 0, 0.31, -0.06],
    ],
    [
      ['skull', 0, 0.31, -0.06],
      ['skull', 0, 0.33, -0.12],
    ],
  ],
  [
    [
      ['skull', 0, 0.2, 0.095],
      ['skull', 0, 0.185, 0.15],
    ],
    [
      ['skull', 0, 0.235, 0.04],
      ['skull', 0, 0.265, 0.1],
    ],
  ],
];

const TRUNK: Section = {
  landmarks: {
    waist: ['ground', 0, { waist: 1 }, 0],
    collar: ['waist', 0, 1.06, 0],
    skull: ['collar', 0, 0.055, 0.005],
  },
  joints: [
    { name: 'hips', at: ['waist', 0, 0, 0] },
    { name: 'spine1', parent: 'hips', at: ['waist', 0, 0.24, 0] },
    { name: 'spine2', parent: 'spine1', at: ['waist', 0, 0.5, 0] },
    { name: 'chest', parent: 'spine2', at: ['waist', 0, 0.74, 0] },
    { name: 'neck1', parent: 'chest', at: 'collar' },
    { name: 'head', parent: 'neck1', at: 'skull', tip: ['skull', 0, 0.2, 0] },
  ],
  groups: { back: ['spine1', 'spine2', 'chest'], spine: ['hips', 'back'] },
  shapes: [
    {
      joints: 'hips',
      in: 'girth',
      ball: ['waist', 0, 0.02, 0],
      radii: [0.118, 0.095, 0.092],
      blend: { size: 0.06 },
      paint: 'trousers',
    },
    {
      joints: 'spine',
      in: 'girth',
      cone: [
        ['waist', 0, 0.14, 0],
        ['waist', 0, 0.5, 0],
      ],
      radii: [0.098, 0.1],
      squash: ['z', 0.84],
      blend: { size: 0.06 },
      paint: 'shirt',
    },
    {
      joints: 'spine',
      in: 'girth',
      ball: ['waist', 0, 0.72, 0],
      radii: [0.128, { size: 0.12 }, 0.092],
      blend: { size: 0.06 },
      paint: 'shirt',
    },
    {
      joints: ['chest', 'neck1'],
      cone: [['waist', 0, 0.95, 0], 'skull'],
      radii: [0.05, 0.046],
      blend: 0.03,
      paint: 'skin',
    },
    {
      joints: 'head',
      in: 'head',
      ball: ['skull', 0, 0.1, 0.01],
      radii: [0.122, 0.13, 0.122],
      blend: 0.03,
      paint: 'skin',
    },
    {
      joints: 'head',
      in: 'head',
      ball: ['skull', 0, 0.04, 0.036],
      radii: [0.084, 0.066, 0.078],
      blend: 0.05,
      paint: 'skin',
    },
    {
      joints: 'head',
      in: 'head',
      ball: ['skull', 0, 0.072, 0.13],
      radii: [0.018, 0.017, 0.017],
      blend: 0.016,
      paint: 'nose',
      detail: 0.009,
    },
    {
      joints: 'head',
      in: 'head',
      ball: ['skull', 0, 0.142, -0.022],
      radii: [0.134, 0.118, 0.13],
      paint: 'hair',
    },
  ],
};

const FACE: Section = {
  shapes: [
    { joints: 'head', in: 'head', eye: ['skull', 0.047, 0.1, 0.108], radius: 0.025, gaze: [0.12, 0, 1] },
    {
      joints: 'head',
      in: 'head',
      cone: [
        ['skull', 0.032, 0.15, 0.122],
        ['skull', 0.072, 0.153, 0.105],
      ],
      radii: [0.007, 0.005],
      paint: 'brow',
      detail: 0.007,
    },
    {
      joints: 'head',
      in: 'head',
      cone: [
        ['skull', 0, 0.022, 0.1125],
        ['skull', 0.042, 0.043, 0.103],
      ],
      radii: [0.0065, 0.0055],
      paint: 'mouth',
      detail: 0.007,
    },
    {
      joints: 'head',
      in: 'head',
      ball: ['skull', 0.122, 0.085, 0],
      radii: [0.018, 0.034, 0.026],
      blend: 0.012,
      paint: 'skin',
    },
  ],
};

/** Thumbs point forward. */
const ARM: Section = {
  landmarks: {
    Collarbone: ['ground', 0.045, { waist: 1, torso: 0.9 }, 0],
    Shoulder: ['ground', { shoulders: 1 }, { waist: 1, torso: 0.87 }, 0],
    Elbow: ['Shoulder', { upperArm: ARM_AXIS[0] }, { upperArm: ARM_AXIS[1] }, -0.012],
    Wrist: ['Elbow', { foreArm: ARM_AXIS[0] }, { foreArm: ARM_AXIS[1] }, 0.02],
    Knuckles: ['Wrist', { palm: ARM_AXIS[0] }, { palm: ARM_AXIS[1] }, 0],
  },
  joints: [
    {
      chain: ['Shoulder', 'UpperArm', 'ForeArm', 'Hand'],
      parent: 'chest',
      through: ['Collarbone', 'Shoulder', 'Elbow', 'Wrist', 'Knuckles'],
    },
  ],
  parts: [
    {
      name: 'Arm',
      at: 'Shoulder',
      reach: 0.16,
      blend: 0.045,
      shapes: [
        {
          joints: 'Shoulder',
          cone: ['Collarbone', 'Shoulder'],
          radii: [0.05, { girth: 0.05 }],
          paint: 'shirt',
        },
        {
          joints: 'UpperArm',
          in: 'girth',
          cone: ['Shoulder', { between: ['Shoulder', 'Elbow'], at: 0.6 }],
          radii: [0.05, 0.045],
          blend: { size: 0.02 },
          paint: 'shirt',
        },
        {
          joints: 'UpperArm',
          cone: ['Shoulder', 'Elbow'],
          radii: [0.042, 0.034],
          blend: 0.008,
          paint: 'skin',
        },
        {
          joints: 'ForeArm',
          cone: ['Elbow', 'Wrist'],
          radii: [0.035, 0.026],
          blend: 0.02,
          bulge: { metre: 0.004 },
          paint: 'skin',
        },
        {
          joints: 'Hand',
          cone: ['Wrist', 'Knuckles'],
          radii: [0.027, 0.036],
          squash: [normalize([0.65, 0.76, 0]), 0.62],
          blend: 0.02,
          paint: 'skin',
        },
      ],
    },
  ],
  limits: {
    Shoulder: [0.2, 0.3, [-0.2, 0.35]],
    UpperArm: [
      [-1.6, 1.2],
      [-1.4, 1.2],
      [-0.9, 1.7],
    ],
    ForeArm: [1.3, [-2.1, 1.5], [-1.2, 1.9]],
    Hand: [0.7, 0.9, 0.9],
  },
};

const FINGER_LIMITS = [0.6, 0.5, [-1.3, 0.4]] as const;

const LEG: Section = {
  landmarks: {
    Hip: ['ground', { stance: 0.92 }, { waist: 1, size: -0.03 }, 0],
    Knee: ['ground', { stance: 1.05 }, { leg: 0.52 }, 0.014],
    Ankle: ['ground', { stance: 1.1 }, 0.085, -0.02],
    Ball: ['ground', { stance: 1.12 }, 0.032, 0.075],
    Toe: ['ground', { stance: 1.14 }, 0.03, 0.13],
  },
  joints: [
    {
      chain: ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'],
      parent: 'hips',
      through: ['Hip', 'Knee', 'Ankle', 'Ball', 'Toe'],
    },
  ],
  parts: [
    {
      name: 'Leg',
      at: 'Hip',
      reach: 0.15,
      blend: 0.04,
      shapes: [
        {
          joints: 'UpperLeg',
          in: 'girth',
          cone: ['Hip', 'Knee'],
          radii: [0.078, 0.054],
          squash: ['x', 0.92],
          paint: 'trousers',
        },
        {
          joints: 'LowerLeg',
          in: 'girth',
          cone: ['Knee', { between: ['Knee', 'Ankle'], at: 0.72 }],
          radii: [0.053, 0.048],
          blend: { size: 0.02 },
          paint: 'trousers',
        },
        {
          joints: 'LowerLeg',
          cone: [{ between: ['Knee', 'Ankle'], at: 0.66 }, 'Ankle'],
          radii: [0.047, 0.045],
          blend: 0.012,
          paint: 'boot',
        },
        {
          joints: 'Foot',
          ball: ['Ankle', 0, -0.042, 0],
          radii: [0.046, 0.048, 0.055],
          blend: 0.02,
          paint: 'boot',
        },
        {
          joints: 'Foot',
          cone: [['Ankle', 0, -0.03, 0], 'Ball'],
          radii: [0.046, 0.046],
          blend: 0.02,
          paint: 'boot',
        },
        {
          joints: 'Toes',
          ball: ['Ball', 0, 0.002, 0.035],
          radii: [0.05, 0.042, 0.055],
          blend: 0.02,
          paint: 'boot',
        },
      ],
    },
  ],
  limits: {
    UpperLeg: [[-1.5, 0.8], 0.4, [-0.3, 0.6]],
    LowerLeg: [[-0.1, 1.9], 0.2, 0.2],
    Foot: [[-0.8, 0.9], 0.4, 0.3],
    Toes: [[-0.9, 0.4], 0.1, 0.1],
  },
};

const LIMITS: Section = {
  limits: {
    hips: [0.4, 0.4, 0.3],
    back: [[-0.3, 0.4], 0.35, 0.25],
    neck1: [0.4, 0.5, 0.3],
    head: [0.5, 0.8, 0.4],
  },
};

export function describeBiped(rng: Rng): CreatureSpec {
  const measures = drawMeasures(rng, MEASURES);
  const hair = HAIR[rng.integer(HAIR.length)];
  const body = createTableBody<Measure>(measures, UNITS);
  body.add(TRUNK);
  body.add({
    shapes: hair.map((cone) => ({
      joints: 'head',
      in: 'head',
      cone,
      radii: [0.05, 0.014],
      blend: 0.02,
      paint: 'hair',
    })),
  });
  body.mirror(FACE);
  for (const side of SIDES) {
    body.on(side).add(ARM);
    addFingers(body.on(side), side);
  }
  body.mirror(LEG);
  body.add(LIMITS);

  const legs = body.pairs(['UpperLeg', 'LowerLeg', 'Foot', 'Toes']);
  const plan: CreaturePlan = {
    spine: body.joints('spine'),
    neck: [body.joint('neck1')],
    head: body.joint('head'),
    jaw: -1,
    tail: [],
    legs,
    arms: body.pairs(['Shoulder', 'UpperArm', 'ForeArm', 'Hand']),
    wings: [],
    feet: legs.map((joints) => joints[3]),
  };
  const { size, waist } = measures;
  return {
    body: body.build(),
    cell: 0.0185 * size,
    stands: true,
    paints: drawBipedCoat(rng, waist, size),
    plan,
  };
}

/** Fingers of two joints on one hand. */
function addFingers({ measures, point, add: addSection, setLandmark, limit }: TableBody<Measure>, side: Side): void {
  const { size } = measures;
  for (const [name, z, spread, length] of FINGERS) {
    const start = add(lerp(point('Wrist'), point('Knuckles'), name === 'Thumb' ? 0.45 : 0.92), [0, 0, z * size]);
    const axis = normalize(add(side.at(...ARM_AXIS), [0, 0, spread]));
    setLandmark('FingerRoot', start);
    setLandmark('FingerTip', add(start, scale(axis, length * size)));
    const middle = { between: ['FingerRoot', 'FingerTip'], at: 0.52 } as const;
    addSection({
      joints: [{ chain: name, parent: 'Hand', through: ['FingerRoot', middle, 'FingerTip'] }],
      parts: [
        {
          name,
          parent: 'Arm',
          at: 'FingerRoot',
          reach: 0.03,
          blend: 0.014,
          shapes: [
            { joints: `${name}1`, cone: ['FingerRoot', middle], radii: [0.0145, 0.014], paint: 'skin' },
            {
              joints: `${name}2`,
              cone: [middle, 'FingerTip'],
              radii: [0.014, 0.012],
              blend: 0.008,
              paint: 'skin',
            },
          ],
        },
      ],
    });
    limit(name, FINGER_LIMITS);
  }
}
