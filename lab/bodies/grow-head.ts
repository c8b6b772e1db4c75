/** @file Necks and heads: skull, muzzle or beak, jaw, and what stands on top (ears and horns are in `grow-crown.ts`). */

import { add, normalize, scale, subtract, type Vec3 } from '../../src/math/vector.js';
import type { PartBuilder } from '../creatures/body.js';
import {
  addTube,
  curvePath,
  type Draft,
  direction,
  fanName,
  resample,
  type TrunkFrame,
} from './body-draft.js';
import type { HeadPlan, NeckPlan } from './body-plan-row.js';
import { growCrown } from './grow-crown.js';
import type { HeadFrame } from './head-frame.js';

/** Grows all necks and heads; several fan out to the sides. */
export function growHeads(
  draft: Draft,
  trunk: TrunkFrame,
  head: HeadPlan | undefined,
  neck: NeckPlan | undefined,
): HeadFrame[] {
  if (!head) return [];
  const count = Math.round(neck?.count ?? 1);
  return Array.from({ length: count }, (_, i) => {
    const yaw = count === 1 ? 0 : ((i / (count - 1)) * 2 - 1) * (18 + 14 * count);
    return growOneHead(draft, trunk, head, neck, yaw, count === 1 ? '' : `${i + 1}`);
  });
}

function growOneHead(
  draft: Draft,
  trunk: TrunkFrame,
  plan: HeadPlan,
  neck: NeckPlan | undefined,
  yaw: number,
  suffix: string,
): HeadFrame {
  const end = trunk.point(0.94);
  if (!neck) {
    const facing = trunk.along(1);
    const at = add(
      end,
      scale(
        facing,
        Math.max(0.4 * Math.min(trunk.halfDepth(1), trunk.halfWidth(1)), 0.55 * trunk.halfDepth(1)),
      ),
    );
    return growSkull(draft, trunk.part, trunk.joints.at(-1) as number, plan, at, facing, yaw, suffix);
  }
  const rise = Math.max(0, trunk.halfDepth(0.95) - neck.base) * neck.rise;
  const aside = Math.sin((yaw * Math.PI) / 180) * trunk.halfWidth(1) * 0.6;
  const start = add(add(end, scale(trunk.up(1), rise)), [aside, 0, 0]);
  const wave = neck.wave * 50;
  const path = curvePath(
    start,
    neck.length + 0.5 * trunk.halfWidth(1),
    (t) => neck.pitch + neck.curve * t,
    (t) => yaw + wave * Math.sin(2 * Math.PI * t),
  );
  const few = neck.length < 0.12 ? 0 : neck.length > 0.9 ? 2 : 1;
  const count = draft.count(few, few + (few > 1 ? 1 : 0), few === 0 ? 1 : few > 1 ? 4 : 2);
  const parent = trunk.joints.at(-1) as number;
  const chain = draft.chain(
    fanName('neck', yaw, `${suffix}x`),
    'neck',
    parent,
    resample(path, Math.max(1, count)).slice(0, count + 1),
  );
  const part = draft.part(trunk.part, start, neck.base * 2.5, neck.base * 0.8);
  const rings = resample(path, 5);
  const radii = rings.map((_, i) => neck.base + ((neck.top - neck.base) * i) / 5);
  const all = count > 0 ? chain : { joints: [parent], points: [path[0], path.at(-1) as Vec3] };
  addTube(draft, part, all, rings, radii, { attach: parent });
  if (neck.hood > 0) addHood(draft, part, chain.joints.at(-1) ?? parent, path, neck);
  const top = path.at(-1) as Vec3;
  const reach = normalize(subtract(top, path[path.length - 3]));
  return growSkull(draft, part, chain.joints.at(-1) ?? parent, plan, top, reach, yaw, suffix);
}

