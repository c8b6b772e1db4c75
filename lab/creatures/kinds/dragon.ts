/**
 * @file A dragon: four legs, two wings with fingers and membranes, horns, a row of spines, a spade on the tail.
 */

import type { Rng } from '../../../src/base/rng.js';
import { add, type Vec3 } from '../../../src/math/vector.js';
import {
  type BodySection,
  createTableBody,
  drawMeasures,
  type JointNames,
  type MeasureTable,
  type Point,
  type ShapeRow,
  type TableBody,
} from '../body-table.js';
import { drawDragonCoat } from '../coats/dragon-coat.js';
import type { CreaturePlan, CreatureSpec } from '../creature-record.js';

type Measure = 'size' | 'leg' | 'girth' | 'long' | 'neck' | 'head' | 'snout' | 'horn' | 'span' | 'tail' | 'spikes' | 'back';
type Section = BodySection<Measure>;

const MEASURES: MeasureTable<Measure> = {
  size: { range: [0.9, 1.15] },
  leg: { of: 'size', times: 0.48, range: [0.92, 1.12] },
  girth: { of: 'size', range: [0.92, 1.12] },
  /** From the hips to the shoulders. */
  long: { of: 'size', times: 0.62, range: [0.94, 1.08] },
  neck: { of: 'size', range: [0.88, 1.15] },
  head: { of: 'size', range: [0.98, 1.15] },
  snout: { of: 'size', range: [0.88, 1.15] },
  horn: { of: 'size', range: [0.75, 1.35] },
  /** Of the wings. */
  span: { of: 'size', range: [1.0, 1.2] },
  tail: { of: 'size', times: 1.1, range: [0.9, 1.12] },
  /** Height of the spines on the back. */
  spikes: { range: [0.7, 1.3] },
  /** Height of the back. */
  back: { sum: { leg: 1, size: 0.06 } },
};

const UNITS = {
  nape: 'neck',
  skull: 'head',
  nose: 'head',
  hinge: 'head',
  HornRoot: 'horn',
  HornBend: 'horn',
  Cheek: 'horn',
  wingRoot: 'span',
} as const;

const TAIL = {
  count: 8,
  /** How it hangs: coefficients of s and s², over the height of the legs. */
  drop: [-0.62, 0.42],
  /** Radii from the root to the end, over the girth. */
  radii: [0.095, 0.08, 0.066, 0.054, 0.043, 0.033, 0.025, 0.019, 0.014],
};

const SKELETON: Section = {
  landmarks: {
    nape: ['ground', 0, { back: 1, size: 0.06 }, { long: 0.54 }],
    skull: ['nape', 0, 0.37, 0.2],
    neck2: ['nape', 0, 0.11, 0.115],
    neck3: ['nape', 0, 0.25, 0.16],
    nose: ['skull', 0, -0.03, { head: 0.12, snout: 0.16 }],
    hinge: ['skull', 0, -0.052, 0.045],
    chin: ['hinge', 0, -0.09, { head: 0.06, snout: 0.13 }],
    rump: ['ground', 0, { back: 1, size: -0.005 }, { long: -0.5, size: -0.12 }],
    wingRoot: ['ground', 0, { back: 1 }, { long: 0.16 }],
  },
  joints: [
    { name: 'hips', at: ['ground', 0, { back: 1 }, { long: -0.5 }] },
    { name: 'spine1', parent: 'hips', at: ['ground', 0, { back: 1, size: 0.015 }, { long: -0.24 }] },
    { name: 'spine2', parent: 'spine1', at: ['ground', 0, { back: 1, size: 0.02 }, { long: 0.03 }] },
    { name: 'chest', parent: 'spine2', at: ['ground', 0, { back: 1, size: 0.015 }, { long: 0.3 }] },
    { chain: 'neck', parent: 'chest', through: ['nape', 'neck2', 'neck3', 'skull'] },
    { name: 'head', parent: 'neck3', at: 'skull', tip: 'nose' },
    { name: 'jaw', parent: 'head', at: 'hinge', tip: 'chin' },
  ],
  groups: { back: ['spine1', 'spine2', 'chest'], spine: ['hips', 'back'] },
};

