/**
 * @file A snake: one long chain that follows its own path.
 */

import type { Rng } from '../../base/rng.js';
import { smoothStep } from '../../math/scalar.js';
import type { Vec3 } from '../../math/vector.js';
import type { Animator, PoseDraft } from '../animator.js';
import { createBody, SIDES } from '../body.js';
import type { Anatomy, CreaturePlan } from '../creature-record.js';
import { addEye } from '../features.js';
import { bump, hold, wave } from '../gait.js';
import { hex, type Inks, mixRgb, plain, type SkinPoint, shade } from '../paint.js';

const FRONT_COUNT = 11;
const TAIL_COUNT = 11;

export function describeSnake(rng: Rng): Anatomy {
  // (1) Proportions, metres.
  const size = rng.range(0.9, 1.15);
  const thick = 0.045 * size * rng.range(0.85, 1.18);
  const bone = 0.066 * size * rng.range(0.94, 1.08);
  const head = 1.45 * size * rng.range(0.95, 1.12);
  const hood = rng.next() < 0.35 ? rng.range(0.6, 1) : 0;

  // (2) Skeleton: a root in the middle, so that both ends are near it.
  const b = createBody();
  const total = (FRONT_COUNT + TAIL_COUNT + 2) * bone;
  /** Radius along the body: thin tail, full middle, slim neck. */
  const radius = (z: number) => {
    const s = (z + (TAIL_COUNT + 1) * bone) / total;
    return thick * (0.12 + 0.88 * smoothStep(-0.08, 0.5, s) ** 0.8) * (1 - 0.34 * smoothStep(0.7, 0.95, s));
  };
  /** The middle of the body, which lies on the ground. */
  const at = (z: number): Vec3 => [0, radius(z) * 0.94, z];
  const body = b.joint('body', -1, at(0));
  const skullZ = (FRONT_COUNT + 1) * bone;
  const front = b.chain(
    Array.from({ length: FRONT_COUNT }, (_, i) => (i < 7 ? `spine${i + 1}` : `neck${i - 6}`)),
    body,
    Array.from({ length: FRONT_COUNT + 1 }, (_, i) => at((i + 1) * bone)),
  );
  const y = 0.042 * head;
  const face = (x: number, h: number, z: number): Vec3 => [x * head, y + h * head, skullZ + z * head];
  const headJoint = b.joint('head', front[FRONT_COUNT - 1], face(0, -0.002, 0), face(0, 0.004, 0.115));
  const hinge = face(0, -0.008, 0.022);
  const chin = face(0, -0.031, 0.1);
  const jaw = b.joint('jaw', headJoint, hinge, chin);
  const tongueRoot = face(0, -0.025, 0.072);
  const tongue = b.joint('tongue', jaw, tongueRoot, face(0, -0.027, 0.155));
  const tail = b.chain(
    'tail',
    body,
    Array.from({ length: TAIL_COUNT + 1 }, (_, i) => at(-(i + 1) * bone)),
  );

  const trunk = b.part(undefined, [0, 0, 0], 1, 0);
  const piece = (joint: number, from: Vec3, to: Vec3) =>
    trunk.cone(joint, from, to, [radius(from[2]), radius(to[2])], { blend: 0.004 * size });
  for (const [i, joint] of [body, ...front].entries()) piece(joint, at(i * bone), at((i + 1) * bone));
  for (const [i, joint] of [body, ...tail].entries()) piece(joint, at(-i * bone), at(-(i + 1) * bone));
  if (hood > 0) {
    const middle = skullZ - 2.4 * bone;
    trunk.ball(
      front.slice(-5),
      [0, radius(middle) * 0.94, middle],
      [thick * (1.3 + 0.9 * hood), thick * 0.7, 1.7 * bone],
      {
        blend: 0.02 * size,
        paint: 'hood',
      },
    );
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
  const jawPart = b.part(trunk, hinge, 0.045 * head, 0.014 * head);
  jawPart.cone(jaw, hinge, chin, [0.023 * head, 0.014 * head], { squash: [[0, 1, 0], 0.42], paint: 'jaw' });
  const tonguePart = b.part(jawPart, tongueRoot, 0.02 * head, 0.002 * head);
  const forkAt = face(0, -0.027, 0.132);
  tonguePart.cone(tongue, tongueRoot, forkAt, [0.004 * head, 0.0028 * head], {
    paint: 'tongue',
    detail: 0.01 * head,
  });
  for (const side of SIDES) {
    tonguePart.cone(tongue, forkAt, face(0.013 * side.sign, -0.026, 0.154), [0.0028 * head, 0.0014 * head], {
      paint: 'tongue',
      detail: 0.01 * head,
    });
    addEye(trunk, headJoint, face(0.026 * side.sign, 0.021, 0.055), 0.0125 * head, side.at(1, 0.3, 0.6));
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
    cell: 0.0118 * size,
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
  const closed = -0.05;
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
      const now = heading(arc - (i + 1) * bone, amount(-i - 1));
      d.turn(joint, 0, now - before, 0);
      before = now;
    }
  };
  /** Raises the neck in an S and keeps the head level. */
  const rear = (d: PoseDraft, amount: number) => {
    const lifting = front.slice(2);
    let pitch = 0;
    for (const [i, joint] of lifting.entries()) {
      const share = [-0.06, -0.16, -0.26, -0.28, -0.22, 0, 0.12, 0.2, 0.24][i] * amount;
      pitch += share;
      d.turn(joint, share, 0, 0);
    }
    d.turn(head, -0.9 * pitch, 0, 0);
  };
  const flick = (d: PoseDraft, t: number, times: readonly number[]) => {
    for (const at of times) d.turn(tongue, 0.14 * wave(14 * t) * bump(t, at, at + 0.12), 0, 0);
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
    d.turn(jaw, closed + 0.5 * hold(t, 0.36, 0.45, 0.5, 0.58), 0, 0);
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
