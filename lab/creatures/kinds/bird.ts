/**
 * @file A round songbird with real wings: three bones and a fan of feathers.
 */

import type { Rng } from '../../../src/base/rng.js';
import { add, lerp, normalize, scale, type Vec3 } from '../../../src/math/vector.js';
import { SIDES, type Side } from '../body.js';
import { type BodySection, createTableBody, drawMeasures, type MeasureTable, type TableBody } from '../body-table.js';
import { drawBirdCoat } from '../coats/bird-coat.js';
import type { CreaturePlan, CreatureSpec } from '../creature-record.js';

type Measure = 'size' | 'leg' | 'girth' | 'head' | 'beak' | 'wing' | 'tail' | 'crest' | 'stance';
type Section = BodySection<Measure>;

const MEASURES: MeasureTable<Measure> = {
  size: { range: [0.9, 1.2] },
  leg: { of: 'size', times: 0.135, range: [0.85, 1.2] },
  girth: { of: 'size', range: [0.9, 1.12] },
  head: { of: 'size', range: [0.95, 1.12] },
  beak: { of: 'size', range: [0.75, 1.35] },
  wing: { of: 'size', range: [0.92, 1.15] },
  tail: { of: 'size', range: [0.8, 1.3] },
  crest: { chance: 0.4, of: 'size', range: [0.6, 1.2] },
  /** From the midline to a leg. */
  stance: { sum: { girth: 0.036 } },
};

const UNITS = { skull: 'head', beakRoot: 'beak', hinge: 'beak', rump: 'tail', wingRoot: 'wing' } as const;

/** Spread of the tail feathers of one side, from the middle outwards. */
const TAIL_FEATHERS = [0.06, 0.2, 0.36];

/** Rows of feathers on one wing, from the shoulder to the tip. Directions point out, up, forward. */
const FEATHER_ROWS: readonly {
  readonly joint: string;
  readonly from: string;
  readonly to: string;
  readonly count: number;
  /** Where they stand between the two points: first, and step from each to the next. */
  readonly at: readonly [number, number];
  readonly direction: readonly [Vec3, Vec3];
  /** Over the wing: first, and step. */
  readonly length: readonly [number, number];
  readonly width: number;
}[] = [
  {
    joint: 'Wing1',
    from: 'Shoulder',
    to: 'Elbow',
    count: 3,
    at: [0.82, 0.1],
    direction: [
      [0.12, -0.06, -1],
      [0, 0, 0],
    ],
    length: [0.095, 0.008],
    width: 0.021,
  },
  {
    joint: 'Wing2',
    from: 'Elbow',
    to: 'Wrist',
    count: 4,
    at: [0.14, 0.25],
    direction: [
      [0.16, -0.05, -1],
      [0.05, 0, 0],
    ],
    length: [0.125, 0.006],
    width: 0.021,
  },
  {
    joint: 'Wing3',
    from: 'Wrist',
    to: 'Hand',
    count: 3,
    at: [0.1, 0.33],
    direction: [
      [0.42, -0.04, -1],
      [0.22, 0, 0],
    ],
    length: [0.145, 0.006],
    width: 0.02,
  },
  {
    joint: 'Wing4',
    from: 'Hand',
    to: 'Tip',
    count: 3,
    at: [0.0, 0.1],
    direction: [
      [1.15, -0.06, -1],
      [0.75, -0.04, 0],
    ],
    length: [0.15, -0.01],
    width: 0.018,
  },
];

/** Coverts close the gaps between the quills: joint, how far between two points, direction, length over the wing. */
const COVERTS: readonly (readonly [joint: string, between: readonly [string, string], at: number, direction: Vec3, length: number])[] = [
  ['Wing1', ['Shoulder', 'Elbow'], 0.8, [0.12, -0.06, -1], 0.07],
  ['Wing2', ['Elbow', 'Elbow'], 0, [0.16, -0.05, -1], 0.085],
  ['Wing3', ['Wrist', 'Wrist'], 0, [0.4, -0.04, -1], 0.1],
  ['Wing4', ['Hand', 'Hand'], 0, [0.9, -0.05, -1], 0.1],
];