const TRUNK: Section = {
  shapes: [
    {
      joints: 'spine',
      in: 'girth',
      ball: ['ground', 0, { back: 1, size: -0.01 }, { long: -0.45 }],
      radii: [0.108, 0.118, { size: 0.17 }],
      blend: { size: 0.08 },
    },
    {
      joints: 'spine',
      in: 'girth',
      cone: [
        ['ground', 0, { back: 1, size: -0.01 }, { long: -0.35 }],
        ['ground', 0, { back: 1 }, { long: 0.25 }],
      ],
      radii: [0.112, 0.12],
      blend: { size: 0.08 },
    },
    {
      joints: 'spine',
      in: 'girth',
      ball: ['ground', 0, { back: 1, girth: -0.02 }, { long: 0.3 }],
      radii: [0.118, 0.142, 0.17],
      blend: { size: 0.08 },
    },
    {
      joints: ['chest', 'neck1'],
      cone: [['ground', 0, { back: 1, size: 0.02 }, { long: 0.42 }], 'neck2'],
      radii: [{ girth: 0.11 }, 0.072],
      blend: 0.05,
    },
    { joints: 'neck2', cone: ['neck2', 'neck3'], radii: [0.072, 0.06], blend: 0.01 },
    { joints: 'neck3', cone: ['neck3', 'skull'], radii: [0.06, { head: 0.055 }], blend: 0.01 },
    { joints: 'head', in: 'head', ball: ['skull', 0, 0.004, 0.045], radii: [0.08, 0.07, 0.09], blend: 0.04 },
    {
      joints: 'head',
      in: 'head',
      cone: [['skull', 0, -0.008, 0.1], 'nose'],
      radii: [0.058, 0.04],
      squash: ['y', 0.8],
      blend: 0.035,
    },
  ],
};

const TAIL_END: Section = {
  shapes: [
    {
      joints: 'tailEnd',
      cone: [
        ['tailEnd', 0, 0, 0.01],
        ['tailEnd', 0, 0.012, -0.13],
      ],
      radii: [0.06, 0.006],
      squash: ['y', 0.26],
      blend: 0.02,
      paint: 'spike',
    },
  ],
  parts: [
    {
      name: 'jaw',
      at: 'hinge',
      in: 'head',
      reach: 0.09,
      blend: 0.035,
      shapes: [
        {
          joints: 'jaw',
          in: 'head',
          cone: ['hinge', 'chin'],
          radii: [0.042, 0.027],
          squash: ['y', 0.68],
          paint: 'jaw',
        },
      ],
    },
  ],
};

/** Spines along the back: joint, centre of the body there, distance from it to the skin in metres. */
const SPIKES: readonly (readonly [joint: string, center: Point<Measure>, radius: number])[] = [
  ['neck3', 'skull', 0.03],
  ['neck2', 'neck3', 0.06],
  ['neck1', 'neck2', 0.07],
  ['chest', ['ground', 0, { back: 1 }, { long: 0.42 }], 0.115],
  ['chest', ['ground', 0, { back: 1 }, { long: 0.2 }], 0.125],
  ['spine2', ['ground', 0, { back: 1 }, 0], 0.115],
  ['spine1', ['ground', 0, { back: 1 }, { long: -0.22 }], 0.11],
  ['hips', ['ground', 0, { back: 1 }, { long: -0.5 }], 0.115],
  ['tail1', 'tail1', 0.09],
  ['tail2', 'tail2', 0.075],
  ['tail3', 'tail3', 0.06],
  ['tail4', 'tail4', 0.05],
  ['tail5', 'tail5', 0.038],
];
/** The first of them stand on the steep neck, where the back faces backwards. */
const NECK_SPIKES = 3;

const FACE: Section = {
  landmarks: {
    HornRoot: ['skull', 0.045, 0.055, 0.0],
    HornBend: ['HornRoot', 0.025, 0.06, -0.08],
    HornTip: ['HornBend', 0.012, 0.075, -0.06],
    Cheek: ['skull', 0.07, -0.02, 0.02],
  },
  shapes: [
    { joints: 'head', in: 'head', eye: ['skull', 0.062, 0.028, 0.085], radius: 0.025, gaze: [0.9, 0.1, 0.6] },
    {
      joints: 'head',
      in: 'head',
      cone: [
        ['skull', 0.056, 0.062, 0.055],
        ['skull', 0.056, 0.05, 0.125],
      ],
      radii: [0.016, 0.01],
      blend: 0.014,
      paint: 'brow',
    },
    {
      joints: 'head',
      in: 'head',
      ball: ['nose', 0.022, 0.026, -0.012],
      radii: [0.015, 0.014, 0.018],
      blend: 0.012,
    },
    {
      joints: 'head',
      in: 'head',
      cone: ['HornRoot', 'HornBend'],
      radii: [0.024, { horn: 0.018 }],
      blend: 0.01,
      paint: 'horn',
    },
    { joints: 'head', in: 'horn', cone: ['HornBend', 'HornTip'], radii: [0.018, 0.005], paint: 'horn' },
    {
      joints: 'head',
      in: 'head',
      cone: ['Cheek', ['Cheek', 0.055, 0.01, -0.055]],
      radii: [0.022, 0.006],
      squash: ['y', 0.6],
      blend: 0.01,
      paint: 'spike',
    },
  ],
};

