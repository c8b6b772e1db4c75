/** @file Arms and claws: shoulder, upper arm, lower arm, hand, and fingers where there are any. */

import { add, cross, lerp, normalize, scale, type Vec3 } from '../../src/math/vector.js';
import type { PartBuilder } from '../creatures/body.js';
import { addTube, type Draft, type TrunkFrame } from './body-draft.js';
import type { ArmPlan, ArmPose } from './body-plan-row.js';

/** Directions of upper and lower arm: outward, up, forward. */
const POSES: Readonly<Record<ArmPose, readonly [Vec3, Vec3]>> = {
  down: [
    [0.18, -1, -0.02],
    [0.08, -1, 0.12],
  ],
  A: [
    [0.75, -0.7, 0],
    [0.75, -0.7, 0.1],
  ],
  T: [
    [1, 0, 0],
    [1, 0, 0.08],
  ],
  raised: [
    [0.75, 0.6, 0],
    [0.2, 1, 0.05],
  ],
  forward: [
    [0.12, -0.15, 1],
    [0, -0.05, 1],
  ],
  akimbo: [
    [0.8, -0.7, -0.15],
    [-0.7, -0.6, 0.35],
  ],
  bent: [
    [0.3, -0.95, 0],
    [0.1, -0.05, 1],
  ],
  beg: [
    [0.15, -0.7, 0.5],
    [-0.05, -0.35, 0.9],
  ],
  pray: [
    [0.1, 0.1, 1],
    [0, 0.75, 0.35],
  ],
  claws: [
    [0.85, 0.15, 0.5],
    [-0.15, 0.1, 1],
  ],
  scorpion: [
    [0.7, 0.1, 0.7],
    [-0.1, 0.05, 1],
  ],
  wave: [
    [0.8, 0.1, 0.1],
    [0.35, 1, 0.1],
  ],
};

/** Grows all pairs; now and then the two sides are posed differently. */
export function growArms(draft: Draft, trunk: TrunkFrame, plan: ArmPlan, prefix: string): void {
  const pairs = Math.round(plan.pairs);
  const human = plan.hand === 'fingers' || plan.hand === 'mitten';
  const other =
    human && draft.chance(0.15)
      ? (['down', 'A', 'raised', 'bent', 'akimbo', 'wave'] as const)[draft.rng.integer(6)]
      : plan.pose;
  const fingers = plan.hand === 'fingers' ? 3 + draft.rng.integer(3) : 0;
  const jitter: Vec3 = [
    draft.rng.range(-0.15, 0.15),
    draft.rng.range(-0.15, 0.15),
    draft.rng.range(-0.15, 0.15),
  ];
  const few = plan.hand === 'point' || plan.hand === 'stump' ? 2 : 3;
  const form: ArmForm = {
    fingers,
    jitter,
    count: draft.count(few - draft.rng.integer(2), few, few),
    collar:
      plan.wide > 0.4 &&
      draft.chance(draft.detail === 'sparse' ? 0.25 : draft.detail === 'usual' ? 0.6 : 0.85),
    // Bones in fingers: in rich rigs each finger has three, in plain ones there are none.
    phalanges:
      fingers === 0
        ? 0
        : draft.detail === 'rich'
          ? 1 + draft.rng.integer(3)
          : draft.detail === 'usual' && draft.chance(0.3)
            ? 1
            : 0,
  };
  for (let pair = 0; pair < pairs; pair++) {
    for (const [side, sign] of [
      ['left', 1],
      ['right', -1],
    ] as const) {
      const pose = sign < 0 ? other : plan.pose;
      growArm(draft, trunk, plan, form, {
        pair,
        sign,
        pose,
        label: `${side}${prefix}Arm${pairs > 1 ? `${pair + 1}x` : ''}`,
      });
    }
  }
}

interface ArmForm {
  readonly fingers: number;
  readonly phalanges: number;
  readonly count: number;
  readonly collar: boolean;
  readonly jitter: Vec3;
}

interface OneArm {
  readonly pair: number;
  readonly sign: 1 | -1;
  readonly pose: ArmPose;
  readonly label: string;
}

function growArm(draft: Draft, trunk: TrunkFrame, plan: ArmPlan, form: ArmForm, one: OneArm): void {
  const t = plan.at - 0.3 * one.pair;
  const [width, depth] = [trunk.halfWidth(t), trunk.halfDepth(t)];
  const socket = add(
    add(trunk.point(t), [one.sign * plan.wide * width, 0, 0]),
    scale(trunk.up(t), -plan.drop * depth),
  );
  const [upper, lower] = POSES[one.pose].map((d): Vec3 => {
    const [x, y, z] = normalize(add(d, form.jitter));
    return [one.sign * x, y, z];
  });
  const thin = plan.hand === 'pincer' ? 0.45 : 0.52;
  const elbow = add(socket, scale(upper, plan.length * thin));
  const wrist = add(elbow, scale(lower, plan.length * (1 - thin)));
  const tip = add(wrist, scale(lower, plan.handSize));
  let parent = trunk.jointAt(t);
  if (form.collar) {
    const inner: Vec3 = lerp(trunk.point(t), socket, draft.rng.range(0.2, 0.4));
    parent = draft.joint(`${one.label}Shoulder`, 'shoulder', parent, inner, socket);
  }
  const rows = [
    [socket, tip],
    [socket, elbow, tip],
    [socket, elbow, wrist, tip],
  ];
  const roles = (['upperArm', 'lowerArm', 'hand'] as const).slice(0, form.count);
  const chain = draft.chain(one.label, roles, parent, rows[form.count - 1]);
  const part = draft.part(trunk.part, socket, plan.upper * 3, plan.upper * 0.8);
  addTube(
    draft,
    part,
    chain,
    [socket, lerp(socket, elbow, 0.4), elbow, lerp(elbow, wrist, 0.35), wrist],
    [plan.upper * 1.1, plan.upper, 0.5 * (plan.upper + plan.lower), plan.lower * 1.05, plan.lower * 0.8],
    { attach: parent },
  );
  part.ball([trunk.jointAt(t), parent, chain.joints[0]], socket, plan.upper * 1.2, {
    blend: plan.upper * 0.5,
  });
  addHand(draft, part, chain.joints.at(-1) as number, plan, form, { wrist, tip, along: lower, one });
}