const TRUNK: Section = {
  landmarks: {
    legs: ['ground', 0, { leg: 1 }, 0],
    skull: ['legs', 0, 0.185, 0.085],
    beakRoot: ['skull', 0, 0.012, 0.05],
    beakTip: ['beakRoot', 0, -0.012, 0.075],
    hinge: ['skull', 0, 0.002, 0.036],
    jawTip: ['hinge', 0, -0.03, 0.06],
    rump: ['legs', 0, 0.035, -0.085],
    tailTip: ['rump', 0, -0.035, -0.17],
    wingRoot: ['legs', 0, 0.108, 0.045],
    crest1: ['skull', 0, 0.058, 0.025],
    crest2: ['skull', 0, 0.058, 0.0],
    crest3: ['skull', 0, 0.058, -0.022],
  },
  joints: [
    { name: 'hips', at: ['legs', 0, 0.045, -0.03] },
    { name: 'spine1', parent: 'hips', at: ['legs', 0, 0.065, 0.015] },
    { name: 'chest', parent: 'spine1', at: ['legs', 0, 0.095, 0.05] },
    { chain: 'neck', parent: 'chest', through: [['legs', 0, 0.14, 0.072], 'skull'] },
    { name: 'head', parent: 'neck1', at: 'skull', tip: 'beakTip' },
    { name: 'jaw', parent: 'head', at: 'hinge', tip: 'jawTip' },
    {
      chain: 'tail',
      parent: 'hips',
      through: ['rump', { between: ['rump', 'tailTip'], at: 0.4 }, 'tailTip'],
    },
  ],
  groups: { spine: ['hips', 'spine1', 'chest'] },
  shapes: [
    {
      joints: 'spine',
      ball: ['legs', 0, 0.07, 0.012],
      radii: [{ girth: 0.074 }, { girth: 0.075 }, 0.11],
      rotation: [-0.5, 0, 0],
      blend: 0.03,
    },
    {
      joints: 'spine',
      ball: ['legs', 0, 0.085, 0.05],
      radii: [{ girth: 0.064 }, { girth: 0.066 }, 0.062],
      blend: 0.03,
    },
    {
      joints: ['hips', 'tail1'],
      cone: [
        ['legs', 0, 0.055, -0.04],
        ['rump', 0, 0, { size: -0.012 }],
      ],
      radii: [{ girth: 0.05 }, 0.02],
      blend: 0.03,
    },
    {
      joints: ['chest', 'neck1'],
      cone: [['legs', 0, 0.11, 0.055], 'skull'],
      radii: [0.05, 0.042],
      blend: 0.03,
    },
    {
      joints: 'head',
      in: 'head',
      ball: ['skull', 0, 0.018, 0.008],
      radii: [0.05, 0.048, 0.052],
      blend: 0.02,
      paint: 'head',
    },
    {
      joints: 'head',
      in: 'head',
      cone: [['skull', 0, 0.016, 0.042], 'beakTip'],
      radii: [0.019, 0.003],
      blend: 0.006,
      paint: 'beak',
      detail: 0.008,
    },
    {
      when: 'crest',
      joints: 'head',
      in: 'head',
      cone: ['crest1', ['crest1', 0, { crest: 0.045 }, { crest: -0.04 }]],
      radii: [0.014, 0.004],
      blend: 0.008,
      paint: 'crest',
    },
    {
      when: 'crest',
      joints: 'head',
      in: 'head',
      cone: ['crest2', ['crest2', 0, { crest: 0.045 - 0.006 }, { crest: -0.04 }]],
      radii: [0.014, 0.004],
      blend: 0.008,
      paint: 'crest',
    },
    {
      when: 'crest',
      joints: 'head',
      in: 'head',
      cone: ['crest3', ['crest3', 0, { crest: 0.045 - 0.012 }, { crest: -0.04 }]],
      radii: [0.014, 0.004],
      blend: 0.008,
      paint: 'crest',
    },
  ],
  parts: [
    {
      name: 'jaw',
      at: 'hinge',
      in: 'head',
      reach: 0.03,
      blend: 0.01,
      shapes: [
        {
          joints: 'jaw',
          in: 'head',
          cone: ['hinge', 'jawTip'],
          radii: [0.0125, 0.003],
          paint: 'beak',
          detail: 0.008,
        },
      ],
    },
  ],
};

