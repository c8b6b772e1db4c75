/**
 * @file A long low body on legs that stand out to the sides: lizard, gecko, monitor, crocodile, salamander and all
 * between them. An individual is a mixture of two builds with proportions of its own.
 */

import type { Rng } from '../../../src/base/rng.js';
import { add, lerp, type Vec3 } from '../../../src/math/vector.js';
import { type BodyBuilder, createBody, type PartBuilder, SIDES, type Side } from '../body.js';
import type { Range } from '../body-table.js';
import { drawLizardCoat } from '../coats/lizard-coat.js';
import type { CreaturePlan, CreatureSpec } from '../creature-record.js';
import { addEye, addToes } from '../features.js';

/** What a build is measured by: lengths in metres at size 1, and ratios. */
const MEASURES = [
  'girth', // Half the width of the trunk.
  'flat', // Height of the trunk against its width.
  'long', // From the hips to the shoulders.
  'neck',
  'head',
  'snout',
  'wide', // Width of the head against its size.
  'tail',
  'root', // Height of the tail at its root against the girth.
  'thin', // Width of the tail against its height.
  'limb', // Upper leg.
  'thick', // Radius of the upper leg.
  'stance', // Height of the belly over the ground against the upper leg.
  'toe',
  'eye',
  'ridge', // Height of the crest on the back.
  'pad', // Whether the toes end in pads, from a half on.
] as const;
type Measure = (typeof MEASURES)[number];
type Build = Readonly<Record<Measure, number>>;
const RATIOS: readonly Measure[] = ['flat', 'head', 'wide', 'root', 'thin', 'stance', 'ridge', 'pad'];

/** Rows of measures; an individual lies between two of them, nearer to one. */
const BUILDS: readonly (readonly number[])[] = [
  // Lizard, gecko, monitor, crocodile, salamander.
  [0.08, 0.74, 0.36, 0.06, 1.0, 0.075, 1.0, 0.64, 0.66, 0.95, 0.125, 0.026, 0.3, 0.098, 0.018, 0.7, 0],
  [0.088, 0.58, 0.31, 0.045, 1.25, 0.07, 1.2, 0.42, 0.52, 1.0, 0.13, 0.026, 0.26, 0.08, 0.027, 0, 1],
  [0.098, 0.78, 0.41, 0.14, 0.95, 0.12, 0.85, 0.74, 0.62, 0.8, 0.14, 0.035, 0.5, 0.088, 0.014, 0, 0],
  [0.134, 0.62, 0.46, 0.06, 1.3, 0.22, 1.08, 0.64, 0.72, 0.66, 0.108, 0.042, 0.3, 0.075, 0.018, 1.1, 0],
  [0.092, 0.8, 0.4, 0.045, 1.2, 0.05, 1.35, 0.46, 0.76, 0.6, 0.09, 0.03, 0.22, 0.055, 0.019, 0, 0.3],
];

function drawBuild(rng: Rng, size: number): Build {
  const [one, two] = [BUILDS[rng.integer(BUILDS.length)], BUILDS[rng.integer(BUILDS.length)]];
  const share = 0.5 * rng.next() ** 2;
  const build: Partial<Record<Measure, number>> = {};
  for (const [k, measure] of MEASURES.entries()) {
    const drawn = (one[k] + (two[k] - one[k]) * share) * rng.range(0.92, 1.1);
    build[measure] = RATIOS.includes(measure) ? drawn : drawn * size;
  }
  return build as Build;
}

/** Half-widths of the trunk from the rump to the shoulders, over the girth: broad at the belly, narrow at the loins. */
const PROFILE = [0.7, 0.78, 0.94, 1, 0.97, 0.86, 0.72];

/** What front and hind legs differ in. */
const LEG_ROWS = {
  /** Where along the trunk, over its length; length over the limb; which way the knee points; how far the foot turns out. */
  Hind: { z: -0.46, length: 1.05, knee: 1, turnout: 0.5 },
  Front: { z: 0.42, length: 0.95, knee: -1, turnout: 0.3 },
} as const;

/** The toes of a foot: angle from its middle, radians, and length over the toe. */
const TOES: readonly (readonly [angle: number, length: number])[] = [
  [-0.85, 0.8],
  [-0.28, 1.05],
  [0.28, 1.1],
  [0.85, 0.85],
];

