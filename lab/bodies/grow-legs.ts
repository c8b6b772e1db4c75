/**
 * @file Legs: from a hip inside the trunk to a foot on the ground (or in the air), the knee at one bend, the ankle at
 * the other. Joints are hip, knee, ankle and toe, or fewer.
 */

import { add, distance, lerp, normalize, scale, type Vec3 } from '../../src/math/vector.js';
import type { Role } from '../../src/rig/learned/role-tokens.js';
import type { PartBuilder } from '../creatures/body.js';
import { addTube, type Chain, type Draft, direction, type TrunkFrame } from './body-draft.js';
import type { LegPlan } from './body-plan-row.js';

const LEG_ROLES = {
  front: ['frontUpperLeg', 'frontLowerLeg', 'frontFoot'],
  middle: ['middleUpperLeg', 'middleLowerLeg', 'middleFoot'],
  hind: ['hindUpperLeg', 'hindLowerLeg', 'hindFoot'],
} as const satisfies Record<string, readonly Role[]>;

/** Grows all pairs of a row; `walk` sets left and right apart. */
export function growLegs(draft: Draft, trunk: TrunkFrame, plan: LegPlan, walk: number, prefix: string): void {
  const pairs = Math.round(plan.pairs);
  const stub = plan.thigh > 0.4 * legDrop(trunk, plan);
  const count =
    stub || pairs > 4 ? draft.count(1, 2, pairs > 7 ? 2 : 3) : draft.count(2 + draft.rng.integer(2), 3, 4);
  const blade = plan.rank === 'front' && draft.detail === 'rich' && draft.chance(0.5);
  for (let pair = 0; pair < pairs; pair++) {
    const share = pairs === 1 ? 0 : pair / (pairs - 1);
    const rank =
      plan.rank === 'auto' ? (pair === 0 ? 'front' : pair === pairs - 1 ? 'hind' : 'middle') : plan.rank;
    const stride = walk * (pair % 2 === 0 ? 1 : -1) * (rank === 'front' ? -1 : 1);
    for (const [side, sign] of [
      ['left', 1],
      ['right', -1],
    ] as const) {
      const label = pairs === 1 ? `${side}${prefix}${capital(rank)}Leg` : `${side}${prefix}Leg${pair + 1}x`;
      growLeg(draft, trunk, plan, { share, sign, stride: stride * sign, rank, label, count, blade });
    }
  }
}

const capital = (word: string) => word[0].toUpperCase() + word.slice(1);

const legDrop = (trunk: TrunkFrame, plan: LegPlan) =>
  plan.length > 0 ? plan.length : Math.max(0.1, trunk.point(plan.at)[1] - (trunk.ground ?? 0));

interface OneLeg {
  readonly share: number;
  readonly sign: 1 | -1;
  readonly stride: number;
  readonly rank: 'front' | 'middle' | 'hind';
  readonly label: string;
  readonly count: number;
  readonly blade: boolean;
}

function growLeg(draft: Draft, trunk: TrunkFrame, plan: LegPlan, one: OneLeg): void {
  const t = plan.at + (plan.end - plan.at) * one.share;
  const hip = add(
    add(trunk.point(t), [one.sign * plan.wide * trunk.halfWidth(t), 0, 0]),
    scale(trunk.up(t), -plan.drop * trunk.halfDepth(t)),
  );
  const [knee, ankle, foot] = legPoints(trunk, plan, one, hip);
  const toe = add(foot, scale(toeDirection(plan, one), plan.footSize));
  const ball = lerp(foot, toe, 0.45);
  let parent = trunk.jointAt(t);
  if (one.blade) {
    const top = add(hip, add(scale(trunk.up(t), 0.5 * trunk.halfDepth(t)), scale(trunk.along(t), -0.06)));
    parent = draft.joint(`${one.label}Blade`, LEG_ROLES[one.rank][0], parent, top, hip);
  }
  const rows = [
    [hip, toe],
    [hip, knee, toe],
    [hip, knee, ankle, toe],
    [hip, knee, ankle, ball, toe],
  ];
  const chain = draft.chain(one.label, LEG_ROLES[one.rank], parent, rows[one.count - 1]);
  const part = draft.part(trunk.part, hip, plan.thigh * 2.6, plan.thigh * 0.7);
  const middle = 0.45 * plan.thigh + 0.55 * plan.shin;
  const end = plan.foot === 'point' ? plan.shin * 0.4 : plan.shin * 0.9;
  const mid = lerp(hip, knee, 0.5);
  const haunch = plan.thigh * draft.rng.range(0.85, 1.05);
  addTube(draft, part, chain, [hip, mid, knee, ankle, foot], [plan.thigh, haunch, middle, plan.shin, end], {
    attach: parent,
  });
  addFoot(draft, part, chain, plan, { ankle, foot, toe, ground: trunk.ground });
}

