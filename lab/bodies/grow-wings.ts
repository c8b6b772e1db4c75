/** @file Wings: bones from the shoulder to the tip, and the surface behind them: feathers, membrane or an insect's blade. */

import { add, cross, lerp, normalize, scale, subtract, type Vec3 } from '../../src/math/vector.js';
import type { PartBuilder } from '../creatures/body.js';
import { addTube, type Chain, type Draft, ownersAt, resample, type TrunkFrame } from './body-draft.js';
import type { WingPlan } from './body-plan-row.js';

/** Steps from shoulder to elbow, wrist and tip (outward, up, forward), and where the trailing edge lies behind them. */
const POSES: Readonly<
  Record<WingPlan['pose'], { readonly steps: readonly [Vec3, Vec3, Vec3]; readonly trail: Vec3 }>
> = {
  spread: {
    steps: [
      [0.28, 0.05, -0.08],
      [0.3, 0.02, 0.12],
      [0.45, -0.03, -0.15],
    ],
    trail: [0, -0.05, -1],
  },
  raised: {
    steps: [
      [0.22, 0.2, -0.08],
      [0.18, 0.25, 0.08],
      [0.2, 0.4, -0.15],
    ],
    trail: [0.35, -0.2, -0.9],
  },
  half: {
    steps: [
      [0.18, 0.18, -0.2],
      [0.2, 0.05, 0.2],
      [0.2, -0.25, -0.4],
    ],
    trail: [0, -0.3, -0.95],
  },
  folded: {
    steps: [
      [0.06, -0.05, -0.25],
      [0.03, -0.1, 0.12],
      [-0.04, -0.1, -0.7],
    ],
    trail: [-0.1, -0.6, -0.5],
  },
  back: {
    steps: [
      [0.1, 0.06, -0.25],
      [0.06, 0.02, -0.35],
      [0.02, 0, -0.4],
    ],
    trail: [-0.25, -0.02, -0.3],
  },
  hang: {
    steps: [
      [0.1, 0, -0.3],
      [0.03, 0, -0.35],
      [0.0, 0, -0.3],
    ],
    trail: [0, 0.9, -0.1],
  },
  stub: {
    steps: [
      [0.25, 0.0, -0.05],
      [0.2, 0, 0],
      [0.1, 0, -0.05],
    ],
    trail: [0, -0.1, -1],
  },
};

export function growWings(draft: Draft, trunk: TrunkFrame, plan: WingPlan, prefix: string): void {
  const pairs = Math.round(plan.pairs);
  const insect = plan.form === 'insect' || plan.form === 'case';
  const count = insect
    ? draft.count(1, 1 + draft.rng.integer(2), 2)
    : plan.form === 'flipper'
      ? draft.count(1, 2, 3)
      : draft.count(2, 3, 3 + draft.rng.integer(2));
  const tilt: Vec3 = [0, draft.rng.range(-0.12, 0.16), draft.rng.range(-0.1, 0.1)];
  const fingers = plan.form === 'membrane' && draft.chance(0.85) ? 2 + draft.rng.integer(3) : 0;
  const fingerJoints =
    fingers > 0 && draft.detail !== 'sparse' && draft.chance(0.6) ? 1 + draft.rng.integer(2) : 0;
  const collar = !insect && draft.detail === 'rich' && draft.chance(0.3);
  for (let pair = 0; pair < pairs; pair++) {
    for (const [side, sign] of [
      ['left', 1],
      ['right', -1],
    ] as const) {
      const label = `${side}${prefix}Wing${pairs > 1 ? `${pair + 1}x` : ''}`;
      growWing(draft, trunk, plan, { pair, sign, label, count, tilt, fingers, fingerJoints, collar });
    }
  }
}

interface OneWing {
  readonly pair: number;
  readonly sign: 1 | -1;
  readonly label: string;
  readonly count: number;
  readonly tilt: Vec3;
  readonly fingers: number;
  readonly fingerJoints: number;
  readonly collar: boolean;
}

function growWing(draft: Draft, trunk: TrunkFrame, plan: WingPlan, one: OneWing): void {
  const t = plan.at - 0.22 * one.pair;
  const [width, depth] = [trunk.halfWidth(t), trunk.halfDepth(t)];
  const closed = plan.pose === 'folded' && plan.rise < 0.8;
  const root = add(
    add(trunk.point(t), [one.sign * (closed ? Math.max(0.95, plan.wide) : plan.wide) * width, 0, 0]),
    scale(trunk.up(t), plan.rise * depth),
  );
  const { steps, trail } = POSES[plan.pose];
  // The second pair of an insect points further back.
  const sweep = one.pair * -0.25;
  const along = trunk.along(t);
  // On an upright body wings rise beside the head, not only behind the back.
  const up = along[1] > 0.7 ? normalize(add(trunk.up(t), along)) : trunk.up(t);
  const turn = ([x, y, z]: Vec3): Vec3 => {
    const tilted = add([x, y, z + sweep * Math.abs(x)], scale(one.tilt, Math.abs(x)));
    return add([one.sign * tilted[0], 0, 0], add(scale(up, tilted[1]), scale(along, tilted[2])));
  };
  const length = plan.length * (1 - 0.2 * one.pair);
  const straight = plan.form === 'insect' || plan.form === 'case';
  let points: Vec3[] = [root];
  for (const step of steps) points.push(add(points.at(-1) as Vec3, scale(turn(step), length)));
  const back = normalize(turn(trail));
  if (straight) points = resample(bladePath(points, back, plan), 3);
  let parent = trunk.jointAt(t);
  if (one.collar)
    parent = draft.joint(`${one.label}Shoulder`, 'wing', parent, lerp(trunk.point(t), root, 0.4), root);
  const chain = draft.chain(one.label, 'wing', parent, jointPoints(points, one.count));
  const part = draft.part(trunk.part, root, depth, depth * 0.3);
  const thick = Math.min(0.09, 0.06 * length + 0.01);
  if (straight) {
    addBlade(part, chain, points, back, plan, parent);
    return;
  }
  const radii = points.map((_, i) => thick * (1 - 0.24 * i));
  addTube(draft, part, chain, points, radii, { attach: parent });
  if (plan.form === 'flipper') {
    part.cone(chain.joints, root, points[3], [plan.chord * 0.45, plan.chord * 0.3], {
      squash: [normalize(turn([0.95, 0.3, 0])), 0.35],
    });
    return;
  }
  if (one.fingers > 0 && plan.pose !== 'folded')
    addMembrane(draft, part, chain, points, back, plan, one, length);
  else addFeathers(draft, part, chain, points, back, plan, thick);
}

