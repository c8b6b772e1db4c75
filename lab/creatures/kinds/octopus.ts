/**
 * @file An octopus: a soft mantle, knowing eyes, eight arms of five joints.
 */

import type { Rng } from '../../../src/base/rng.js';
import { add, scale, type Vec3 } from '../../../src/math/vector.js';
import { SIDES, type Side } from '../body.js';
import { type BodySection, createTableBody, drawMeasures, type LimitRow, type MeasureTable, type TableBody } from '../body-table.js';
import { drawOctopusCoat } from '../coats/octopus-coat.js';
import type { CreaturePlan, CreatureSpec } from '../creature-record.js';

type Measure = 'size' | 'mantle' | 'arm' | 'thick' | 'lean' | 'high';
type Section = BodySection<Measure>;

const MEASURES: MeasureTable<Measure> = {
  size: { range: [0.88, 1.18] },
  mantle: { of: 'size', range: [0.88, 1.2] },
  arm: { of: 'size', range: [0.9, 1.15] },
  thick: { of: 'size', range: [0.88, 1.15] },
  /** How far the mantle leans back, radians. */
  lean: { range: [0.45, 0.8] },
  /** Height of the body over the ground. */
  high: { sum: { size: 0.12 } },
};

/** Direction of each arm of a side, radians from straight ahead. */
const ARMS: readonly (readonly [name: string, angle: number])[] = [
  ['FrontArm', 0.38],
  ['FrontSideArm', 1.16],
  ['BackSideArm', 1.95],
  ['BackArm', 2.76],
];

/** Along an arm: distance from the middle over the arm, height and radius over the size and the thickness. */
const ARM_PROFILE: readonly (readonly [reach: number, height: number, radius: number])[] = [
  [0.055, 0.105, 0.04],
  [0.135, 0.062, 0.033],
  [0.215, 0.032, 0.0265],
  [0.295, 0.026, 0.0205],
  [0.37, 0.03, 0.015],
  [0.425, 0.058, 0.009],
];
const ARM_LIMITS: LimitRow = [1, 1, 1];

const BODY: Section = {
  landmarks: {
    body: ['ground', 0, { high: 1 }, 0],
    nape: ['body', 0, 0.085, -0.015],
  },
  joints: [
    { name: 'body', at: 'body' },
    { name: 'head', parent: 'body', at: ['body', 0, 0.045, 0.005], tip: ['body', 0, 0.1, 0.02] },
  ],
  shapes: [
    { joints: ['body', 'head'], ball: ['body', 0, 0.01, 0], radii: [0.085, 0.065, 0.085], blend: 0.05 },
    { joints: 'head', ball: ['body', 0, 0.075, 0.005], radii: [0.07, 0.07, 0.066], blend: 0.05 },
  ],
};

const EYE: Section = {
  landmarks: { EyeSocket: ['body', 0.05, 0.105, 0.042] },
  shapes: [
    { joints: 'head', ball: 'EyeSocket', radii: 0.03, blend: 0.02 },
    { joints: 'head', eye: ['EyeSocket', 0.011, 0.006, 0.014], radius: 0.0245, gaze: [0.7, 0.1, 0.8] },
  ],
};

const LIMITS: Section = {
  limits: {
    body: [[-0.8, 1.9], 0.6, 0.5],
    head: [0.4, 0.5, 0.3],
    mantle: [0.5, 0.4, 0.4],
  },
};

export function describeOctopus(rng: Rng): CreatureSpec {
  const measures = drawMeasures(rng, MEASURES);
  const body = createTableBody<Measure>(measures);
  body.add(BODY);
  addMantle(body);
  body.mirror(EYE);
  const arms = SIDES.flatMap((side) => ARMS.map(([name, angle]) => addArm(body, side, name, angle)));
  body.add(LIMITS);

  const plan: CreaturePlan = {
    spine: [body.joint('body')],
    neck: [],
    head: body.joint('head'),
    jaw: -1,
    tail: body.joints('mantle'),
    legs: [],
    arms,
    wings: [],
    feet: [],
  };
  const { size } = measures;
  return {
    body: body.build(),
    cell: 0.0125 * size,
    stands: true,
    paints: drawOctopusCoat(rng, size),
    plan,
  };
}

function addMantle({ builder, measures, point, joint, joints, part, setGroup }: TableBody<Measure>): void {
  const { size, mantle, lean } = measures;
  const nape = point('nape');
  const along = (length: number) => add(nape, scale([0, Math.cos(lean), -Math.sin(lean)], length));
  const crown = along(0.22 * mantle);
  const middle: Vec3 = [0, (nape[1] + crown[1]) / 2, (nape[2] + crown[2]) / 2];
  setGroup('mantle', builder.chain('mantle', joint('head'), [nape, middle, crown]));
  const radii: Vec3 = [0.098 * mantle, 0.125 * mantle, 0.092 * mantle];
  part('trunk').ball(joints(['head', 'mantle']), along(0.115 * mantle), radii, {
    turn: [-lean, 0, 0],
    blend: 0.05 * size,
  });
}

function addArm({ builder, measures, joint, part, setGroup, limit }: TableBody<Measure>, side: Side, name: string, angle: number): number[] {
  const { size, arm, thick } = measures;
  const points = ARM_PROFILE.map(([reach, height], i): Vec3 => {
    // Arms curl a little sideways towards the tip, all outwards from the middle.
    const curl = angle + (i > 2 ? 0.05 * (i - 2) * (angle < 1.5 ? 1 : -1) : 0);
    return [side.sign * reach * arm * Math.sin(curl), height * size, reach * arm * Math.cos(curl)];
  });
  const joints = builder.chain(side.name(name), joint('body'), points);
  const armPart = builder.part(part('trunk'), points[0], 0.13 * size, 0.045 * size);
  for (const [i, owner] of joints.entries()) {
    const radii = [ARM_PROFILE[i][2] * thick, ARM_PROFILE[i + 1][2] * thick] as const;
    armPart.cone(owner, points[i], points[i + 1], radii, { blend: 0.012 * size, paint: 'arm' });
  }
  setGroup('arm', joints);
  limit('arm', ARM_LIMITS);
  return joints;
}