/** Three toes with claws. */
const toes = (foot: string): ShapeRow<Measure> => ({
  joints: foot,
  toes: [foot, 0, -0.006, 0],
  tips: [-0.05, 0, 0.05].map((x): Point<Measure> => [foot, x, -0.026, 0.115 - 0.25 * Math.abs(x)]),
  radius: 0.026,
  paint: 'foot',
});

const HIND_LEG: Section = {
  landmarks: {
    HindHip: ['ground', { girth: 0.08 }, { back: 1, size: -0.03 }, { long: -0.5 }],
    HindKnee: ['ground', { girth: 0.118 }, { leg: 0.62 }, { long: -0.5, size: 0.11 }],
    HindAnkle: ['ground', { girth: 0.118 }, { leg: 0.32 }, { long: -0.5, size: -0.06 }],
    HindFoot: ['ground', { girth: 0.118 }, 0.036, { long: -0.5, size: -0.01 }],
    HindToe: ['ground', { girth: 0.118 }, 0.025, { long: -0.5, size: 0.06 }],
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
      reach: 0.22,
      blend: 0.06,
      shapes: [
        {
          joints: 'HindUpperLeg',
          in: 'girth',
          cone: ['HindHip', 'HindKnee'],
          radii: [0.095, 0.06],
          squash: ['x', 0.74],
          bulge: 0.012,
        },
        {
          joints: 'HindLowerLeg',
          cone: ['HindKnee', 'HindAnkle'],
          radii: [{ girth: 0.056 }, 0.033],
          blend: 0.025,
        },
        {
          joints: 'HindAnkle',
          cone: ['HindAnkle', 'HindFoot'],
          radii: [0.034, 0.03],
          blend: 0.02,
          paint: 'foot',
        },
        toes('HindFoot'),
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
    FrontShoulder: ['ground', { girth: 0.06 }, { back: 1, size: 0.01 }, { long: 0.36 }],
    FrontHip: ['ground', { girth: 0.095 }, { back: 1, size: -0.09 }, { long: 0.36, size: 0.06 }],
    FrontKnee: ['ground', { girth: 0.118 }, { leg: 0.58 }, { long: 0.36, size: -0.025 }],
    FrontAnkle: ['ground', { girth: 0.118 }, { leg: 0.25 }, { long: 0.36, size: 0.015 }],
    FrontFoot: ['ground', { girth: 0.118 }, 0.036, { long: 0.36, size: 0.03 }],
    FrontToe: ['ground', { girth: 0.118 }, 0.025, { long: 0.36, size: 0.1 }],
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
      reach: 0.19,
      blend: 0.055,
      shapes: [
        {
          joints: 'FrontShoulder',
          in: 'girth',
          cone: ['FrontShoulder', 'FrontHip'],
          radii: [0.05, 0.068],
          squash: ['x', 0.7],
        },
        {
          joints: 'FrontUpperLeg',
          in: 'girth',
          cone: ['FrontHip', 'FrontKnee'],
          radii: [0.066, 0.048],
          squash: ['x', 0.85],
          blend: { size: 0.025 },
        },
        {
          joints: 'FrontLowerLeg',
          cone: ['FrontKnee', 'FrontAnkle'],
          radii: [{ girth: 0.046 }, 0.033],
          blend: 0.025,
        },
        {
          joints: 'FrontAnkle',
          cone: ['FrontAnkle', 'FrontFoot'],
          radii: [0.033, 0.03],
          blend: 0.02,
          paint: 'foot',
        },
        toes('FrontFoot'),
      ],
    },
  ],
  limits: {
    FrontShoulder: [0.4, 0.2, 0.2],
    FrontUpperLeg: [[-1.2, 1.1], 0.35, 0.35],
    FrontLowerLeg: [[-1.5, 0.6], 0.3, 0.3],
    FrontAnkle: [[-0.9, 1.3], 0.3, 0.3],
    FrontFoot: [[-0.9, 1.4], 0.35, 0.35],
  },
};

