/**
 * @file A bat: a small furry body between two hands grown into wings. Either a fruit bat with the face of a fox, or a
 * small one with a short face and huge ears.
 */

import type { Rng } from '../../../src/base/rng.js';
import { add, lerp, normalize, scale, type Vec3 } from '../../../src/math/vector.js';
import { SIDES, type Side } from '../body.js';
import { type BodySection, createTableBody, drawMeasures, type LimitRow, type MeasureTable, type Range, type TableBody, type Units } from '../body-table.js';
import { drawBatCoat } from '../coats/bat-coat.js';
import type { CreaturePlan, CreatureSpec } from '../creature-record.js';
import { handWingAngles } from '../hand-wing-angles.js';

type Measure =
  | 'size'
  | 'leg'
  | 'girth'
  | 'long'
  | 'slope'
  | 'head'
  | 'snout'
  | 'ear'
  | 'earSpread'
  | 'span'
  | 'deep'
  | 'tilt'
  | 'rise'
  | 'folded'
  | 'fingerCount'
  | 'spineCount'
  | 'tail'
  | 'eye'
  | 'earWidth'
  | 'stance';
type Section = BodySection<Measure>;

/** How fruit bats and small bats differ; the last is the radius of an eye over the head. */
const FRUIT_BAT = {
  size: [0.9, 1.3],
  head: [0.9, 1.1],
  snout: [0.9, 1.4],
  ear: [0.55, 0.8],
  eye: 0.0125,
} as const;
const SMALL_BAT = {
  size: [0.55, 0.95],
  head: [0.95, 1.25],
  snout: [0.35, 0.6],
  ear: [0.9, 1.7],
  eye: 0.009,
} as const;
const FRUIT_BAT_SHARE = 0.45;

interface BatRanges {
  readonly size: Range;
  readonly head: Range;
  readonly snout: Range;
  readonly ear: Range;
  readonly eye: number;
}

const measuresOf = ({ size, head, snout, ear, eye }: BatRanges): MeasureTable<Measure> => ({
  size: { range: size },
  leg: { of: 'size', times: 0.115, range: [0.9, 1.25] },
  girth: { of: 'size', range: [0.9, 1.25] },
  /** From the hips to the shoulders. */
  long: { of: 'size', times: 0.15, range: [0.9, 1.2] },
  /** How steep the trunk stands, radians. */
  slope: { range: [0.95, 1.2] },
  head: { of: 'size', range: head },
  snout: { of: 'size', range: snout },
  ear: { of: 'size', range: ear },
  /** How far the ears point to the sides. */
  earSpread: { range: [0.25, 0.6] },
  span: { of: 'size', range: [0.85, 1.1] },
  /** Length of the last finger over its usual. */
  deep: { range: [0.8, 1.15] },
  /** How far the wings lean down at the back and rise to the sides, radians. */
  tilt: { range: [0.1, 0.4] },
  rise: { range: [0.02, 0.22] },
  /** How far the wings are folded at rest, 0 to 1. */
  folded: { chance: 0.3, range: [0.25, 0.6] },
  fingerCount: { count: [2, 4] },
  spineCount: { count: [2, 3] },
  tail: { chance: 0.6, of: 'size', range: [0.85, 1.15] },
  eye: { of: 'head', times: eye },
  earWidth: { sum: { head: 0.016, ear: 0.012 } },
  /** From the midline to a leg. */
  stance: { sum: { girth: 0.034 } },
});

const UNITS: Units<Measure> = { skull: 'head', snout: 'snout', nose: 'head' };

/** Points of the midline: how far up the leaning trunk, and how far behind it over the size. */
const MIDLINE: Readonly<Record<string, readonly [along: number, up: number]>> = {
  rump: [-0.2, -0.002],
  belly: [-0.02, 0],
  hips: [0, 0],
  hipBall: [0.04, 0],
  flank: [0.12, 0.02],
  spine1: [0.45, 0],
  chestBall: [0.74, -0.006],
  chest: [0.8, 0],
  shoulders: [0.84, 0.018],
  throat: [0.95, 0],
  neck: [1.1, 0],
  nape: [1.15, 0],
};

