/**
 * @file A jumping spider with a furry coat, eight eyes and eight legs.
 */

import type { Rng } from '../../../src/base/rng.js';
import type { Vec3 } from '../../../src/math/vector.js';
import { SIDES, type Side } from '../body.js';
import { type BodySection, createTableBody, drawMeasures, type MeasureTable, type TableBody, type Units } from '../body-table.js';
import { drawSpiderCoat } from '../coats/spider-coat.js';
import type { CreaturePlan, CreatureSpec } from '../creature-record.js';

type Measure = 'size' | 'reach' | 'high' | 'fat' | 'leg';
type Section = BodySection<Measure>;

/** A spider as large as a hand. */
const MEASURES: MeasureTable<Measure> = {
  size: { range: [0.85, 1.2] },
  /** Of the legs. */
  reach: { of: 'size', range: [0.88, 1.15] },
  /** Height of the body over the ground. */
  high: { of: 'size', times: 0.05, range: [0.85, 1.25] },
  /** Of the abdomen. */
  fat: { of: 'size', range: [0.85, 1.25] },
  /** Thickness of the legs. */
  leg: { of: 'size', range: [0.9, 1.12] },
};

const UNITS: Units<Measure> = { waist: 'fat', rump: 'fat' };

/** The legs of a side: direction, radians from straight ahead, and length. */
const LEGS: readonly (readonly [angle: number, length: number])[] = [
  [0.7, 1.08],
  [1.32, 0.98],
  [1.9, 0.95],
  [2.46, 1.12],
];
/** How far each joint of a leg is from the hip, over the leg's length; the last is the tip. */
const LEG_REACH = [0.0, 0.05, 0.094, 0.112, 0.118];

const BODY: Section = {
  landmarks: {
    body: ['ground', 0, { high: 1 }, 0],
    waist: ['body', 0, 0.002, -0.026],
    rump: ['waist', 0, 0.016, -0.07],
    belly: { between: ['waist', 'rump'], at: 0.5 },
  },
  joints: [
    { name: 'body', at: 'body' },
    { name: 'head', parent: 'body', at: ['body', 0, 0.002, 0.018], tip: ['body', 0, 0, 0.042] },
    {
      chain: 'abdomen',
      parent: 'body',
      through: ['waist', { between: ['waist', 'rump'], at: 0.45 }, 'rump'],
    },
  ],
  shapes: [
    { joints: ['body', 'head'], ball: ['body', 0, 0.004, 0.004], radii: [0.027, 0.021, 0.032], blend: 0.008 },
    {
      joints: 'head',
      ball: ['body', 0, 0.009, 0.02],
      radii: [0.023, 0.02, 0.018],
      blend: 0.01,
      paint: 'face',
    },
    {
      joints: ['body', 'abdomen1'],
      cone: [['body', 0, 0, -0.015], 'waist'],
      radii: [0.012, 0.01],
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
          in: 'fat',
          ball: 'belly',
          radii: [0.033, 0.031, 0.041],
          rotation: [0.2, 0, 0],
          paint: 'abdomen',
        },
        {
          joints: 'abdomen2',
          in: 'fat',
          cone: [{ between: ['waist', 'rump'], at: 0.9 }, ['rump', 0, -0.004, -0.008]],
          radii: [0.009, 0.004],
          blend: { size: 0.006 },
          paint: 'abdomen',
        },
      ],
    },
  ],
};

