/**
 * @file A dinosaur on two legs: long stiff tail, sickle claws, a mouth full of intent.
 */

import type { Rng } from '../../../src/base/rng.js';
import { add, lerp, type Vec3 } from '../../../src/math/vector.js';
import { SIDES } from '../body.js';
import { type BodySection, createTableBody, drawMeasures, type MeasureTable, type TableBody } from '../body-table.js';
import { drawRaptorCoat } from '../coats/raptor-coat.js';
import type { CreaturePlan, CreatureSpec } from '../creature-record.js';

type Measure = 'size' | 'leg' | 'girth' | 'neck' | 'head' | 'snout' | 'tail' | 'crest' | 'stance';
type Section = BodySection<Measure>;

const MEASURES: MeasureTable<Measure> = {
  size: { range: [0.9, 1.2] },
  leg: { of: 'size', times: 0.62, range: [0.92, 1.1] },
  girth: { of: 'size', range: [0.9, 1.15] },
  neck: { of: 'size', range: [0.85, 1.15] },
  head: { of: 'size', range: [0.95, 1.12] },
  snout: { of: 'size', range: [0.88, 1.2] },
  tail: { of: 'size', times: 0.98, range: [0.88, 1.12] },
  /** How far the crest stands up, 0 to 1. */
  crest: { range: [0, 1] },
  /** From the midline to a knee. */
  stance: { sum: { girth: 0.112 } },
};

const UNITS = { skull: 'head', nose: 'head', hinge: 'head' } as const;

const TAIL = {
  count: 7,
  /** Radii from the root to the end, over the girth. */
  radii: [0.085, 0.066, 0.052, 0.042, 0.033, 0.025, 0.018, 0.008],
  /** How it rises: coefficients of s and s², over the size. */
  rise: [0.02, 0.06],
};

const SKELETON: Section = {
  landmarks: {
    hips: ['ground', 0, { leg: 1 }, 0],
    nape: ['hips', 0, 0.075, 0.45],
    skull: ['nape', 0, { neck: 0.235 }, { neck: 0.1 }],
    bend: { between: ['nape', 'skull'], at: 0.5, plus: [0, -0.012, 0.028] },
    nose: ['skull', 0, -0.022, { head: 0.1, snout: 0.175 }],
    hinge: ['skull', 0, -0.042, 0.045],
    chin: ['hinge', 0, -0.095, { head: 0.05, snout: 0.145 }],
    rump: ['hips', 0, 0.005, -0.11],
  },
  joints: [
    { name: 'hips', at: 'hips' },
    { name: 'spine1', parent: 'hips', at: ['hips', 0, 0.015, 0.13] },
    { name: 'spine2', parent: 'spine1', at: ['hips', 0, 0.025, 0.24] },
    { name: 'chest', parent: 'spine2', at: ['hips', 0, 0.03, 0.34] },
    { chain: 'neck', parent: 'chest', through: ['nape', 'bend', 'skull'] },
    { name: 'head', parent: 'neck2', at: 'skull', tip: 'nose' },
    { name: 'jaw', parent: 'head', at: 'hinge', tip: 'chin' },
  ],
  groups: { back: ['spine1', 'spine2', 'chest'], spine: ['hips', 'back'] },
};

const TRUNK: Section = {
  shapes: [
    {
      joints: 'spine',
      ball: ['hips', 0, 0.005, -0.01],
      radii: [{ girth: 0.094 }, { girth: 0.112 }, 0.16],
      blend: 0.07,
    },
    {
      joints: 'spine',
      in: 'girth',
      cone: [
        ['hips', 0, 0, 0.06],
        ['hips', 0, 0.012, 0.33],
      ],
      radii: [0.092, 0.096],
      squash: ['x', 0.88],
      blend: { size: 0.07 },
    },
    {
      joints: ['chest', 'neck1'],
      cone: [['hips', 0, 0.03, 0.36], 'bend'],
      radii: [{ girth: 0.085 }, 0.056],
      blend: 0.07,
    },
    { joints: 'neck', cone: ['bend', 'skull'], radii: [0.056, 0.052], blend: 0.04 },
    {
      joints: 'head',
      in: 'head',
      ball: ['skull', 0, 0.008, 0.045],
      radii: [0.066, 0.062, 0.088],
      blend: 0.03,
    },
    {
      joints: 'head',
      in: 'head',
      cone: [['skull', 0, -0.002, 0.09], 'nose'],
      radii: [0.052, 0.028],
      squash: ['x', 0.82],
      blend: 0.03,
    },
    {
      joints: 'head',
      in: 'head',
      ball: ['nose', 0, 0.022, -0.016],
      radii: [0.022, 0.014, 0.02],
      blend: 0.014,
    },
  ],
};