const TRUNK_JOINTS: Section = {
  landmarks: {
    skull: ['nape', 0, 0.042, 0.03],
    snout: ['skull', 0, 0.004, 0.036],
    nose: ['snout', 0, -0.016, 0.055],
    hinge: ['skull', 0, -0.012, 0.018],
    chin: ['hinge', 0, { head: -0.016, snout: -0.02 }, { head: 0.016, snout: 0.05 }],
    tailEnd: ['rump', 0, { tail: -0.075 }, { tail: -0.125 }],
  },
  joints: [
    { chain: 'neck', parent: 'chest', through: ['neck', 'skull'] },
    { name: 'head', parent: 'neck1', at: 'skull', tip: 'nose' },
    { name: 'jaw', parent: 'head', at: 'hinge', tip: 'chin' },
  ],
};

const TRUNK: Section = {
  shapes: [
    { joints: 'spine', in: 'girth', cone: ['belly', 'chest'], radii: [0.05, 0.062], blend: { size: 0.03 } },
    { joints: 'spine', in: 'girth', ball: 'chestBall', radii: [0.068, 0.066, 0.066], blend: { size: 0.03 } },
    { joints: 'spine', in: 'girth', ball: 'hipBall', radii: [0.053, 0.053, 0.05], blend: { size: 0.03 } },
    {
      joints: ['chest', 'neck'],
      cone: ['throat', 'skull'],
      radii: [{ girth: 0.05 }, { head: 0.042 }],
      blend: 0.025,
    },
    {
      joints: 'head',
      in: 'head',
      ball: ['skull', 0, 0.01, 0.006],
      radii: [0.046, 0.042, 0.046],
      blend: 0.02,
      paint: 'head',
    },
    {
      joints: 'head',
      in: 'head',
      cone: [['skull', 0, 0.002, 0.03], 'nose'],
      radii: [0.03, { head: 0.012, snout: 0.005 }],
      blend: 0.014,
      paint: 'head',
    },
    {
      joints: 'head',
      in: 'head',
      ball: ['nose', 0, 0.006, 0.01],
      radii: [0.011, 0.008, 0.008],
      blend: 0.004,
      paint: 'nose',
      detail: 0.006,
    },
  ],
  parts: [
    {
      name: 'jaw',
      at: 'hinge',
      in: 'head',
      reach: 0.04,
      blend: 0.012,
      shapes: [
        {
          joints: 'jaw',
          in: 'head',
          cone: ['hinge', 'chin'],
          radii: [0.019, 0.009],
          squash: ['y', 0.7],
          paint: 'jaw',
        },
      ],
    },
  ],
};

const TAIL_JOINTS: Section = {
  landmarks: { tailMiddle: { between: ['rump', 'tailEnd'], at: 0.5 }, tailRoot: ['rump', 0, 0, 0.02] },
  joints: [{ chain: 'tail', parent: 'hips', through: ['rump', 'tailMiddle', 'tailEnd'] }],
};

/** A thin tail with skin to either side, narrow enough to stay clear of the legs. */
const TAIL: Section = {
  parts: [
    {
      name: 'tail',
      at: 'rump',
      reach: 0.06,
      blend: 0.02,
      shapes: [
        { joints: 'tail1', cone: [['rump', 0, 0, 0.03], 'tailMiddle'], radii: [0.014, 0.009] },
        { joints: 'tail2', cone: ['tailMiddle', 'tailEnd'], radii: [0.009, 0.005], blend: 0.004 },
      ],
    },
  ],
};
const TAIL_SKIN: Section = {
  landmarks: {
    TailEdge: { between: ['rump', 'tailEnd'], at: 0.42, plus: [0.05, 0, 0] },
    TailFlank: ['rump', 0.026, 0, 0.02],
  },
  shapes: [
    {
      part: 'tail',
      joints: 'tail',
      sheet: ['tailRoot', 'TailFlank', 'TailEdge'],
      thickness: 0.0035,
      paint: 'membrane',
    },
    {
      part: 'tail',
      joints: 'tail',
      sheet: ['tailRoot', 'TailEdge', 'tailEnd'],
      thickness: 0.0035,
      paint: 'membrane',
    },
  ],
};