const EYE: Section = {
  shapes: [{ joints: 'head', in: 'head', eye: ['skull', 0.036, 0.026, 0.034], radius: 0.0125, gaze: [1, 0.1, 0.75] }],
};

const TAIL: Section = { parts: [{ name: 'tail', at: 'rump', reach: 0.08, blend: 0.02 }] };

/** Arm bones along the leading edge; the feathers fan back from them. */
const WING: Section = {
  landmarks: {
    Shoulder: ['wingRoot', { girth: 0.052 }, 0, 0.005],
    Elbow: ['wingRoot', { girth: 0.052, wing: 0.125 - 0.045 }, 0.018, -0.012],
    Wrist: ['wingRoot', { girth: 0.052, wing: 0.225 - 0.045 }, 0.024, 0.022],
    Hand: ['wingRoot', { girth: 0.052, wing: 0.3 - 0.045 }, 0.022, 0.004],
    Tip: ['wingRoot', { girth: 0.052, wing: 0.4 - 0.045 }, 0.014, -0.04],
  },
  joints: [{ chain: 'Wing', parent: 'chest', through: ['Shoulder', 'Elbow', 'Wrist', 'Hand', 'Tip'] }],
  parts: [
    {
      name: 'Wing',
      at: 'Shoulder',
      reach: 0.07,
      blend: 0.022,
      shapes: [
        { joints: 'Wing1', cone: ['Shoulder', 'Elbow'], radii: [0.022, 0.015], paint: 'shoulder' },
        { joints: 'Wing2', cone: ['Elbow', 'Wrist'], radii: [0.015, 0.012], blend: 0.008, paint: 'shoulder' },
        { joints: 'Wing3', cone: ['Wrist', 'Hand'], radii: [0.012, 0.01], blend: 0.008, paint: 'shoulder' },
      ],
    },
  ],
  limits: {
    Wing1: [1.0, [-0.7, 1.4], [-1.5, 1.2]],
    Wing2: [0.6, [-0.5, 0.9], [-0.8, 0.7]],
    Wing3: [0.5, [-0.5, 0.9], [-0.9, 0.6]],
    Wing4: [0.4, [-0.4, 0.7], [-0.6, 0.5]],
  },
};

/** The knee hides in the plumage; what looks like one is the ankle. */
const LEG: Section = {
  landmarks: {
    Hip: ['legs', { stance: 0.9 }, 0.028, -0.02],
    Knee: ['ground', { stance: 1 }, { leg: 0.8 }, 0.018],
    Ankle: ['ground', { stance: 1 }, { leg: 0.46 }, -0.03],
    Foot: ['ground', { stance: 1 }, 0.0125, -0.008],
    Toe: ['ground', { stance: 1 }, 0.008, 0.03],
    Sole: ['Foot', 0, -0.0045, 0],
  },
  joints: [
    {
      chain: ['UpperLeg', 'LowerLeg', 'Ankle', 'Foot'],
      parent: 'hips',
      through: ['Hip', 'Knee', 'Ankle', 'Foot', 'Toe'],
    },
  ],
  parts: [
    {
      name: 'Leg',
      at: 'Hip',
      reach: 0.07,
      blend: 0.02,
      shapes: [
        { joints: 'UpperLeg', cone: ['Hip', 'Knee'], radii: [0.032, 0.022], paint: 'thigh' },
        { joints: 'LowerLeg', cone: ['Knee', 'Ankle'], radii: [0.02, 0.01], blend: 0.01, paint: 'thigh' },
        { joints: 'Ankle', cone: ['Ankle', 'Foot'], radii: [0.008, 0.0075], blend: 0.004, paint: 'foot' },
        {
          joints: 'Foot',
          toes: 'Sole',
          tips: [
            ['Sole', 0.032, -0.003, 0.044],
            ['Sole', 0.002, -0.003, 0.056],
            ['Sole', -0.028, -0.003, 0.046],
            ['Sole', 0, -0.003, -0.04],
          ],
          radius: 0.0078,
          paint: 'foot',
          claw: 0,
        },
      ],
    },
  ],
  limits: {
    UpperLeg: [[-0.9, 1.2], 0.3, 0.3],
    LowerLeg: [[-0.9, 1.4], 0.3, 0.3],
    Ankle: [[-1.5, 1.2], 0.3, 0.3],
    Foot: [[-0.8, 1.4], 0.3, 0.3],
  },
};

