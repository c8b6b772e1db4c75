/** @file Tails and abdomens: a curve from the hips with joints along it, and what it ends in. */

import { add, lerp, normalize, scale, subtract, type Vec3 } from '../../src/math/vector.js';
import {
  addTube,
  type Chain,
  curvePath,
  type Draft,
  fanName,
  resample,
  type TrunkFrame,
} from './body-draft.js';
import type { TailPlan } from './body-plan-row.js';

const RINGS = 9;

export function growTails(draft: Draft, trunk: TrunkFrame, plan: TailPlan | undefined): void {
  if (!plan) return;
  const count = Math.round(plan.count);
  for (let i = 0; i < count; i++) {
    const yaw = count === 1 ? 0 : ((i / (count - 1)) * 2 - 1) * 40;
    growTail(draft, trunk, plan, yaw, count === 1 ? '' : `${i + 1}`);
  }
}

function growTail(draft: Draft, trunk: TrunkFrame, plan: TailPlan, yaw: number, suffix: string): void {
  const abdomen = plan.form === 'abdomen';
  const depth = trunk.halfDepth(0);
  const room = Math.max(0, depth - plan.base);
  const start = add(trunk.point(0.02), scale(trunk.up(0), room * (abdomen ? 0 : 0.45)));
  const path = tailPath(draft, plan, start, yaw, depth, trunk.ground);
  const few = Math.max(1, Math.round(plan.joints * 0.6));
  const count = draft.count(few, plan.joints, plan.joints * 1.4);
  const chain = draft.chain(
    fanName(abdomen ? 'abdomen' : 'tail', -yaw, suffix),
    abdomen ? 'spine' : 'tail',
    trunk.joints[0],
    resample(path, count).map((p, i) => (i === 0 ? lerp(path[0], path[1], 0.6) : p)),
  );
  const part = draft.part(trunk.part, start, plan.base * 3, plan.base * 0.6);
  const rings = resample(path, RINGS);
  const radii = rings.map((_, i) => tailRadius(plan, i / RINGS));
  const round = plan.end === 'fluke' || plan.end === 'fin' || plan.end === 'fork';
  const thin: Vec3 = plan.end === 'fluke' ? [0, 1, 0] : [1, 0, 0];
  const squash = abdomen || !round ? undefined : ([thin, 0.75] as const);
  addTube(draft, part, chain, rings, radii, { attach: trunk.joints[0], squash });
  addEnd(draft, part, chain, path, plan);
}

function tailPath(
  draft: Draft,
  plan: TailPlan,
  start: Vec3,
  yaw: number,
  depth: number,
  ground: number | undefined,
): Vec3[] {
  const length = plan.length + 0.8 * depth;
  const phase = draft.chance(0.5) ? 1 : -1;
  const turn = (t: number) =>
    yaw + phase * (plan.coil * 360 * t ** 1.3 + plan.wave * 60 * Math.sin(2 * Math.PI * t));
  // A thin tail leaves the rump straight back before it hangs; a thick one goes on where the trunk ends.
  const rump = plan.base < 0.5 * depth ? depth / length : 0;
  const pitch = (t: number) => {
    const aim = plan.pitch + plan.curl * t;
    return t < rump ? Math.max(-15, aim * (t / rump)) : aim;
  };
  const path = curvePath(start, length, pitch, (t) => 180 + turn(t), 16);
  if (ground === undefined) return path;
  // A tail that would go through the ground lies on it.
  return path.map(([x, y, z], i) => [x, Math.max(y, ground + tailRadius(plan, i / 16) * 0.9), z] as Vec3);
}

function tailRadius({ base, tip, form }: TailPlan, t: number): number {
  if (form === 'abdomen')
    return Math.max(0.25 * tip, base * Math.sin(Math.PI * (0.1 + 0.86 * t)) ** 0.8 + tip * (1 - t));
  return base + (tip - base) * t ** 0.8;
}

function addEnd(
  draft: Draft,
  part: TrunkFrame['part'],
  chain: Chain,
  path: readonly Vec3[],
  plan: TailPlan,
): void {
  const joint = chain.joints.at(-1) as number;
  const tip = path.at(-1) as Vec3;
  const along = normalize(subtract(tip, path[path.length - 3]));
  const size = plan.length * draft.rng.range(0.18, 0.32);
  const blade = (to: Vec3, thick = 0.12) =>
    part.sheet(
      joint,
      [add(tip, scale(along, -size * 0.6)), add(tip, to), add(tip, scale(along, size * 0.25))],
      thick * size,
    );
  switch (plan.end) {
    case 'tuft':
    case 'round':
      part.ball(joint, tip, plan.end === 'round' ? plan.base : size * 0.5);
      break;
    case 'fork':
      for (const s of [1, -1]) blade(add(scale(along, size * 0.8), [0, s * size * 1.2, 0]));
      break;
    case 'fin':
      part.ball(joint, add(tip, scale(along, size * 0.3)), [
        size * 0.1,
        size * draft.rng.range(0.5, 1),
        size * 0.8,
      ]);
      break;
    case 'fluke':
      for (const s of [1, -1]) blade(add(scale(along, size * 0.7), [s * size * 1.4, 0, 0]));
      break;
    case 'fan':
      for (const s of [-1, -0.4, 0.4, 1])
        part.cone(
          joint,
          add(tip, scale(along, -size * 0.5)),
          add(add(tip, scale(along, size * 1.5)), [s * size * 0.8, 0, 0]),
          [size * 0.15, size * 0.3],
          { squash: [[0, 1, 0], 0.25] },
        );
      break;
    case 'sting':
      part.ball(joint, tip, plan.base * 0.9);
      part.cone(joint, tip, add(tip, add(scale(along, size * 0.5), [0, -size * 0.4, size * 0.3])), [
        plan.base * 0.5,
        0.01,
      ]);
      break;
    case 'spade':
      for (const s of [1, -1]) blade([s * size * 0.6, 0, 0], 0.1);
      break;
  }
}