const FACE: Section = {
  joints: [{ name: 'Ear', parent: 'head', at: 'Ear', tip: 'EarTip' }],
  shapes: [{ joints: 'head', in: 'eye', eye: ['skull', 0.03, 0.016, 0.036], radius: 1, gaze: [0.7, 0.15, 0.8] }],
  parts: [
    {
      name: 'Ear',
      at: 'Ear',
      in: 'head',
      reach: 0.04,
      blend: 0.014,
      shapes: [
        {
          joints: 'Ear',
          in: 'earWidth',
          cone: ['Ear', { between: ['Ear', 'EarTip'], at: 0.5 }],
          radii: [0.8, 1],
          squash: ['z', 0.42],
          paint: 'ear',
        },
        {
          joints: 'Ear',
          in: 'earWidth',
          cone: [{ between: ['Ear', 'EarTip'], at: 0.5 }, 'EarTip'],
          radii: [1, 0.35],
          squash: ['z', 0.42],
          blend: { size: 0.008 },
          paint: 'ear',
        },
      ],
    },
  ],
  limits: { Ear: [0.7, 0.6, 0.6] },
};

/** Lengths of the wing's bones over the span. */
const WING = {
  upper: 0.13,
  fore: 0.19,
  palm: 0.03,
  knuckle: 0.022,
  /** Of the first finger, of the last before `deep`, and how much longer those between are. */
  fingers: [0.31, 0.27, 0.04],
  /** Share of a finger that is its first bone, and of the rest. */
  bones: [0.48, 0.52],
} as const;

const WING_ARM: Section = {
  joints: [
    {
      chain: ['UpperWing', 'LowerWing', 'HandWing'],
      parent: 'chest',
      through: ['Shoulder', 'Elbow', 'Wrist', 'Palm'],
    },
  ],
  parts: [
    {
      name: 'Wing',
      at: 'Shoulder',
      reach: 0.1,
      blend: 0.024,
      shapes: [
        { joints: 'UpperWing', cone: ['Shoulder', 'Elbow'], radii: [0.024, 0.015], paint: 'arm' },
        { joints: 'LowerWing', cone: ['Elbow', 'Wrist'], radii: [0.014, 0.011], blend: 0.006, paint: 'arm' },
        { joints: 'HandWing', cone: ['Wrist', 'Palm'], radii: [0.011, 0.01], blend: 0.006, paint: 'arm' },
        {
          joints: 'HandWing',
          cone: ['Wrist', ['Wrist', 0.004, 0.012, 0.034]],
          radii: [0.009, 0.004],
          blend: 0.004,
          paint: 'claw',
          detail: 0.007,
        },
      ],
    },
  ],
  limits: {
    UpperWing: [1.3, [-1.1, 1.6], [-1.8, 1.6]],
    LowerWing: [0.8, [-2, 1], 0.9],
    HandWing: [0.8, [-1.2, 2.2], 1],
  },
};
const FINGER_LIMITS: LimitRow = [0.6, [-1.3, 1.1], 0.8];

const finger = (name: string): Section => ({
  joints: [{ chain: name, parent: 'HandWing', through: ['Knuckle', 'Middle', 'End'] }],
  shapes: [
    {
      part: 'Wing',
      joints: `${name}1`,
      cone: ['Knuckle', 'Middle'],
      radii: [0.009, 0.007],
      blend: 0.003,
      paint: 'arm',
    },
    {
      part: 'Wing',
      joints: `${name}2`,
      cone: ['Middle', 'End'],
      radii: [0.007, 0.004],
      blend: 0.003,
      paint: 'arm',
    },
  ],
  limits: { [name]: FINGER_LIMITS },
});