function legPoints(trunk: TrunkFrame, plan: LegPlan, one: OneLeg, hip: Vec3): [Vec3, Vec3, Vec3] {
  const azimuth = plan.fan * (1 - 2 * one.share);
  const out = direction(0, 90 - azimuth);
  const away: Vec3 = [out[0] * one.sign, 0, out[2]];
  const sole = plan.foot === 'point' ? 0.01 : plan.footSize * 0.3;
  const foot: Vec3 =
    plan.length > 0
      ? add(
          hip,
          scale(normalize(add(direction(plan.swing - 90), [one.sign * plan.reach, 0, 0])), plan.length),
        )
      : add(add([hip[0], (trunk.ground ?? 0) + sole, hip[2]], scale(away, plan.reach)), [
          0,
          0,
          plan.step + one.stride,
        ]);
  const length = distance(hip, foot);
  const bends: Record<LegPlan['bend'], Vec3> = {
    forward: direction(plan.length > 0 ? plan.swing : 0),
    back: direction(plan.length > 0 ? plan.swing + 180 : 180),
    up: normalize(add([0, 1, 0], scale(away, 0.35))),
    out: normalize(add(away, [0, 0.5, plan.rank === 'front' ? -0.5 : 0.4])),
  };
  const bend = bends[plan.bend];
  return [
    add(lerp(hip, foot, plan.kneeAt), scale(bend, plan.knee * length)),
    add(lerp(hip, foot, plan.ankleAt), scale(bend, plan.ankle * length)),
    foot,
  ];
}

/** Feet point forward, those of wide legs outward; those in the air hang. */
function toeDirection(plan: LegPlan, one: OneLeg): Vec3 {
  if (plan.foot === 'point' || plan.foot === 'pad' || plan.foot === 'hoof') {
    return plan.length > 0 ? direction(plan.swing - 80) : [0, -0.25, plan.foot === 'point' ? 0.05 : 0.3];
  }
  if (plan.length > 0) return direction(plan.swing < 60 ? plan.swing * 0.6 - 30 : plan.swing);
  return normalize([one.sign * (plan.reach > 0.2 ? 0.5 : 0.12), -0.12, 1]);
}

interface FootPoints {
  readonly ankle: Vec3;
  readonly foot: Vec3;
  readonly toe: Vec3;
  readonly ground: number | undefined;
}

function addFoot(draft: Draft, part: PartBuilder, chain: Chain, plan: LegPlan, points: FootPoints): void {
  const { foot, toe } = points;
  const owners = chain.joints.slice(-2);
  const size = plan.footSize;
  const mid = lerp(foot, toe, 0.5);
  const low = (p: Vec3, r: number): Vec3 =>
    points.ground === undefined ? p : [p[0], Math.max(p[1], points.ground + r), p[2]];
  switch (plan.foot) {
    case 'hoof':
      part.cone(owners, lerp(points.ankle, foot, 0.8), low(foot, size * 0.1), [
        plan.shin * 0.9,
        plan.shin * 1.25,
      ]);
      break;
    case 'pad':
      part.cone(owners, points.ankle, low(foot, size * 0.2), [plan.shin, plan.shin * 1.15], {
        blend: plan.shin * 0.3,
      });
      break;
    case 'paw':
      part.ball(owners, low(mid, size * 0.32), [size * 0.45, size * 0.34, size * 0.7], { blend: size * 0.2 });
      break;
    case 'boot':
    case 'big': {
      const wide = plan.foot === 'big' ? 0.5 : 0.33;
      part.cone(owners, low(foot, size * 0.28), low(toe, size * 0.22), [size * 0.3, size * wide * 0.75], {
        blend: size * 0.15,
        squash: [[0, 1, 0], 0.75],
      });
      break;
    }
    case 'ball':
      part.ball(owners, low(mid, size * 0.5), size * 0.6, { blend: size * 0.2 });
      break;
    case 'web':
    case 'toes':
      addToes(draft, part, owners, plan, points);
      break;
    case 'flipper':
      part.cone(
        owners,
        points.ankle,
        add(toe, scale(normalize(add(toe, scale(foot, -1))), size * 0.5)),
        [size * 0.3, size * 0.5],
        {
          squash: [[0, 1, 0], 0.3],
        },
      );
      break;
  }
}

function addToes(
  draft: Draft,
  part: PartBuilder,
  owners: readonly number[],
  plan: LegPlan,
  { foot, toe }: FootPoints,
): void {
  const size = plan.footSize;
  const count = 3 + draft.rng.integer(2);
  const tips = Array.from({ length: count }, (_, i) =>
    add(toe, [(i / (count - 1) - 0.5) * size * 1.1, 0, -Math.abs(i / (count - 1) - 0.5) * size * 0.4]),
  );
  for (const tip of tips) part.cone(owners, foot, tip, [plan.shin * 0.7, plan.shin * 0.35]);
  if (plan.foot === 'web') {
    for (let i = 0; i + 1 < count; i++) part.sheet(owners, [foot, tips[i], tips[i + 1]], size * 0.06);
  } else if (draft.chance(0.5)) {
    part.cone(owners, foot, add(foot, scale(add(toe, scale(foot, -1)), -0.5)), [
      plan.shin * 0.6,
      plan.shin * 0.3,
    ]);
  }
}
