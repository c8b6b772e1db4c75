/**
 * @file A snake: one long chain that follows its own path.
 */

import type { Rng } from '../../base/rng.js';
import type { Animator, PoseDraft } from '../animator.js';
import { createBody, SIDES } from '../body.js';
import type { Anatomy, CreaturePlan } from '../creature.js';
import { addEye } from '../features.js';
import { bump, ease, hold, wave } from '../gait.js';
import { hex, type Inks, mixRgb, plain, type SkinPoint, shade } from '../paint.js';
import { smoothStep, type Vec3 } from '../vector.js';

const FRONT_COUNT = 11;
const TAIL_COUNT = 11;

export function describeSnake(rng: Rng): Anatomy {
  // (1) Proportions, metres.
  const size = rng.range(0.9, 1.15);
  const thick = 0.034 * size * rng.range(0.85, 1.2);
  const bone = 0.068 * size * rng.range(0.94, 1.08);
  const head = size * rng.range(0.95, 1.15);
  const hood = rng.next() < 0.35 ? rng.range(0.6, 1) : 0;

  // (2) Skeleton: a root in the middle, so that both ends are near it.
  const b = createBody();
  const y = thick * 0.92;
  const at = (z: number): Vec3 => [0, y, z];
  const body = b.joint('body', -1, at(0));
  const frontNames = Array.from({ length: FRONT_COUNT }, (_, i) =>
    i < 7 ? `spine${i + 1}` : `neck${i - 6}`,
  );
  const front = b.chain(
    frontNames,
    body,
    Array.from({ length: FRONT_COUNT + 1 }, (_, i) => at((i + 1) * bone)),
  );
  const skullZ = (FRONT_COUNT + 1) * bone;
  const face = (x: number, h: number, z: number): Vec3 => [x * head, y + h * head, skullZ + z * head];
  const headJoint = b.joint('head', front[FRONT_COUNT - 1], at(skullZ), face(0, 0.004, 0.115));
  const hinge = face(0, -0.006, 0.02);
  const chin = face(0, -0.034, 0.104);
  const jaw = b.joint('jaw', headJoint, hinge, chin);
  const tongue = b.joint('tongue', jaw, face(0, -0.016, 0.06), face(0, -0.02, 0.15));
  const tail = b.chain(
    'tail',
    body,
    Array.from({ length: TAIL_COUNT + 1 }, (_, i) => at(-(i + 1) * bone)),
  );

  const trunk = b.part(undefined, [0, 0, 0], 1, 0);
  /** Radius along the body, 0 at the end of the tail to 1 at the head: thin tail, full middle, slim neck. */
  const total = (FRONT_COUNT + TAIL_COUNT + 2) * bone;
  const radius = (z: number) => {
    const s = (z + (TAIL_COUNT + 1) * bone) / total;
    return thick * (0.1 + 0.9 * smoothStep(-0.08, 0.5, s) ** 0.8) * (1 - 0.34 * smoothStep(0.75, 1, s));
  };
  const low = (z: number): Vec3 => [0, Math.max(radius(z) * 0.9, thick * 0.12), z];
  const allJoints = [...[...tail].reverse(), body, ...front];
  for (const [i, joint] of allJoints.entries()) {
    const z0 = (i - TAIL_COUNT) * bone - (i < TAIL_COUNT ? bone : 0);
    const from = i < TAIL_COUNT ? (i - TAIL_COUNT - 1) * bone : z0;
    const to = i === TAIL_COUNT ? bone : from + bone;
    trunk.cone(joint, low(from), low(to), [radius(from), radius(to)], { blend: 0.004 * size });
  }
  trunk.cone(body, low(-bone), low(0), [radius(-bone), radius(0)], { blend: 0.004 * size });
  if (hood > 0) {
    const middle = skullZ - 2.4 * bone;
    trunk.ball(front.slice(-5), [0, y, middle], [thick * (1.3 + 0.9 * hood), thick * 0.75, 1.7 * bone], {
      blend: 0.02 * size,
      paint: 'hood',
    });
  }
  trunk.ball(headJoint, face(0, 0.006, 0.03), [0.036 * head, 0.024 * head, 0.046 * head], {
    blend: 0.02 * head,
    paint: 'head',
  });
  trunk.cone(headJoint, face(0, 0.005, 0.05), face(0, 0.001, 0.096), [0.03 * head, 0.019 * head], {
    blend: 0.014 * head,
    squash: [[0, 1, 0], 0.72],
    paint: 'head',
  });
  const jawPart = b.part(trunk, hinge, 0.035 * head, 0.012 * head);
  jawPart.cone(jaw, hinge, chin, [0.025 * head, 0.014 * head], { squash: [[0, 1, 0], 0.5], paint: 'jaw' });
  const tonguePart = b.part(jawPart, face(0, -0.02, 0.06), 0.02 * head, 0.002 * head);
  tonguePart.cone([jaw, tongue], face(0, -0.02, 0.06), face(0, -0.024, 0.128), [0.006 * head, 0.004 * head], {
    paint: 'tongue',
    detail: 0.012 * head,
  });
  for (const side of SIDES) {
    tonguePart.cone(
      tongue,
      face(0, -0.024, 0.126),
      face(0.016 * side.sign, -0.022, 0.152),
      [0.004 * head, 0.002 * head],
      { paint: 'tongue', detail: 0.012 * head },
    );
    addEye(trunk, headJoint, face(0.025 * side.sign, 0.02, 0.056), 0.0105 * head, side.at(1, 0.3, 0.6));
  }
  b.limit(body, [-0.6, 0.6], [-1.6, 1.6], [-0.3, 0.3]);
  b.limit([...front, ...tail], [-0.6, 0.6], [-0.7, 0.7], [-0.15, 0.15]);
  b.limit(headJoint, [-0.9, 0.9], [-0.9, 0.9], [-0.4, 0.4]);
  b.limit(jaw, [-0.25, 0.6], [-0.05, 0.05], [-0.05, 0.05]);
  b.limit(tongue, [-0.5, 0.5], [-0.4, 0.4], [-0.1, 0.1]);

  const plan: CreaturePlan = {
    spine: [body, ...front.slice(0, 7)],
    neck: front.slice(7),
    head: headJoint,
    jaw,
    tail,
    legs: [],
    arms: [],
    wings: [],
    feet: [],
  };
  return {
    body: b.build(),
    cell: 0.0112 * size,
    stands: true,
    inks: drawScales(rng, thick, skullZ),
    plan,
    animate: (animator) => animate(animator, plan, tongue, bone),
  };
}

