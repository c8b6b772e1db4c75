/**
 * @file A frog or toad: a wide mouth, eyes on top, and hind legs that lie folded in a Z beside a body without a tail.
 *
 * Individuals lie between a stout toad with short hind legs and a slim tree frog with long ones. At rest the knees stay
 * a little open: skin that is folded flat there has no room to move when the leg stretches.
 */

import type { Rng } from '../../../src/base/rng.js';
import { add, lerp, type Vec3 } from '../../../src/math/vector.js';
import { type PartBuilder, SIDES, type Side } from '../body.js';
import { type BodySection, createTableBody, drawMeasures, type MeasureTable, type TableBody, type Units } from '../body-table.js';
import { drawFrogCoat } from '../coats/frog-coat.js';
import type { CreaturePlan, CreatureSpec } from '../creature-record.js';

type Measure = 'slim' | 'size' | 'girth' | 'hind' | 'fore' | 'splay' | 'shank' | 'head' | 'snout' | 'eye' | 'pad' | 'low' | 'rise';
type Section = BodySection<Measure>;

const MEASURES: MeasureTable<Measure> = {
  /** 0 is a toad, 1 a tree frog. */
  slim: { range: [0, 1] },
  /** From snout to rump. */
  size: { times: 0.12, range: [0.8, 1.3] },
  girth: { of: 'size', along: ['slim', 1.2, -0.34], range: [0.93, 1.07] },
  hind: { of: 'size', along: ['slim', 0.84, 0.42], range: [0.93, 1.07] },
  fore: { of: 'size', range: [0.88, 1.16] },
  /** How far the thighs point ahead, radians. */
  splay: { range: [0.52, 0.66] },
  /** Length of the shank over its usual. */
  shank: { range: [0.9, 1.1] },
  head: { of: 'size', range: [0.88, 1.14] },
  snout: { of: 'size', range: [0.8, 1.3] },
  eye: { of: 'size', range: [0.85, 1.2] },
  /** Radius of the toe pads over the size; only climbers have them. */
  pad: { above: ['slim', 0.6], range: [0.024, 0.03] },
  /** Height of the hips. */
  low: { of: 'size', range: [0.19, 0.22] },
  /** How much higher the nape is. */
  rise: { of: 'size', range: [0.08, 0.19] },
};

const UNITS: Units<Measure> = { skull: 'head', nose: 'head', hinge: 'head', Gullet: 'head', Eye: 'eye' };

/** Points of the back, which slopes down from the head to the rump: z over the size. */
const BACK = {
  rear: -0.3,
  hips: -0.27,
  spine: -0.1,
  loins: 0.02,
  belly: 0.05,
  chest: 0.07,
  neck: 0.08,
  shoulders: 0.1,
  nape: 0.22,
} as const;
/** From the hips to the nape, over the size. */
const SLOPE = [-0.27, 0.51] as const;

/** Angle of each toe from the middle of the foot, radians, and the share of its length that the web spans. */
const HIND_TOES = { angles: [-0.42, -0.02, 0.38], web: 0.72, radius: 0.021 };
const FRONT_TOES = { angles: [-0.75, -0.1, 0.6], web: 0.3, radius: 0.02 };

const TRUNK: Section = {
  landmarks: {
    skull: ['nape', 0, 0.03, 0],
    nose: ['skull', 0, 0.005, { head: 0.1, snout: 0.14 }],
    hinge: ['skull', 0, -0.08, 0.01],
    chin: ['hinge', 0, -0.036, { head: 0.08, snout: 0.13 }],
  },
  joints: [
    { name: 'hips', at: 'hips' },
    { name: 'spine', parent: 'hips', at: 'spine' },
    { name: 'chest', parent: 'spine', at: 'chest' },
    { name: 'head', parent: 'chest', at: 'skull', tip: 'nose' },
    { name: 'jaw', parent: 'head', at: 'hinge', tip: 'chin' },
  ],
  groups: { back: ['hips', 'spine', 'chest'] },
  shapes: [
    {
      joints: 'back',
      in: 'girth',
      cone: ['rear', ['loins', 0, -0.01, 0]],
      radii: [0.105, 0.18],
      squash: ['y', 0.86],
      blend: { size: 0.06 },
    },
    {
      joints: 'back',
      in: 'girth',
      ball: ['belly', 0, -0.02, 0],
      radii: [0.2, 0.155, { size: 0.18 }],
      blend: { size: 0.06 },
    },
    {
      joints: ['chest', 'head'],
      cone: ['neck', ['skull', 0, 0, 0.02]],
      radii: [{ girth: 0.14 }, { head: 0.12 }],
      squash: ['x', 1.25],
      blend: 0.06,
    },
    {
      joints: 'head',
      in: 'head',
      ball: ['skull', 0, 0.005, 0.045],
      radii: [0.185, 0.078, 0.13],
      blend: 0.05,
    },
    {
      joints: 'head',
      in: 'head',
      ball: { between: ['skull', 'nose'], at: 0.58 },
      radii: [0.145, 0.056, { head: 0.03, snout: 0.085 }],
      blend: 0.06,
    },
  ],
  parts: [
    {
      name: 'jaw',
      at: 'hinge',
      in: 'head',
      reach: 0.13,
      blend: 0.05,
      shapes: [
        {
          joints: 'jaw',
          in: 'head',
          ball: { between: ['hinge', 'chin'], at: 0.46 },
          radii: [0.15, 0.026, { head: 0.045, snout: 0.07 }],
          rotation: [0.17, 0, 0],
          paint: 'throat',
        },
      ],
    },
  ],
};