const LEG: Section = {
  landmarks: {
    Hip: ['ground', { stance: 0.75 }, { leg: 1, size: 0.02 }, 0.0],
    Knee: ['ground', { stance: 1.15 }, { leg: 0.66 }, 0.032],
    Ankle: ['ground', { stance: 1.25 }, { leg: 0.3 }, -0.014],
    Foot: ['ground', { stance: 1.25 }, 0.0125, -0.002],
    Toe: ['ground', { stance: 1.25 }, 0.009, 0.03],
    Sole: ['Foot', 0, -0.003, 0],
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
      reach: 0.06,
      blend: 0.018,
      shapes: [
        { joints: 'UpperLeg', cone: ['Hip', 'Knee'], radii: [0.024, 0.016] },
        { joints: 'LowerLeg', cone: ['Knee', 'Ankle'], radii: [0.015, 0.011], blend: 0.006 },
        { joints: 'Ankle', cone: ['Ankle', 'Foot'], radii: [0.01, 0.009], blend: 0.005, paint: 'foot' },
        {
          joints: 'Foot',
          toes: 'Sole',
          tips: [
            ['Sole', -0.026, -0.003, 0.044],
            ['Sole', 0, -0.003, 0.044],
            ['Sole', 0.026, -0.003, 0.044],
          ],
          radius: 0.0085,
          paint: 'foot',
          claw: 0,
        },
      ],
    },
  ],
  limits: {
    UpperLeg: [[-1.2, 1.6], 0.4, 0.5],
    LowerLeg: [[-1.2, 1.5], 0.3, 0.3],
    Ankle: [[-1.5, 1.4], 0.3, 0.3],
    Foot: [[-0.9, 1.5], 0.3, 0.3],
  },
};

const LIMITS: Section = {
  limits: {
    hips: [[-0.9, 1.2], 0.5, 0.6],
    back: [0.5, 0.4, 0.3],
    neck: [0.8, 0.7, 0.4],
    head: [0.9, 1, 0.6],
    jaw: [[-0.3, 0.5], 0.05, 0.05],
    tail: [0.6, 0.4, 0.2],
  },
};

export function describeBat(rng: Rng): CreatureSpec {
  const measures = drawMeasures(rng, measuresOf(rng.next() < FRUIT_BAT_SHARE ? FRUIT_BAT : SMALL_BAT));
  const body = createTableBody<Measure>(measures, UNITS);
  addTrunk(body);
  for (const side of SIDES) {
    const sided = body.on(side);
    const ear = sided.point(['skull', 0.027, 0.036, -0.004]);
    sided.setLandmark('Ear', ear);
    sided.setLandmark('EarTip', add(ear, scale(normalize(side.at(measures.earSpread, 1, -0.12)), 0.088 * measures.ear)));
    sided.add(FACE);
  }
  const wings = SIDES.map((side) => addWing(body.on(side), side));
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
    wings,
    feet: legs.map((joints) => joints[3]),
  };
  const { size, span } = measures;
  return {
    body: body.build(),
    cell: 0.0072 * size + 0.0049 * span,
    stands: true,
    paints: drawBatCoat(rng, body.point('skull'), size),
    plan,
  };
}

/** The trunk leans back, the head looks ahead. */
function addTrunk(body: TableBody<Measure>): void {
  const { size, leg, long, slope, spineCount, tail } = body.measures;
  for (const [name, [along, up]] of Object.entries(MIDLINE)) {
    body.setLandmark(name, [
      0,
      leg + 0.03 * size + along * long * Math.sin(slope) + up * size * Math.cos(slope),
      along * long * Math.cos(slope) - up * size * Math.sin(slope),
    ]);
  }
  const back = spineCount > 2 ? ['spine1', 'chest'] : ['chest'];
  const spine = ['hips', ...back];
  body.add({
    joints: spine.map((name, i) => ({ name, parent: spine[i - 1], at: name })),
    groups: { back, spine },
  });
  body.add(TRUNK_JOINTS);
  if (tail > 0) body.add(TAIL_JOINTS);
  else body.setGroup('tail', []);
  body.add(TRUNK);
  if (tail > 0) {
    body.add(TAIL);
    body.mirror(TAIL_SKIN);
  }
}

