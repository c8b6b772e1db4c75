/**
 * @file A four-legged mammal between fox, wolf and big cat.
 */

import type { Rng } from '../../../src/base/rng.js';
import { add, type Vec3 } from '../../../src/math/vector.js';
import { type BodySection, createTableBody, drawMeasures, type MeasureTable, type TableBody } from '../body-table.js';
import { drawQuadrupedCoat } from '../coats/quadruped-coat.js';
import type { CreaturePlan, CreatureSpec } from '../creature-record.js';

type Measure = 'size' | 'leg' | 'long' | 'girth' | 'neck' | 'muzzle' | 'ear' | 'bush' | 'head' | 'back' | 'hindStance' | 'frontStance';
type Section = BodySection<Measure>;

const MEASURES: MeasureTable<Measure> = {
  size: { range: [0.9, 1.15] },
  leg: { of: 'size', times: 0.42, range: [0.9, 1.16] },
  /** From the hips to the shoulders. */
  long: { of: 'size', times: 0.46, range: [0.92, 1.12] },
  girth: { of: 'size', range: [0.92, 1.12] },
  neck: { of: 'size', range: [0.9, 1.2] },
  muzzle: { of: 'size', range: [0.75, 1.35] },
  ear: { of: 'size', range: [0.65, 1.5] },
  /** How bushy the tail is. */
  bush: { of: 'size', range: [0.6, 1.3] },
  head: { of: 'size', range: [1.05, 1.22] },
  /** Height of the back. */
  back: { sum: { leg: 1, size: 0.045 } },
  /** From the midline to a foot. */
  hindStance: { sum: { girth: 0.084 } },
  frontStance: { sum: { girth: 0.082 } },
};

const UNITS = { skull: 'head', nose: 'head', hinge: 'head', Eye: 'head', EarRoot: 'ear' } as const;

const TAIL = {
  count: 5,
  /** How it hangs: coefficients of s and s², over the size. */
  drop: [-0.1, 0.1],
  length: -0.36,
  /** Slim where it leaves the body (over the size), bushy further out (over the bush). */
  rootRadius: 0.024,
  radii: [0.036, 0.048, 0.05, 0.042, 0.012],
};

const SKELETON: Section = {
  landmarks: {
    nape: ['ground', 0, { back: 1, size: 0.03 }, { long: 0.54 }],
    skull: ['nape', 0, { neck: 0.16 }, { neck: 0.1 }],
    nose: ['skull', 0, -0.012, { head: 0.085, muzzle: 0.085 }],
    hinge: ['skull', 0, -0.026, 0.04],
    chin: ['hinge', 0, -0.052, { head: 0.035, muzzle: 0.058 }],
    rump: ['ground', 0, { back: 1, size: 0.02 }, { long: -0.5, girth: -0.075 }],
  },
  joints: [
    { name: 'hips', at: ['ground', 0, { back: 1 }, { long: -0.5 }] },
    { name: 'spine1', parent: 'hips', at: ['ground', 0, { back: 1, size: 0.012 }, { long: -0.25 }] },
    { name: 'spine2', parent: 'spine1', at: ['ground', 0, { back: 1, size: 0.01 }, { long: 0.02 }] },
    { name: 'chest', parent: 'spine2', at: ['ground', 0, { back: 1, size: -0.005 }, { long: 0.28 }] },
    { chain: 'neck', parent: 'chest', through: ['nape', { between: ['nape', 'skull'], at: 0.52 }, 'skull'] },
    { name: 'head', parent: 'neck2', at: 'skull', tip: 'nose' },
    { name: 'jaw', parent: 'head', at: 'hinge', tip: 'chin' },
  ],
  groups: { back: ['spine1', 'spine2', 'chest'], spine: ['hips', 'back'] },
};

const TRUNK: Section = {
  shapes: [
    {
      joints: 'spine',
      in: 'girth',
      cone: [
        ['ground', 0, { back: 1, metre: -0.005 }, { long: -0.5 }],
        ['ground', 0, { back: 1 }, { long: 0.05 }],
      ],
      radii: [0.086, 0.08],
      blend: { size: 0.05 },
    },
    {
      joints: 'spine',
      in: 'girth',
      ball: ['ground', 0, { back: 1, girth: -0.028 }, { long: 0.27 }],
      radii: [0.088, 0.118, 0.16],
      blend: { size: 0.05 },
    },
    {
      joints: ['chest', 'neck'],
      cone: [['ground', 0, { back: 1, metre: 0.005 }, { long: 0.42 }], { between: ['nape', 'skull'], at: 0.6 }],
      radii: [{ girth: 0.088 }, 0.06],
      blend: 0.05,
    },
    {
      joints: ['neck2', 'head'],
      cone: [{ between: ['nape', 'skull'], at: 0.5 }, 'skull'],
      radii: [0.06, { head: 0.055 }],
      blend: 0.05,
    },
    {
      joints: 'head',
      in: 'head',
      ball: ['skull', 0, 0.018, 0.035],
      radii: [0.076, 0.068, 0.08],
      blend: 0.03,
    },
    {
      joints: 'head',
      in: 'head',
      cone: [
        ['skull', 0, -0.002, 0.07],
        ['nose', 0, 0, -0.014],
      ],
      radii: [0.042, 0.022],
      blend: 0.04,
      paint: 'muzzle',
    },
    {
      joints: 'head',
      in: 'head',
      ball: ['nose', 0, 0.012, -0.006],
      radii: [0.014, 0.011, 0.012],
      blend: 0.006,
      paint: 'nose',
      detail: 0.007,
    },
  ],
  parts: [
    {
      name: 'jaw',
      at: 'hinge',
      in: 'head',
      reach: 0.05,
      blend: 0.02,
      shapes: [
        {
          joints: 'jaw',
          in: 'head',
          cone: ['hinge', 'chin'],
          radii: [0.024, 0.013],
          squash: ['y', 0.8],
          paint: 'muzzle',
        },
      ],
    },
  ],
};

