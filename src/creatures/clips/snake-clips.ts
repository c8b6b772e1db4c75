/** @file The clips that a snake comes with: idle, a gait and an action. */

import { smoothStep } from '../../math/scalar.js';
import { bump, hold, wave } from '../../motion/library/motion-curves.js';
import type { Animator, PoseDraft } from '../animator.js';
import type { CreaturePlan } from '../creature-record.js';

export function createSnakeClips(animator: Animator, plan: CreaturePlan, tongue: number, bone: number) {
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
    d.rotate(body, 0, before, 0);
    for (const [i, joint] of front.entries()) {
      const now = heading(arc + (i + 1) * bone, amount(i + 1));
      d.rotate(joint, 0, now - before, 0);
      before = now;
    }
    d.rotate(head, 0, -0.7 * before, 0);
    before = heading(arc, amount(0));
    for (const [i, joint] of tail.entries()) {
      const now = heading(arc - (i + 1) * bone, amount(-i - 1));
      d.rotate(joint, 0, now - before, 0);
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
      d.rotate(joint, share, 0, 0);
    }
    d.rotate(head, -0.9 * pitch, 0, 0);
  };
  const flick = (d: PoseDraft, t: number, times: readonly number[]) => {
    for (const at of times) d.rotate(tongue, 0.14 * wave(14 * t) * bump(t, at, at + 0.12), 0, 0);
  };

  const idle = animator.clip('idle', 4, (d, t) => {
    follow(d, 0.5 * bone + 0.25 * bone * wave(t), (i) => (i > 6 ? 0.7 : 1.15));
    rear(d, 0.8 + 0.1 * wave(t, 0.2));
    for (const [i, joint] of neck.entries()) d.rotate(joint, 0, 0.09 * wave(t, 0.1 * i), 0);
    d.rotate(head, 0, 0.1 * wave(t, 0.5), 0);
    d.rotate(jaw, closed + 0.04 * wave(2 * t), 0, 0);
    flick(d, t, [0.2, 0.62]);
  });

  const slither = animator.clip('slither', 1.6, (d, t) => {
    const arc = wavelength * t;
    const [x, z] = alongPath(arc, (s) => heading(s, 1));
    d.shift(x, 0, z);
    follow(d, arc, (i) => (i > 8 ? 0.75 : 1));
    rear(d, 0.3);
    d.rotate(jaw, closed, 0, 0);
    flick(d, t, [0.4]);
  });

  const strike = animator.clip('strike', 2.2, (d, t) => {
    const coil = hold(t, 0.05, 0.36, 0.4, 0.48);
    const lunge = hold(t, 0.4, 0.48, 0.54, 0.85);
    follow(d, 0.5 * bone, (i) => (i > 3 ? 1.15 - 0.9 * lunge * smoothStep(3, 9, i) : 1.15));
    rear(d, 0.8 + 0.35 * coil - 0.45 * lunge);
    for (const joint of neck) d.rotate(joint, 0.12 * coil - 0.04 * lunge, 0, 0);
    d.rotate(head, -0.35 * coil, 0, 0);
    d.rotate(jaw, closed + 0.5 * hold(t, 0.36, 0.45, 0.5, 0.58), 0, 0);
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