const finger = (letter: string): ShapeRow<Measure>[] => [
  {
    joints: `WingFinger${letter}1`,
    cone: ['Wrist', `Middle${letter}`],
    radii: [0.02, 0.015],
    blend: 0.006,
    paint: 'wingArm',
  },
  {
    joints: `WingFinger${letter}2`,
    cone: [`Middle${letter}`, `Tip${letter}`],
    radii: [0.015, 0.007],
    blend: 0.006,
    paint: 'wingArm',
  },
];

const skin = (joints: JointNames, ...sheet: [Point<Measure>, Point<Measure>, Point<Measure>]): ShapeRow<Measure> => ({
  joints,
  sheet,
  thickness: 0.007,
  blend: 0.004,
  paint: 'membrane',
});

/** The skin between two fingers, with a hem that hangs in a curve. */
const web = (one: string, two: string): ShapeRow<Measure>[] => {
  const owners = [`WingFinger${one}`, `WingFinger${two}`];
  const hem = `Hem${one}${two}`;
  return [
    skin(owners, 'Wrist', `Middle${one}`, `Middle${two}`),
    skin(owners, `Middle${one}`, `Tip${one}`, hem),
    skin(owners, `Middle${one}`, hem, `Middle${two}`),
    skin(owners, `Middle${two}`, hem, `Tip${two}`),
  ];
};

const hem = (one: string, two: string): Point<Measure> => ({
  between: [
    { between: [`Tip${one}`, `Tip${two}`], at: 0.5 },
    { between: [`Middle${one}`, `Middle${two}`], at: 0.5 },
  ],
  at: 0.3,
});

const middle = (letter: string): Point<Measure> => ({
  between: ['Wrist', `Tip${letter}`],
  at: 0.5,
  plus: [0, 0.025, 0.02],
});

/** Two arm bones, three fingers, skin between them and down to the flank. */
const WING: Section = {
  landmarks: {
    Shoulder: ['wingRoot', 0.08, 0.07, 0.03],
    Elbow: ['wingRoot', 0.24, 0.25, -0.1],
    Wrist: ['wingRoot', 0.5, 0.36, 0.06],
    TipA: ['wingRoot', 1.02, 0.34, -0.12],
    TipB: ['wingRoot', 0.86, 0.2, -0.5],
    TipC: ['wingRoot', 0.5, 0.1, -0.58],
    MiddleA: middle('A'),
    MiddleB: middle('B'),
    MiddleC: middle('C'),
    Flank: ['ground', { girth: 0.07 }, { back: 1, size: 0.055 }, { long: -0.16 }],
    HemAB: hem('A', 'B'),
    HemBC: hem('B', 'C'),
    Hem: { between: [{ between: ['TipC', 'Flank'], at: 0.5 }, 'Elbow'], at: 0.22 },
  },
  joints: [
    { chain: 'Wing', parent: 'chest', through: ['Shoulder', 'Elbow', 'Wrist'] },
    { chain: 'WingFingerA', parent: 'Wing2', through: ['Wrist', 'MiddleA', 'TipA'] },
    { chain: 'WingFingerB', parent: 'Wing2', through: ['Wrist', 'MiddleB', 'TipB'] },
    { chain: 'WingFingerC', parent: 'Wing2', through: ['Wrist', 'MiddleC', 'TipC'] },
  ],
  parts: [
    {
      name: 'Wing',
      at: 'Shoulder',
      reach: 0.14,
      blend: 0.04,
      shapes: [
        { joints: 'Wing1', cone: ['Shoulder', 'Elbow'], radii: [0.046, 0.032], paint: 'wingArm' },
        { joints: 'Wing2', cone: ['Elbow', 'Wrist'], radii: [0.031, 0.024], blend: 0.012, paint: 'wingArm' },
        {
          joints: 'Wing2',
          cone: ['Wrist', ['Wrist', 0.01, 0.05, 0.05]],
          radii: [0.02, 0.008],
          blend: 0.008,
          paint: 'claw',
          detail: 0.016,
        },
        ...finger('A'),
        ...finger('B'),
        ...finger('C'),
        ...web('A', 'B'),
        ...web('B', 'C'),
        skin(['Wing2', 'WingFingerC'], 'Wrist', 'MiddleC', 'Elbow'),
        skin(['Wing', 'WingFingerC'], 'Elbow', 'MiddleC', 'Hem'),
        skin('WingFingerC', 'MiddleC', 'TipC', 'Hem'),
        skin(['Wing1', 'spine1', 'spine2'], 'Elbow', 'Hem', 'Flank'),
        skin(['Wing1', 'spine2', 'chest'], 'Shoulder', 'Elbow', 'Flank'),
      ],
    },
  ],
  limits: {
    WingFingerA: [0.5, [-0.7, 0.9], 0.6],
    WingFingerB: [0.5, [-0.7, 0.9], 0.6],
    WingFingerC: [0.5, [-0.7, 0.9], 0.6],
    Wing1: [0.7, [-0.6, 1.0], [-1.0, 0.9]],
    Wing2: [0.6, [-0.8, 0.9], 0.7],
  },
};