const JAW: Section = {
  parts: [
    {
      name: 'jaw',
      at: 'hinge',
      in: 'head',
      reach: 0.11,
      blend: 0.05,
      shapes: [
        {
          joints: 'jaw',
          in: 'head',
          cone: ['hinge', 'chin'],
          radii: [0.033, 0.018],
          squash: ['y', 0.72],
          paint: 'jaw',
        },
      ],
    },
  ],
};

const FACE: Section = {
  shapes: [
    { joints: 'head', in: 'head', eye: ['skull', 0.05, 0.032, 0.082], radius: 0.021, gaze: [1, 0.12, 0.55] },
    {
      joints: 'head',
      in: 'head',
      cone: [
        ['skull', 0.044, 0.06, 0.05],
        ['skull', 0.046, 0.052, 0.115],
      ],
      radii: [0.012, 0.009],
      blend: 0.012,
      paint: 'brow',
      detail: 0.011,
    },
  ],
};

/** Thigh, shin, long metatarsus, three toes and the sickle claw. */
const LEG: Section = {
  landmarks: {
    Hip: ['hips', { girth: 0.078 }, -0.015, -0.01],
    Knee: ['ground', { stance: 1 }, { leg: 0.62 }, 0.115],
    Ankle: ['ground', { stance: 1 }, { leg: 0.33 }, -0.06],
    Foot: ['ground', { stance: 1 }, 0.036, 0.02],
    Toe: ['ground', { stance: 1 }, 0.02, 0.12],
    Knuckle: ['Foot', -0.04, 0.022, 0.055],
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
      in: 'girth',
      reach: 0.2,
      blend: 0.06,
      shapes: [
        {
          joints: 'UpperLeg',
          in: 'girth',
          cone: ['Hip', 'Knee'],
          radii: [0.084, 0.048],
          squash: ['x', 0.66],
          bulge: 0.012,
        },
        {
          joints: 'LowerLeg',
          cone: ['Knee', 'Ankle'],
          radii: [{ girth: 0.048 }, 0.026],
          blend: 0.025,
          bulge: 0.006,
        },
        { joints: 'Ankle', cone: ['Ankle', 'Foot'], radii: [0.027, 0.023], blend: 0.02, paint: 'foot' },
        {
          joints: 'Foot',
          toes: ['Foot', 0, -0.01, 0],
          tips: [
            ['Foot', 0.062, -0.024, 0.12],
            ['Foot', 0.004, -0.024, 0.14],
          ],
          radius: 0.022,
          paint: 'foot',
        },
        { joints: 'Foot', cone: ['Foot', 'Knuckle'], radii: [0.02, 0.017], blend: 0.014, paint: 'foot' },
        {
          joints: 'Foot',
          cone: ['Knuckle', ['Knuckle', -0.006, 0.04, 0.03]],
          radii: [0.014, 0.004],
          paint: 'claw',
          detail: 0.012,
        },
      ],
    },
  ],
  limits: {
    UpperLeg: [[-1.2, 0.9], 0.35, 0.35],
    LowerLeg: [[-0.9, 1.3], 0.3, 0.3],
    Ankle: [[-1.3, 1.0], 0.3, 0.3],
    Foot: [[-0.9, 1.5], 0.3, 0.3],
  },
};

/** Held under the chest. */
const ARM: Section = {
  landmarks: {
    Shoulder: ['hips', { girth: 0.075 }, -0.03, 0.38],
    Elbow: ['hips', { girth: 0.1 }, -0.115, 0.355],
    Wrist: ['hips', { girth: 0.105 }, -0.145, 0.45],
    Fingers: ['hips', { girth: 0.105 }, -0.16, 0.5],
  },
  joints: [
    {
      chain: ['UpperArm', 'ForeArm', 'Hand'],
      parent: 'chest',
      through: ['Shoulder', 'Elbow', 'Wrist', 'Fingers'],
    },
  ],
  parts: [
    {
      name: 'Arm',
      at: 'Shoulder',
      reach: 0.1,
      blend: 0.035,
      shapes: [
        { joints: 'UpperArm', cone: ['Shoulder', 'Elbow'], radii: [{ girth: 0.034 }, 0.025] },
        { joints: 'ForeArm', cone: ['Elbow', 'Wrist'], radii: [0.024, 0.018], blend: 0.015 },
        { joints: 'Hand', cone: ['Wrist', 'Fingers'], radii: [0.019, 0.018], blend: 0.012, paint: 'foot' },
        {
          joints: 'Hand',
          cone: ['Fingers', ['Fingers', 0.03, -0.03, 0.05]],
          radii: [0.014, 0.004],
          blend: 0.008,
          paint: 'claw',
          detail: 0.012,
        },
        {
          joints: 'Hand',
          cone: ['Fingers', ['Fingers', -0.024, -0.036, 0.05]],
          radii: [0.014, 0.004],
          blend: 0.008,
          paint: 'claw',
          detail: 0.012,
        },
      ],
    },
  ],
  limits: {
    UpperArm: [[-1.0, 0.8], 0.4, [-0.3, 0.6]],
    ForeArm: [0.9, 0.4, 0.3],
    Hand: [0.6, 0.4, 0.4],
  },
};

