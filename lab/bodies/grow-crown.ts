/** @file What grows on a head: ears, horns, feelers, hair, hats and crests; joints where a rigger would put them. */

import { add, lerp, scale, type Vec3 } from '../../src/math/vector.js';
import { addTube, curvePath, type Draft, resample } from './body-draft.js';
import type { HeadFrame } from './head-frame.js';

export function growCrown(draft: Draft, head: HeadFrame): void {
  if (head.plan.ears !== 'none') growEars(draft, head);
  if (head.plan.horns !== 'none') growHorns(draft, head);
  if (head.plan.top !== 'none') addTop(draft, head);
}

const SIDE_NAMES = [
  ['left', 1],
  ['right', -1],
] as const;

/** Direction of each ear (sideways, up, forward), its length, width, and thickness over width. */
const EARS = {
  pointed: { to: [0.35, 1, -0.1], length: 1, base: 0.3, tip: 0.05, thin: 0.6 },
  long: { to: [0.2, 1, -0.2], length: 2.6, base: 0.26, tip: 0.14, thin: 0.45 },
  round: { to: [0.7, 0.7, 0], length: 0.6, base: 0.42, tip: 0.42, thin: 0.4 },
  floppy: { to: [0.7, -0.6, 0.1], length: 1.2, base: 0.26, tip: 0.3, thin: 0.4 },
  fan: { to: [1, -0.15, -0.5], length: 1.3, base: 0.45, tip: 0.85, thin: 0.2 },
} as const;

function growEars(draft: Draft, { part, joint, size, plan, suffix, at }: HeadFrame): void {
  const ear = EARS[plan.ears as keyof typeof EARS];
  const [outward, tilt] = [draft.rng.range(-0.25, 0.35), draft.rng.range(-0.3, 0.3)];
  const long = ear.length * plan.earSize;
  const [x, y, z] = [ear.to[1] > 0.5 ? 0.55 : 0.85, ear.to[1] > 0.5 ? 0.7 * plan.tall : 0.3, -0.1];
  const jointed = draft.detail === 'rich' || draft.chance(long > 1.5 ? 0.7 : 0.3);
  const count = long > 1.5 && draft.detail === 'rich' ? 2 : 1;
  for (const [name, sign] of SIDE_NAMES) {
    const start = at(sign * x, y, z);
    const to = [ear.to[0] + outward, ear.to[1], ear.to[2] + tilt];
    const norm = (long + 0.25) / Math.hypot(...to);
    const end = at(sign * (x + to[0] * norm), y + to[1] * norm, z + to[2] * norm);
    const points = resample([start, end], count);
    const chain = jointed ? draft.chain(`${name}Ear${suffix}`, 'ear', joint, points) : undefined;
    const grown = draft.part(part, start, size * 0.5, size * 0.15);
    const flat = add(at(0, 0, 1), scale(at(0, 0, 0), -1));
    const options = { squash: [scale(flat, 1 / size), ear.thin] as const, attach: joint };
    const radii = [ear.base * size, 0.5 * (ear.base + ear.tip) * size * 1.15, ear.tip * size];
    addTube(
      draft,
      grown,
      chain ?? { joints: [joint], points: [start, end] },
      resample([start, end], 2),
      radii,
      options,
    );
  }
}