/** A sac on the throat, which breathes and croaks; eye and nostril. */
const FACE: Section = {
  landmarks: {
    Gullet: ['hinge', 0.055, -0.03, 0.015],
    Eye: ['skull', 0.115, 0.075, 0.05],
  },
  joints: [{ name: 'Throat', parent: 'head', at: 'Gullet', tip: ['Gullet', 0.01, -0.03, 0.09] }],
  shapes: [
    {
      part: 'jaw',
      joints: ['jaw', 'Throat'],
      in: 'head',
      ball: ['Gullet', 0, -0.022, 0.045],
      radii: [0.055, 0.034, 0.062],
      blend: 0.035,
      paint: 'throat',
    },
    {
      joints: 'head',
      in: 'eye',
      ball: ['Eye', -0.016, 0.008, -0.014],
      radii: 0.056,
      blend: { head: 0.03 },
      paint: 'lid',
    },
    { joints: 'head', in: 'eye', eye: 'Eye', radius: 0.052, gaze: [1, 0.18, 0.5] },
    {
      joints: 'head',
      in: 'head',
      ball: ['nose', 0.035, 0.032, -0.05],
      radii: 0.014,
      blend: 0.012,
      paint: 'nostril',
      detail: 0.014,
    },
  ],
  limits: { Throat: [[-0.2, 0.5], 0.15, 0.15] },
};

/** Thigh out and forward, shank back, the long ankle forward again, the web spread flat. */
const HIND_LEG: Section = {
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
      reach: 0.15,
      blend: 0.05,
      shapes: [
        {
          joints: 'HindUpperLeg',
          in: 'girth',
          cone: ['HindHip', 'HindKnee'],
          radii: [0.074, 0.05],
          bulge: 0.012,
        },
        {
          joints: 'HindLowerLeg',
          in: 'girth',
          cone: ['HindKnee', 'HindAnkle'],
          radii: [0.046, { size: 0.03 }],
          blend: { size: 0.015 },
          bulge: 0.01,
        },
        {
          joints: 'HindAnkle',
          cone: ['HindAnkle', 'HindFoot'],
          radii: [0.029, 0.024],
          blend: 0.012,
          paint: 'foot',
        },
      ],
    },
  ],
  limits: {
    HindUpperLeg: [1.6, [-0.9, 2.5], 1.3],
    HindLowerLeg: [1.3, [-2.5, 0.6], [-1.3, 1.8]],
    HindAnkle: [[-1.1, 2.9], 1.1, 1.1],
    HindFoot: [[-2.1, 1.4], 0.9, 0.9],
  },
};

const FRONT_LEG: Section = {
  joints: [
    {
      chain: ['FrontUpperLeg', 'FrontLowerLeg', 'FrontAnkle', 'FrontFoot'],
      parent: 'chest',
      through: ['FrontHip', 'FrontKnee', 'FrontAnkle', 'FrontFoot', 'FrontToe'],
    },
  ],
  parts: [
    {
      name: 'FrontLeg',
      at: 'FrontHip',
      in: 'girth',
      reach: 0.1,
      blend: 0.035,
      shapes: [
        { joints: 'FrontUpperLeg', in: 'girth', cone: ['FrontHip', 'FrontKnee'], radii: [0.05, 0.038] },
        {
          joints: 'FrontLowerLeg',
          cone: ['FrontKnee', 'FrontAnkle'],
          radii: [{ girth: 0.038 }, 0.028],
          blend: 0.012,
        },
        {
          joints: 'FrontAnkle',
          cone: ['FrontAnkle', 'FrontFoot'],
          radii: [0.028, 0.025],
          blend: 0.012,
          paint: 'foot',
        },
      ],
    },
  ],
  limits: {
    FrontUpperLeg: [[-1.8, 1.6], 1.2, [-1.1, 1.3]],
    FrontLowerLeg: [[-1.8, 1.2], 1.0, 1.0],
    FrontAnkle: [[-1.4, 1.9], 1.25, 1],
    FrontFoot: [1.4, 0.7, 0.7],
  },
};

const LIMITS: Section = {
  limits: {
    hips: [0.8, 0.4, 0.3],
    spine: [0.35, 0.3, 0.2],
    chest: [0.35, 0.3, 0.2],
    head: [[-0.5, 0.4], 0.4, 0.25],
    jaw: [[-0.2, 0.6], 0.05, 0.05],
  },
};