function drawScales(rng: Rng, thick: number, skull: number): Inks {
  const coats = [
    { main: '#5d8a3c', mark: '#2b4a22', rim: '#d9d07a', belly: '#e6e3ae' },
    { main: '#d8a24a', mark: '#6b3a1e', rim: '#f2dca0', belly: '#f6ead0' },
    { main: '#d8503a', mark: '#26222a', rim: '#f4ead6', belly: '#f0c8a0' },
    { main: '#3f7f86', mark: '#153a48', rim: '#8fd0c0', belly: '#dcecd8' },
    { main: '#6a5a8a', mark: '#2d2348', rim: '#c8a8e0', belly: '#e8dcee' },
  ];
  const coat = coats[rng.integer(coats.length)];
  const main = shade(hex(coat.main), rng.range(0.94, 1.06));
  const [mark, rim, belly] = [hex(coat.mark), hex(coat.rim), hex(coat.belly)];
  const spacing = thick * rng.range(3.0, 4.6);
  const rings = rng.next() < 0.4;
  const back = (p: SkinPoint) => {
    const phase = p.z / spacing;
    const along = Math.abs(phase - Math.floor(phase) - 0.5) * 2;
    // Diamonds narrow towards the flank, rings do not.
    const d = along + (rings ? 0 : Math.max(0, 1 - p.up) * 1.1) - 0.52;
    return mixRgb(mixRgb(mark, rim, smoothStep(-0.08, 0.02, d)), main, smoothStep(0.1, 0.2, d));
  };
  const skin = (p: SkinPoint) => mixRgb(belly, back(p), smoothStep(-0.45, -0.2, p.up));
  return {
    coat: skin,
    hood: skin,
    head: (p) =>
      mixRgb(mixRgb(main, mark, 0.25), mark, smoothStep(0.55, 0.9, p.up) * (p.z < skull + 0.05 ? 0.8 : 0.2)),
    jaw: (p) => mixRgb(belly, [0.86, 0.45, 0.45], smoothStep(0.55, 0.85, p.up)),
    tongue: plain([0.78, 0.12, 0.2]),
    iris: plain(hex('#f2c330')),
    pupil: plain([0.06, 0.05, 0.05]),
    glint: plain([1, 1, 1]),
  };
}