/** The arm, a palm with a thumb, long fingers, skin between them and down to the flank. */
function addWing(body: TableBody<Measure>, side: Side): number[] {
  const { size, span, tilt, rise, deep, folded, fingerCount } = body.measures;
  const { point, joint, joints, setLandmark, part } = body;
  const angles = handWingAngles(folded, fingerCount);
  /** In the plane of the wing: so far, at an angle from straight out to straight back. */
  const go = (from: Vec3, length: number, angle: number): Vec3 => {
    const [out, back] = [length * Math.cos(angle) * span, length * Math.sin(angle) * span];
    return add(from, side.at(out * Math.cos(rise), out * Math.sin(rise) - back * Math.sin(tilt), -back * Math.cos(tilt)));
  };
  const shoulder = point(['shoulders', { girth: 0.042 }, 0, 0]);
  const elbow = go(shoulder, WING.upper, angles.arm);
  const wrist = go(elbow, WING.fore, angles.forearm);
  setLandmark('Shoulder', shoulder);
  setLandmark('Elbow', elbow);
  setLandmark('Wrist', wrist);
  setLandmark('Palm', go(wrist, WING.palm, (angles.fingers[0] + angles.fingers[fingerCount - 1]) / 2));
  body.add(WING_ARM);

  const fingers = angles.fingers.map((angle, i) => {
    const s = i / (fingerCount - 1);
    const [first, last, between] = WING.fingers;
    const length = first * (1 - s) + last * deep * s + between * Math.sin(Math.PI * s);
    const knuckle = go(wrist, WING.knuckle, angle);
    const middle = go(knuckle, WING.bones[0] * length, angle);
    const end = go(middle, WING.bones[1] * length, angle + 0.16 * (1 - s));
    setLandmark('Knuckle', knuckle);
    setLandmark('Middle', middle);
    setLandmark('End', end);
    const name = `WingFinger${'ABCD'[i]}`;
    body.add(finger(name));
    return { joints: joints(name), middle, end };
  });

  const [upper, lower, hand, spine] = [joint('UpperWing'), joint('LowerWing'), joint('HandWing'), joints('spine')];
  const skin = (owners: readonly number[], a: Vec3, b: Vec3, c: Vec3) =>
    part('Wing').sheet(owners, [a, b, c], 0.0035 * size, { paint: 'membrane', blend: 0.002 * size });
  for (let i = 0; i + 1 < fingerCount; i++) {
    const [one, two] = [fingers[i], fingers[i + 1]];
    const owners = [...one.joints, ...two.joints];
    // The free edge hangs between the fingertips in a curve.
    const hem = lerp(lerp(one.end, two.end, 0.5), lerp(one.middle, two.middle, 0.5), 0.28);
    skin([hand, ...owners], wrist, one.middle, two.middle);
    skin(owners, one.middle, one.end, hem);
    skin(owners, one.middle, hem, two.middle);
    skin(owners, two.middle, hem, two.end);
  }
  const last = fingers[fingerCount - 1];
  const flank = point(['flank', { girth: 0.03 }, 0, 0]);
  const hem = lerp(lerp(last.end, flank, 0.5), elbow, 0.18);
  skin([lower, hand, ...last.joints], wrist, last.middle, elbow);
  skin([upper, lower, ...last.joints], elbow, last.middle, hem);
  skin(last.joints, last.middle, last.end, hem);
  // What is near the body stays with it, or a wing that folds would push it through the hips.
  const [inner, innerHem] = [lerp(flank, elbow, 0.55), lerp(flank, hem, 0.5)];
  skin([upper, lower], inner, elbow, hem);
  skin([upper, ...spine], inner, hem, innerHem);
  skin(spine, flank, inner, innerHem);
  skin([upper, ...spine], shoulder, elbow, inner);
  skin(spine, shoulder, inner, flank);
  // And a narrow one before the elbow.
  skin([upper, lower], lerp(shoulder, elbow, 0.15), elbow, lerp(elbow, wrist, 0.9));
  return [upper, lower, hand, ...fingers.flatMap((each) => each.joints)];
}
