/**
 * @file A reef fish: tall body, banded coat, fins that follow.
 */

import type { Rng } from '../../../src/base/rng.js';
import { add } from '../../../src/math/vector.js';
import { type BodySection, createTableBody, drawMeasures, type MeasureTable, type ShapeRow, type Units } from '../body-table.js';
import { drawFishCoat } from '../coats/fish-coat.js';
import type { CreaturePlan, CreatureSpec } from '../creature-record.js';

type Measure = 'size' | 'tall' | 'long' | 'fin' | 'fork' | 'eye' | 'thin' | 'middle';
type Section = BodySection<Measure>;

const MEASURES: MeasureTable<Measure> = {
  size: { range: [0.85, 1.2] },
  tall: { of: 'size', range: [0.85, 1.25] },
  long: { of: 'size', range: [0.92, 1.15] },
  fin: { of: 'size', range: [0.8, 1.25] },
  /** How deep the tail fin is forked, 0 to 1. */
  fork: { range: [0.2, 1] },
  eye: { of: 'size', range: [0.9, 1.2] },
  /** Thickness of a fin at its edge. */
  thin: { sum: { size: 0.005 } },
  /** Height of the midline. */
  middle: { sum: { tall: 0.15, fin: 0.05 } },
};

const UNITS: Units<Measure> = {
  middle: ['size', 'tall', 'long'],
  analRoot: 'fin',
  Pectoral: 'fin',
  Pelvic: 'fin',
};

/** A root amidships, the head before it, the tail behind it. */
const TRUNK: Section = {
  landmarks: {
    middle: ['ground', 0, { middle: 1 }, 0],
    tailRoot: ['middle', 0, 0, -0.235],
    dorsalRoot: ['middle', 0, 0.085, 0.09],
    analRoot: ['middle', 0, -0.07, -0.05],
  },
  joints: [
    { name: 'body', at: ['middle', 0, 0, 0.06] },
    { name: 'head', parent: 'body', at: ['middle', 0, 0.002, 0.13], tip: ['middle', 0, -0.01, 0.24] },
    { name: 'jaw', parent: 'head', at: ['middle', 0, -0.03, 0.18], tip: ['middle', 0, -0.035, 0.235] },
    {
      chain: 'tail',
      parent: 'body',
      through: [
        ['middle', 0, 0, 0.0],
        ['middle', 0, 0, -0.055],
        ['middle', 0, 0, -0.11],
        ['middle', 0, 0, -0.16],
        ['middle', 0, 0, -0.205],
        ['middle', 0, 0, -0.25],
      ],
    },
    { name: 'tailFin', parent: 'tail5', at: ['middle', 0, 0, -0.25], tip: ['middle', 0, 0, -0.3] },
    {
      chain: 'dorsalFin',
      parent: 'body',
      through: ['dorsalRoot', ['dorsalRoot', 0, { fin: 0.045 }, { long: -0.04 }]],
    },
    { chain: 'analFin', parent: 'tail1', through: ['analRoot', ['analRoot', 0, -0.04, -0.05]] },
  ],
  groups: {
    spine: ['body', 'head', 'tail'],
    wholeTail: ['tail', 'tailFin'],
    crests: ['dorsalFin', 'analFin'],
  },
  shapes: [
    {
      joints: 'spine',
      ball: ['middle', 0, 0, 0.045],
      radii: [0.056, { tall: 0.104 }, { long: 0.175 }],
      blend: 0.04,
    },
    {
      joints: 'spine',
      in: 'tall',
      cone: [
        ['middle', 0, 0, -0.06],
        ['middle', 0, 0, -0.17],
      ],
      radii: [0.078, 0.034],
      squash: ['x', 0.52],
      blend: { size: 0.05 },
    },
    {
      joints: ['tail4', 'tail5', 'tailFin'],
      in: 'tall',
      cone: [
        ['middle', 0, 0, -0.17],
        ['middle', 0, 0, -0.245],
      ],
      radii: [0.034, 0.03],
      squash: ['x', 0.5],
      blend: { size: 0.03 },
    },
    {
      joints: 'head',
      ball: ['middle', 0, -0.01, 0.17],
      radii: [0.046, { tall: 0.064 }, { long: 0.066 }],
      blend: 0.03,
    },
    {
      joints: 'jaw',
      ball: ['middle', 0, -0.03, 0.218],
      radii: [0.02, { tall: 0.012 }, { long: 0.022 }],
      blend: 0.014,
      paint: 'lip',
      detail: 0.008,
    },
    {
      joints: 'head',
      ball: ['middle', 0, -0.006, 0.222],
      radii: [0.021, { tall: 0.012 }, { long: 0.02 }],
      blend: 0.01,
      paint: 'lip',
      detail: 0.008,
    },
  ],
};

/** One lobe of the tail fin. */
const lobe = (root: string, tip: string): ShapeRow<Measure>[] => [
  {
    joints: ['tail5', 'tailFin'],
    in: 'thin',
    sheet: [root, tip, 'notch'],
    thickness: [2.2, 1, 1],
    blend: { size: 0.006 },
    paint: 'fin',
  },
  {
    joints: ['tail5', 'tailFin'],
    in: 'thin',
    sheet: [root, 'notch', 'tailRoot'],
    thickness: [2.2, 1, 2],
    blend: { size: 0.006 },
    paint: 'fin',
  },
];

/** One stretch of the dorsal fin, between two rays. */
const dorsal = (joints: readonly string[], ray: number): ShapeRow<Measure>[] => [
  {
    joints,
    in: 'thin',
    sheet: [`ridge${ray}`, `crown${ray}`, `crown${ray + 1}`],
    thickness: [2, 1, 1],
    blend: { size: 0.004 },
    paint: 'fin',
  },
  {
    joints,
    in: 'thin',
    sheet: [`ridge${ray}`, `crown${ray + 1}`, `ridge${ray + 1}`],
    thickness: [2, 1, 2],
    blend: { size: 0.004 },
    paint: 'fin',
  },
];