const LIMITS: Section = {
  limits: {
    hips: [[-0.9, 1.0], 0.5, 0.5],
    neck: [[-0.8, 0.9], 0.9, 0.5],
    head: [0.9, 1.2, 0.6],
    jaw: [[-0.35, 0.3], 0.05, 0.05],
    tail: [0.5, 0.3, 0.3],
  },
};

export function describeBird(rng: Rng): CreatureSpec {
  const measures = drawMeasures(rng, MEASURES);
  const body = createTableBody<Measure>(measures, UNITS);
  body.add(TRUNK);
  body.mirror(EYE);
  body.add(TAIL);
  for (const side of SIDES) addTailFeathers(body, side);
  for (const side of SIDES) {
    const sided = body.on(side);
    sided.add(WING);
    addCoverts(sided, side);
    addFeathers(sided, side);
  }
  body.mirror(LEG);
  body.add(LIMITS);

  const legs = body.pairs(['UpperLeg', 'LowerLeg', 'Ankle', 'Foot']);
  const plan: CreaturePlan = {
    spine: body.joints('spine'),
    neck: body.joints('neck'),
    head: body.joint('head'),
    jaw: body.joint('jaw'),
    tail: body.joints('tail'),
    legs,
    arms: [],
    wings: body.pairs('Wing'),
    feet: legs.map((joints) => joints[3]),
  };
  const { size, wing } = measures;
  return {
    body: body.build(),
    cell: 0.0092 * size,
    stands: true,
    paints: drawBirdCoat(rng, body.point('skull'), size, wing),
    plan,
  };
}

function addTailFeathers({ measures, point, joints, part }: TableBody<Measure>, side: Side): void {
  const { size, tail } = measures;
  const rump = point('rump');
  for (const [i, spread] of TAIL_FEATHERS.entries()) {
    const axis = normalize([spread * side.sign, -0.2, -0.98]);
    const [start, end] = [add(rump, scale(axis, 0.01 * size)), add(rump, scale(axis, (0.175 - 0.012 * i) * tail))];
    part('tail').cone(joints('tail'), start, end, [0.013 * size, 0.02 * size], {
      squash: [[0, 1, 0], 0.22],
      paint: 'tail',
      blend: 0.004 * size,
    });
  }
}

function addCoverts({ measures, point, joint, part }: TableBody<Measure>, side: Side): void {
  const { size, wing } = measures;
  const edges = COVERTS.map(([owner, [a, b], at, direction, length]) => {
    const root = at === 0 ? point(a) : lerp(point(a), point(b), at);
    return { owner: joint(owner), root, hem: add(root, scale(side.at(...direction), length * wing)) };
  });
  const options = { paint: 'feather', blend: 0.003 * size };
  for (let i = 0; i + 1 < edges.length; i++) {
    const [one, two] = [edges[i], edges[i + 1]];
    part('Wing').sheet(one.owner, [one.root, two.root, one.hem], 0.004 * size, options);
    part('Wing').sheet(one.owner, [two.root, two.hem, one.hem], 0.004 * size, options);
  }
}

function addFeathers({ measures, point, joint, part }: TableBody<Measure>, side: Side): void {
  const { size, wing } = measures;
  for (const row of FEATHER_ROWS) {
    for (let i = 0; i < row.count; i++) {
      const [first, step] = row.direction;
      const root = lerp(point(row.from), point(row.to), row.at[0] + row.at[1] * i);
      const axis = normalize(side.at(first[0] + step[0] * i, first[1] + step[1] * i, first[2]));
      const end = add(root, scale(axis, (row.length[0] + row.length[1] * i) * wing));
      part('Wing').cone(joint(row.joint), root, end, [row.width * size, row.width * 0.8 * size], {
        squash: [[0, 1, 0], 0.18],
        paint: 'feather',
        blend: 0.008 * size,
      });
    }
  }
}