function animate(animator: Animator, plan: CreaturePlan, tongue: number, bone: number) {
  const { spine, neck, head, jaw, tail } = plan;
  const body = spine[0];
  const front = [...spine.slice(1), ...neck];
  const closed = -0.16;
  const wavelength = 11 * bone;
  const swing = 0.85;
  const heading = (arc: number, amount: number) =>
    amount * swing * Math.sin((2 * Math.PI * arc) / wavelength);

  /** Lays the body along the path, its middle at arc length `arc`: every bone heads where the path does. */
  const follow = (d: PoseDraft, arc: number, amount: (i: number) => number) => {
    let before = heading(arc, amount(0));
    d.turn(body, 0, before, 0);
    for (const [i, joint] of front.entries()) {
      const now = heading(arc + (i + 1) * bone, amount(i + 1));
      d.turn(joint, 0, now - before, 0);
      before = now;
    }
    d.turn(head, 0, -0.7 * before, 0);
    before = heading(arc, amount(0));
    for (const [i, joint] of tail.entries()) {
      const now = heading(arc - (i + 1.5) * bone, amount(-i - 1));
      d.turn(joint, 0, now - before, 0);
      before = now;
    }
  };
  /** Raises the neck by `angle` in an S and keeps the head level. */
  const rear = (d: PoseDraft, angle: number) => {
    const lifting = front.slice(3);
    for (const [i, joint] of lifting.entries()) d.turn(joint, (i < 4 ? -0.25 : 0.15) * angle, 0, 0);
    d.turn(head, (4 * 0.25 - 0.15 * (lifting.length - 4)) * angle * 0.9, 0, 0);
  };
  const flick = (d: PoseDraft, t: number, times: readonly number[]) => {
    for (const at of times) d.turn(tongue, 0.3 * wave(14 * t) * bump(t, at, at + 0.12), 0, 0);
  };

  const idle = animator.clip('idle', 4, (d, t) => {
    follow(d, 0.5 * bone + 0.25 * bone * wave(t), (i) => (i > 6 ? 0.7 : 1.15));
    rear(d, 0.8 + 0.1 * wave(t, 0.2));
    for (const [i, joint] of neck.entries()) d.turn(joint, 0, 0.09 * wave(t, 0.1 * i), 0);
    d.turn(head, 0, 0.1 * wave(t, 0.5), 0);
    d.turn(jaw, closed + 0.04 * wave(2 * t), 0, 0);
    flick(d, t, [0.2, 0.62]);
  });

  const slither = animator.clip('slither', 1.6, (d, t) => {
    const arc = wavelength * t;
    const [x, z] = alongPath(arc, (s) => heading(s, 1));
    d.shift(x, 0, z);
    follow(d, arc, (i) => (i > 8 ? 0.75 : 1));
    rear(d, 0.3);
    d.turn(jaw, closed, 0, 0);
    flick(d, t, [0.4]);
  });

  const strike = animator.clip('strike', 2.2, (d, t) => {
    const coil = hold(t, 0.05, 0.36, 0.4, 0.48);
    const lunge = hold(t, 0.4, 0.48, 0.54, 0.85);
    follow(d, 0.5 * bone, (i) => (i > 3 ? 1.15 - 0.9 * lunge * smoothStep(3, 9, i) : 1.15));
    rear(d, 0.8 + 0.35 * coil - 0.45 * lunge);
    for (const joint of neck) d.turn(joint, 0.12 * coil - 0.04 * lunge, 0, 0);
    d.turn(head, -0.35 * coil, 0, 0);
    d.turn(jaw, closed + 0.62 * hold(t, 0.36, 0.45, 0.5, 0.58) + 0.05 * ease(coil), 0, 0);
    flick(d, t, [0.15, 0.85]);
  });
  return [idle, slither, strike];
}

/** x and z at an arc length along a path that heads `heading(s)` from +Z, by Simpson's rule. */
function alongPath(arc: number, heading: (s: number) => number): [number, number] {
  const steps = 64;
  let x = 0;
  let z = 0;
  for (let i = 0; i <= steps; i++) {
    const weight = i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2;
    const angle = heading((arc * i) / steps);
    x += weight * Math.sin(angle);
    z += weight * Math.cos(angle);
  }
  return [(x * arc) / (3 * steps), (z * arc) / (3 * steps)];
}