const LIMITS: Section = {
  limits: {
    hips: [0.4, 0.4, 0.3],
    back: [0.3, 0.3, 0.2],
    neck: [0.6, 0.5, 0.3],
    head: [0.7, 0.7, 0.4],
    jaw: [[-0.3, 0.6], 0.05, 0.05],
    tail: [0.35, 0.4, 0.1],
  },
};

export function describeDragon(rng: Rng): CreatureSpec {
  const measures = drawMeasures(rng, MEASURES);
  const body = createTableBody<Measure>(measures, UNITS);
  body.add(SKELETON);
  const tailPoints = addTailJoints(body);
  body.add(TRUNK);
  addTailShapes(body, tailPoints);
  body.add(TAIL_END);
  addSpikes(body);
  body.mirror(FACE);
  body.mirror(HIND_LEG);
  body.mirror(FRONT_LEG);
  body.mirror(WING);
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
    wings: body.pairs(['Wing', 'WingFingerA', 'WingFingerB', 'WingFingerC']),
    feet: legs.map((joints) => joints[3]),
  };
  const { size, leg, back } = measures;
  return {
    body: body.build(),
    cell: 0.0285 * size,
    stands: true,
    paints: drawDragonCoat(rng, back, leg, size),
    plan,
  };
}

function addTailJoints({ builder, measures, point, joint, setGroup, setLandmark }: TableBody<Measure>): Vec3[] {
  const { leg, tail } = measures;
  const points = Array.from({ length: TAIL.count + 1 }, (_, i): Vec3 => {
    const s = i / TAIL.count;
    return add(point('rump'), [0, (TAIL.drop[0] * s + TAIL.drop[1] * s * s) * 0.85 * leg, -tail * s]);
  });
  const joints = builder.chain('tail', joint('hips'), points);
  setGroup('tail', joints);
  setGroup('tailEnd', joints.slice(-1));
  setLandmark('tailEnd', points[TAIL.count]);
  for (const [i, each] of joints.entries()) {
    setGroup(`tail${i + 1}`, [each]);
    setLandmark(`tail${i + 1}`, points[i]);
  }
  return points;
}

function addTailShapes({ measures, joints, part }: TableBody<Measure>, points: readonly Vec3[]): void {
  const { girth, size } = measures;
  for (const [i, joint] of joints('tail').entries()) {
    const radii = [TAIL.radii[i] * girth, TAIL.radii[i + 1] * girth] as const;
    part('trunk').cone(joint, points[i], points[i + 1], radii, { blend: (i === 0 ? 0.05 : 0.008) * size });
  }
}

/** A row of blades along the back, largest in the middle. */
function addSpikes({ measures, point, joint, part }: TableBody<Measure>): void {
  const scale = measures.spikes * measures.size;
  for (const [i, [owner, center, radius]] of SPIKES.entries()) {
    const steep = i < NECK_SPIKES;
    const grow = 0.65 + 0.5 * Math.sin((Math.PI * (i + 1)) / (SPIKES.length + 1));
    const root = add(point(center), [0, radius * 0.8 * (1 - 0.4 * (steep ? 0.8 : 0.25)), -radius * 0.75 * (steep ? 1 : 0)]);
    const tip = add(root, [0, 0.062 * grow * scale * (steep ? 0.7 : 1), -0.055 * grow * scale * (steep ? 1.2 : 0.8)]);
    part('trunk').cone(joint(owner), root, tip, [0.032 * grow * scale, 0.006 * scale], {
      squash: [[1, 0, 0], 0.5],
      blend: 0.012 * scale,
      paint: 'spike',
    });
  }
}