/** Range of rotation about X, Y and Z, radians. */
const LEG_LIMITS: readonly (readonly [Range, Range, Range])[] = [
  [
    [-0.9, 0.9],
    [-1.0, 1.0],
    [-0.8, 0.8],
  ],
  [
    [-0.8, 0.8],
    [-0.7, 0.7],
    [-1.1, 1.1],
  ],
  [
    [-1.2, 1.2],
    [-0.8, 0.8],
    [-0.8, 0.8],
  ],
  [
    [-1.0, 1.2],
    [-0.6, 0.6],
    [-0.6, 0.6],
  ],
];
const LIMITS = {
  hips: [
    [-0.5, 0.5],
    [-0.6, 0.6],
    [-0.4, 0.4],
  ],
  neck: [
    [-0.42, 0.28],
    [-0.55, 0.55],
    [-0.3, 0.3],
  ],
  head: [
    [-0.5, 0.4],
    [-0.7, 0.7],
    [-0.4, 0.4],
  ],
  jaw: [
    [-0.2, 0.65],
    [-0.05, 0.05],
    [-0.05, 0.05],
  ],
} as const;

export function describeLizard(rng: Rng): CreatureSpec {
  // (1) Proportions.
  const size = rng.range(0.9, 1.15);
  const build = drawBuild(rng, size);
  const { girth, flat, long, neck: neckLength, root } = build;
  const head = build.head * size;
  const spineCount = 4 + rng.integer(3);
  const tailCount = 6 + rng.integer(7);
  const rise = Math.max(0.026 * size, build.stance * build.limb) + flat * girth;

  // (2) Skeleton of the trunk: hips first, then forwards, then the tail.
  const b = createBody();
  const chestZ = 0.32 * long;
  const spinePoints = Array.from({ length: spineCount + 1 }, (_, i): Vec3 => {
    const z = i < spineCount ? -long / 2 + ((chestZ + long / 2) * i) / (spineCount - 1) : 0.54 * long;
    return [0, rise + 0.012 * size * Math.sin((Math.PI * (z + long / 2)) / long), z];
  });
  const names = Array.from({ length: spineCount }, (_, i) => (i === 0 ? 'hips' : i === spineCount - 1 ? 'chest' : `spine${i}`));
  const spine = b.chain(names, -1, spinePoints);
  const neckBase = spinePoints[spineCount];
  const skull = add(neckBase, [0, 0.014 * size + 0.3 * neckLength, 0.02 * size + neckLength]);
  const neck = b.chain('neck', spine[spineCount - 1], [neckBase, lerp(neckBase, skull, 0.5), skull]);
  const face = (x: number, y: number, z: number): Vec3 => add(skull, [x * head, y * head, z * head]);
  const nose = add(face(0, 0, 0.062), [0, 0, build.snout]);
  const headJoint = b.joint('head', neck[1], skull, nose);
  const hinge = face(0, -0.018, 0.012);
  const chin = add(face(0, -0.016 - 0.018 * build.wide, 0.058), [0, -0.13 * build.snout, 0.94 * build.snout]);
  const jaw = b.joint('jaw', headJoint, hinge, chin);
  const tallest = Math.min(root, 0.9 * flat) * girth;
  /** Height of the tail from its middle up, `s` from its root to its end. */
  const tailWidth = (s: number) => tallest * (1 - s) ** 0.85 * (1 - 0.2 * s) + 0.009 * size;
  const tailAt = (s: number): Vec3 => {
    const low = tailWidth(s) + 0.016 * size;
    return [0, low + (rise - tailWidth(0) - 0.016 * size) * (1 - s) ** 2, -long / 2 - 0.4 * girth - build.tail * s];
  };
  const tailPoints = Array.from({ length: tailCount + 1 }, (_, i) => tailAt(i / tailCount));
  const tail = b.chain('tail', spine[0], tailPoints);

  // (3) Shapes of the trunk: broad at the belly, narrow at the loins and the neck.
  const trunk = b.part(undefined, [0, 0, 0], 1, 0);
  const soft = 0.03 * size;
  const upright: readonly [Vec3, number] = [[0, 1, 0], flat];
  const profile = PROFILE.map((width) => width * girth);
  const along = (i: number): Vec3 => {
    const z = -0.52 * long + (1.06 * long * i) / (profile.length - 1);
    return [0, rise + 0.012 * size * Math.sin((Math.PI * Math.max(0, z + long / 2)) / long), z];
  };
  for (let i = 0; i + 1 < profile.length; i++) trunk.cone(spine, along(i), along(i + 1), [profile[i], profile[i + 1]], { blend: soft, squash: upright });
  const nape = 0.052 * head;
  trunk.cone([spine[spineCount - 1], ...neck], add(neckBase, [0, 0, -0.02 * size]), face(0, 0, 0.01), [0.68 * girth, nape], {
    blend: soft,
    squash: [[0, 1, 0], Math.min(1, flat + 0.1)],
  });
  addHead(trunk, headJoint, face, nose, head, build);
  const jawPart = b.part(trunk, hinge, 0.062 * head, 0.02 * head);
  jawPart.cone(jaw, hinge, chin, [0.038 * head * build.wide, 0.021 * head * build.wide], {
    squash: [[0, 1, 0], 0.42],
    paint: 'jaw',
  });
  trunk.cone([spine[0], tail[0]], [0, rise, -long / 2], tailPoints[0], [0.7 * girth, tailWidth(0)], {
    blend: soft,
    squash: upright,
  });
  for (const [i, joint] of tail.entries()) {
    trunk.cone(joint, tailPoints[i], tailPoints[i + 1], [tailWidth(i / tailCount), tailWidth((i + 1) / tailCount)], {
      blend: i === 0 ? soft : 0.006 * size,
      squash: [[1, 0, 0], build.thin + (1 - build.thin) * Math.max(0, 0.6 - i / tailCount)],
    });
  }
  if (build.ridge > 0.25) addRidge(trunk, build.ridge * size, spine, spinePoints, tail, tailPoints, flat * girth, tailWidth);

  // (4) Legs.
  const hind = SIDES.map((side) => addLeg(b, trunk, side, 'Hind', spine[0], rise, size, build));
  const front = SIDES.map((side) => addLeg(b, trunk, side, 'Front', spine[spineCount - 1], rise, size, build));
  const supple = 4 / spineCount;
  b.limit(spine[0], ...LIMITS.hips);
  b.limit(spine.slice(1), [-0.15 * supple, 0.15 * supple], [-0.5 * supple, 0.5 * supple], [-0.25, 0.25]);
  b.limit(neck, ...LIMITS.neck);
  b.limit(headJoint, ...LIMITS.head);
  b.limit(jaw, ...LIMITS.jaw);
  const curl = 4.2 / tailCount;
  b.limit(tail, [-0.32, 0.32], [-curl, curl], [-0.3, 0.3]);
  // At its root the tail gives way to the ground when the body stands up.
  b.limit(tail.slice(0, 2), [-0.5, 0.6], [-curl, curl], [-0.3, 0.3]);

  const plan: CreaturePlan = {
    spine,
    neck,
    head: headJoint,
    jaw,
    tail,
    legs: [...front, ...hind],
    arms: [],
    wings: [],
    feet: [...front, ...hind].map((joints) => joints[3]),
  };
  return {
    body: b.build(),
    cell: 0.0085 * size + 0.05 * girth,
    stands: true,
    paints: drawLizardCoat(rng, girth, size),
    plan,
  };
}