interface HandPlace {
  readonly wrist: Vec3;
  readonly tip: Vec3;
  readonly along: Vec3;
  readonly one: OneArm;
}

function addHand(
  draft: Draft,
  part: PartBuilder,
  joint: number,
  plan: ArmPlan,
  form: ArmForm,
  place: HandPlace,
): void {
  const { wrist, tip, along, one } = place;
  const size = plan.handSize;
  // The palm looks at the body: its thin axis is sideways for a hanging hand and vertical for one held out.
  const across: Vec3 = Math.abs(along[1]) > 0.6 ? [0, 0, 1] : normalize(cross(along, [0, 1, 0]));
  const thin = normalize(cross(along, across));
  switch (plan.hand) {
    case 'mitten':
      part.cone(joint, wrist, tip, [size * 0.35, size * 0.32], { squash: [thin, 0.5], blend: size * 0.15 });
      part.cone(joint, lerp(wrist, tip, 0.25), add(lerp(wrist, tip, 0.7), scale(across, size * 0.45)), [
        size * 0.14,
        size * 0.11,
      ]);
      break;
    case 'fingers':
      part.cone(joint, wrist, lerp(wrist, tip, 0.4), [size * 0.3, size * 0.36], {
        squash: [thin, 0.5],
        blend: size * 0.15,
      });
      addFingers(draft, part, joint, size, form, { ...place, across });
      break;
    case 'ball':
    case 'paw':
      part.ball(joint, lerp(wrist, tip, 0.4), size * 0.5, { blend: size * 0.2 });
      break;
    case 'claw':
      for (const s of [-1, 0, 1])
        part.cone(joint, lerp(wrist, tip, 0.1), add(tip, scale(across, s * size * 0.4)), [
          size * 0.16,
          size * 0.04,
        ]);
      break;
    case 'pincer': {
      const swell = add(wrist, scale(along, size * 0.35));
      part.ball(joint, swell, [size * 0.4, size * 0.34, size * 0.45], { blend: size * 0.1 });
      const open = draft.rng.range(0.1, 0.45);
      const end = add(wrist, scale(along, size * 1.4));
      const thumb =
        draft.detail === 'rich' && draft.chance(0.6)
          ? draft.joint(`${one.label}Pincer`, 'finger', joint, swell, end)
          : joint;
      part.cone(joint, swell, add(end, scale(across, open * size)), [size * 0.26, size * 0.05]);
      part.cone(thumb, swell, add(end, scale(across, -open * size)), [size * 0.22, size * 0.05]);
      break;
    }
    default:
      part.cone(joint, wrist, tip, [
        plan.lower * 0.8,
        plan.hand === 'stump' ? plan.lower * 0.7 : plan.lower * 0.3,
      ]);
  }
}

function addFingers(
  draft: Draft,
  part: PartBuilder,
  joint: number,
  size: number,
  form: ArmForm,
  { wrist, tip, along, across, one }: HandPlace & { readonly across: Vec3 },
): void {
  const palm = lerp(wrist, tip, 0.4);
  const girth = size * (0.34 / form.fingers + 0.02);
  for (let f = 0; f < form.fingers; f++) {
    const thumb = f === 0;
    const spread = thumb ? 0.5 : 0.4 - (0.8 * (f - 1)) / Math.max(1, form.fingers - 2);
    const start = thumb
      ? add(lerp(wrist, tip, 0.12), scale(across, size * 0.25))
      : add(palm, scale(across, spread * size * 0.75));
    const aim = normalize(add(along, scale(across, thumb ? 0.9 : spread * 0.35)));
    const end = add(start, scale(aim, size * (thumb ? 0.45 : 0.6)));
    const n = form.phalanges;
    const points = Array.from({ length: n + 1 }, (_, i) => lerp(start, end, n === 0 ? 0 : i / n));
    const chain =
      n > 0
        ? draft.chain(`${one.label}Finger${f + 1}x`, 'finger', joint, points)
        : { joints: [joint], points: [start, end] };
    addTube(draft, part, chain, [start, lerp(start, end, 0.5), end], [girth, girth, girth * 0.8], {
      attach: joint,
    });
  }
}