const LIMITS: Section = {
  limits: {
    hips: [0.4, 0.4, 0.3],
    back: [0.25, 0.3, 0.2],
    neck: [0.7, 0.6, 0.4],
    head: [0.7, 0.7, 0.4],
    jaw: [[-0.3, 0.5], 0.05, 0.05],
    tail: [0.3, 0.35, 0.1],
  },
};

export function describeRaptor(rng: Rng): CreatureSpec {
  const measures = drawMeasures(rng, MEASURES);
  const body = createTableBody<Measure>(measures, UNITS);
  body.add(SKELETON);
  const tailPoints = addTailJoints(body);
  body.add(TRUNK);
  addTailShapes(body, tailPoints);
  body.add(JAW);
  addCrest(body);
  for (const side of SIDES) {
    body.on(side).add(FACE);
    addTeeth(body, side.sign);
  }
  body.mirror(LEG);
  body.mirror(ARM);
  body.add(LIMITS);

  const legs = body.pairs(['UpperLeg', 'LowerLeg', 'Ankle', 'Foot']);
  const plan: CreaturePlan = {
    spine: body.joints('spine'),
    neck: body.joints('neck'),
    head: body.joint('head'),
    jaw: body.joint('jaw'),
    tail: body.joints('tail'),
    legs,
    arms: body.pairs(['UpperArm', 'ForeArm', 'Hand']),
    wings: [],
    feet: legs.map((joints) => joints[3]),
  };
  const { leg, size } = measures;
  return {
    body: body.build(),
    cell: 0.0175 * size,
    stands: true,
    paints: drawRaptorCoat(rng, leg, size),
    plan,
  };
}

function addTailJoints({ builder, measures, point, joint, setGroup }: TableBody<Measure>): Vec3[] {
  const points = Array.from({ length: TAIL.count + 1 }, (_, i): Vec3 => {
    const s = i / TAIL.count;
    return add(point('rump'), [0, (TAIL.rise[0] * s + TAIL.rise[1] * s * s) * measures.size, -measures.tail * s]);
  });
  setGroup('tail', builder.chain('tail', joint('hips'), points));
  return points;
}

function addTailShapes({ measures, joints, part }: TableBody<Measure>, points: readonly Vec3[]): void {
  const { girth, size } = measures;
  for (const [i, joint] of joints('tail').entries()) {
    const radii = [TAIL.radii[i] * girth, TAIL.radii[i + 1] * girth] as const;
    part('trunk').cone(joint, points[i], points[i + 1], radii, { blend: (i === 0 ? 0.04 : 0.006) * size });
  }
}

/** Four blades from the brow to the nape. */
function addCrest({ measures, point, joint, part }: TableBody<Measure>): void {
  const { head, size, crest } = measures;
  const [first, last] = [point(['skull', 0, 0.05, 0.06]), point(['nape', 0, 0.06, -0.04])];
  for (const [i, owner] of ['head', 'head', 'neck2', 'neck1'].entries()) {
    const at = lerp(first, last, i / 3);
    const tip = add(at, [0, (0.03 + 0.05 * crest) * head, -0.065 * head]);
    part('trunk').cone(joint(owner), at, tip, [0.026 * size, 0.007 * size], {
      blend: 0.012 * size,
      squash: [[1, 0, 0], 0.6],
      paint: 'crest',
    });
  }
}

/** Four teeth along one side of the upper jaw. */
function addTeeth({ measures, point, joint, part }: TableBody<Measure>, sign: number): void {
  const { head } = measures;
  const [first, last] = [point(['skull', 0, -0.036, 0.12]), point(['nose', 0, -0.012, -0.012])];
  for (let i = 0; i < 4; i++) {
    const at = add(lerp(first, last, i / 3), [sign * ((0.034 - 0.005 * i) * head), -0.004 * head, 0]);
    const tip = add(at, [0, -0.016 * head, 0.004 * head]);
    part('trunk').cone(joint('head'), at, tip, [0.009 * head, 0.004 * head], {
      paint: 'claw',
      detail: 0.008 * head,
    });
  }
}