function addHead(part: PartBuilder, joint: number, face: (x: number, y: number, z: number) => Vec3, nose: Vec3, head: number, { wide, eye }: Build): void {
  part.ball(joint, face(0, 0.006, 0.034), [0.056 * wide * head, 0.036 * head, 0.062 * head], {
    blend: 0.03 * head,
    paint: 'face',
  });
  part.cone(joint, face(0, 0.002, 0.055), nose, [0.044 * wide * head, 0.026 * wide * head], {
    blend: 0.025 * head,
    squash: [[0, 1, 0], 0.56],
    paint: 'face',
  });
  for (const side of SIDES) {
    const x = side.sign * 0.036 * wide;
    part.ball(joint, face(x, 0.024, 0.05), eye * 1.25, { blend: 0.012 * head, paint: 'face' });
    addEye(part, joint, add(face(x, 0.027, 0.054), side.at(0.4 * eye, 0, 0.1 * eye)), eye, side.at(1, 0.25, 0.45));
    part.ball(joint, add(nose, side.at(0.012 * wide * head, 0.01 * head, -0.004 * head)), 0.009 * head, {
      blend: 0.008 * head,
      paint: 'face',
    });
  }
}

/** A row of low scales from the shoulders to the end of the tail. */
function addRidge(
  part: PartBuilder,
  amount: number,
  spine: readonly number[],
  spinePoints: readonly Vec3[],
  tail: readonly number[],
  tailPoints: readonly Vec3[],
  high: number,
  tailWidth: (s: number) => number,
): void {
  const scale = (joint: number, at: Vec3, width: number, tall: number) => {
    const foot = add(at, [0, width - 0.012 * amount, 0]);
    part.cone(joint, foot, add(foot, [0, 0.012 * amount + tall, -0.5 * tall]), [0.016 * amount, 0.006 * amount], {
      blend: 0.008 * amount,
      paint: 'ridge',
    });
  };
  for (const [i, joint] of spine.entries()) {
    for (const t of [0.25, 0.75]) scale(joint, lerp(spinePoints[i], spinePoints[i + 1], t), 0.92 * high, 0.016 * amount);
  }
  for (const [i, joint] of tail.slice(0, -2).entries())
    scale(joint, lerp(tailPoints[i], tailPoints[i + 1], 0.5), tailWidth((i + 0.5) / tail.length), 0.018 * amount);
}