function addHood(
  draft: Draft,
  part: PartBuilder,
  joint: number,
  path: readonly Vec3[],
  neck: NeckPlan,
): void {
  const middle = path[Math.round(path.length * 0.75)];
  const along = subtract(path.at(-1) as Vec3, path[Math.round(path.length * 0.45)]);
  part.ball(joint, middle, [neck.hood, Math.hypot(...along) * 0.5, neck.top * 0.7], {
    turn: [Math.atan2(along[2], along[1]), 0, 0],
    blend: neck.top * draft.rng.range(0.2, 0.6),
  });
}

function growSkull(
  draft: Draft,
  parentPart: PartBuilder,
  parent: number,
  plan: HeadPlan,
  start: Vec3,
  reach: Vec3,
  yaw: number,
  suffix: string,
): HeadFrame {
  const { size } = plan;
  const forward = direction(plan.pitch, yaw);
  const up = direction(plan.pitch + 90, yaw);
  const side: Vec3 = [forward[2], 0, -forward[0]];
  const flat = normalize(side);
  const center = add(start, add(scale(reach, size * 0.5), scale(forward, size * 0.35)));
  const at = (x: number, y: number, z: number): Vec3 =>
    add(center, add(scale(flat, x * size), add(scale(up, y * size), scale(forward, z * size))));
  const joint = draft.joint(fanName('head', yaw, suffix), 'head', parent, start, at(0, 0.2, plan.long));
  const part = draft.part(parentPart, start, size * 2, size * 0.4);
  part.ball([parent, joint], center, [size, size * plan.tall, size * plan.long], {
    turn: [(-plan.pitch * Math.PI) / 180, 0, 0],
    blend: size * 0.3,
  });
  const frame: HeadFrame = { part, joint, size, plan, yaw, suffix, at };
  addMuzzle(draft, frame);
  if (plan.eyes > 0.5) addEyes(draft, frame);
  growCrown(draft, frame);
  return frame;
}

function addEyes(draft: Draft, { part, joint, size, plan, at }: HeadFrame): void {
  const radius = size * draft.rng.range(0.1, 0.28);
  const [x, y] = [draft.rng.range(0.45, 0.85), draft.rng.range(0.1, 0.5) * plan.tall];
  const z = Math.sqrt(Math.max(0.05, 1 - x * x - (y / plan.tall) ** 2)) * plan.long;
  for (const sign of [1, -1]) part.ball(joint, at(sign * x, y, z), radius);
}

/** What stands out of the face, and the jaw under it. */
function addMuzzle(draft: Draft, head: HeadFrame): void {
  const { part, joint, size, plan, at } = head;
  const long = plan.long + plan.muzzleLength;
  const melt = { blend: size * 0.35 };
  const cone = (y: number, to: number, end: number, radii: [number, number], squash?: number) =>
    part.cone(joint, at(0, y, 0.35 * plan.long), at(0, end, to), [radii[0] * size, radii[1] * size], {
      ...melt,
      ...(squash && { squash: [subtractUnit(at), squash] as const }),
    });
  const open = draft.rng.range(0, 0.25);
  switch (plan.muzzle) {
    case 'none':
      break;
    case 'nose':
      part.ball(joint, at(0, -0.12, plan.long), size * draft.rng.range(0.1, 0.25), melt);
      break;
    case 'snout':
      cone(-0.15, long, -0.3, [0.6, draft.rng.range(0.22, 0.42)]);
      addJaw(draft, head, long * 0.9, 0.3, open);
      break;
    case 'long':
      cone(-0.05, long, -0.35, [0.75, draft.rng.range(0.38, 0.55)]);
      addJaw(draft, head, long * 0.85, 0.35, open * 0.4);
      break;
    case 'broad':
      cone(-0.1, long, -0.3, [0.85, draft.rng.range(0.6, 0.85)]);
      addJaw(draft, head, long * 0.85, 0.55, open * 0.4);
      break;
    case 'pig':
      cone(-0.15, long * 0.85, -0.2, [0.65, 0.42]);
      part.cone(joint, at(0, -0.2, long * 0.85), at(0, -0.2, long * 0.92), [0.42 * size, 0.44 * size]);
      break;
    case 'beak':
      cone(-0.05, long, -0.15, [0.4, 0.06]);
      addJaw(draft, head, long * 0.9, 0.16, open);
      break;
    case 'hook':
      cone(0, long * 0.8, -0.02, [0.45, 0.26]);
      part.cone(joint, at(0, 0, long * 0.75), at(0, -0.45, long), [0.26 * size, 0.04 * size], melt);
      addJaw(draft, head, long * 0.7, 0.16, open);
      break;
    case 'bill':
      cone(-0.15, long, -0.3, [0.5, 0.42], 0.4);
      addJaw(draft, head, long * 0.95, 0.34, open);
      break;
    case 'needle':
      cone(-0.05, long * 1.6, draft.rng.range(-0.6, -0.1), [0.25, 0.03]);
      break;
    case 'trunk':
      addTrunkNose(draft, head);
      addJaw(draft, head, plan.long * 1.1, 0.35, 0.1);
      break;
    case 'croc':
      cone(0, long * 1.2, -0.1, [0.7, draft.rng.range(0.3, 0.45)], 0.6);
      addJaw(draft, head, long * 1.15, 0.34, open * 1.4);
      break;
    case 'mandibles':
      for (const sign of [1, -1])
        part.cone(joint, at(sign * 0.45, -0.3, plan.long * 0.7), at(sign * 0.1, -0.45, long * 0.8), [
          size * 0.18,
          size * 0.05,
        ]);
      break;
    case 'mantle':
      part.ball(
        joint,
        at(0, 0.9 * plan.tall, -0.5),
        [size * 1.15, size * (0.8 + plan.muzzleLength), size * 1.15],
        {
          blend: size * 0.5,
          turn: [-0.5, 0, 0],
        },
      );
      break;
  }
}

