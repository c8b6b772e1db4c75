/**
 * @file A bumblebee or one of its striped relations: six legs, four wings, feelers.
 */

import type { Rng } from '../../../src/base/rng.js';
import { add, lerp, normalize, scale, type Vec3 } from '../../../src/math/vector.js';
import { SIDES, type Side } from '../body.js';
import { type BodySection, createTableBody, drawMeasures, type LimitRow, type MeasureTable, type TableBody, type Units } from '../body-table.js';
import { drawInsectCoat } from '../coats/insect-coat.js';
import type { CreaturePlan, CreatureSpec } from '../creature-record.js';

type Measure = 'size' | 'round' | 'long' | 'wing' | 'reach' | 'feeler' | 'high';
type Section = BodySection<Measure>;

/** Enlarged, as in a museum. */
const MEASURES: MeasureTable<Measure> = {
  size: { range: [0.85, 1.2] },
  round: { of: 'size', range: [0.85, 1.15] },
  /** Of the abdomen. */
  long: { of: 'size', range: [0.9, 1.35] },
  wing: { of: 'size', range: [0.9, 1.2] },
  /** Of the legs. */
  reach: { of: 'size', range: [0.9, 1.12] },
  feeler: { of: 'size', range: [0.8, 1.4] },
  /** Height of the body over the ground. */
  high: { sum: { size: 0.042 } },
};

const UNITS: Units<Measure> = { waist: 'long', Feeler: 'feeler', FeelerElbow: 'feeler' };

/** The legs of a side: direction, radians from straight ahead, and length. */
const LEGS: readonly (readonly [angle: number, length: number])[] = [
  [0.62, 0.92],
  [1.42, 0.95],
  [2.14, 1.12],
];
/** How far each joint of a leg is from the hip, over the leg's length; the last is the tip. */
const LEG_REACH = [0, 0.034, 0.056, 0.066, 0.078];

/** The wings of a side: root, sweep back and rise in radians, length and width over the wing. */
const WINGS = [
  { name: 'ForeWing', y: 0.021, z: 0.009, sweep: 0.04, rise: 0.42, length: 0.118, width: 0.0215 },
  { name: 'HindWing', y: 0.021 - 0.004, z: -0.015, sweep: 0.62, rise: 0.26, length: 0.072, width: 0.0135 },
] as const;
const WING_LIMITS: LimitRow = [0.7, [-0.6, 1.1], 1.1];

const BODY: Section = {
  landmarks: {
    body: ['ground', 0, { high: 1 }, 0],
    waist: ['body', 0, 0, -0.024],
    sting: ['waist', 0, -0.01, -0.088],
  },
  joints: [
    { name: 'body', at: 'body' },
    { name: 'head', parent: 'body', at: ['body', 0, 0.002, 0.026], tip: ['body', 0, -0.004, 0.05] },
    {
      chain: 'abdomen',
      parent: 'body',
      through: ['waist', { between: ['waist', 'sting'], at: 0.3 }, { between: ['waist', 'sting'], at: 0.62 }, 'sting'],
    },
  ],
  shapes: [
    {
      joints: 'body',
      in: 'round',
      ball: ['body', 0, 0.003, 0],
      radii: [0.026, 0.026, { size: 0.028 }],
      blend: { size: 0.01 },
    },
    {
      joints: ['body', 'head'],
      cone: [
        ['body', 0, 0.002, 0.015],
        ['body', 0, 0.002, 0.03],
      ],
      radii: [0.014, 0.014],
      blend: 0.006,
    },
    {
      joints: 'head',
      ball: ['body', 0, 0.002, 0.04],
      radii: [0.019, 0.018, 0.016],
      blend: 0.006,
      paint: 'head',
    },
    {
      joints: 'head',
      cone: [
        ['body', 0, -0.006, 0.046],
        ['body', 0, -0.012, 0.05],
      ],
      radii: [0.009, 0.005],
      blend: 0.004,
      paint: 'mouth',
    },
    {
      joints: ['body', 'abdomen1'],
      cone: [['body', 0, 0, -0.015], 'waist'],
      radii: [0.013, 0.012],
      blend: 0.008,
    },
  ],
  parts: [
    {
      name: 'abdomen',
      at: 'waist',
      reach: 0.03,
      blend: 0.008,
      shapes: [
        {
          joints: 'abdomen',
          in: 'round',
          ball: { between: ['waist', 'sting'], at: 0.45 },
          radii: [0.029, 0.028, { long: 0.044 }],
          rotation: [0.12, 0, 0],
          paint: 'abdomen',
        },
        {
          joints: 'abdomen3',
          cone: [{ between: ['waist', 'sting'], at: 0.86 }, ['sting', 0, -0.002, -0.008]],
          radii: [0.008, 0.0016],
          blend: 0.004,
          paint: 'sting',
        },
      ],
    },
  ],
};

const FACE: Section = {
  landmarks: {
    Feeler: ['body', 0.006, 0.016, 0.048],
    FeelerElbow: ['Feeler', 0.007, 0.022, 0.012],
    FeelerTip: ['FeelerElbow', 0.01, 0.008, 0.028],
  },
  joints: [{ chain: 'Antenna', parent: 'head', through: ['Feeler', 'FeelerElbow', 'FeelerTip'] }],
  shapes: [
    {
      joints: 'head',
      ball: ['body', 0.0145, 0.006, 0.043],
      radii: [0.0088, 0.0125, 0.0105],
      paint: 'eye',
      detail: 0.0028,
    },
    { joints: 'head', ball: ['body', 0.0195, 0.0125, 0.0495], radii: 0.0022, paint: 'glint', detail: 0.0016 },
  ],
  parts: [
    {
      name: 'Antenna',
      at: 'Feeler',
      reach: 0.01,
      blend: 0.003,
      shapes: [
        { joints: 'Antenna1', cone: ['Feeler', 'FeelerElbow'], radii: [0.0032, 0.003], paint: 'leg' },
        {
          joints: 'Antenna2',
          cone: ['FeelerElbow', 'FeelerTip'],
          radii: [0.003, 0.0042],
          blend: 0.001,
          paint: 'leg',
        },
      ],
    },
  ],
  limits: { Antenna: [0.5, 0.4, 0.4] },
};