function growHorns(draft: Draft, head: HeadFrame): void {
  const { part, joint, size, plan, suffix } = head;
  const long = size * plan.hornSize;
  const feelers = plan.horns === 'feelers' || plan.horns === 'stalks';
  const jointed = draft.chance(feelers ? 0.75 : 0.2);
  const count = feelers ? draft.count(1, 2, 3) : 1;
  for (const [name, sign] of plan.horns === 'unicorn' ? ([['', 0]] as const) : SIDE_NAMES) {
    const path = hornPath(draft, head, sign, long);
    const label = name === '' ? 'horn' : `${name}${feelers ? 'Antenna' : 'Horn'}`;
    const chain = jointed
      ? draft.chain(`${label}${suffix}`, 'horn', joint, resample(path, count))
      : undefined;
    const grown = draft.part(part, path[0], size * 0.3, size * 0.1);
    const thick = size * (feelers ? 0.07 : 0.2);
    const rings = resample(path, 4);
    const bound = chain ?? { joints: [joint], points: [path[0], path.at(-1) as Vec3] };
    const radii = rings.map((_, i) => thick * (plan.horns === 'stalks' ? 1 : 1 - 0.2 * i));
    addTube(draft, grown, bound, rings, radii, { attach: joint });
    if (plan.horns === 'stalks') grown.ball(bound.joints.at(-1) as number, path.at(-1) as Vec3, size * 0.2);
    if (plan.horns === 'antlers') {
      for (const t of [0.35, 0.65]) {
        const fork = lerp(path[0], path.at(-1) as Vec3, t);
        const tine = add(fork, [sign * long * 0.25, long * 0.3, long * 0.25]);
        grown.cone(bound.joints.at(-1) as number, fork, tine, [thick * 0.6, thick * 0.2]);
      }
    }
  }
}

function hornPath(draft: Draft, { plan, at }: HeadFrame, sign: number, long: number): Vec3[] {
  const start = at(
    sign * 0.4,
    0.75 * plan.tall,
    plan.horns === 'feelers' || plan.horns === 'stalks' ? 0.5 : 0,
  );
  const wide = draft.rng.range(10, 60);
  switch (plan.horns) {
    case 'ram':
      return curvePath(
        start,
        long * 1.6,
        (t) => 100 + plan.pitch + 330 * t,
        () => sign * 25,
      );
    case 'curved':
      return curvePath(
        start,
        long,
        (t) => 60 + plan.pitch + 70 * t,
        () => sign * 60,
      );
    case 'unicorn':
      return curvePath(at(0, 0.8 * plan.tall, 0.5), long, () => 55 + plan.pitch);
    case 'feelers':
      return curvePath(
        start,
        long * 1.8,
        (t) => 60 + plan.pitch - 60 * t,
        () => sign * wide,
      );
    case 'stalks':
      return curvePath(
        start,
        long,
        () => 75,
        () => sign * wide,
      );
    default:
      return curvePath(
        start,
        long,
        () => 80,
        () => sign * 90,
      );
  }
}

function addTop(draft: Draft, { part, joint, size, plan, at }: HeadFrame): void {
  const tall = plan.tall;
  const cover = (y: number, r: number, h: number) =>
    part.ball(joint, at(0, y, -0.12), [r * size, h * size, r * size * plan.long], { blend: 0.05 * size });
  switch (plan.top) {
    case 'hair':
      cover(0.25 * tall, draft.rng.range(1.05, 1.25), 0.9 * tall);
      break;
    case 'longHair':
      cover(0.25 * tall, 1.12, 0.9 * tall);
      part.cone(joint, at(0, 0, -0.5), at(0, -draft.rng.range(1.6, 3.5), -0.7), [size * 1.05, size * 0.6], {
        squash: [[0, 0, 1], 0.5],
      });
      break;
    case 'bun':
      cover(0.25 * tall, 1.1, 0.85 * tall);
      part.ball(joint, at(0, 0.8 * tall, -0.9), size * draft.rng.range(0.35, 0.6));
      break;
    case 'hat': {
      const brim = draft.rng.range(1.4, 2.1);
      part.ball(joint, at(0, 0.55 * tall, 0), [brim * size, 0.1 * size, brim * size]);
      part.cone(joint, at(0, 0.55 * tall, 0), at(0, draft.rng.range(1.2, 2.4) * tall, 0), [
        size * 0.9,
        size * draft.rng.range(0.1, 0.8),
      ]);
      break;
    }
    case 'cap':
      cover(0.35 * tall, 1.08, 0.75 * tall);
      part.ball(joint, at(0, 0.4 * tall, plan.long), [0.7 * size, 0.08 * size, 0.6 * size]);
      break;
    case 'helmet':
      cover(0.1 * tall, 1.2, 1.1 * tall);
      break;
    case 'crest':
    case 'mohawk':
      part.ball(joint, at(0, 0.8 * tall, -0.3), [0.12 * size, draft.rng.range(0.3, 0.9) * size, 0.9 * size]);
      break;
  }
}