const FINS: Section = {
  landmarks: {
    upperLobe: ['tailRoot', 0, { tall: 0.018 }, { metre: 0.01 }],
    lowerLobe: ['tailRoot', 0, { tall: -0.018 }, { metre: 0.01 }],
    ridge1: ['middle', 0, 0.092, 0.1],
    ridge2: ['middle', 0, 0.098, 0.03],
    ridge3: ['middle', 0, 0.078, -0.05],
    ridge4: ['middle', 0, 0.045, -0.13],
    crown1: ['ridge1', 0, { fin: 0.05 }, { fin: -0.035 }],
    crown2: ['ridge2', 0, { fin: 0.078 }, { fin: -0.035 }],
    crown3: ['ridge3', 0, { fin: 0.066 }, { fin: -0.035 }],
    crown4: ['ridge4', 0, { fin: 0.02 }, { fin: -0.035 }],
  },
  parts: [
    {
      name: 'tailFin',
      at: 'tailRoot',
      reach: 0.05,
      blend: 0.02,
      shapes: [...lobe('upperLobe', 'upperTip'), ...lobe('lowerLobe', 'lowerTip')],
    },
    {
      name: 'dorsalFin',
      at: ['middle', 0, 0.08, 0.02],
      reach: 0.14,
      blend: 0.014,
      shapes: [...dorsal(['dorsalFin'], 1), ...dorsal(['dorsalFin', 'tail1', 'tail2'], 2), ...dorsal(['tail2', 'tail3'], 3)],
    },
    {
      name: 'analFin',
      at: 'analRoot',
      reach: 0.08,
      blend: 0.012,
      shapes: [
        {
          joints: ['analFin1', 'tail2', 'tail3'],
          in: 'thin',
          sheet: [
            ['middle', 0, -0.066, -0.03],
            ['analRoot', 0, -0.062, -0.05],
            ['middle', 0, -0.04, -0.125],
          ],
          thickness: [2, 1, 1.6],
          paint: 'fin',
        },
      ],
    },
  ],
};

const SIDE: Section = {
  landmarks: {
    Pectoral: ['middle', 0.046, -0.032, 0.115],
    PectoralTip: ['Pectoral', 0.075, -0.03, -0.075],
    Pelvic: ['middle', 0.016, -0.092, 0.1],
    PelvicTip: ['Pelvic', 0.024, -0.062, -0.052],
  },
  joints: [
    {
      chain: 'PectoralFin',
      parent: 'body',
      through: ['Pectoral', { between: ['Pectoral', 'PectoralTip'], at: 0.5 }, 'PectoralTip'],
    },
    { name: 'PelvicFin', parent: 'body', at: 'Pelvic', tip: 'PelvicTip' },
  ],
  shapes: [{ joints: 'head', eye: ['middle', 0.035, 0.022, 0.178], radius: { eye: 0.0185 }, gaze: [1, 0.08, 0.45] }],
  parts: [
    {
      name: 'PectoralFin',
      at: 'Pectoral',
      reach: 0.03,
      blend: 0.012,
      shapes: [
        {
          joints: 'PectoralFin',
          in: 'fin',
          cone: ['Pectoral', { between: ['Pectoral', 'PectoralTip'], at: 0.85 }],
          radii: [0.016, 0.034],
          squash: [[0.6, 0.45, 0.66], 0.16],
          paint: 'fin',
        },
      ],
    },
    {
      name: 'PelvicFin',
      at: 'Pelvic',
      reach: 0.035,
      blend: 0.012,
      shapes: [
        {
          joints: 'PelvicFin',
          in: 'fin',
          cone: ['Pelvic', 'PelvicTip'],
          radii: [0.013, 0.014],
          squash: ['x', 0.3],
          paint: 'fin',
        },
      ],
    },
  ],
  limits: {
    PectoralFin: [0.7, [-0.9, 0.7], 0.8],
    PelvicFin: [0.5, 0.4, 0.4],
  },
};

const LIMITS: Section = {
  limits: {
    body: [0.7, 1.2, 0.7],
    head: [0.25, 0.35, 0.15],
    jaw: [[-0.2, 0.35], 0.05, 0.05],
    wholeTail: [0.15, 0.6, 0.15],
    crests: [0.3, 0.3, 0.4],
  },
};

export function describeFish(rng: Rng): CreatureSpec {
  const measures = drawMeasures(rng, MEASURES);
  const { size, tall, long, fin, fork, middle } = measures;
  const body = createTableBody<Measure>(measures, UNITS);
  body.add(TRUNK);
  const tailRoot = body.point('tailRoot');
  body.setLandmark('upperTip', add(tailRoot, [0, 0.115 * fin, -(0.1 + 0.035 * fork) * fin]));
  body.setLandmark('lowerTip', add(tailRoot, [0, -0.115 * fin, -(0.1 + 0.035 * fork) * fin]));
  body.setLandmark('notch', add(tailRoot, [0, 0, -(0.12 - 0.055 * fork) * fin]));
  body.add(FINS);
  body.mirror(SIDE);
  body.add(LIMITS);

  const plan: CreaturePlan = {
    spine: [body.joint('body')],
    neck: [],
    head: body.joint('head'),
    jaw: body.joint('jaw'),
    tail: body.joints('wholeTail'),
    legs: [],
    arms: [],
    wings: body.pairs('PectoralFin'),
    feet: [],
  };
  return {
    body: body.build(),
    cell: 0.0105 * size,
    stands: false,
    paints: drawFishCoat(rng, middle, tall, long),
    plan,
  };
}