/** Shoulder, elbow, wrist, tip: fewer joints leave out the wrist, more split the hand. */
function jointPoints(points: readonly Vec3[], count: number): Vec3[] {
  if (count === 1) return [points[0], points[3]];
  if (count === 2) return [points[0], points[1], points[3]];
  if (count === 3) return [...points];
  return [points[0], points[1], points[2], lerp(points[2], points[3], 0.5), points[3]];
}

/** An insect's wing has no elbow: its bones run down the middle of the blade. */
function bladePath(points: readonly Vec3[], back: Vec3, { chord }: WingPlan): Vec3[] {
  const tip = add(points[3], scale(back, chord * 0.2));
  return [points[0], add(lerp(points[0], tip, 0.6), scale(back, chord * 0.25)), tip];
}

function addBlade(
  part: PartBuilder,
  chain: Chain,
  points: readonly Vec3[],
  back: Vec3,
  plan: WingPlan,
  parent: number,
): void {
  const chord = plan.chord * 0.5;
  const rings = [points[0], points[2], points[3]];
  const up = normalize(cross(subtract(points[3], points[0]), back));
  const thin = plan.form === 'case' ? 0.4 : 0.08;
  for (let i = 0; i < 2; i++) {
    const owners = ownersAt(chain, lerp(rings[i], rings[i + 1], 0.5), i === 0 ? parent : undefined);
    part.cone(owners, rings[i], rings[i + 1], i === 0 ? [chord * 0.3, chord] : [chord, chord * 0.4], {
      squash: [up, thin],
    });
  }
}

function addFeathers(
  draft: Draft,
  part: PartBuilder,
  chain: Chain,
  points: readonly Vec3[],
  back: Vec3,
  plan: WingPlan,
  thick: number,
): void {
  const chord = plan.chord * (plan.pose === 'folded' ? 0.7 : 1);
  const front = resample(points, 6);
  const taper = draft.rng.range(0.3, 0.9);
  const edge = front.map((p, i) =>
    add(p, scale(back, chord * (1 - (1 - taper) * (i / 6) ** 2) * (i === 6 ? 0.35 : 1))),
  );
  for (let i = 0; i < 6; i++) {
    const owners = ownersAt(chain, lerp(front[i], front[i + 1], 0.5));
    const t = [thick * 0.4, thick * 0.12, thick * 0.12] as const;
    part.sheet(owners, [front[i], edge[i], edge[i + 1]], t);
    part.sheet(owners, [front[i], edge[i + 1], front[i + 1]], t);
  }
  if (plan.pose !== 'folded' && draft.chance(0.5)) {
    const wrist = points[2];
    for (let f = 0; f < 4; f++) {
      const tip = add(
        lerp(points[3], edge[4], f / 4),
        scale(normalize(subtract(lerp(points[3], edge[4], f / 4), wrist)), chord * 0.35),
      );
      part.cone(ownersAt(chain, points[3]), lerp(wrist, tip, 0.5), tip, [chord * 0.09, chord * 0.06], {
        squash: [[0, 1, 0], 0.3],
      });
    }
  }
}

function addMembrane(
  draft: Draft,
  part: PartBuilder,
  chain: Chain,
  points: readonly Vec3[],
  back: Vec3,
  plan: WingPlan,
  one: OneWing,
  length: number,
): void {
  const wrist = points[2];
  const hand = chain.joints[Math.min(2, chain.joints.length - 1)];
  const body = add(points[0], scale(back, plan.chord * 0.9));
  const tips = [points[3]];
  for (let f = 1; f <= one.fingers; f++) {
    const aim = normalize(lerp(normalize(subtract(points[3], wrist)), back, f / (one.fingers + 0.6)));
    tips.push(add(wrist, scale(aim, length * 0.45 * draft.rng.range(0.8, 1) * (1 - 0.08 * f))));
  }
  for (const [f, tip] of tips.entries()) {
    let bound: Chain = { joints: [hand], points: [wrist, tip] };
    if (f > 0 && one.fingerJoints > 0)
      bound = draft.chain(`${one.label}Finger${f}x`, 'wing', hand, resample([wrist, tip], one.fingerJoints));
    if (f > 0)
      addTube(
        draft,
        part,
        bound,
        [wrist, lerp(wrist, tip, 0.5), tip],
        [0.022 * length, 0.015 * length, 0.006 * length],
        { attach: hand },
      );
    const next = tips[f + 1];
    if (next) part.sheet([hand, ...bound.joints], [wrist, tip, next], 0.012 * length);
  }
  const last = tips.at(-1) as Vec3;
  part.sheet([...chain.joints.slice(0, 2), hand], [wrist, last, body], 0.012 * length);
  part.sheet(chain.joints.slice(0, 2), [points[1], wrist, body], 0.012 * length);
  part.sheet(chain.joints.slice(0, 2), [points[0], points[1], body], 0.012 * length);
}