/** Unit vector towards the top of a head. */
const subtractUnit = (at: HeadFrame['at']): Vec3 => normalize(subtract(at(0, 1, 0), at(0, 0, 0)));

function addJaw(draft: Draft, head: HeadFrame, long: number, girth: number, open: number): void {
  const { part, joint, size, plan, at, yaw, suffix } = head;
  const drop = -0.45 - open;
  const hinge = at(0, -0.35, 0.15 * plan.long);
  const tip = at(0, drop - open * long * 0.4, long);
  const rich = draft.detail === 'sparse' ? 0.3 : draft.detail === 'usual' ? 0.8 : 1.4;
  const owner = draft.chance(plan.jaw * rich)
    ? draft.joint(fanName('jaw', yaw, suffix), 'jaw', joint, hinge, tip)
    : joint;
  part.cone(owner === joint ? joint : [joint, owner], hinge, tip, [girth * 1.3 * size, girth * 0.7 * size], {
    blend: open > 0.1 ? 0 : size * 0.2,
  });
}

/** An elephant's trunk: joints of the face, for it is no limb that a gait knows. */
function addTrunkNose(draft: Draft, head: HeadFrame): void {
  const { part, joint, size, plan, at, yaw, suffix } = head;
  const curl = draft.rng.range(-60, 140);
  const length = size * (1.5 + 1.6 * plan.muzzleLength);
  const start = at(0, -0.1, plan.long * 0.8);
  const path = curvePath(
    start,
    length,
    (t) => plan.pitch - 40 - 50 * Math.min(1, 3 * t) + curl * Math.max(0, t - 0.4),
  );
  const chain = draft.chain(
    fanName('trunk', yaw, suffix),
    'face',
    joint,
    resample(path, draft.count(2, 4, 6)),
  );
  const nose = draft.part(part, start, size, size * 0.3);
  const rings = resample(path, 7);
  addTube(
    draft,
    nose,
    chain,
    rings,
    rings.map((_, i) => size * (0.5 - 0.045 * i)),
    { attach: joint },
  );
  if (draft.chance(0.6)) {
    for (const sign of [1, -1])
      part.cone(
        joint,
        at(sign * 0.4, -0.4, plan.long * 0.8),
        at(sign * 0.6, -0.7, plan.long * draft.rng.range(1.3, 2.4)),
        [size * 0.16, size * 0.04],
      );
  }
}