/** One leg; its landmarks are set by its direction. */
const leg = (n: number): Section => ({
  joints: [
    {
      chain: ['Upper', 'Middle', 'Lower', 'Foot'].map((part) => `Leg${n}${part}`),
      parent: 'body',
      through: ['Hip', 'Knee', 'Ankle', 'Foot', 'Claw'],
    },
  ],
  parts: [
    {
      name: `Leg${n}`,
      at: 'Hip',
      reach: 0.02,
      blend: 0.005,
      shapes: [
        { joints: `Leg${n}Upper`, cone: ['Hip', 'Knee'], radii: [0.006, 0.0056], paint: 'leg' },
        {
          joints: `Leg${n}Middle`,
          cone: ['Knee', 'Ankle'],
          radii: [0.0054, 0.0042],
          blend: 0.002,
          paint: 'leg',
        },
        {
          joints: `Leg${n}Lower`,
          cone: ['Ankle', 'Foot'],
          radii: [0.004, 0.0036],
          blend: 0.001,
          paint: 'leg',
        },
        {
          joints: `Leg${n}Foot`,
          cone: ['Foot', 'Claw'],
          radii: [0.0038, 0.0034],
          blend: 0.001,
          paint: 'leg',
        },
      ],
    },
  ],
  limits: {
    [`Leg${n}Upper`]: [1.1, 0.9, 1.2],
    [`Leg${n}Middle`]: [1.3, 0.9, 1.3],
    [`Leg${n}Lower`]: [0.8, 0.5, 0.8],
    [`Leg${n}Foot`]: [0.8, 0.5, 0.8],
  },
});

const LIMITS: Section = {
  limits: {
    body: [0.6, 0.6, 0.4],
    head: [0.4, 0.5, 0.4],
    abdomen: [0.35, 0.3, 0.2],
  },
};

export function describeInsect(rng: Rng): CreatureSpec {
  const measures = drawMeasures(rng, MEASURES);
  const body = createTableBody<Measure>(measures, UNITS);
  body.add(BODY);
  body.mirror(FACE);
  const wings = SIDES.flatMap((side) => WINGS.map((wing) => addWing(body.on(side), side, wing)));
  const legs = SIDES.flatMap((side) => LEGS.map((_, n) => addLeg(body.on(side), side, n)));
  body.add(LIMITS);

  const plan: CreaturePlan = {
    spine: [body.joint('body')],
    neck: [],
    head: body.joint('head'),
    jaw: -1,
    tail: body.joints('abdomen'),
    legs,
    arms: body.pairs('Antenna'),
    wings,
    feet: legs.map((joints) => joints[3]),
  };
  const { size } = measures;
  return {
    body: body.build(),
    cell: 0.0042 * size,
    stands: true,
    paints: drawInsectCoat(rng, body.point('waist'), body.point('sting'), size),
    plan,
  };
}

function addWing(body: TableBody<Measure>, side: Side, { name, y, z, sweep, rise, length, width }: (typeof WINGS)[number]): number[] {
  const { size, wing } = body.measures;
  const root = body.point(['body', 0.014, y, z]);
  const tip = add(root, scale(normalize(side.at(Math.cos(sweep), rise, -Math.sin(sweep))), length * wing));
  const joints = body.builder.chain(side.name(name), body.joint('body'), [root, lerp(root, tip, 0.45), tip]);
  const part = body.builder.part(body.part('trunk'), root, 0.014 * size, 0.004 * size);
  const normal = normalize(side.at(-rise * Math.cos(sweep), 1, rise * Math.sin(sweep)));
  part.cone(joints, root, lerp(root, tip, 0.2), [0.0045 * size, 0.005 * size], { paint: 'leg' });
  part.cone(joints, lerp(root, tip, 0.14), lerp(root, tip, 0.86), [width * 0.4 * wing, width * wing], {
    squash: [normal, 0.085],
    paint: 'wing',
    blend: 0.003 * size,
  });
  body.setGroup(name, joints);
  body.limit(name, WING_LIMITS);
  return joints;
}

function addLeg(body: TableBody<Measure>, side: Side, n: number): number[] {
  const { size, reach, high } = body.measures;
  const [angle, share] = LEGS[n];
  const length = share * reach;
  const heights = [high - 0.012 * size, high + 0.002 * size, 0.014 * size, 0.0055 * size, 0.004 * size];
  for (const [i, name] of ['Hip', 'Knee', 'Ankle', 'Foot', 'Claw'].entries()) {
    const at: Vec3 = [
      side.sign * (0.012 * size + LEG_REACH[i] * length) * Math.sin(angle),
      heights[i],
      (0.014 * size + LEG_REACH[i] * length) * Math.cos(angle),
    ];
    body.setLandmark(name, at);
  }
  body.add(leg(n + 1));
  return body.joints(['Upper', 'Middle', 'Lower', 'Foot'].map((part) => `Leg${n + 1}${part}`));
}