const FACE: Section = {
  landmarks: {
    Eye: ['skull', 0.055, 0.03, 0.084],
    EarRoot: ['skull', 0.046, 0.062, 0.012],
    EarTip: ['EarRoot', 0.028, 0.1, -0.004],
  },
  joints: [{ name: 'Ear', parent: 'head', at: 'EarRoot', tip: 'EarTip' }],
  shapes: [
    {
      joints: 'head',
      in: 'head',
      ball: 'Eye',
      radii: [0.016, 0.018, 0.016],
      blend: { metre: 0.004 },
      paint: 'eye',
      detail: 0.0055,
    },
    {
      joints: 'head',
      in: 'head',
      ball: ['Eye', 0.0075, 0.009, 0.0125],
      radii: 0.0042,
      paint: 'glint',
      detail: 0.003,
    },
  ],
  parts: [
    {
      name: 'Ear',
      at: 'EarRoot',
      in: 'head',
      reach: 0.07,
      blend: 0.02,
      shapes: [
        {
          joints: 'Ear',
          in: 'ear',
          cone: ['EarRoot', 'EarTip'],
          radii: [0.036, 0.006],
          squash: ['z', 0.42],
          bulge: 0.006,
          paint: 'ear',
        },
      ],
    },
  ],
  limits: { Ear: [0.6, 0.6, 0.5] },
};

const HIND_LEG: Section = {
  landmarks: {
    HindHip: ['ground', { girth: 0.066 }, { back: 1, size: -0.015 }, { long: -0.5 }],
    HindKnee: ['ground', { hindStance: 1 }, { leg: 0.64 }, { long: -0.5, size: 0.085 }],
    HindAnkle: ['ground', { hindStance: 1 }, { leg: 0.33 }, { long: -0.5, size: -0.05 }],
    HindFoot: ['ground', { hindStance: 1 }, 0.034, { long: -0.5, size: -0.015 }],
    HindToe: ['ground', { hindStance: 1 }, 0.02, { long: -0.5, size: 0.03 }],
  },
  joints: [
    {
      chain: ['HindUpperLeg', 'HindLowerLeg', 'HindAnkle', 'HindFoot'],
      parent: 'hips',
      through: ['HindHip', 'HindKnee', 'HindAnkle', 'HindFoot', 'HindToe'],
    },
  ],
  parts: [
    {
      name: 'HindLeg',
      at: 'HindHip',
      in: 'girth',
      reach: 0.17,
      blend: 0.05,
      shapes: [
        {
          joints: 'HindUpperLeg',
          in: 'girth',
          cone: ['HindHip', 'HindKnee'],
          radii: [0.068, 0.045],
          squash: ['x', 0.75],
          bulge: { metre: 0.01 },
        },
        {
          joints: 'HindLowerLeg',
          cone: ['HindKnee', 'HindAnkle'],
          radii: [{ girth: 0.042 }, 0.022],
          blend: 0.02,
        },
        {
          joints: 'HindAnkle',
          cone: ['HindAnkle', 'HindFoot'],
          radii: [0.023, 0.021],
          blend: 0.015,
          paint: 'sock',
        },
        {
          joints: 'HindFoot',
          ball: ['HindFoot', 0, -0.008, 0.02],
          radii: [0.029, 0.024, 0.042],
          blend: 0.015,
          paint: 'sock',
        },
      ],
    },
  ],
  limits: {
    HindUpperLeg: [[-1.1, 0.9], 0.35, 0.35],
    HindLowerLeg: [[-0.9, 1.3], 0.3, 0.3],
    HindAnkle: [[-1.3, 1.0], 0.3, 0.3],
    HindFoot: [[-0.9, 1.4], 0.35, 0.35],
  },
};