/** Thigh out to the side, shin down, foot on the ground: the knee points forwards, the elbow backwards. */
function addLeg(b: BodyBuilder, trunk: PartBuilder, side: Side, row: keyof typeof LEG_ROWS, base: number, rise: number, size: number, build: Build): number[] {
  const { z, length: share, knee: way, turnout } = LEG_ROWS[row];
  const { girth, limb, thick, toe } = build;
  const length = limb * share;
  const hip: Vec3 = [0.5 * girth, rise - 0.22 * build.flat * girth, z * build.long];
  const knee = add(hip, [0.9 * length, 0.03 * length, way * 0.42 * length]);
  const ankleHeight = 0.036 * size;
  const drop = knee[1] - ankleHeight;
  // A shin longer than its height over the ground slants, out and towards the other pair of legs.
  const slant = Math.max(0.28 * length, Math.sqrt(Math.max(0, (0.92 * length) ** 2 - drop * drop)));
  const ankle: Vec3 = [knee[0] + 0.4 * slant, ankleHeight, knee[2] - way * 0.9 * slant];
  const ahead = (angle: number, far: number, y: number): Vec3 => [ankle[0] + far * Math.sin(turnout + angle), y, ankle[2] + far * Math.cos(turnout + angle)];
  const sole = 0.02 * size;
  const palm = 0.03 * size + 0.2 * toe;
  const points = [hip, knee, ankle, ahead(0, palm, sole), ahead(0, palm + 0.6 * toe, 0.6 * sole)].map(([x, y, w]) => side.at(x, y, w));
  const joints = b.chain(
    ['UpperLeg', 'LowerLeg', 'Ankle', 'Foot'].map((name) => side.name(row + name)),
    base,
    points,
  );
  const part = b.part(trunk, points[0], 0.5 * girth + 0.5 * length, 0.35 * girth);
  part.cone(joints[0], points[0], points[1], [1.35 * thick, thick], { bulge: 0.1 * thick });
  part.cone(joints[1], points[1], points[2], [0.98 * thick, 0.66 * thick + 0.003 * size], {
    blend: 0.5 * thick,
  });
  part.cone(joints[2], points[2], points[3], [0.66 * thick + 0.003 * size, 0.018 * size], {
    blend: 0.4 * thick,
    paint: 'foot',
    squash: [[0, 1, 0], 0.9],
  });
  part.ball(joints[3], points[3], [0.022 * size, 0.019 * size, 0.022 * size], {
    blend: 0.01 * size,
    paint: 'foot',
  });
  const fan = TOES.map(([angle, toeShare]) => {
    const [x, y, w] = ahead(0, palm, 0.008 * size);
    const far = toe * toeShare;
    return side.at(x + far * Math.sin(turnout + angle), y, w + far * Math.cos(turnout + angle));
  });
  const padded = build.pad > 0.5;
  addToes(part, joints[3], add(points[3], [0, -0.006 * size, 0]), fan, (padded ? 0.013 : 0.0115) * size, {
    paint: 'foot',
    claw: padded ? 0 : 1,
  });
  if (padded) {
    const pad = Math.min(0.015 * size, 0.155 * toe);
    for (const tip of fan)
      part.ball(joints[3], lerp(points[3], tip, 0.78), [pad, 0.011 * size, pad], {
        blend: 0.004 * size,
        paint: 'foot',
        detail: 0.5 * pad,
      });
  }
  for (const [i, limits] of LEG_LIMITS.entries()) b.limit(joints[i], ...limits, side.sign);
  return joints;
}