const FACE: Section = {
  landmarks: {
    Fang: ['body', 0.007, -0.005, 0.032],
    FangTip: ['body', 0.008, -0.022, 0.036],
    Palp: ['body', 0.0155, -0.003, 0.027],
    PalpKnee: ['body', 0.018, -0.003, 0.046],
    PalpTip: ['body', 0.0165, -0.021, 0.056],
  },
  joints: [
    { name: 'Fang', parent: 'head', at: 'Fang', tip: 'FangTip' },
    { chain: 'Palp', parent: 'head', through: ['Palp', 'PalpKnee', 'PalpTip'] },
  ],
  shapes: [
    { joints: 'head', eye: ['body', 0.0095, 0.011, 0.034], radius: 0.0088, gaze: [0.12, 0.05, 1] },
    { joints: 'head', ball: ['body', 0.0205, 0.0145, 0.0265], radii: 0.0052, paint: 'pupil', detail: 0.002 },
    { joints: 'head', ball: ['body', 0.02, 0.022, 0.014], radii: 0.0042, paint: 'pupil', detail: 0.002 },
  ],
  parts: [
    {
      name: 'Fang',
      at: 'Fang',
      reach: 0.014,
      blend: 0.005,
      shapes: [{ joints: 'Fang', cone: ['Fang', 'FangTip'], radii: [0.0062, 0.0045], paint: 'fang' }],
    },
    {
      name: 'Palp',
      at: 'Palp',
      reach: 0.014,
      blend: 0.005,
      shapes: [
        { joints: 'Palp1', cone: ['Palp', 'PalpKnee'], radii: [0.0052, 0.005], paint: 'leg' },
        {
          joints: 'Palp2',
          cone: ['PalpKnee', 'PalpTip'],
          radii: [0.005, 0.006],
          blend: 0.002,
          paint: 'palp',
        },
      ],
    },
  ],
  limits: { Fang: [0.3, 0.2, [-0.3, 0.2]] },
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
      reach: 0.022,
      blend: 0.006,
      shapes: [
        {
          joints: `Leg${n}Upper`,
          in: 'leg',
          cone: ['Hip', 'Knee'],
          radii: [0.0078, 0.0075],
          bulge: 0.001,
          paint: 'leg',
        },
        {
          joints: `Leg${n}Middle`,
          in: 'leg',
          cone: ['Knee', 'Ankle'],
          radii: [0.0072, 0.0056],
          blend: { size: 0.003 },
          paint: 'leg',
        },
        {
          joints: `Leg${n}Lower`,
          in: 'leg',
          cone: ['Ankle', 'Foot'],
          radii: [0.0056, 0.0048],
          blend: { size: 0.002 },
          paint: 'leg',
        },
        {
          joints: `Leg${n}Foot`,
          in: 'leg',
          ball: 'Foot',
          radii: 0.0056,
          blend: { size: 0.002 },
          paint: 'foot',
        },
      ],
    },
  ],
  limits: {
    [`Leg${n}Upper`]: [0.9, 0.9, 0.9],
    [`Leg${n}Middle`]: [1.3, 0.9, 1.3],
    [`Leg${n}Lower`]: [0.8, 0.5, 0.8],
    [`Leg${n}Foot`]: [0.5, 0.5, 0.5],
  },
});

const LIMITS: Section = {
  limits: {
    body: [0.6, 0.6, 0.4],
    head: [0.3, 0.35, 0.2],
    abdomen: [0.5, 0.5, 0.3],
  },
};

export function describeSpider(rng: Rng): CreatureSpec {
  const measures = drawMeasures(rng, MEASURES);
  const body = createTableBody<Measure>(measures, UNITS);
  body.add(BODY);
  body.mirror(FACE);
  const legs = SIDES.flatMap((side) => LEGS.map((_, n) => addLeg(body.on(side), side, n)));
  body.add(LIMITS);

  const plan: CreaturePlan = {
    spine: [body.joint('body')],
    neck: [],
    head: body.joint('head'),
    jaw: -1,
    tail: body.joints('abdomen'),
    legs,
    arms: body.pairs('Palp'),
    wings: [],
    feet: legs.map((joints) => joints[3]),
  };
  const { size, fat } = measures;
  return {
    body: body.build(),
    cell: 0.0046 * size,
    stands: true,
    paints: drawSpiderCoat(rng, body.point('belly'), size, fat),
    plan,
  };
}

function addLeg(body: TableBody<Measure>, side: Side, n: number): number[] {
  const { size, reach, high } = body.measures;
  const [angle, share] = LEGS[n];
  const length = share * reach;
  const heights = [high, high + 0.042 * reach, high * 0.62, 0.0085 * size, 0.0055 * size];
  for (const [i, name] of ['Hip', 'Knee', 'Ankle', 'Foot', 'Claw'].entries()) {
    const at: Vec3 = [
      side.sign * (0.017 * size + LEG_REACH[i] * length) * Math.sin(angle),
      heights[i],
      (0.02 * size + LEG_REACH[i] * length) * Math.cos(angle) + 0.002 * size,
    ];
    body.setLandmark(name, at);
  }
  body.add(leg(n + 1));
  return body.joints(['Upper', 'Middle', 'Lower', 'Foot'].map((part) => `Leg${n + 1}${part}`));
}