const FRONT_LEG: Section = {
  landmarks: {
    FrontShoulder: ['ground', { girth: 0.045 }, { back: 1, size: 0.02 }, { long: 0.36 }],
    FrontHip: ['ground', { girth: 0.07 }, { back: 1, size: -0.07 }, { long: 0.36, size: 0.055 }],
    FrontKnee: ['ground', { frontStance: 1 }, { leg: 0.62 }, { long: 0.36, size: -0.015 }],
    FrontAnkle: ['ground', { frontStance: 1 }, { leg: 0.26 }, { long: 0.36, size: 0.005 }],
    FrontFoot: ['ground', { frontStance: 1 }, 0.034, { long: 0.36, size: 0.03 }],
    FrontToe: ['ground', { frontStance: 1 }, 0.02, { long: 0.36, size: 0.075 }],
  },
  joints: [
    {
      chain: ['FrontShoulder', 'FrontUpperLeg', 'FrontLowerLeg', 'FrontAnkle', 'FrontFoot'],
      parent: 'chest',
      through: ['FrontShoulder', 'FrontHip', 'FrontKnee', 'FrontAnkle', 'FrontFoot', 'FrontToe'],
    },
  ],
  parts: [
    {
      name: 'FrontLeg',
      at: 'FrontHip',
      in: 'girth',
      reach: 0.16,
      blend: 0.045,
      shapes: [
        {
          joints: 'FrontShoulder',
          in: 'girth',
          cone: ['FrontShoulder', 'FrontHip'],
          radii: [0.04, 0.055],
          squash: ['x', 0.6],
        },
        {
          joints: 'FrontUpperLeg',
          in: 'girth',
          cone: ['FrontHip', 'FrontKnee'],
          radii: [0.052, 0.036],
          squash: ['x', 0.8],
          blend: { size: 0.02 },
        },
        {
          joints: 'FrontLowerLeg',
          cone: ['FrontKnee', 'FrontAnkle'],
          radii: [{ girth: 0.034 }, 0.023],
          blend: 0.02,
        },
        {
          joints: 'FrontAnkle',
          cone: ['FrontAnkle', 'FrontFoot'],
          radii: [0.023, 0.021],
          blend: 0.015,
          paint: 'sock',
        },
        {
          joints: 'FrontFoot',
          ball: ['FrontFoot', 0, -0.008, 0.02],
          radii: [0.03, 0.024, 0.043],
          blend: 0.015,
          paint: 'sock',
        },
      ],
    },
  ],
  limits: {
    FrontShoulder: [0.4, 0.2, 0.2],
    FrontUpperLeg: [[-1.2, 1.1], 0.35, 0.35],
    FrontLowerLeg: [[-1.5, 0.6], 0.3, 0.3],
    FrontAnkle: [[-0.9, 1.6], 0.3, 0.3],
    FrontFoot: [[-0.9, 1.4], 0.35, 0.35],
  },
};

const LIMITS: Section = {
  limits: {
    hips: [0.5, 0.4, 0.3],
    back: [0.35, 0.35, 0.25],
    neck: [0.6, 0.5, 0.4],
    head: [0.7, 0.8, 0.5],
    jaw: [[-0.25, 0.35], 0.1, 0.05],
  },
};

export function describeQuadruped(rng: Rng): CreatureSpec {
  const measures = drawMeasures(rng, MEASURES);
  const body = createTableBody<Measure>(measures, UNITS);
  body.add(SKELETON);
  const tailPoints = addTailJoints(body);
  body.add(TRUNK);
  body.mirror(FACE);
  addTailShapes(body, tailPoints);
  // Hind legs first, so that the root's children come in the order of the spine.
  body.mirror(HIND_LEG);
  body.mirror(FRONT_LEG);
  body.add(LIMITS);

  const legs = [
    ...body.pairs(['FrontUpperLeg', 'FrontLowerLeg', 'FrontAnkle', 'FrontFoot']),
    ...body.pairs(['HindUpperLeg', 'HindLowerLeg', 'HindAnkle', 'HindFoot']),
  ];
  const plan: CreaturePlan = {
    spine: body.joints('spine'),
    neck: body.joints('neck'),
    head: body.joint('head'),
    jaw: body.joint('jaw'),
    tail: body.joints('tail'),
    legs,
    arms: [],
    wings: [],
    feet: legs.map((joints) => joints[3]),
  };
  const { size, back } = measures;
  return {
    body: body.build(),
    cell: 0.016 * size,
    stands: true,
    paints: drawQuadrupedCoat(rng, back, tailPoints[TAIL.count][2], size),
    plan,
  };
}

function addTailJoints({ builder, measures, point, joint, setGroup }: TableBody<Measure>): Vec3[] {
  const { size } = measures;
  const points = Array.from({ length: TAIL.count + 1 }, (_, i): Vec3 => {
    const s = i / TAIL.count;
    return add(point('rump'), [0, (TAIL.drop[0] * s + TAIL.drop[1] * s * s) * size, TAIL.length * s * size]);
  });
  setGroup('tail', builder.chain('tail', joint('hips'), points));
  return points;
}

function addTailShapes({ builder, measures, joints, part }: TableBody<Measure>, points: readonly Vec3[]): void {
  const { size, bush } = measures;
  const tailPart = builder.part(part('trunk'), points[0], 0.12 * size, 0.03 * size);
  const radii = [TAIL.rootRadius * size, ...TAIL.radii.map((radius) => radius * bush)];
  for (const [i, joint] of joints('tail').entries()) {
    tailPart.cone(joint, points[i], points[i + 1], [radii[i], radii[i + 1]], {
      blend: 0.03 * size,
      paint: 'tail',
    });
  }
}