export function describeFrog(rng: Rng): CreatureSpec {
  const measures = drawMeasures(rng, MEASURES);
  const { slim, size, low, rise } = measures;
  const body = createTableBody<Measure>(measures, UNITS);
  for (const [name, z] of Object.entries(BACK)) body.setLandmark(name, [0, low + rise * ((z - SLOPE[0]) / SLOPE[1]), z * size]);
  body.add(TRUNK);
  body.mirror(FACE);
  for (const side of SIDES) {
    const sided = body.on(side);
    setHindLandmarks(sided, side);
    sided.add(HIND_LEG);
    addFoot(sided, side, 'Hind', HIND_TOES);
  }
  for (const side of SIDES) {
    const sided = body.on(side);
    setFrontLandmarks(sided, side);
    sided.add(FRONT_LEG);
    addFoot(sided, side, 'Front', FRONT_TOES);
  }
  body.add(LIMITS);

  const legs = [
    ...body.pairs(['FrontUpperLeg', 'FrontLowerLeg', 'FrontAnkle', 'FrontFoot']),
    ...body.pairs(['HindUpperLeg', 'HindLowerLeg', 'HindAnkle', 'HindFoot']),
  ];
  const plan: CreaturePlan = {
    spine: body.joints('back'),
    neck: [],
    head: body.joint('head'),
    jaw: body.joint('jaw'),
    tail: [],
    legs,
    arms: [],
    wings: [],
    feet: legs.map((joints) => joints[3]),
  };
  return {
    body: body.build(),
    cell: 0.021 * size,
    stands: true,
    paints: drawFrogCoat(rng, slim, size),
    plan,
  };
}

function setHindLandmarks({ measures, point, setLandmark }: TableBody<Measure>, side: Side): void {
  const { size, hind, splay, shank } = measures;
  const root = point(['hips', { girth: 0.085 }, -0.005, 0]);
  const at = (x: number, y: number, z: number): Vec3 => [root[0] + side.sign * x * hind, y * size, root[2] + z * hind];
  setLandmark('HindHip', root);
  setLandmark('HindKnee', add(root, side.at(0.39 * Math.cos(splay) * hind, 0.05 * hind, 0.39 * Math.sin(splay) * hind)));
  setLandmark('HindAnkle', at(0.32, 0.075, 0.22 - 0.33 * shank));
  setLandmark('HindFoot', at(0.38, 0.026, 0.18));
  setLandmark('HindToe', at(0.48, 0.02, 0.46));
}

function setFrontLandmarks({ measures, point, setLandmark }: TableBody<Measure>, side: Side): void {
  const { size, fore } = measures;
  const root = point(['shoulders', { girth: 0.165 }, -0.06, 0]);
  const at = (x: number, y: number, z: number): Vec3 => [root[0] + side.sign * x * fore, y * size, root[2] + z * fore];
  setLandmark('FrontHip', root);
  setLandmark('FrontKnee', add(root, side.at(0.1 * fore, -0.4 * (root[1] - 0.06 * size), -0.075 * fore)));
  setLandmark('FrontAnkle', at(0.085, 0.065, 0.045));
  setLandmark('FrontFoot', at(0.07, 0.026, 0.09));
  setLandmark('FrontToe', at(0.05, 0.02, 0.185));
}

function addFoot({ measures, point, joint, part }: TableBody<Measure>, side: Side, row: 'Hind' | 'Front', toes: typeof HIND_TOES): void {
  const { size, pad } = measures;
  const [root, tip] = [point(`${row}Foot`), point(`${row}Toe`)];
  const tips = toes.angles.map((angle) => rotateOnGround(root, tip, angle * side.sign));
  addWeb(part(`${row}Leg`), joint(`${row}Foot`), root, tips, {
    web: toes.web,
    toe: toes.radius * size,
    pad: pad * size,
  });
}

/** A point rotated about another in the plane of the ground. */
function rotateOnGround(about: Vec3, point: Vec3, angle: number): Vec3 {
  const [x, z] = [point[0] - about[0], point[2] - about[2]];
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [about[0] + c * x + s * z, point[1], about[2] - s * x + c * z];
}

/** Toes with skin between them: `web` is the share of their length that it spans, `pad` the radius of round tips. */
function addWeb(part: PartBuilder, joint: number, root: Vec3, tips: readonly Vec3[], { web, toe, pad }: { web: number; toe: number; pad: number }): void {
  for (const [i, tip] of tips.entries()) {
    part.cone(joint, root, tip, [1.15 * toe, 0.85 * toe], { blend: 0.5 * toe, paint: 'foot' });
    if (pad > 0) part.ball(joint, tip, pad, { blend: 0.4 * toe, paint: 'foot' });
    if (i === 0) continue;
    const corners = [root, lerp(root, tips[i - 1], web), lerp(root, tip, web)] as const;
    part.sheet(joint, corners, 0.7 * toe, { blend: 0.6 * toe, paint: 'web' });
  }
}
